import { type DateOnly, type Instant, londonDay, londonInstant, weekdayOf } from '../../common/dates.ts'

/** "The five calls with most points." */
export const callsInDigest = 5

/** Maximum number of action items that a digest reads. */
export const maxItemsOfDigest = 100

/**
 * "At digest_time on weekdays, one e-mail; once a day whatever restarts." [day §5](docs/design/day.md#5). Monday to Friday in London. If
 * the server was down at that time, the digest is sent later on the same day.
 */
export function isDigestDue({ time, sentOn }: { time: string; sentOn: DateOnly | null }, now: Instant): boolean {
  const today = londonDay(now)
  return weekdayOf(today) < 5 && sentOn !== today && Date.parse(londonInstant(today, time)) <= Date.parse(now)
}
