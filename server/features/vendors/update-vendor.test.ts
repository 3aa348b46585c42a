import { deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { listCompanyProperties, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { verifyEmail } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { updateVendor } from '@gya/domain/features/vendors/vendors.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { findLinkToken, findMailsTo } from '../../../test/support/sent-mails.ts'
import { expectNothingWritten, readEvents } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let vendor: { userId: string; email: string }
let place: PropertyPath
let people = 0
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(async () => {
  people += 1
  const email = `vendor-${people}@people.example`
  vendor = { email, userId: await fixtures.addUser({ type: 'VENDOR', email, companyId: fixtures.a.companyId }) }
  place = await takeOn(fixtures.as('staff'), fixtures.first, vendor.userId, `${people} Owner Street`)
})
afterAll(() => fixtures.close())

const update = (change: object, { branchId } = fixtures.first, name: 'staff' | 'company' | 'secondBranch' = 'staff') =>
  fixtures.as(name).call(updateVendor, { params: { branchId }, body: { _id: vendor.userId, ...change } })

describe('POST branch/{branchId}/vendor-update', () => {
  test('changes the vendor and returns the owner fields', async () => {
    const { status, body } = await update({
      firstName: 'Olive',
      lastName: 'Marsh',
      tel: '0118 496 0144',
      contactPrefs: { email: false, push: true },
      version: 1,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ fullName: 'Olive Marsh', contactPrefs: { email: false, push: true }, version: 2 })
    expect((await fixtures.as('staff').ok(readProperty, { params: place })).owner).toEqual(body)
  })

  test('is recorded with every property and updates search by name in all branches', async () => {
    const elsewhere = await takeOn(fixtures.as('company'), fixtures.second, vendor.userId, `${people} Second Owner Street`)
    await update({ lastName: `Marchbanks${people}` })
    await fixtures.runJobs()
    for (const { propertyId } of [place, elsewhere])
      expect((await readEvents(fixtures, propertyId)).at(-1)).toMatchObject({
        kind: 'vendor-edited',
        by: fixtures.idOf.staff,
        data: { changes: [{ field: 'last_name', from: 'people', to: `Marchbanks${people}` }] },
      })
    const query = { textSearch: `marchbanks${people}` }
    const found = await fixtures.as('company').ok(listCompanyProperties, { params: fixtures.a, query })
    expect(found.data.map(({ _id }) => _id).toSorted()).toEqual([place.propertyId, elsewhere.propertyId].toSorted())
  })

  test('only a company admin may change the e-mail of a vendor with sales in another branch', async () => {
    const elsewhere = await takeOn(fixtures.as('company'), fixtures.second, vendor.userId, `${people} Second Owner Street`)
    const change = { email: `taken-over-${people}@people.example` }
    const refused = { status: 409, body: { code: 'VENDOR_SELLS_ELSEWHERE', issues: [{ path: 'email' }] } }
    expect(await expectNothingWritten(fixtures, () => update(change))).toMatchObject(refused)
    expect(await update({ tel: '0118 496 0145' })).toMatchObject({ status: 200 })
    await fixtures.as('company').ok(deleteProperty, { params: elsewhere })
    expect(await update(change)).toMatchObject(refused)
    expect(await update(change, fixtures.first, 'company')).toMatchObject({ status: 200 })
  })

  test('without changes writes nothing', async () => {
    const before = await databaseChecksum(fixtures.database)
    expect(await update({ email: vendor.email, lastName: 'people' })).toMatchObject({ status: 200 })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test('a new e-mail is pending until its link is used; then it is recorded with every property', async () => {
    const second = await takeOn(fixtures.as('staff'), fixtures.first, vendor.userId, `${people} Other Owner Street`)
    const { body } = await update({ email: `new-${vendor.email}` })
    expect(body).toMatchObject({ email: vendor.email, pendingEmail: `new-${vendor.email}` })
    expect(await findMailsTo(fixtures, vendor.email)).toHaveLength(1)
    await fixtures.anonymous.ok(verifyEmail, { body: { token: await findLinkToken(fixtures, `new-${vendor.email}`, 'verify') } })
    expect((await fixtures.as('staff').ok(readProperty, { params: place })).owner).toMatchObject({
      email: `new-${vendor.email}`,
      pendingEmail: null,
    })
    for (const { propertyId } of [place, second])
      expect((await readEvents(fixtures, propertyId)).at(-1)).toMatchObject({
        kind: 'vendor-edited',
        by: vendor.userId,
        data: { changes: [{ field: 'email', from: vendor.email, to: `new-${vendor.email}` }] },
      })
  })

  test('a pending e-mail is cancelled when another branch adds a property of the vendor', async () => {
    const email = `collusion-${people}@people.example`
    await update({ email })
    const token = await findLinkToken(fixtures, email, 'verify')
    await takeOn(fixtures.as('company'), fixtures.second, vendor.userId, `${people} Second Owner Street`)
    expect(await fixtures.anonymous.refusal(verifyEmail, { body: { token } })).toMatchObject({ code: 'LINK_EXPIRED' })
    expect((await fixtures.as('staff').ok(readProperty, { params: place })).owner).toMatchObject({
      email: vendor.email,
      pendingEmail: null,
    })
  })

  test('EMAIL_TAKEN for another vendor of the company, not of another company', async () => {
    expect(await update({ email: fixtures.emailOf('secondVendor') })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN' },
    })
    expect(await update({ email: fixtures.emailOf('otherVendor') })).toMatchObject({ status: 200 })
  })

  test('VENDOR_IS_STAFF until staffConfirmed is sent', async () => {
    const email = fixtures.emailOf('branch')
    expect(await update({ email })).toMatchObject({ status: 409, body: { code: 'VENDOR_IS_STAFF', issues: [{ path: 'email' }] } })
    expect(await update({ email, staffConfirmed: true })).toMatchObject({ status: 200 })
    expect(await update({ email: fixtures.emailOf('otherStaff') })).toMatchObject({ status: 200 })
  })

  test('an old version gets STALE_VERSION', async () => {
    await update({ firstName: 'One', version: 1 })
    expect(await update({ firstName: 'Two', version: 1 })).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } })
  })

  test('returns 404 for vendors without a property in this branch or out of scope', async () => {
    expect(await update({ firstName: 'X' }, fixtures.second, 'company')).toMatchObject({ status: 404 })
    expect(await update({ firstName: 'X' }, fixtures.first, 'secondBranch')).toMatchObject({ status: 404 })
    vendor.userId = fixtures.idOf.staff
    expect(await update({ firstName: 'X' }, fixtures.first, 'company')).toMatchObject({ status: 404 })
  })
})
