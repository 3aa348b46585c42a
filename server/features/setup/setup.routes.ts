import { DomainError } from '@gya/domain/error-catalogue.ts'
import { createSampleSale, deleteSampleSale, readSetup } from '@gya/domain/features/setup/setup.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { hashPassword, temporaryPassword } from '../../infra/secrets.ts'
import { lockCompany } from '../companies/companies.repository.ts'
import { updatePropertyFields } from '../properties/write/properties.repository.ts'
import { authorOf, saveProperties } from '../properties/write/save-properties.ts'
import { markAccountDeleted } from '../users/users.repository.ts'
import { insertSampleSale } from './sample-sale.ts'
import { findFirstBranch, findSampleSale, findSetupProgress } from './setup.repository.ts'

export function setupRoutes(app: FastifyInstance): void {
  registerRoute(app, readSetup, ({ params, db }) => readSetupProgress(db, params.companyId))

  registerPreparedRoute(
    app,
    createSampleSale,
    () => hashPassword(temporaryPassword()),
    async ({ params: { companyId }, db, now, today, newId, caller, prepared: passwordHash }) => {
      if (!(await lockCompany(db, companyId))) throw new DomainError('NOT_FOUND')
      if (await findSampleSale(db, companyId)) throw new DomainError('SAMPLE_SALE_EXISTS')
      const branch = await findFirstBranch(db, companyId)
      if (!branch) throw new DomainError('SAMPLE_WITHOUT_BRANCH')
      const making = { db, present: { now, today }, userId: caller.userId, newId, passwordHash }
      await insertSampleSale({ companyId, branch }, making)
      return readSetupProgress(db, companyId)
    },
  )

  registerRoute(app, deleteSampleSale, async (context) => {
    const {
      params: { companyId },
      caller,
      db,
      now,
    } = context
    const sample = await findSampleSale(db, companyId)
    if (!sample) throw new DomainError('NOT_FOUND')
    const propertyId = sample.id
    await saveProperties('deletion', authorOf(context, companyId), { ids: [propertyId] }, async () => {
      await updatePropertyFields(db, { companyId, propertyId }, { deleted_on: now })
      return { changes: [{ propertyId, events: [{ kind: 'property-deleted' }] }], result: null }
    })
    await markAccountDeleted(db, sample.owner_id, now, caller.userId)
    await recordSecurityEvent(context, { kind: 'property-deleted', data: { propertyId: sample.id } })
    return { success: true as const }
  })
}

async function readSetupProgress(db: Db, companyId: string) {
  const sample = await findSampleSale(db, companyId)
  return { ...(await findSetupProgress(db, companyId)), sample: sample ? { _id: sample.id, branch: sample.branch_id } : null }
}
