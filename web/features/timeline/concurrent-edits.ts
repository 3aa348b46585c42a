import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { StepKey } from '@gya/domain/features/timeline/steps.ts'
import type { RequestedItem, Step } from '@gya/domain/features/timeline/timeline.model.ts'

/** The parts a timeline save covers, as last loaded. */
export type SavedParts = {
  timeline: readonly Pick<Step, 'key' | 'title' | 'updatedOn'>[]
  completionDate: DateOnly | null
  invoiceSent: boolean
}

/** Edits with the state of each part when its editing began. */
type EditsWithBase = {
  items: Partial<Record<StepKey, RequestedItem>>
  begunOn: Partial<Record<StepKey, Instant | null>>
  completionDate?: DateOnly | null | undefined
  invoiceSent?: boolean | undefined
  begunWith?: Partial<Pick<SavedParts, 'completionDate' | 'invoiceSent'>>
}

/** Labels of the parts that are being edited and that another user has saved with other values since. */
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

/** The `updatedOn` of each edited step when its editing began. */
export const baseUpdatedOn = (before: EditsWithBase, key: StepKey, stored: Step | undefined): EditsWithBase['begunOn'] =>
  before.items[key] === undefined ? { ...before.begunOn, [key]: stored?.updatedOn ?? null } : before.begunOn
