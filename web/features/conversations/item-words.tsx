import { describeHeldItem } from '@gya/domain/features/today/describe-item.ts'
import { now } from '../../lib/today.ts'
import type { PartyItem } from './use-conversation.ts'

/** "Searches back, 4 days late", or for a snoozed item "Searches back, waiting until 30/11". */
export const ItemWords = ({ item }: { item: PartyItem }) => {
  const { what, when, urgency } = describeHeldItem(item, now())
  return (
    <>
      {what}
      {when && <span className={urgency === 'late' ? 'over' : urgency === 'timed' ? 'amber' : undefined}>{when}</span>}
    </>
  )
}
