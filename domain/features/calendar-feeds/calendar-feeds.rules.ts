import { addDays, type DateOnly, type Instant } from '../../common/dates.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

/** "3 a person." connect.md §5 */
export const maxFeeds = 3

/** "60 reads an hour a feed." connect.md §5.3 */
export const maxReadsAnHour = 60

/** Addresses that open nothing, per network and hour: "guessing … feeds: 256 bits, one answer, limits by address". connect.md §7 */
export const maxUnknownAddressesAnHour = 60

/** "≤ 2,000 by nearness." connect.md §5.1 */
export const maxEntries = 2000

/** Seconds that a calendar may keep what it read. connect.md §5.3 */
export const feedMaxAge = 900

/** "From 30 days back to 400 ahead." connect.md §5.1 */
export const feedWindow = (today: DateOnly): { from: DateOnly; until: DateOnly } => ({
  from: addDays(today, -30),
  until: addDays(today, 400),
})

export const whyNotMakeFeed = (existing: number): ErrorCode | null => (existing >= maxFeeds ? 'TOO_MANY_FEEDS' : null)

/** "Last read" has a resolution of ten minutes, so that most reads of a calendar write nothing. */
export const isReadToBeNoted = (lastReadOn: Instant | null, now: Instant): boolean =>
  lastReadOn === null || Date.parse(now) - Date.parse(lastReadOn) >= 10 * 60_000
