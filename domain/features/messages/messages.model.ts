import type { SaleRole } from '../property-contacts/parties.ts'

/** Templates of e-mails and letters. [day §2](docs/design/day.md#2) and [day §4](docs/design/day.md#4). */

export const messageChannels = ['email', 'letter'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** `memorandum`: used for the e-mail of the memorandum of sale. */
export const templatePurposes = ['general', 'memorandum'] as const
export type TemplatePurpose = (typeof templatePurposes)[number]

/** "Automatic: events offer accepted, memo sent, fallen off, exchanged, completion date set, completed; all off." */
export const messageEvents = ['offerAccepted', 'memoSent', 'fallenOff', 'exchanged', 'completionDateSet', 'completed'] as const
export type MessageEvent = (typeof messageEvents)[number]

export const messageEventLabels: Record<MessageEvent, string> = {
  offerAccepted: 'Offer accepted',
  memoSent: 'Memorandum of sale sent',
  fallenOff: 'Sale fallen off',
  exchanged: 'Exchanged',
  completionDateSet: 'Completion date set',
  completed: 'Completed',
}

export const maxTemplateName = 80
export const maxMessageSubject = 200
export const maxMessageBody = 10_000
/** Maximum for a company, and for a branch. */
export const maxMessageTemplates = 100

/** "At most 100 messages a call." */
export const maxMessages = 100
/** Maximum number of sales of one message. */
export const maxMessageSales = 100

/** "Sending waits 10 s so that Undo still holds it." */
export const sendDelaySeconds = 10

export type MessageTemplateDraft = {
  name: string
  channel: MessageChannel
  audience: readonly SaleRole[]
  steps: readonly number[]
  event: MessageEvent | null
  subject: string
  body: string
}

/** "A branch's of the same name stands in for the company's in that branch." [day §2](docs/design/day.md#2). */
export function templatesOfBranch<T extends { branchId: string | null; name: string }>(templates: readonly T[]): T[] {
  const own = new Set(templates.flatMap(({ branchId, name }) => (branchId === null ? [] : [name.toLowerCase()])))
  return templates.filter(({ branchId, name }) => branchId !== null || !own.has(name.toLowerCase()))
}
