/**
 * "Deleting a company, branch, property or user is soft for 30 days: a platform admin can bring it back." Domain
 * decisions, "Record".
 */
import type { Instant } from '../../common/dates.ts'

const restorableDays = 30

const daysAfter = (instant: Instant, days: number): Instant => new Date(Date.parse(instant) + days * 86_400_000).toISOString()

/** Until when something deleted at an instant can be brought back. */
export const restorableUntil = (deletedOn: Instant): Instant => daysAfter(deletedOn, restorableDays)

/** What was deleted after this instant can be brought back now. */
export const restorableSince = (now: Instant): Instant => daysAfter(now, -restorableDays)

/** How many days are left to bring something back, a day begun counted whole; 0 once it is too late. */
export const daysLeft = (until: Instant, now: Instant): number =>
  Math.max(0, Math.ceil((Date.parse(until) - Date.parse(now)) / 86_400_000))
