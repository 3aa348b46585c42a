import type { Instant } from '../../common/dates.ts'
import { showDateTime } from '../../common/dates.ts'

/**
 * How much earlier than an entry before it an honest entry may be. Entries have the time at which their request or job began and get their
 * positions after the commit, so concurrent ones may change places. Requests end after a minute; a job may run for longer, and the clocks of
 * processes differ. An hour is far above both, and far below what somebody gains who dates an entry back.
 */
export const entryToleranceMs = 3_600_000

/** Whether an entry has an earlier time than the record had reached when it was sealed. `reached`: the latest time before it. */
export const isBackdated = (at: Instant, reached: Instant | null): reached is Instant =>
  reached !== null && Date.parse(at) + entryToleranceMs < Date.parse(reached)

/** "Recorded after 28/11/2026 02:00am, not at its own time." */
export const backdatedWords = (reached: Instant): string => `Recorded after ${showDateTime(reached)}, not at its own time.`

/** The remark beside an entry that is dated back; none beside others. */
export const backdatedRemark = (at: Instant, reached: Instant | null): string[] =>
  isBackdated(at, reached) ? [backdatedWords(reached)] : []
