import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { whyNotAddBranch } from '@gya/domain/features/companies/companies.rules.ts'
import {
  deleteBranch,
  deleteCompany,
  deleteProperty,
  listDeleted,
  restoreBranch,
  restoreCompany,
  restoreProperty,
  restoreUser,
} from '@gya/domain/features/deletion/deletion.contract.ts'
import { restorableSince, restorableUntil } from '@gya/domain/features/deletion/deletion.rules.ts'
import type { FastifyInstance } from 'fastify'
import { clearSessionCookies } from '../../http/access/caller.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { noteAct } from '../../http/access/sensitive-acts.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { lockBranch, updateBranchColumns } from '../branches/branches.repository.ts'
import { lockCompany, updateCompanyColumns } from '../companies/companies.repository.ts'
import { endAllCustomers, refuseWithKeptChecks } from '../customer-checks/kept-checks.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { releaseUnreachableSales } from '../members/release-sales.ts'
import { restoreSnoozes } from '../properties/projections/kept-snoozes.ts'
import { deleteWaitingMessages } from '../properties/write/delete-rows.ts'
import { deleteDerivedRows, deriveProperties } from '../properties/write/derive-properties.ts'
import { lockLiveProperties, lockPropertiesOf, updatePropertyFields } from '../properties/write/properties.repository.ts'
import { authorOf, saveProperties } from '../properties/write/save-properties.ts'
import { deleteSessionsOfCompany } from '../sessions/sessions.repository.ts'
import { updateAccountColumns } from '../users/users.repository.ts'
import {
  listDeletedRows,
  lockDeletedBranch,
  lockDeletedCompany,
  lockDeletedProperty,
  lockDeletedUser,
} from './deletion.repository.ts'

const success = { success: true as const }

