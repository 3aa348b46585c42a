import type { OpenStep } from '../timeline/most-urgent-step.ts'
import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'

/** The items of Today about an open step. */
const itemKeysOf = (step: StepKey): string[] => [
  `step:${step}`,
  `survey:${step}`,
  ...(step === stepKeys.Exchanged ? ['exchange'] : []),
  ...(step === stepKeys.Completed ? ['move'] : []),
]

export const itemOfStep = <Item extends { key: string }>(items: readonly Item[], step: StepKey): Item | null => {
  const keys = itemKeysOf(step)
  return items.find(({ key }) => keys.includes(key)) ?? null
}

const isOfTimeline = ({ key }: { key: string }): boolean => /^(?:(?:step|survey):\d+|exchange|move)$/.test(key)

/**
 * What the header of a sale calls next: its first item in Today. Where that is about the timeline, the step that `saleNow` calls next, with
 * its item unless it waits, so that header, report and lists name the same step (decision 154).
 */
export function nextActionOf<Item extends { key: string }>(
  items: readonly Item[],
  next: OpenStep | null,
): { item: Item | null; step: OpenStep | null } {
  const [first = null] = items
  if (next === null || (first !== null && !isOfTimeline(first))) return { item: first, step: null }
  return { item: itemOfStep(items, next.key), step: next }
}
