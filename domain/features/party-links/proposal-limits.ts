/** Maximum lengths of texts between parties and agency, for forms and schemas. [connect §6](docs/design/connect.md#6). */
export const maxProposalText = 1000
export const maxDeclineReason = 300
/** Open proposals of a sale, whatever their source. */
export const maxOpenProposals = 200
