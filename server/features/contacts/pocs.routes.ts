import { omitUndefined } from '@gya/domain/common/given.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/errors.ts'
import { createPoc, deletePoc, listPocs, updatePoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import type { FastifyInstance } from 'fastify'
import { changedFields, requireCurrentVersion } from '../../db/changed-fields.ts'
import { registerRoute } from '../../http/mount.ts'
import { insertEvents } from '../events/events.repository.ts'
import { loadContact, loadPoc, toPoc } from './contact.read-model.ts'
import { lockContact } from './contacts.repository.ts'
import { notifyContactChanged, notifyContactDeleted } from './party-changes.ts'
import { deletePocRow, insertPocs, listPocRows, lockPoc, updatePocColumns } from './pocs.repository.ts'
import { refuseOtherCompany } from './refuse-other-company.ts'
import { unassignContact } from './unassign.ts'

/** The points of contact of one contact: the people there whom one rings. */
export function pocsRoutes(app: FastifyInstance): void {
  registerRoute(app, listPocs, async ({ params: { companyId }, query, db }) => {
    const page = pageRequest(query)
    const { _id: contactId } = await loadContact(db, companyId, query.contactId)
    const { rows, count } = await listPocRows(db, { companyId, contactId }, page, query.textSearch)
    return { data: rows.map(toPoc), paging: toPaging(page, count) }
  })

  registerRoute(app, createPoc, async ({ params: { companyId, contactId }, body, caller, db, now, newId }) => {
    const { company, ...fields } = body
    refuseOtherCompany(company, companyId)
    // Locked, so that it is not deleted meanwhile.
    if (!(await lockContact(db, companyId, contactId))) throw new DomainError('NOT_FOUND')
    const pocId = newId()
    const made = { company_id: companyId, contact_id: contactId, createdon: now, updatedon: now, updated_by: caller.userId }
    await insertPocs(db, [{ id: pocId, ...fields, ...made }])
    await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [
      { kind: 'poc-created', data: { contactId, pocId, name: body.name } },
    ])
    return loadPoc(db, { companyId, contactId, pocId })
  })

  registerRoute(app, updatePoc, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { version, ...fields } = body
    const poc = await lockPoc(db, params)
    if (!poc) throw new DomainError('NOT_FOUND')
    await requireCurrentVersion(db, version, poc)
    const columns = omitUndefined(fields)
    const changes = changedFields(poc, columns)
    if (changes.length > 0) {
      const { companyId, contactId, pocId } = params
      await updatePocColumns(db, params, { ...columns, updatedon: now, updated_by: caller.userId })
      await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [
        { kind: 'poc-edited', data: { contactId, pocId, changes } },
      ])
      await notifyContactChanged({ ...context, callerId: caller.userId }, { ...params, name: poc.name }, changes)
    }
    return loadPoc(db, params)
  })

  registerRoute(app, deletePoc, async (context) => {
    const { params, caller, db, now, newId, addJob } = context
    const { companyId, contactId, pocId } = params
    const poc = await lockPoc(db, params)
    if (!poc) throw new DomainError('NOT_FOUND')
    const { userId } = caller
    const gone = { db, now, newId, addJob, companyId, userId, contactId, pocId, pocIds: [pocId], name: poc.name }
    const { openSales } = await unassignContact(gone, () => deletePocRow(db, params))
    await notifyContactDeleted({ ...context, callerId: userId }, { companyId, name: poc.name }, openSales)
    await insertEvents(db, { companyId, propertyId: null, userId, at: now, newId }, [
      { kind: 'poc-deleted', data: { contactId, pocId, name: poc.name } },
    ])
    return { success: true as const }
  })
}
