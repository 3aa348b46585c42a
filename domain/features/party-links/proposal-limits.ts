/** Lengths of what parties and agency write to each other, for forms and schemas. connect.md §6. */
export const maxProposalText = 1000
export const maxDeclineReason = 300
