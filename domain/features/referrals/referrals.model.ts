import { z } from 'zod'
import { Timestamp } from '../../common/wire.ts'

export const referralKinds = ['vendorSolicitor', 'buyerSolicitor', 'vendorBroker', 'buyerBroker'] as const
export type ReferralKind = (typeof referralKinds)[number]

const Referred = Timestamp.nullable()

/** "each is an ISO timestamp string when referred or null." [property §3](docs/design/property.md#3). */
export const Referrals = z.object({
  vendorSolicitor: Referred,
  buyerSolicitor: Referred,
  vendorBroker: Referred,
  buyerBroker: Referred,
})
export type Referrals = z.output<typeof Referrals>