/** Soft deletion: scope checks, sessions and lists exclude deleted rows, which can be restored for 30 days. */
export function deletionRoutes(app: FastifyInstance): void {
  registerRoute(app, deleteCompany, async (context) => {
    const {
      params: { companyId },
      query,
      caller,
      db,
      now,
      today,
      newId,
      reply,
    } = context
    const company = await lockCompany(db, companyId)
    if (!company) throw new DomainError('NOT_FOUND')
    const isHandedOver = caller.type === 'GYA_ADMIN' && query.confirm !== undefined
    if (!isHandedOver) await refuseWithKeptChecks(db, companyId, today)
    await endAllCustomers(db, companyId, today)
    await updateCompanyColumns(db, companyId, { deleted_on: now, updatedon: now, updated_by: caller.userId })
    await deleteSessionsOfCompany(db, companyId, now)
    await deleteWaitingMessages(db, companyId, null)
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'company-deleted', data: { name: company.name } },
    ])
    if (caller.companyId === companyId) clearSessionCookies(reply, app.gya.secure)
    await recordSecurityEvent(context, { kind: 'company-deleted' })
    return success
  })

  registerRoute(app, deleteBranch, async (context) => {
    const {
      params: { companyId, branchId },
      caller,
      db,
      now,
      today,
      newId,
    } = context
    const branch = await lockBranch(db, companyId, branchId)
    if (!branch) throw new DomainError('NOT_FOUND')
    // Waits for running saves of its properties, which would insert their report rows again.
    const properties = await lockPropertiesOf(db, { companyId, branchId })
    await updateBranchColumns(db, companyId, branchId, { deleted_on: now, updatedon: now, updated_by: caller.userId })
    await deleteDerivedRows(
      { db, companyId, today },
      properties.map(({ id }) => id),
    )
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'branch-deleted', data: { branchId, name: branch.name } },
    ])
    await recordSecurityEvent(context, { kind: 'branch-deleted', data: { branchId } })
    return success
  })

  registerRoute(app, deleteProperty, async (context) => {
    const { params, db, now } = context
    const { companyId, propertyId } = params
    await saveProperties('deletion', authorOf(context, companyId), { ids: [propertyId] }, async () => {
      await updatePropertyFields(db, params, { deleted_on: now })
      return { changes: [{ propertyId, events: [{ kind: 'property-deleted' }] }], result: null }
    })
    await recordSecurityEvent(context, { kind: 'property-deleted', data: { propertyId } })
    return success
  })

  registerRoute(app, listDeleted, async ({ query, db, now }) => {
    const page = pageRequest(query)
    const { rows, count } = await listDeletedRows(db, restorableSince(now), page)
    const data = rows.map((row) => ({
      _id: row.id,
      kind: row.kind,
      name: row.name,
      company: row.company_id ? { _id: row.company_id, name: row.company_name ?? '' } : null,
      deletedOn: row.deleted_on,
      deletedBy: row.deleted_by ?? '',
      restorableUntil: restorableUntil(row.deleted_on),
    }))
    return { data, paging: toPaging(page, count) }
  })

  registerRoute(app, restoreCompany, async (context) => {
    const {
      params: { deletedCompanyId: companyId },
      caller,
      db,
      now,
      newId,
    } = context
    const company = await lockDeletedCompany(db, companyId, restorableSince(now))
    if (!company) throw new DomainError('NOT_FOUND')
    await updateCompanyColumns(db, companyId, { deleted_on: null, updatedon: now, updated_by: caller.userId })
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'company-restored', data: { name: company.name } },
    ])
    await recordSecurityEvent(context, { kind: 'company-restored', companyId })
    return success
  })

  registerRoute(app, restoreBranch, async (context) => {
    const { params, caller, db, now, today, newId } = context
    const { companyId, deletedBranchId: branchId } = params
    const company = await lockCompany(db, companyId)
    const branch = await lockDeletedBranch(db, companyId, branchId, restorableSince(now))
    if (!company || !branch) throw new DomainError('NOT_FOUND')
    refuseIf(whyNotAddBranch(company.available_licenses, company.branches))
    await updateBranchColumns(db, companyId, branchId, { deleted_on: null, updatedon: now, updated_by: caller.userId })
    const properties = await lockLiveProperties(db, companyId, { branchId })
    await deriveProperties({ db, companyId, today }, properties)
    await restoreSnoozes(db, companyId, properties, now)
    await releaseUnreachableSales(context, companyId, null)
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'branch-restored', data: { branchId, name: branch.name } },
    ])
    await recordSecurityEvent(context, { kind: 'branch-restored', data: { branchId } })
    return success
  })

  registerRoute(app, restoreProperty, async (context) => {
    const { params, db, now } = context
    const ids = { companyId: params.companyId, propertyId: params.deletedPropertyId }
    if (!(await lockDeletedProperty(db, ids.companyId, ids.propertyId, restorableSince(now)))) throw new DomainError('NOT_FOUND')
    await saveProperties('restore', authorOf(context, ids.companyId), 'new', async () => {
      await updatePropertyFields(db, ids, { deleted_on: null })
      return { changes: [{ propertyId: ids.propertyId, events: [{ kind: 'property-restored' }] }], result: null }
    })
    await restoreSnoozes(db, ids.companyId, [ids.propertyId], now)
    await releaseUnreachableSales(context, ids.companyId, null)
    await recordSecurityEvent(context, { kind: 'property-restored', data: { propertyId: ids.propertyId } })
    return success
  })

  registerRoute(app, restoreUser, async (context) => {
    const {
      params: { userId },
      caller,
      db,
      now,
      newId,
    } = context
    const user = await lockDeletedUser(db, userId, restorableSince(now))
    if (!user) throw new DomainError('NOT_FOUND')
    await updateAccountColumns(db, userId, { deleted_on: null, updatedon: now, updated_by: caller.userId })
    if (user.company_id) {
      await recordCompanyEvents(db, { companyId: user.company_id, userId: caller.userId, at: now, newId }, [
        { kind: 'user-restored', data: { userId, type: user.type, name: `${user.first_name} ${user.last_name}` } },
      ])
      await releaseUnreachableSales(context, user.company_id, [userId])
    }
    await recordSecurityEvent(context, {
      kind: 'account-restored',
      companyId: user.company_id,
      aboutUserId: userId,
      data: { role: user.type },
    })
    noteAct(context.request, { did: 'restored the account of a user', companyId: user.company_id })
    return success
  })
}
