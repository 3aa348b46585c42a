import { given } from '@gya/domain/common/given.ts'
import { pageAsked, pagingOf } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/errors.ts'
import { createPoc, deletePoc, listPocs, updatePoc } from '@gya/domain/features/contacts/contacts.contract.ts'
import type { FastifyInstance } from 'fastify'
import { changedFields, refuseStaleRow } from '../../db/changed-fields.ts'
import { mount } from '../../http/mount.ts'
import { insertEvents } from '../events/events.repository.ts'
import { pocOf, readContact, readPoc } from './contact.read-model.ts'
import { lockContact } from './contacts.repository.ts'
import { recordPartyChange, tellOfRemoval } from './party-changes.ts'
import { deletePocRow, insertPocs, listPocRows, lockPoc, updatePocColumns } from './pocs.repository.ts'
import { refuseOtherCompany } from './refuse-other-company.ts'
import { unassign } from './unassign.ts'

/** The points of contact of one contact: the people there whom one rings. */
export function pocsRoutes(app: FastifyInstance): void {
  mount(app, listPocs, async ({ params: { companyId }, query, db }) => {
    const page = pageAsked(query)
    const { _id: contactId } = await readContact(db, companyId, query.contactId)
    const { rows, count } = await listPocRows(db, { companyId, contactId }, page, query.textSearch)
    return { data: rows.map(pocOf), paging: pagingOf(page, count) }
  })

  mount(app, createPoc, async ({ params: { companyId, contactId }, body, caller, db, now, newId }) => {
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
    return readPoc(db, { companyId, contactId, pocId })
  })

  mount(app, updatePoc, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { version, ...fields } = body
    const poc = await lockPoc(db, params)
    if (!poc) throw new DomainError('NOT_FOUND')
    await refuseStaleRow(db, version, poc)
    const columns = given(fields)
    const changes = changedFields(poc, columns)
    if (changes.length > 0) {
      const { companyId, contactId, pocId } = params
      await updatePocColumns(db, params, { ...columns, updatedon: now, updated_by: caller.userId })
      await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [
        { kind: 'poc-edited', data: { contactId, pocId, changes } },
      ])
      await recordPartyChange({ ...context, callerId: caller.userId }, { ...params, name: poc.name }, changes)
    }
    return readPoc(db, params)
  })

  mount(app, deletePoc, async (context) => {
    const { params, caller, db, now, newId, addJob } = context
    const { companyId, contactId, pocId } = params
    const poc = await lockPoc(db, params)
    if (!poc) throw new DomainError('NOT_FOUND')
    const { userId } = caller
    const gone = { db, now, newId, addJob, companyId, userId, contactId, pocId, pocIds: [pocId], name: poc.name }
    const { openSales } = await unassign(gone, () => deletePocRow(db, params))
    await tellOfRemoval({ ...context, callerId: userId }, { companyId, name: poc.name }, openSales)
    await insertEvents(db, { companyId, propertyId: null, userId, at: now, newId }, [
      { kind: 'poc-deleted', data: { contactId, pocId, name: poc.name } },
    ])
    return { success: true as const }
  })
}
