import type { Instant } from '@gya/domain/common/dates.ts'
import type { ReferralKind } from '@gya/domain/features/referrals/referrals.model.ts'
import type { Db } from '../../db/pool.ts'

type ReferralIds = { companyId: string; propertyId: string; kind: ReferralKind }

export const upsertReferral = (db: Db, { companyId, propertyId, kind }: ReferralIds, referredOn: Instant) =>
  db
    .insertInto('referral')
    .values({ company_id: companyId, property_id: propertyId, kind, referred_on: referredOn })
    .onConflict((conflict) => conflict.columns(['company_id', 'property_id', 'kind']).doUpdateSet({ referred_on: referredOn }))
    .execute()

export const deleteReferral = (db: Db, { companyId, propertyId, kind }: ReferralIds) =>
  db
    .deleteFrom('referral')
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('kind', '=', kind)
    .execute()
