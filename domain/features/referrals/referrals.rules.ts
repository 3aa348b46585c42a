import type { Instant } from '../../common/dates.ts'
import { type ReferralKind, type Referrals, referralKinds } from './referrals.model.ts'

export type ReferralChange = { kind: ReferralKind; from: Instant | null; to: Instant | null }

const earlier = (a: Instant, b: Instant): Instant => (new Date(a) < new Date(b) ? a : b)

/**
 * "Referrals: each checkbox toggles its field between null and the current timestamp." [property §4](docs/design/property.md#4).
 * Missing fields are unchanged. The timestamp comes from the client, whose clock may be fast, so it is limited to `now`.
 */
export const decideReferrals = (
  before: Referrals,
  requested: { [Kind in ReferralKind]?: Instant | null | undefined },
  now: Instant,
): ReferralChange[] =>
  referralKinds.flatMap((kind) => {
    const value = requested[kind]
    if (value === undefined) return []
    const from = before[kind]
    const to = value && new Date(earlier(value, now)).toISOString()
    return from === to ? [] : [{ kind, from, to }]
  })
