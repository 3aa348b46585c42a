import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { StepKey } from '@gya/domain/features/timeline/step-definitions.ts'
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
  baseUpdatedOn: Partial<Record<StepKey, Instant | null>>
  completionDate?: DateOnly | null | undefined
  invoiceSent?: boolean | undefined
  baseValues?: Partial<Pick<SavedParts, 'completionDate' | 'invoiceSent'>>
}

/** Labels of edited parts that another user has since saved with other values. */
export const conflictingParts = (
  { timeline, ...saved }: SavedParts,
  { items, baseUpdatedOn, baseValues = {}, ...edited }: EditsWithBase,
): string[] => {
  const isConflicting = (part: 'completionDate' | 'invoiceSent') =>
    edited[part] !== undefined && saved[part] !== baseValues[part] && saved[part] !== edited[part]
  return [
    ...timeline
      .filter(({ key, updatedOn }) => items[key] !== undefined && updatedOn !== baseUpdatedOn[key])
      .map(({ title }) => title),
    ...(isConflicting('completionDate') ? ['the completion date'] : []),
    ...(isConflicting('invoiceSent') ? ['whether the invoice was sent'] : []),
  ]
}

/** Adds the `updatedOn` of a step, unless the step is being edited already. */
export const withBaseUpdatedOn = (
  before: EditsWithBase,
  key: StepKey,
  stored: Step | undefined,
): EditsWithBase['baseUpdatedOn'] =>
  before.items[key] === undefined ? { ...before.baseUpdatedOn, [key]: stored?.updatedOn ?? null } : before.baseUpdatedOn
