import type { Instant } from '@gya/domain/common/dates.ts'

/**
 * "Each checkbox toggles its field between null and the current timestamp." Property document, section 4. A tick that is
 * taken away and put back before Save leaves the day on which the referral was made.
 */
export const toggleReferral = (ticked: boolean, saved: Instant | null, now: Instant): Instant | null =>
  ticked ? (saved ?? now) : null
