import { type Instant, londonDay } from '../../common/dates.ts'
import { ownDayOf, type PutOffItem, snoozeUntilDay } from './snooze.rules.ts'

/** Whether a conversation puts an item off. A proposal is accepted or declined. */
export const isItemChased = ({ kind }: { kind: string }): boolean => kind !== 'proposal'

/**
 * Until when a conversation puts an item off: `next`, and at most its own day. `null`: it stays in the list, as the move or survey is today. A
 * proposal stays until it is accepted or declined, and a promise until its day, whatever else was said: the caller keeps both.
 */
export function chasedUntil(item: PutOffItem, next: Instant, now: Instant): Instant | null {
  const today = londonDay(now)
  const ownDay = ownDayOf(item, today)
  if (ownDay === null || londonDay(next) <= ownDay) return next
  return ownDay > today ? snoozeUntilDay(ownDay) : null
}
