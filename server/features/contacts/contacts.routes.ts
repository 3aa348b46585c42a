import { normalPostcode } from '@gya/domain/common/address.ts'
import { given } from '@gya/domain/common/given.ts'
import { pageAsked, pagingOf } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/errors.ts'
import {
  type Contact,
  createContact,
  deleteContact,
  listContacts,
  readContact as readContactCall,
  updateContact,
} from '@gya/domain/features/contacts/contacts.contract.ts'
import type { FastifyInstance } from 'fastify'
import { changedFields, refuseStaleRow } from '../../db/changed-fields.ts'
import { mount } from '../../http/mount.ts'
import { recordSecurityEvent } from '../../http/security-events.ts'
import { insertEvents } from '../events/events.repository.ts'
import { contactOf, readContact } from './contact.read-model.ts'
import { deleteContactRow, insertContact, listContactRows, lockContact, updateContactColumns } from './contacts.repository.ts'
import { recordPartyChange } from './party-changes.ts'
import { findPocIds, insertPocs } from './pocs.repository.ts'
import { refuseOtherCompany } from './refuse-other-company.ts'
import { unassign } from './unassign.ts'

/** A company's external contacts: solicitors and mortgage brokers. All of the company's staff keep them. */
export function contactsRoutes(app: FastifyInstance): void {
  mount(app, listContacts, async ({ params, query, db }) => {
    const page = pageAsked(query)
    const { rows, count } = await listContactRows(db, params.companyId, page, query.textSearch)
    return { data: rows.map(contactOf), paging: pagingOf(page, count) }
  })

  mount(app, readContactCall, ({ params: { companyId, contactId }, db }) => readContact(db, companyId, contactId))

  mount(app, createContact, async ({ params: { companyId }, body, caller, db, now, newId }) => {
    const { pocs, company, ...fields } = body
    refuseOtherCompany(company, companyId)
    const contactId = newId()
    const made = { company_id: companyId, createdon: now, updatedon: now, updated_by: caller.userId }
    await insertContact(db, { id: contactId, ...columnsOf(fields), ...made })
    if (pocs.length > 0)
      await insertPocs(
        db,
        pocs.map((poc) => ({ id: newId(), contact_id: contactId, ...poc, ...made })),
      )
    await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [
      { kind: 'contact-created', data: { contactId, name: body.name, pocs: pocs.length } },
    ])
    return readContact(db, companyId, contactId)
  })

  mount(app, updateContact, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId, contactId } = params
    const { version, ...fields } = body
    const contact = await lockContact(db, companyId, contactId)
    if (!contact) throw new DomainError('NOT_FOUND')
    await refuseStaleRow(db, version, contact)
    const columns = columnsOf({ ...contactOf({ ...contact, pocs: [] }), ...given(fields) })
    const changes = changedFields(contact, columns)
    if (changes.length > 0) {
      await updateContactColumns(db, companyId, contactId, { ...columns, updatedon: now, updated_by: caller.userId })
      await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [
        { kind: 'contact-edited', data: { contactId, changes } },
      ])
      await recordPartyChange({ ...context, callerId: caller.userId }, { companyId, contactId, name: contact.name }, changes)
    }
    return readContact(db, companyId, contactId)
  })

  mount(app, deleteContact, async (context) => {
    const { params, caller, db, now, newId, addJob } = context
    const { companyId, contactId } = params
    const contact = await lockContact(db, companyId, contactId)
    if (!contact) throw new DomainError('NOT_FOUND')
    const { userId } = caller
    const pocIds = await findPocIds(db, { companyId, contactId })
    await unassign({ db, now, newId, addJob, companyId, userId, contactId, pocIds, name: contact.name }, () =>
      deleteContactRow(db, companyId, contactId),
    )
    await insertEvents(db, { companyId, propertyId: null, userId, at: now, newId }, [
      { kind: 'contact-deleted', data: { contactId, name: contact.name } },
    ])
    await recordSecurityEvent(context, { kind: 'contact-deleted', data: { contactId } })
    return { success: true as const }
  })
}

/** A contact as its columns, in the one spelling that postcodes are kept in; no address where it is not known. */
const columnsOf = ({
  name,
  email,
  tel,
  address,
  recommended,
}: Pick<Contact, 'name' | 'email' | 'tel' | 'address' | 'recommended'>) => ({
  name,
  email,
  tel,
  recommended,
  line1: address?.line1 ?? null,
  line2: address?.line2 ?? '',
  town: address?.town ?? '',
  county: address?.county ?? '',
  country: address?.country ?? '',
  postcode: address ? normalPostcode(address.postcode) : null,
})
