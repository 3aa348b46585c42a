import {
  createContact,
  deleteContact,
  listContacts,
  listDeletedContacts,
  listDuplicateContacts,
  listPocs,
  mergeContacts,
  readContact,
  readContactUse,
  restoreContact,
} from '@gya/domain/features/contacts/contacts.contract.ts'
import { listDeleted } from '@gya/domain/features/deletion/deletion.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn, testAddress } from '../../../test/support/fixtures.ts'
import { findMailsTo } from '../../../test/support/sent-mails.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { eventsDuring } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let ids: PropertyPath
let streets = 0
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  streets += 1
  ids = await takeOn(fixtures.as('staff'), fixtures.first, fixtures.idOf.vendor, `${streets} Exchange Street`)
})
afterAll(() => fixtures.close())

const staff = () => fixtures.as('staff')
const make = (name: string, more: object = {}) => staff().ok(createContact, { params: fixtures.a, body: { name, ...more } })
type Contact = Awaited<ReturnType<typeof make>>
const una = { name: 'Una', email: 'una@firm.example' }
const of = ({ _id }: Contact) => ({ params: { ...fixtures.a, contactId: _id } })
const assign = (solicitor: Contact, { to = ids, buyer = false, poc = solicitor.pocs[0]?._id ?? null } = {}) => {
  const party = { contact: solicitor._id, poc }
  return staff().ok(saveContacts, { params: to, body: buyer ? { buyerDetails: { solicitor: party } } : { solicitor: party } })
}
const contactsOf = async (at = ids) => (await staff().ok(readProperty, { params: at })).contacts
const remove = (contact: Contact, replaceWith?: string) =>
  staff().ok(deleteContact, { ...of(contact), query: replaceWith ? { replaceWith } : {} })
const restore = (contact: Contact, who: 'staff' | 'platform' = 'staff') =>
  fixtures.as(who).call(restoreContact, { params: { ...fixtures.a, deletedContactId: contact._id } })

describe('GET /companycontacts/:companyId/:contactId/use', () => {
  test('counts the live sales and branches of a contact', async () => {
    const firm = await make('Acting Law')
    const other = await make('Other Law')
    await assign(firm)
    await assign(other, { buyer: true })
    await fixtures.as('company').ok(saveContacts, { params: fixtures.second, body: { solicitor: { contact: firm._id } } })
    const withdrawn = await takeOn(staff(), fixtures.first, fixtures.idOf.vendor, `${streets}b Exchange Street`)
    await assign(firm, { to: withdrawn })
    const { companyId, branchId, propertyId } = withdrawn
    await staff().ok(updateProperty, { params: { companyId, branchId }, body: { _id: propertyId, active: false } })
    const use = { liveSales: 2, branches: 2, otherSales: 1 }
    expect(await staff().ok(readContactUse, of(firm))).toEqual({ ...use, onBothSides: 0 })
    expect(await staff().ok(readContactUse, { ...of(firm), query: { replaceWith: other._id } })).toEqual({
      ...use,
      onBothSides: 1,
    })
    expect(await staff().ok(readContactUse, of(await make('Idle Law')))).toMatchObject({ liveSales: 0, branches: 0 })
  })
})

