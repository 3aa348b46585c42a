import { describeItem } from '@gya/domain/features/today/describe-item.ts'
import { today } from '../../lib/today.ts'
import type { PartyItem } from './use-conversation.ts'

/** "Searches back, 4 days late" */
export const ItemWords = ({ item }: { item: PartyItem }) => {
  const { what, when, urgency } = describeItem(item, today())
  return (
    <>
      {what}
      {when && <span className={urgency === 'late' ? 'over' : urgency === 'timed' ? 'amber' : undefined}>{when}</span>}
    </>
  )
}
