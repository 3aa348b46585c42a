import { addDays, type DateOnly, type Instant } from '../../common/dates.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

/** "3 a person." [connect §5](docs/design/connect.md#5). */
export const maxFeeds = 3

/** "60 reads an hour a feed." [connect §5.3](docs/design/connect.md#5.3). */
export const maxReadsAnHour = 60

/**
 * Limit of unknown addresses per network and hour: "guessing … feeds: 256 bits, one answer, limits by address".
 * [connect §7](docs/design/connect.md#7).
 */
export const maxUnknownAddressesAnHour = 60

/** "≤ 2,000 by nearness." [connect §5.1](docs/design/connect.md#5.1). */
export const maxEntries = 2000

/** Seconds that a calendar program may cache a feed. [connect §5.3](docs/design/connect.md#5.3). */
export const feedMaxAge = 900

/** "From 30 days back to 400 ahead." [connect §5.1](docs/design/connect.md#5.1). */
export const feedWindow = (today: DateOnly): { from: DateOnly; until: DateOnly } => ({
  from: addDays(today, -30),
  until: addDays(today, 400),
})

export const whyNotMakeFeed = (existing: number): ErrorCode | null => (existing >= maxFeeds ? 'TOO_MANY_FEEDS' : null)

/** The time of the last read is only updated every ten minutes, so that most reads write nothing. */
export const isLastReadOutdated = (lastReadOn: Instant | null, now: Instant): boolean =>
  lastReadOn === null || Date.parse(now) - Date.parse(lastReadOn) >= 10 * 60_000