describe('DELETE /companycontacts/:companyId/:contactId with replaceWith', () => {
  test('replaces the contact in all live sales in one transaction, with an event in each', async () => {
    const [firm, next] = [await make('Leaving Law', { pocs: [una] }), await make('Next Law', { email: 'office@next.example' })]
    await assign(firm)
    const { version } = await staff().ok(readProperty, { params: ids })
    const events = await eventsDuring(fixtures, ids.propertyId, () => remove(firm, next._id))
    expect(events.map(({ kind, by, data }) => [kind, by, data])).toEqual([
      [
        'contact-replaced',
        fixtures.idOf.staff,
        expect.objectContaining({ name: 'Leaving Law', replacedBy: 'Next Law', role: 'vendorSolicitor' }),
      ],
    ])
    expect(await contactsOf()).toMatchObject({ solicitor: { contact: { _id: next._id, name: 'Next Law' }, poc: null } })
    expect(await staff().ok(readProperty, { params: ids })).toMatchObject({ version: version + 1 })
    expect((await companyEvents(fixtures, fixtures.a.companyId)).at(-1)).toMatchObject({
      kind: 'contact-deleted',
      data: { name: 'Leaving Law', replacedBy: 'Next Law' },
    })
  })

  test('unassigns the contact from a withdrawn sale', async () => {
    const [firm, next] = [await make('Gone Law'), await make('Later Law')]
    await assign(firm)
    const { companyId, branchId, propertyId } = ids
    await staff().ok(updateProperty, { params: { companyId, branchId }, body: { _id: propertyId, active: false } })
    await remove(firm, next._id)
    expect((await contactsOf()).solicitor).toBeNull()
  })

  test('e-mails the replacement to the progressors', async () => {
    const [firm, next] = [await make('Old Law'), await make('New Law', { tel: '0118 496 0155' })]
    await fixtures
      .as('company')
      .ok(saveContacts, { params: ids, body: { bStaff: fixtures.idOf.branch, solicitor: { contact: firm._id } } })
    await remove(firm, next._id)
    const emails = await findMailsTo(fixtures, fixtures.emailOf('branch'))
    expect(emails.map(({ subject }) => subject)).toEqual(['Old Law is replaced by New Law'])
    expect(emails[0]?.text).toContain('Telephone: 0118 496 0155')
  })

  test('without replaceWith: notifies the staff of the sales that the contact was deleted', async () => {
    const firm = await make('Unreplaced Law')
    await fixtures
      .as('company')
      .ok(saveContacts, { params: ids, body: { bStaff: fixtures.idOf.branch, solicitor: { contact: firm._id } } })
    await fixtures.as('staff').ok(deleteContact, { params: of(firm).params })
    const [emails] = await findMailsTo(fixtures, fixtures.emailOf('branch'))
    expect(emails?.subject).toBe('Unreplaced Law was deleted')
  })

  test.each([
    ['the contact itself', (firm: Contact) => firm._id, 400],
    ['an unknown contact', () => '01900000-0000-7000-8000-000000000001', 404],
  ])('refuses %s and changes nothing', async (_who, other, status) => {
    const firm = await make('Staying Law')
    const before = await databaseChecksum(fixtures.database)
    expect(await staff().refusal(deleteContact, { ...of(firm), query: { replaceWith: other(firm) } })).toMatchObject({ status })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })
})

