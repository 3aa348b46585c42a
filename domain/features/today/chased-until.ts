import { addDays, type DateOnly, type Instant, londonDay } from '../../common/dates.ts'
import { isSurveyType } from '../timeline/survey-types.ts'
import { happensOn } from './rank.ts'
import { maxSilenceDays, snoozeUntilDay } from './snooze.rules.ts'

/** An item that a conversation is about, as stored. */
type ChasedItem = { key: string; kind: string; dueOn: DateOnly }

/** Whether a conversation puts an item off. A proposal is accepted or declined. */
export const isItemChased = ({ kind }: { kind: string }): boolean => kind !== 'proposal'

/** The day of the event itself: of the move, the survey, the end of an offer or contract, a task, a call-back. */
function ownDayOf(item: ChasedItem, today: DateOnly): DateOnly | null {
  const { key, kind, dueOn } = item
  if (kind === 'silence') return addDays(today, maxSilenceDays)
  if (kind === 'task' || kind === 'callback') return dueOn
  return happensOn(item) ?? (kind === 'step' && isSurveyType(Number(key.slice('step:'.length))) ? dueOn : null)
}

/**
 * Until when a conversation puts an item off: `next`, and at most its own day. `null`: it stays in the list, as the move or survey is today. A
 * proposal stays until it is accepted or declined, and a promise until its day, whatever else was said: the caller keeps both.
 */
export function chasedUntil(item: ChasedItem, next: Instant, now: Instant): Instant | null {
  const today = londonDay(now)
  const ownDay = ownDayOf(item, today)
  if (ownDay === null || ownDay < today || londonDay(next) <= ownDay) return next
  if (ownDay > today) return snoozeUntilDay(ownDay)
  return item.kind === 'move' || item.kind === 'step' ? null : next
}
