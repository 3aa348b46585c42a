import type { DateOnly } from '../../common/dates.ts'
import { saleNow } from '../sale-now/sale-now.ts'
import { findStep, stepKeys } from '../timeline/step-definitions.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { idOfKey } from './complete.rules.ts'

type SaleEnd = {
  /** The timeline before the acceptance, which the fall-off restores. */
  saleStart: Timeline
  cancelledTaskIds: readonly string[]
  today: DateOnly
}

/** Whether an action item of a sold property ends with its sale. News, call-backs and notice do not. */
export function endsWithSale(
  { key, kind }: { key: string; kind: string },
  { saleStart, cancelledTaskIds, today }: SaleEnd,
): boolean {
  if (kind === 'task') return cancelledTaskIds.includes(idOfKey(key))
  if (
    kind === 'exchange' ||
    kind === 'move' ||
    key === 'expiry:mortgage' ||
    key === 'silence:buyer' ||
    key === 'checks:buyer' ||
    kind === 'proposal'
  )
    return true
  if (key === 'silence:vendor') return findStep(saleStart, stepKeys.PropertyLaunched)?.state !== 'C'
  if (kind !== 'step' && kind !== 'blocked' && kind !== 'survey') return false
  const unsold = {
    active: true,
    hasAcceptedOffer: false,
    timeline: saleStart,
    completionDate: null,
    expectedExchange: null,
    expectedCompletion: null,
  }
  return saleNow(unsold, today).open.every((step) => step.key !== Number(idOfKey(key)))
}
