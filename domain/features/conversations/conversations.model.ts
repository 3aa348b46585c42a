/** One contact with one party about one or more sales. Conversations cannot be edited, only undone. */

export const conversationOutcomes = ['spoke', 'leftMessage', 'noAnswer', 'promised', 'emailed'] as const
export type ConversationOutcome = (typeof conversationOutcomes)[number]

export const outcomeLabels: Record<ConversationOutcome, string> = {
  spoke: 'Spoke',
  leftMessage: 'Left message',
  noAnswer: 'No answer',
  promised: 'Promised',
  emailed: 'E-mailed',
}

export const conversationChannels = ['call', 'email', 'letter', 'inPerson'] as const
export type ConversationChannel = (typeof conversationChannels)[number]

export const channelLabels: Record<ConversationChannel, string> = {
  call: 'Telephone',
  email: 'E-mail',
  letter: 'Letter',
  inPerson: 'In person',
}

export const maxConversationSales = 50
export const maxConversationNote = 2000
export const maxVendorText = 500
/** Maximum number of days between a conversation and its recording. */
export const maxDaysBack = 30
/** Maximum number of days until the next chase or a promised day. */
export const maxDaysAhead = 90
