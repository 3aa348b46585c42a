import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  createContact,
  createPoc,
  deleteContact,
  deletePoc,
  listContacts,
  listDeletedContacts,
  listDuplicateContacts,
  listPocs,
  mergeContacts,
  readContact,
  readContactUse,
  restoreContact,
  updateContact,
  updatePoc,
} from '@gya/domain/features/contacts/contacts.contract.ts'
import { type ContactType, contactTypesForRole } from '@gya/domain/features/contacts/contacts.model.ts'
import { likelyDuplicates } from '@gya/domain/features/contacts/likely-duplicates.ts'
import { restorableSince, restorableUntil } from '@gya/domain/features/deletion/deletion.rules.ts'
import type { FastifyInstance } from 'fastify'
import { changedFields, requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { endLinksOfContact } from '../party-links/end-links.ts'
import { enqueueDerivation } from '../properties/write/derive-properties.ts'
import { findLiveProperties, lockLiveProperties } from '../properties/write/properties.repository.ts'
import {
  type Assignment,
  clearAssignments,
  findAssignments,
  findOnBothSides,
  findOpenSales,
  replaceAssignments,
  restoreAssignments,
} from './assignments.repository.ts'
import { notifyContactChanged, notifyContactDeleted, notifyContactReplaced } from './contact-notifications.ts'
import {
  deletePocRow,
  findContact,
  findPocIds,
  insertContact,
  insertPocs,
  listAllContactRows,
  listContactRows,
  listDeletedContactRows,
  listPocRows,
  lockContact,
  lockDeletedContact,
  lockPoc,
  updateContactColumns,
  updatePocColumns,
} from './contacts.repository.ts'
import { loadContact, loadPoc, toContact, toContactColumns, toPoc } from './contacts.response.ts'
import { lockContactPair } from './lock-contact-pair.ts'
import { mergeContactInto, mergedFields } from './merge-contacts.ts'
import { assignmentData, saveAssignments, unassignContact } from './unassign-contact.ts'

/** The specification also allows the company in the body; it must be the one of the path. Throws VALIDATION_FAILED. */
export function refuseOtherCompany(company: string | undefined, companyId: string): void {
  if (company === undefined || company === companyId) return
  throw new DomainError('VALIDATION_FAILED', { issues: [{ path: 'company', message: 'This is another company.' }] })
}

/** A company's solicitors and mortgage brokers with their points of contact. All staff of the company maintain them. */
export function contactsRoutes(app: FastifyInstance): void {
  registerRoute(app, listContacts, async ({ params, query, db }) => {
    const page = pageRequest(query)
    const { textSearch, type, actingAs } = query
    const types = type ? [type] : actingAs && contactTypesForRole(actingAs)
    const { rows, count } = await listContactRows(db, params.companyId, page, { textSearch, types })
    return { data: rows.map(toContact), paging: toPaging(page, count) }
  })

  registerRoute(app, readContact, ({ params: { companyId, contactId }, db }) => loadContact(db, companyId, contactId))

  registerRoute(app, createContact, async ({ params: { companyId }, body, caller, db, now, newId }) => {
    const { pocs, company, ...fields } = body
    refuseOtherCompany(company, companyId)
    const contactId = newId()
    const created = { company_id: companyId, createdon: now, updatedon: now, updated_by: caller.userId }
    await insertContact(db, { id: contactId, ...toContactColumns(fields), ...created })
    if (pocs.length > 0)
      await insertPocs(
        db,
        pocs.map((poc) => ({ id: newId(), contact_id: contactId, ...poc, ...created })),
      )
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'contact-created', data: { contactId, name: body.name, pocs: pocs.length } },
    ])
    return loadContact(db, companyId, contactId)
  })

  registerRoute(app, updateContact, async (context) => {
    const { params, body, caller, db, now, newId, addJob } = context
    const { companyId, contactId } = params
    const { version, ...fields } = body
    const contact = await lockContact(db, companyId, contactId)
    if (!contact) throw new DomainError('NOT_FOUND')
    await requireCurrentVersion(db, version, contact, caller.userId)
    const columns = toContactColumns({ ...toContact({ ...contact, pocs: [] }), ...omitUndefined(fields) })
    const changes = changedFields(contact, columns)
    if (changes.length > 0) {
      await updateContactColumns(db, companyId, contactId, { ...columns, updatedon: now, updated_by: caller.userId })
      await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
        { kind: 'contact-edited', data: { contactId, changes } },
      ])
      await notifyContactChanged({ ...context, callerId: caller.userId }, { companyId, contactId, name: contact.name }, changes)
      if (changes.some(({ field }) => field === 'email'))
        await endLinksOfContact({ ...context, userId: caller.userId }, { companyId, contactId }, columns.email)
      // The report shows the solicitors' names.
      if (changes.some(({ field }) => field === 'name')) {
        const assignments = await findAssignments(db, { companyId, contactId })
        await enqueueDerivation(addJob, { companyId, propertyIds: [...new Set(assignments.map(({ propertyId }) => propertyId))] })
      }
    }
    return loadContact(db, companyId, contactId)
  })

  registerRoute(app, readContactUse, async ({ params: { companyId, contactId }, query, db }) => {
    if (!(await findContact(db, companyId, contactId))) throw new DomainError('NOT_FOUND')
    if (query.replaceWith && !(await findContact(db, companyId, query.replaceWith))) throw new DomainError('NOT_FOUND')
    const assignments = await findAssignments(db, { companyId, contactId })
    const properties = await findLiveProperties(db, companyId, { ids: assignments.map(({ propertyId }) => propertyId) })
    const open = await findOpenSales(db, companyId, properties)
    const propertyIds = open.map(({ propertyId }) => propertyId)
    return {
      liveSales: open.length,
      branches: new Set(open.map(({ branchId }) => branchId)).size,
      otherSales: properties.length - open.length,
      onBothSides: query.replaceWith
        ? await findOnBothSides(db, { companyId, contactId, other: query.replaceWith, propertyIds })
        : 0,
    }
  })

  registerRoute(app, deleteContact, async (context) => {
    const { params, query, caller, db, now, newId } = context
    const { companyId, contactId } = params
    const { userId } = caller
    const { contact, other } = await lockContactPair(db, companyId, contactId, { field: 'replaceWith', id: query.replaceWith })
    const pocIds = await findPocIds(db, { companyId, contactId })
    const replacement = other && { id: other.id, name: other.name }
    const { assignments, openSales } = await unassignContact(
      { ...context, companyId, userId, contactId, pocIds, name: contact.name, replacement },
      async (propertyIds) => {
        if (replacement) await replaceAssignments(db, { companyId, contactId }, { by: replacement.id, propertyIds })
        await clearAssignments(db, { companyId, contactId })
      },
    )
    const deleted = { deleted_on: now, acted_for: JSON.stringify(assignments), updatedon: now, updated_by: userId }
    await updateContactColumns(db, companyId, contactId, deleted)
    await recordCompanyEvents(db, { companyId, userId, at: now, newId }, [
      {
        kind: 'contact-deleted',
        data: { contactId, name: contact.name, ...(replacement ? { replacedBy: replacement.name } : {}) },
      },
    ])
    if (other)
      await notifyContactReplaced(
        { ...context, callerId: userId },
        { companyId, replaced: contact, replacement: other },
        openSales,
      )
    else await notifyContactDeleted({ ...context, callerId: userId }, { companyId, name: contact.name }, openSales)
    await recordSecurityEvent(context, { kind: 'contact-deleted', data: { contactId } })
    return { success: true as const }
  })

  registerRoute(app, listDuplicateContacts, async ({ params: { companyId }, db }) => ({
    data: likelyDuplicates((await listAllContactRows(db, companyId)).map(toContact)),
  }))

  registerRoute(app, mergeContacts, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId, contactId } = params
    const { userId } = caller
    const { contact, other } = await lockContactPair(db, companyId, contactId, { field: 'duplicate', id: body.duplicate })
    if (!other) throw new DomainError('NOT_FOUND')
    const openSales = await mergeContactInto({ ...context, companyId, userId }, contact, other)
    await recordCompanyEvents(db, { companyId, userId, at: now, newId }, [
      { kind: 'contact-merged', data: { contactId, name: contact.name, duplicateId: other.id, duplicate: other.name } },
    ])
    const merged = { ...contact, ...mergedFields(contact, other) }
    await notifyContactReplaced({ ...context, callerId: userId }, { companyId, replaced: other, replacement: merged }, openSales)
    await recordSecurityEvent(context, { kind: 'contact-merged', data: { contactId, duplicateId: other.id } })
    return loadContact(db, companyId, contactId)
  })

  registerRoute(app, listDeletedContacts, async ({ params: { companyId }, query, db, now }) => {
    const page = pageRequest(query)
    const { rows, count } = await listDeletedContactRows(db, companyId, restorableSince(now), page)
    const data = rows.map(({ id, name, type, deleted_on, deleted_by }) => ({
      _id: id,
      name,
      type: type as ContactType,
      deletedOn: deleted_on ?? now,
      deletedBy: deleted_by ?? '',
      restorableUntil: restorableUntil(deleted_on ?? now),
    }))
    return { data, paging: toPaging(page, count) }
  })

  registerRoute(app, restoreContact, async (context) => {
    const { params, caller, db, now, newId } = context
    const { companyId, deletedContactId: contactId } = params
    const { userId } = caller
    const contact = await lockDeletedContact(db, companyId, contactId, restorableSince(now))
    if (!contact?.deleted_on) throw new DomainError('NOT_FOUND')
    const actedFor = contact.acted_for as Assignment[]
    const ids = actedFor.map(({ propertyId }) => propertyId)
    const properties = await lockLiveProperties(db, companyId, { ids })
    await updateContactColumns(db, companyId, contactId, {
      deleted_on: null,
      acted_for: '[]',
      updatedon: now,
      updated_by: userId,
    })
    const { deleted_on: deletedOn } = contact
    await saveAssignments(
      { ...context, companyId, userId },
      properties,
      () => restoreAssignments(db, { companyId, contactId }, { actedFor, deletedOn }),
      (assignment) => ({ kind: 'contact-reassigned', data: { contactId, name: contact.name, ...assignmentData(assignment) } }),
    )
    await recordCompanyEvents(db, { companyId, userId, at: now, newId }, [
      { kind: 'contact-restored', data: { contactId, name: contact.name } },
    ])
    await recordSecurityEvent(context, { kind: 'contact-restored', data: { contactId } })
    return loadContact(db, companyId, contactId)
  })

  registerRoute(app, listPocs, async ({ params: { companyId }, query, db }) => {
    const page = pageRequest(query)
    const { _id: contactId } = await loadContact(db, companyId, query.contactId)
    const { rows, count } = await listPocRows(db, { companyId, contactId }, page, query.textSearch)
    return { data: rows.map(toPoc), paging: toPaging(page, count) }
  })

  registerRoute(app, createPoc, async ({ params: { companyId, contactId }, body, caller, db, now, newId }) => {
    const { company, ...fields } = body
    refuseOtherCompany(company, companyId)
    // Prevents a concurrent deletion.
    if (!(await lockContact(db, companyId, contactId))) throw new DomainError('NOT_FOUND')
    const pocId = newId()
    const created = { company_id: companyId, contact_id: contactId, createdon: now, updatedon: now, updated_by: caller.userId }
    await insertPocs(db, [{ id: pocId, ...fields, ...created }])
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'poc-created', data: { contactId, pocId, name: body.name } },
    ])
    return loadPoc(db, { companyId, contactId, pocId })
  })

  registerRoute(app, updatePoc, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { version, ...fields } = body
    const poc = await lockPoc(db, params)
    if (!poc) throw new DomainError('NOT_FOUND')
    await requireCurrentVersion(db, version, poc, caller.userId)
    const columns = omitUndefined(fields)
    const changes = changedFields(poc, columns)
    if (changes.length > 0) {
      const { companyId, contactId, pocId } = params
      await updatePocColumns(db, params, { ...columns, updatedon: now, updated_by: caller.userId })
      await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
        { kind: 'poc-edited', data: { contactId, pocId, changes } },
      ])
      await notifyContactChanged({ ...context, callerId: caller.userId }, { ...params, name: poc.name }, changes)
      if (changes.some(({ field }) => field === 'email'))
        await endLinksOfContact({ ...context, userId: caller.userId }, params, body.email ?? '')
    }
    return loadPoc(db, params)
  })

  registerRoute(app, deletePoc, async (context) => {
    const { caller, db, now, newId } = context
    const { companyId } = context.params
    // The specification has the ids in one order for PATCH and in the other for DELETE.
    const swapped = { companyId, contactId: context.params.pocId, pocId: context.params.contactId }
    const poc = (await lockPoc(db, context.params)) ?? (await lockPoc(db, swapped))
    if (!poc) throw new DomainError('NOT_FOUND')
    const params = poc.id === context.params.pocId ? context.params : swapped
    const { contactId, pocId } = params
    const { userId } = caller
    const unassignment = { ...context, companyId, userId, contactId, pocId, pocIds: [pocId], name: poc.name }
    const { openSales } = await unassignContact(unassignment, () => deletePocRow(db, params))
    await notifyContactDeleted({ ...context, callerId: userId }, { companyId, name: poc.name }, openSales)
    await recordCompanyEvents(db, { companyId, userId, at: now, newId }, [
      { kind: 'poc-deleted', data: { contactId, pocId, name: poc.name } },
    ])
    return { success: true as const }
  })
}
