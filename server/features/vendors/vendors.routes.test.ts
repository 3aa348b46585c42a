import { createProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { searchVendors } from '@gya/domain/features/vendors/vendors.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn, testAddress } from '../../../test/support/fixtures.ts'
import { expectNothingWritten } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
  const vendors = ['per%cent@homes.example', 'percent@homes.example', 'under_score@homes.example', 'underscore@homes.example']
  for (const email of vendors) await fixtures.addUser({ type: 'VENDOR', email, companyId: fixtures.a.companyId })
  for (let n = 10; n < 30; n += 1)
    await fixtures.addUser({ type: 'VENDOR', email: `many-${n}@homes.example`, companyId: fixtures.a.companyId })
  await fixtures.addUser({ type: 'VENDOR', email: 'percent@homes.example', companyId: fixtures.b.companyId })
})
afterAll(() => fixtures.close())

const found = async (email: string, name: 'staff' | 'company' | 'otherStaff' | 'secondBranch' = 'staff') =>
  (await fixtures.as(name).ok(searchVendors, { query: { email } })).data.map((person) => person.email)

describe('GET user/search/vendor', () => {
  test('searches the company’s vendors by part of the e-mail, case-insensitively', async () => {
    const { data } = await fixtures.as('staff').ok(searchVendors, { query: { email: 'UNDERSC' } })
    expect(data).toEqual([
      {
        _id: expect.any(String),
        firstName: 'underscore',
        lastName: 'homes',
        fullName: 'underscore homes',
        email: 'underscore@homes.example',
        tel: '',
      },
    ])
  })

  test('matches % and _ literally', async () => {
    expect(await found('per%')).toEqual(['per%cent@homes.example'])
    expect(await found('r_s')).toEqual(['under_score@homes.example'])
    expect(await found('%%%')).toEqual([])
  })

  test('returns at most 15, sorted by e-mail', async () => {
    const emails = await found('many-')
    expect(emails).toEqual(Array.from({ length: 15 }, (_, n) => `many-${n + 10}@homes.example`))
  })

  test('leaves out other companies, staff and deleted vendors', async () => {
    expect(await found('percent@', 'otherStaff')).toEqual(['percent@homes.example'])
    expect(await found('staff@people')).toEqual([])
    await fixtures.database.db
      .updateTable('app_user')
      .set({ deleted_on: fixtures.clock.now() })
      .where('email', '=', 'many-29@homes.example')
      .execute()
    expect(await found('many-29')).toEqual([])
  })

  test('BRANCH_STAFF sees vendors of their branches only', async () => {
    expect(await found('vendor@people')).toEqual([fixtures.emailOf('vendor')])
    expect(await found('vendor@people', 'secondBranch')).toEqual([fixtures.emailOf('secondVendor')])
    expect(await found('vendor@people', 'company')).toEqual([fixtures.emailOf('secondVendor'), fixtures.emailOf('vendor')])
  })

  test('reports a vendor of another branch only by the exact address, as exists', async () => {
    const search = (email: string) => fixtures.as('staff').ok(searchVendors, { query: { email } })
    expect(await search(fixtures.emailOf('secondVendor').toUpperCase())).toEqual({ data: [], exists: true })
    expect(await search('secondvendor@people')).toEqual({ data: [], exists: false })
    expect(await search(fixtures.emailOf('otherVendor'))).toEqual({ data: [], exists: false })
    expect(await search(fixtures.emailOf('vendor'))).toMatchObject({ data: [{ _id: fixtures.idOf.vendor }], exists: false })
  })

  test('needs at least 3 characters', async () => {
    expect(await fixtures.as('staff').refusal(searchVendors, { query: { email: ' ab ' } })).toMatchObject({
      status: 400,
      issues: [{ path: 'email', message: 'Type at least 3 characters.' }],
    })
  })

  test('a platform admin must name the company', async () => {
    const search = (companyId: string) => fixtures.as('platform').ok(searchVendors, { query: { email: 'percent', companyId } })
    expect((await search(fixtures.b.companyId)).data.map(({ email }) => email)).toEqual(['percent@homes.example'])
    expect(await fixtures.as('platform').refusal(searchVendors, { query: { email: 'percent' } })).toMatchObject({
      status: 400,
      issues: [{ path: 'companyId' }],
    })
  })

  test('others may not name another company', async () => {
    for (const companyId of [fixtures.b.companyId, fixtures.clock.newId()])
      expect(await fixtures.as('company').refusal(searchVendors, { query: { email: 'percent', companyId } })).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      })
    expect(
      await fixtures.as('company').call(searchVendors, { query: { email: 'percent', companyId: fixtures.a.companyId } }),
    ).toMatchObject({ status: 200 })
  })
})

describe('POST property owner scope', () => {
  const take = (owner: object, name: 'staff' | 'company' = 'staff') =>
    fixtures.as(name).call(createProperty, {
      params: fixtures.first,
      body: { address: testAddress('9 First Street'), owner: owner as { _id: string } },
    })

  test('accepts a vendor of the company', async () => {
    expect(await take({ _id: fixtures.idOf.vendor })).toMatchObject({ status: 200 })
  })

  test('a vendor of another branch: company admins only, others get 409 before anything is created', async () => {
    const email = fixtures.emailOf('secondVendor')
    const owners = [
      { _id: fixtures.idOf.secondVendor },
      { firstName: 'Olive', lastName: 'Otter', email, password: 'Otter-Password-2026' },
    ]
    const refused = await expectNothingWritten(fixtures, async () => [await take(owners[0] ?? {}), await take(owners[1] ?? {})])
    expect(refused).toMatchObject([
      { status: 409, body: { code: 'VENDOR_OF_OTHER_BRANCH' } },
      { status: 409, body: { code: 'VENDOR_OF_OTHER_BRANCH', issues: [{ path: 'owner.email' }] } },
    ])
    const moved = await fixtures.addUser({ type: 'VENDOR', email: 'moved@homes.example', companyId: fixtures.a.companyId })
    await takeOn(fixtures.as('secondBranch'), fixtures.second, moved, '10 Second Street')
    expect(await take({ _id: moved }, 'company')).toMatchObject({ status: 200 })
    expect(await take({ _id: moved })).toMatchObject({ status: 200 })
  })

  test.each([
    ['a vendor of another company', () => fixtures.idOf.otherVendor],
    ['a member of staff', () => fixtures.idOf.staff],
    ['nobody', () => fixtures.clock.newId()],
  ])('refuses %s', async (_who, id) => {
    expect(await take({ _id: id() })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  test('accepts a new vendor who is a vendor of another company', async () => {
    const owner = { firstName: 'Olive', lastName: 'Otter', email: fixtures.emailOf('otherVendor') }
    expect(await take(owner)).toMatchObject({ status: 200, body: { owner: { fullName: 'Olive Otter', email: owner.email } } })
  })

  test('refuses a new vendor with the e-mail of an existing one', async () => {
    const owner = { firstName: 'Olive', lastName: 'Otter', email: fixtures.emailOf('vendor') }
    expect(await take(owner)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } })
  })
})
