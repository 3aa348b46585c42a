import { findStep, stepKeys } from '../timeline/step-definitions.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { idOfKey } from './complete.rules.ts'

type SaleEnd = {
  /** The timeline before the acceptance, which the fall-off restores. */
  saleStart: Timeline
  cancelledTaskIds: readonly string[]
}

/** Whether an action item of a sold property ends with its sale. News, call-backs and notice do not. */
export function endsWithSale({ key, kind }: { key: string; kind: string }, { saleStart, cancelledTaskIds }: SaleEnd): boolean {
  if (kind === 'task') return cancelledTaskIds.includes(idOfKey(key))
  if (kind === 'exchange' || kind === 'move' || key === 'expiry:mortgage' || key === 'silence:buyer' || kind === 'proposal')
    return true
  if (key === 'silence:vendor') return findStep(saleStart, stepKeys.PropertyLaunched)?.state !== 'C'
  if (kind !== 'step' && kind !== 'blocked' && kind !== 'survey') return false
  const step = findStep(saleStart, Number(idOfKey(key)))
  return step?.state !== 'IP' && step?.state !== 'B'
}
