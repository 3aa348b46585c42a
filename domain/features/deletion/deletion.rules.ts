/**
 * "Deleting a company, branch, property or user is soft for 30 days: a platform admin can bring it back."
 * [domain, Record](docs/design/domain.md#record).
 */
import type { Instant } from '../../common/dates.ts'

const restorableDays = 30

const daysAfter = (instant: Instant, days: number): Instant => new Date(Date.parse(instant) + days * 86_400_000).toISOString()

export const restorableUntil = (deletedOn: Instant): Instant => daysAfter(deletedOn, restorableDays)

/** Entities deleted after this instant can be restored now. */
export const restorableSince = (now: Instant): Instant => daysAfter(now, -restorableDays)

/** Started days count as whole days; 0 if it is too late. */
export const daysLeft = (until: Instant, now: Instant): number =>
  Math.max(0, Math.ceil((Date.parse(until) - Date.parse(now)) / 86_400_000))
