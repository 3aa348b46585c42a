import type { Instant } from '../../common/dates.ts'

export const referralKinds = ['vendorSolicitor', 'buyerSolicitor', 'vendorBroker', 'buyerBroker'] as const
export type ReferralKind = (typeof referralKinds)[number]

/** "each is an ISO timestamp string when referred or null." Property document, section 3. */
export type Referrals = Record<ReferralKind, Instant | null>

export type ReferralChange = { kind: ReferralKind; from: Instant | null; to: Instant | null }

const earlier = (a: Instant, b: Instant): Instant => (new Date(a) < new Date(b) ? a : b)

/**
 * "Referrals: each checkbox toggles its field between null and the current timestamp." Property document, section 4.
 * Missing fields are unchanged. The timestamp comes from the client, whose clock may be fast, so it is limited to `now`.
 */
export const decideReferrals = (
  before: Referrals,
  asked: { [Kind in ReferralKind]?: Instant | null | undefined },
  now: Instant,
): ReferralChange[] =>
  referralKinds.flatMap((kind) => {
    const given = asked[kind]
    if (given === undefined) return []
    const from = before[kind]
    const to = given && new Date(earlier(given, now)).toISOString()
    return from === to ? [] : [{ kind, from, to }]
  })
