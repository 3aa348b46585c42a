/** Maximum lengths of texts between parties and agency, for forms and schemas. Connect design, section 6. */
export const maxProposalText = 1000
export const maxDeclineReason = 300
