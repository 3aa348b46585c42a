import type { Instant } from '@gya/domain/common/dates.ts'
import type { StepKey } from '@gya/domain/features/timeline/steps.ts'
import type { RequestedItem, Step } from '@gya/domain/features/timeline/timeline.model.ts'

type Begun = {
  items: Partial<Record<StepKey, RequestedItem>>
  begunOn: Partial<Record<StepKey, Instant | null>>
}

/** The steps that are being edited and, since that began, were saved by somebody else: their titles. */
export const overtakenSteps = (saved: readonly Step[], { items, begunOn }: Begun): string[] =>
  saved.filter(({ key, updatedOn }) => items[key] !== undefined && updatedOn !== begunOn[key]).map(({ title }) => title)

/** When a step had last been updated as its editing began: what is edited already keeps what it began with. */
export const begunOn = (before: Begun, key: StepKey, stored: Step | undefined): Begun['begunOn'] =>
  before.items[key] === undefined ? { ...before.begunOn, [key]: stored?.updatedOn ?? null } : before.begunOn
