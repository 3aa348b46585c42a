import {
  createContact,
  createPoc,
  deletePoc,
  listContacts,
  listPocs,
  readContact,
  updateContact,
  updatePoc,
} from '@gya/domain/features/contacts/contacts.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, testAddress } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(() => fixtures.clock.moveTo(testStart))
afterAll(() => fixtures.close())

const staff = () => fixtures.as('staff')
const make = (name: string, more: object = {}, params = fixtures.a) =>
  staff().ok(createContact, { params, body: { name, ...more } })
const lastRecord = async () => (await companyEvents(fixtures, fixtures.a.companyId)).at(-1)

describe('POST /companycontacts/:companyId', () => {
  test('creates a contact and returns it with its _id', async () => {
    const poc = { name: 'Hal Dean', email: 'Hal@Deans.example', tel: '0118 496 0140', note: 'Rings back.\nNot on Fridays.' }
    const contact = await make('Deans Solicitors', {
      email: 'Office@Deans.example',
      tel: '0118 496 0141',
      address: { ...testAddress('9 Castle Street'), postcode: 'rg17se' },
      recommended: true,
      pocs: [poc],
      company: fixtures.a.companyId,
    })
    expect(contact).toEqual({
      _id: expect.any(String),
      company: fixtures.a.companyId,
      name: 'Deans Solicitors',
      email: 'office@deans.example',
      tel: '0118 496 0141',
      address: { ...testAddress('9 Castle Street'), postcode: 'RG1 7SE' },
      type: 'unknown',
      recommended: true,
      pocs: [
        {
          ...poc,
          email: 'hal@deans.example',
          _id: expect.any(String),
          company: fixtures.a.companyId,
          companyContact: contact._id,
          version: 1,
        },
      ],
      version: 1,
    })
    expect(await lastRecord()).toMatchObject({
      kind: 'contact-created',
      user_id: fixtures.idOf.staff,
      data: { contactId: contact._id, name: 'Deans Solicitors', pocs: 1 },
    })
  })

  test('requires only a name', async () => {
    expect(await make('Nameonly')).toMatchObject({ address: null, email: '', tel: '', recommended: false, pocs: [] })
  })

  test.each([
    ['no name', { name: '' }, 'name'],
    ['an invalid e-mail address', { name: 'X', email: 'office' }, 'email'],
    ['an invalid telephone number', { name: 'X', tel: 'ask' }, 'tel'],
    ['half an address', { name: 'X', address: { line1: '1 Road' } }, 'address.postcode'],
    ['a point of contact without an e-mail address', { name: 'X', pocs: [{ name: 'Hal' }] }, 'pocs.0.email'],
    ['another company', { name: 'X', company: '01900000-0000-7000-8000-000000000001' }, 'company'],
    ['an unknown type', { name: 'X', type: 'plumber' }, 'type'],
    ['an unknown field', { name: 'X', rating: 5 }, 'rating'],
  ])('refuses %s with the field and creates nothing', async (_what, body, path) => {
    const before = await databaseChecksum(fixtures.database)
    const refusal = await staff().refusal(createContact, { params: fixtures.a, body: body as never })
    expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', issues: [{ path }] })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })
})

describe('GET /companycontacts/list/:companyId', () => {
  let lists: Fixtures
  beforeAll(async () => {
    lists = await openFixtures()
    const add = (name: string, more: object = {}, who: 'staff' | 'otherStaff' = 'staff') =>
      lists.as(who).ok(createContact, { params: who === 'staff' ? lists.a : lists.b, body: { name, ...more } })
    const poc = { name: 'Una', email: 'una@beech.example' }
    await add('beech Law', {
      address: { ...testAddress('12 High Street'), postcode: 'RG1 7SE' },
      pocs: [poc, { ...poc, name: 'abe' }],
    })
    await add('Aspen Mortgages', { address: { ...testAddress('12 Low Street'), postcode: 'RG2 8AA' } })
    await add('100% Legal')
    await add('Theirs', {}, 'otherStaff')
  })
  afterAll(() => lists.close())
  const found = async (textSearch: string) =>
    (await lists.as('branch').ok(listContacts, { params: lists.a, query: { textSearch } })).data.map(({ name }) => name)

  test('lists contacts by name, case-insensitively, each with its points of contact by name', async () => {
    const { data, paging } = await lists.as('company').ok(listContacts, { params: lists.a })
    expect(data.map(({ name, pocs }) => [name, pocs.map((poc) => poc.name)])).toEqual([
      ['100% Legal', []],
      ['Aspen Mortgages', []],
      ['beech Law', ['abe', 'Una']],
    ])
    expect(paging).toMatchObject({ itemsPerPage: 10, count: 3 })
    const page = await lists.as('company').ok(listContacts, { params: lists.a, query: { itemsPerPage: '99', currentPage: '0' } })
    expect(page.data).toHaveLength(3)
  })

  test('Search by contact name or address line 1 + postcode', async () => {
    expect(await found('LAW')).toEqual(['beech Law'])
    expect(await found('12')).toEqual(['Aspen Mortgages', 'beech Law'])
    for (const text of ['12 High Street RG1 7SE', '12 high street-rg17se', '12 High Street, RG1 7SE', 'rg1 7se', 'High Str'])
      expect([text, await found(text)]).toEqual([text, ['beech Law']])
    expect(await found('%')).toEqual(['100% Legal'])
    expect(await found('- ,')).toEqual([])
    expect(await found('_')).toEqual([])
  })

  test('lists a contact found by its own name before one found by its address or by a point of contact', async () => {
    const { _id: contactId } = await lists.as('branch').ok(createContact, { params: lists.a, body: { name: 'Alder Law' } })
    const body = { name: 'Nell O’Beech', email: 'nell@alder.example' }
    await lists.as('branch').ok(createPoc, { params: { ...lists.a, contactId }, body })
    expect(await found('beech')).toEqual(['beech Law', 'Alder Law'])
    expect(await found('obeech')).toEqual(['Alder Law'])
  })
})

describe('PATCH /companycontacts/:companyId/:contactId', () => {
  test('updates the given fields only and writes an event with the previous values, unless nothing changes', async () => {
    const { _id: contactId } = await make('Before', { address: testAddress('1 Road') })
    const params = { ...fixtures.a, contactId }
    const change = { name: 'After', recommended: true, address: null }
    expect(await staff().ok(updateContact, { params, body: change })).toMatchObject({ ...change, version: 2 })
    expect((await lastRecord())?.data).toMatchObject({
      contactId,
      changes: expect.arrayContaining([
        { field: 'name', from: 'Before', to: 'After' },
        { field: 'line1', from: '1 Road', to: null },
      ]),
    })
    const before = await databaseChecksum(fixtures.database)
    expect(await staff().ok(updateContact, { params, body: change })).toMatchObject({ version: 2 })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test('refuses a stale version and says who saved last and when, also of two concurrent saves', async () => {
    const { _id: contactId } = await make('Versions')
    const params = { ...fixtures.a, contactId }
    await staff().ok(updateContact, { params, body: { tel: '0118 496 0100', version: 1 } })
    expect(await fixtures.as('branch').refusal(updateContact, { params, body: { tel: '', version: 1 } })).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      details: { savedBy: 'staff people', savedOn: testStart },
    })
    const both = ['One', 'Two'].map((name) => staff().call(updateContact, { params, body: { name, version: 2 } }))
    expect((await Promise.all(both)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('404 for a contact of another company, for the platform admin too', async () => {
    const { _id: contactId } = await fixtures.as('otherStaff').ok(createContact, { params: fixtures.b, body: { name: 'Theirs' } })
    for (const name of ['staff', 'platform'] as const)
      expect(await fixtures.as(name).refusal(updateContact, { params: { ...fixtures.a, contactId }, body: {} })).toMatchObject({
        status: 404,
      })
  })
})

describe('/companycontactspoc', () => {
  const poc = (name: string) => ({ name, email: `${name.toLowerCase()}@firm.example` })

  test('creates, lists by name, searches, updates and deletes points of contact', async () => {
    const { _id: contactId } = await make('Firm')
    const params = { ...fixtures.a, contactId }
    const una = await staff().ok(createPoc, { params, body: { ...poc('Una'), company: fixtures.a.companyId } })
    expect(una).toEqual({
      ...poc('Una'),
      _id: expect.any(String),
      company: fixtures.a.companyId,
      companyContact: contactId,
      tel: '',
      note: '',
      version: 1,
    })
    const abe = await staff().ok(createPoc, { params, body: poc('abe') })
    const listed = async (query: object = {}) =>
      (await staff().ok(listPocs, { params: fixtures.a, query: { contactId, ...query } })).data.map(({ name }) => name)
    expect(await listed()).toEqual(['abe', 'Una'])
    expect(await listed({ textSearch: 'UN' })).toEqual(['Una'])
    const at = { ...params, pocId: abe._id }
    expect(await staff().ok(updatePoc, { params: at, body: { note: 'Ask first', version: 1 } })).toMatchObject({
      note: 'Ask first',
      version: 2,
    })
    expect(await staff().refusal(updatePoc, { params: at, body: { note: '', version: 1 } })).toMatchObject({
      code: 'STALE_VERSION',
    })
    expect(await staff().ok(deletePoc, { params: at })).toEqual({ success: true })
    expect(await listed()).toEqual(['Una'])
    expect((await companyEvents(fixtures, fixtures.a.companyId)).slice(-4).map(({ kind }) => kind)).toEqual([
      'poc-created',
      'poc-created',
      'poc-edited',
      'poc-deleted',
    ])
  })

  test.each([
    ['no name', { name: '', email: 'a@firm.example' }, 'name'],
    ['no e-mail address', { name: 'Abe', email: '' }, 'email'],
  ])('refuses %s', async (_what, body, path) => {
    const { _id: contactId } = await make('Strict')
    const refusal = await staff().refusal(createPoc, { params: { ...fixtures.a, contactId }, body })
    expect(refusal).toMatchObject({ status: 400, issues: [{ path }] })
  })

  test('404 for a point of contact of another contact or another company', async () => {
    const [one, two] = [await make('One'), await make('Two')]
    const { _id: pocId } = await staff().ok(createPoc, { params: { ...fixtures.a, contactId: one._id }, body: poc('Una') })
    const wrong = { ...fixtures.a, contactId: two._id, pocId }
    expect(await staff().refusal(updatePoc, { params: wrong, body: {} })).toMatchObject({ status: 404 })
    expect(await staff().refusal(deletePoc, { params: wrong })).toMatchObject({ status: 404 })
    const theirs = await fixtures.as('otherStaff').ok(createContact, { params: fixtures.b, body: { name: 'Theirs' } })
    const query = { contactId: theirs._id }
    expect(await staff().refusal(listPocs, { params: fixtures.a, query })).toMatchObject({ status: 404 })
    const params = { ...fixtures.a, contactId: theirs._id }
    expect(await staff().refusal(createPoc, { params, body: poc('Una') })).toMatchObject({ status: 404 })
  })
})

test('GET /companycontacts/:companyId/:contactId returns a contact with its points of contact; 404 for one of another company', async () => {
  const poc = { name: 'Hal Dean', email: 'hal@single.example' }
  const contact = await make('Single Solicitors', { pocs: [poc] })
  const params = { ...fixtures.a, contactId: contact._id }
  expect(await staff().ok(readContact, { params })).toEqual(contact)
  expect(await fixtures.as('otherCompany').refusal(readContact, { params })).toMatchObject({ status: 404 })
  expect(
    await fixtures.as('otherCompany').refusal(readContact, { params: { ...fixtures.b, contactId: contact._id } }),
  ).toMatchObject({
    status: 404,
  })
})
