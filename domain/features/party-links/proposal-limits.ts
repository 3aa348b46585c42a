/** Maximum lengths of texts between parties and agency, for forms and schemas. [connect §6](docs/design/connect.md#6). */
export const maxProposalText = 1000
/** Of an e-mail that an assistant drafts. */
export const maxProposedEmail = 5000
export const maxProposedSubject = 200
export const maxDeclineReason = 300
/** Open proposals of a sale, whatever their source. */
export const maxOpenProposals = 200
/** "20 open a person, 60 a day a grant." */
export const maxOpenOfPerson = 20
export const maxOfGrantADay = 60
/** "Undecided for 7 days: `overtaken`." */
export const undecidedDays = 7
export const undecidedReason = 'Nobody decided in 7 days.'

/** Where a person finds what an assistant proposed. */
export const whereProposalsAre = 'Proposals, and above the timeline of the sale'
