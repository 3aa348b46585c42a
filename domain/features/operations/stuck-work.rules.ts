import type { Instant } from '../../common/dates.ts'

/** An item of a job that failed this often is stuck: it is no longer tried until somebody retries it. */
export const failuresUntilStuck = 10

/** Days after the last failure until a failure is forgotten. */
export const failureDays = 90

const maxMinutes = 24 * 60

/** When an item is tried again after its nth failure: 1, 2, 4 … minutes later, at most 24 hours. */
export const nextTryAfter = (failures: number, now: Instant): Instant =>
  new Date(Date.parse(now) + Math.min(2 ** (failures - 1), maxMinutes) * 60_000).toISOString()
