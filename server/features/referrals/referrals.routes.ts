import { saveReferrals } from '@gya/domain/features/referrals/referrals.contract.ts'
import { decideReferrals } from '@gya/domain/features/referrals/referrals.rules.ts'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../http/route/register-route.ts'
import { changeProperty } from '../properties/write/change-property.ts'
import { deleteReferral, upsertReferral } from './referrals.repository.ts'

/** Referrals of the parties of a sale. */
export function referralsRoutes(app: FastifyInstance): void {
  registerRoute(
    app,
    saveReferrals,
    changeProperty(async ({ body, db, now }, { detail }, ids) => {
      const changes = decideReferrals(detail.referrals, body, now)
      for (const { kind, to } of changes)
        await (to === null ? deleteReferral(db, { ...ids, kind }) : upsertReferral(db, { ...ids, kind }, to))
      return changes.map(({ kind, from, to }) => ({
        kind: to === null ? 'referral-removed' : 'referral-made',
        data: { referral: kind, from, to },
      }))
    }),
  )
}