describe('POST /companycontacts/:companyId/:deletedContactId/restore', () => {
  test('restores the contact and its assignments; until then it is in no list and cannot be assigned', async () => {
    const firm = await make('Returning Law', { type: 'solicitor', pocs: [una] })
    await assign(firm)
    await remove(firm)
    expect(await staff().refusal(readContact, of(firm))).toMatchObject({ status: 404 })
    expect((await staff().ok(listContacts, { params: fixtures.a, query: { textSearch: 'Returning' } })).data).toEqual([])
    expect(await staff().refusal(listPocs, { params: fixtures.a, query: { contactId: firm._id } })).toMatchObject({ status: 404 })
    const party = { contact: firm._id, poc: null }
    expect(await staff().refusal(saveContacts, { params: ids, body: { solicitor: party } })).toMatchObject({ status: 404 })
    const { data } = await staff().ok(listDeletedContacts, { params: fixtures.a })
    expect(data.find(({ _id }) => _id === firm._id)).toMatchObject({ name: 'Returning Law', type: 'solicitor' })
    const events = await eventsDuring(fixtures, ids.propertyId, async () =>
      expect(await restore(firm)).toMatchObject({ status: 200, body: { name: 'Returning Law', pocs: [una] } }),
    )
    expect(events.map(({ kind }) => kind)).toEqual(['contact-reassigned'])
    expect(await contactsOf()).toMatchObject({ solicitor: { contact: { _id: firm._id }, poc: { name: 'Una' } } })
    expect(await restore(firm)).toMatchObject({ status: 404 })
  })

  test('does not replace a contact assigned since', async () => {
    const [firm, next] = [await make('Late Law'), await make('Quick Law')]
    await assign(firm)
    await remove(firm)
    await assign(next)
    const events = await eventsDuring(fixtures, ids.propertyId, () => restore(firm))
    expect(events).toEqual([])
    expect(await contactsOf()).toMatchObject({ solicitor: { contact: { name: 'Quick Law' } } })
  })

  test('does not assign the buyer’s solicitor of a sale that fell through since', async () => {
    const firm = await make('Bygone Law')
    const offer = { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
    await staff().ok(addOffer, { params: ids, body: offer })
    await assign(firm, { buyer: true })
    await remove(firm)
    fixtures.clock.advance({ hours: 1 })
    await staff().ok(performFallOff, { params: ids, body: { note: 'Lost their job' } })
    expect(await eventsDuring(fixtures, ids.propertyId, () => restore(firm))).toEqual([])
    expect((await contactsOf()).buyerDetails.solicitor).toBeNull()
  })

  test('GET /company/deleted lists it for a platform admin', async () => {
    const firm = await make('Listed Law')
    await remove(firm)
    const { data } = await fixtures.as('platform').ok(listDeleted, { query: { itemsPerPage: '100' } })
    expect(data.find(({ _id }) => _id === firm._id)).toMatchObject({ kind: 'contact', name: 'Listed Law' })
    expect(await restore(firm, 'platform')).toMatchObject({ status: 200 })
  })

  test('404 after 30 days: the contact is purged', async () => {
    const firm = await make('Purged Law', { pocs: [una] })
    await remove(firm)
    fixtures.clock.advance({ days: 30 })
    await jobAdder(fixtures.database.db)('sweep-deleted', {})
    await fixtures.runJobs()
    const rows = await fixtures.database.db.selectFrom('company_contact').select('id').where('id', '=', firm._id).execute()
    expect(rows).toEqual([])
  })
})

describe('POST /companycontacts/:companyId/:contactId/merge', () => {
  test('GET /companycontacts/duplicates/:companyId lists contacts with the same e-mail address, or the same name and postcode', async () => {
    const [a, b] = [await make('Twin Law', { email: 't@twin.example' }), await make('Twin & Co', { email: 't@twin.example' })]
    const { data } = await staff().ok(listDuplicateContacts, { params: fixtures.a })
    const group = data.find(({ contacts }) => contacts.some(({ _id }) => _id === a._id))
    expect(group).toMatchObject({ because: 'email' })
    expect(group?.contacts.map(({ _id }) => _id).toSorted()).toEqual([a._id, b._id].toSorted())
  })

  test('moves points of contact, assignments and missing fields to the contact that stays and deletes the duplicate', async () => {
    const remaining = await make('Merge Law', { pocs: [una] })
    const address = testAddress('4 Merge Street')
    const vic = { name: 'Vic', email: 'vic@firm.example' }
    const duplicateContact = await make('Merge Law Ltd', { tel: '0118 496 0166', type: 'solicitor', address, pocs: [una, vic] })
    const unaOf = (contact: Contact) => contact.pocs.find(({ name }) => name === 'Una')?._id ?? ''
    await assign(duplicateContact, { poc: unaOf(duplicateContact) })
    await assign(duplicateContact, { buyer: true, poc: duplicateContact.pocs.find(({ name }) => name === 'Vic')?._id ?? '' })
    const events = await eventsDuring(fixtures, ids.propertyId, async () => {
      const merged = await staff().ok(mergeContacts, { ...of(remaining), body: { duplicate: duplicateContact._id } })
      expect(merged).toMatchObject({ _id: remaining._id, name: 'Merge Law', tel: '0118 496 0166', type: 'solicitor', version: 2 })
      expect(merged.address).toMatchObject({ line1: '4 Merge Street' })
      expect(merged.pocs.map(({ name }) => name)).toEqual(['Una', 'Vic'])
    })
    expect(events.map(({ kind }) => kind)).toEqual(['contact-replaced', 'contact-replaced'])
    expect(await contactsOf()).toMatchObject({
      solicitor: { contact: { _id: remaining._id }, poc: { _id: unaOf(remaining), name: 'Una' } },
      buyerDetails: { solicitor: { contact: { _id: remaining._id }, poc: { name: 'Vic' } } },
    })
    expect(await staff().refusal(readContact, of(duplicateContact))).toMatchObject({ status: 404 })
    expect(await restore(duplicateContact)).toMatchObject({ status: 404 })
    expect((await companyEvents(fixtures, fixtures.a.companyId)).map(({ kind }) => kind)).toContain('contact-merged')
  })

  test('replaces the duplicate in archived sales too', async () => {
    const [remaining, duplicateContact] = [await make('Archive Law'), await make('Archive Law Ltd', { pocs: [una] })]
    const offer = { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
    await staff().ok(addOffer, { params: ids, body: offer })
    await assign(duplicateContact, { buyer: true })
    await staff().ok(performFallOff, { params: ids, body: { note: 'Lost their job' } })
    await staff().ok(mergeContacts, { ...of(remaining), body: { duplicate: duplicateContact._id } })
    const [fallOff] = (await staff().ok(readProperty, { params: ids })).saleResets
    await staff().ok(restoreFallOff, { params: { ...ids, fallOffId: fallOff?._id ?? '' } })
    expect((await contactsOf()).buyerDetails).toMatchObject({
      solicitor: { contact: { _id: remaining._id, name: 'Archive Law' }, poc: { name: 'Una' } },
    })
  })

  test('refuses to merge a contact into itself', async () => {
    const firm = await make('Single Law')
    expect(await staff().refusal(mergeContacts, { ...of(firm), body: { duplicate: firm._id } })).toMatchObject({
      status: 400,
      issues: [{ path: 'duplicate' }],
    })
  })
})

describe('Contact type', () => {
  test('GET /companycontacts/list: actingAs includes contacts of unknown type, type does not', async () => {
    const types = ['solicitor', 'broker', 'unknown'] as const
    for (const type of types) await make(`Typed ${type}`, { type })
    const names = async (query: object) =>
      (await staff().ok(listContacts, { params: fixtures.a, query: { textSearch: 'Typed', ...query } })).data.map(
        ({ type }) => type,
      )
    expect(await names({ actingAs: 'solicitor' })).toEqual(['solicitor', 'unknown'])
    expect(await names({ actingAs: 'broker' })).toEqual(['broker', 'unknown'])
    expect(await names({ type: 'broker' })).toEqual(['broker'])
    expect(await make('Typed not')).toMatchObject({ type: 'unknown' })
  })
})

test('GET /companycontacts/list searches telephone, e-mail, address lines and points of contact', async () => {
  const firm = await make('Zinnia Law', {
    tel: '0118 496 0177',
    email: 'hello@zinnia.example',
    address: { ...testAddress('4 Gavel Row'), line2: 'Old Quarter', town: 'Zetown' },
    pocs: [{ name: 'Quentin Zest', email: 'qz@people.example', tel: '07700 900188' }],
  })
  for (const textSearch of [
    '01184960177',
    '4960177',
    'hello@zinnia',
    'zetown',
    'Old Quarter, Zetown',
    'quentin',
    '07700 900 188',
  ])
    expect([
      textSearch,
      (await staff().ok(listContacts, { params: fixtures.a, query: { textSearch } })).data.map(({ _id }) => _id),
    ]).toEqual([textSearch, [firm._id]])
})
