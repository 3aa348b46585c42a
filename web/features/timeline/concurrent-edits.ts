import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { StepKey } from '@gya/domain/features/timeline/steps.ts'
import type { RequestedItem, Step } from '@gya/domain/features/timeline/timeline.model.ts'

/** What a timeline's form saves, as it was last read. */
export type SavedParts = {
  timeline: readonly Pick<Step, 'key' | 'title' | 'updatedOn'>[]
  completionDate: DateOnly | null
  invoiceSent: boolean
}

/** What is being edited, and how each part of it stood when that began. */
type EditsWithBase = {
  items: Partial<Record<StepKey, RequestedItem>>
  begunOn: Partial<Record<StepKey, Instant | null>>
  completionDate?: DateOnly | null | undefined
  invoiceSent?: boolean | undefined
  begunWith?: Partial<Pick<SavedParts, 'completionDate' | 'invoiceSent'>>
}

/** What is being edited and, since that began, was saved otherwise by somebody else, in words: steps by their titles. */
export const conflictingParts = (
  { timeline, ...saved }: SavedParts,
  { items, begunOn, begunWith = {}, ...edited }: EditsWithBase,
): string[] => {
  const isOvertaken = (part: 'completionDate' | 'invoiceSent') =>
    edited[part] !== undefined && saved[part] !== begunWith[part] && saved[part] !== edited[part]
  return [
    ...timeline.filter(({ key, updatedOn }) => items[key] !== undefined && updatedOn !== begunOn[key]).map(({ title }) => title),
    ...(isOvertaken('completionDate') ? ['the completion date'] : []),
    ...(isOvertaken('invoiceSent') ? ['whether the invoice was sent'] : []),
  ]
}

/** When a step had last been updated as its editing began: what is edited already keeps what it began with. */
export const baseUpdatedOn = (before: EditsWithBase, key: StepKey, stored: Step | undefined): EditsWithBase['begunOn'] =>
  before.items[key] === undefined ? { ...before.begunOn, [key]: stored?.updatedOn ?? null } : before.begunOn
