import { createBranch, listBranches, readBranch, updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany, readCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { productTemplate } from '@gya/domain/features/timeline/product-template.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { countByStatus } from '../../../test/support/count-by-status.ts'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, takeOn, testAddress } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(() => fixtures.clock.moveTo(testStart))
afterAll(() => fixtures.close())

let made = 0
const companyWith = async (availableLicenses: number) => {
  made += 1
  const body = { name: `Company ${made}`, availableLicenses, address: testAddress('1 New Road') }
  return { companyId: (await fixtures.as('platform').ok(createCompany, { body }))._id }
}
const branchBody = (name: string) => ({ name, address: testAddress('1 School Road') })
const newBranch = (params: { companyId: string }, name = 'New branch', more: object = {}) =>
  fixtures.as('platform').ok(createBranch, { params, body: { ...branchBody(name), ...more } })

describe('POST /branch/:companyId', () => {
  test('creates a branch that can be read', async () => {
    const params = await companyWith(1)
    const body = {
      name: 'Tilehurst',
      tel: '0118 496 0100',
      email: 'Tilehurst@Agency.example',
      displayText: 'Open on Saturdays.\nParking behind the house.',
      address: { line1: '1 School Road', line2: '', town: 'Reading', county: 'Berkshire', country: '', postcode: 'rg30 6zz' },
      useBranchDeduction: true,
      feeDeduction: 12.5,
    }
    const branch = await newBranch(params, 'Tilehurst', body)
    expect(branch).toEqual({
      ...body,
      assignRule: 'negotiator',
      assignAmong: [],
      email: 'tilehurst@agency.example',
      address: { ...body.address, postcode: 'RG30 6ZZ' },
      _id: expect.any(String),
      company: params.companyId,
      logo: null,
      timelineTemplate: productTemplate,
      members: [],
      properties: [],
      version: 1,
      createdon: testStart,
    })
    expect(await fixtures.as('platform').ok(readBranch, { params: { ...params, branchId: branch._id } })).toEqual(branch)
  })

  test('contains its members and properties; a company contains its members', async () => {
    const { first, idOf } = fixtures
    const ids = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id).toSorted()
    const branch = await fixtures.as('staff').ok(readBranch, { params: first })
    expect(ids(branch.members)).toEqual([idOf.company, idOf.branch, idOf.staff].toSorted())
    expect(branch.properties).toEqual([{ _id: first.propertyId, address: expect.objectContaining({ line1: '1 First Street' }) }])
    const company = await fixtures.as('staff').ok(readCompany, { params: fixtures.a })
    expect(ids(company.members)).toEqual(ids(branch.members))
    expect(Object.keys(company.members[0] ?? {}).toSorted()).toEqual(
      ['_id', 'firstName', 'lastName', 'fullName', 'email', 'tel', 'type'].toSorted(),
    )
  })

  test('copies the company’s current timeline template', async () => {
    const params = await companyWith(2)
    const older = await newBranch(params)
    const template = productTemplate.map((row) => (row.key === 3 ? { ...row, title: 'Open house', daysToComplete: 9 } : row))
    await fixtures.database.db
      .updateTable('company')
      .set({ timeline: JSON.stringify(template) })
      .where('id', '=', params.companyId)
      .execute()
    expect((await newBranch(params)).timelineTemplate).toEqual(template)
    expect(
      (await fixtures.as('platform').ok(readBranch, { params: { ...params, branchId: older._id } })).timelineTemplate,
    ).toEqual(productTemplate)
  })

  test('company admins administer the new branch at once', async () => {
    const { companyId } = await companyWith(1)
    const admin = await fixtures.signedIn(
      await fixtures.addUser({ type: 'COMPANY_ADMIN', email: 'of-new@people.example', companyId }),
    )
    const { _id: branchId } = await admin.ok(createBranch, { params: { companyId }, body: branchBody('Mine') })
    expect(await admin.ok(updateBranch, { params: { companyId }, body: { _id: branchId, tel: '0118 496 0100' } })).toMatchObject({
      version: 2,
    })
    const vendor = await fixtures.addUser({ type: 'VENDOR', email: 'of-new-vendor@people.example', companyId })
    const place = await takeOn(admin, { companyId, branchId }, vendor, '1 New Road')
    expect(await admin.ok(readProperty, { params: place })).toMatchObject({ branch: { name: 'Mine' } })
  })

  test('writes an event with the author', async () => {
    const params = await companyWith(1)
    const { _id } = await newBranch(params, 'Recorded')
    expect((await companyEvents(fixtures, params.companyId)).at(-1)).toEqual({
      kind: 'branch-created',
      property_id: null,
      user_id: fixtures.idOf.platform,
      at: testStart,
      data: { branchId: _id, name: 'Recorded' },
    })
  })

  test.each([
    ['no name', { name: '' }, 'name'],
    ['a display text of 1751 characters', { displayText: 'x'.repeat(1751) }, 'displayText'],
    ['an invalid e-mail address', { email: 'office' }, 'email'],
    ['a deduction above 100', { feeDeduction: 101 }, 'feeDeduction'],
    ['no postcode', { address: { ...testAddress('1 Road'), postcode: '' } }, 'address.postcode'],
  ])('refuses %s with the field', async (_what, wrong, path) => {
    const before = await databaseChecksum(fixtures.database)
    const refusal = await fixtures
      .as('company')
      .refusal(createBranch, { params: fixtures.a, body: { ...branchBody('Branch'), ...wrong } })
    expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', issues: [{ path }] })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test('accepts a display text of 1750 characters', async () => {
    expect((await newBranch(await companyWith(1), 'Wordy', { displayText: 'x'.repeat(1750) })).displayText).toHaveLength(1750)
  })
})

describe('A company can create only as many branches as it has licenses', () => {
  test('POST /branch/:companyId refuses another branch, for the platform admin too, and creates nothing', async () => {
    const params = await companyWith(2)
    await newBranch(params)
    await newBranch(params)
    const before = await databaseChecksum(fixtures.database)
    const refusal = await fixtures.as('platform').refusal(createBranch, { params, body: branchBody('Third') })
    expect(refusal).toMatchObject({ status: 409, code: 'LICENCES_USED' })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test('of six concurrent POST /branch/:companyId with three licences left, three succeed', async () => {
    const params = await companyWith(4)
    await newBranch(params)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        fixtures.as('platform').call(createBranch, { params, body: branchBody(`At once ${n}`) }),
      ),
    )
    expect(countByStatus(answers)).toEqual({ 200: 3, 409: 3 })
    expect((await fixtures.as('platform').ok(listBranches, { params })).licences).toEqual({ available: 4, used: 4 })
  })

  test('deleting a branch frees its licence', async () => {
    const params = await companyWith(1)
    const { _id } = await newBranch(params)
    await fixtures.database.db.updateTable('branch').set({ deleted_on: testStart }).where('id', '=', _id).execute()
    expect(await newBranch(params, 'Again')).toMatchObject({ name: 'Again' })
  })
})

describe('PUT /branch/:companyId', () => {
  test('updates the given fields only, for a branch admin too', async () => {
    const { companyId, branchId } = fixtures.first
    const before = await fixtures.as('branch').ok(readBranch, { params: fixtures.first })
    const after = await fixtures
      .as('branch')
      .ok(updateBranch, { params: { companyId }, body: { _id: branchId, displayText: 'By the station.' } })
    expect(after).toEqual({ ...before, displayText: 'By the station.', version: before.version + 1 })
  })

  test('branch staff can read a branch but not update it', async () => {
    const { companyId, branchId } = fixtures.first
    expect(await fixtures.as('staff').ok(readBranch, { params: fixtures.first })).toMatchObject({ _id: branchId })
    expect(
      await fixtures.as('staff').refusal(updateBranch, { params: { companyId }, body: { _id: branchId, name: 'Ours' } }),
    ).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    })
  })

  test('writes an event with the previous values, and none for a save that changes nothing', async () => {
    const params = await companyWith(1)
    const { _id } = await newBranch(params, 'Before')
    const save = () =>
      fixtures.as('platform').ok(updateBranch, { params, body: { _id, name: 'After', useBranchDeduction: true } })
    await save()
    expect(await save()).toMatchObject({ version: 2 })
    expect((await companyEvents(fixtures, params.companyId)).slice(2).map(({ kind, data }) => [kind, data])).toEqual([
      [
        'branch-edited',
        {
          branchId: _id,
          changes: [
            { field: 'name', from: 'Before', to: 'After' },
            { field: 'use_branch_deduction', from: false, to: true },
          ],
        },
      ],
    ])
  })

  test('refuses a stale version and says who saved last and when', async () => {
    const params = await companyWith(1)
    const { _id } = await newBranch(params)
    await fixtures.as('platform').ok(updateBranch, { params, body: { _id, name: 'First', version: 1 } })
    fixtures.clock.advance({ hours: 1 })
    expect(
      await fixtures.as('platform').refusal(updateBranch, { params, body: { _id, name: 'Second', version: 1 } }),
    ).toMatchObject({
      status: 409,
      code: 'STALE_VERSION',
      details: { savedBy: 'platform people', savedOn: testStart },
    })
  })

  test('404 for a branch of another company, for the platform admin too', async () => {
    const body = { _id: fixtures.other.branchId, name: 'Taken over' }
    for (const name of ['platform', 'company'] as const)
      expect(await fixtures.as(name).refusal(updateBranch, { params: fixtures.a, body })).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      })
  })
})

describe('GET /branch/list/:companyId', () => {
  test('lists the branches in scope by name, with the number of properties of each', async () => {
    await takeOn(fixtures.as('staff'), fixtures.first, fixtures.idOf.vendor, '7 First Street')
    const listed = async (name: 'platform' | 'company' | 'branch' | 'secondBranch') =>
      (await fixtures.as(name).ok(listBranches, { params: fixtures.a })).data.map(({ name, propertyCount }) => [
        name,
        propertyCount,
      ])
    const all = [
      ['First Street', 2],
      ['Second Street', 1],
    ]
    expect(await listed('platform')).toEqual(all)
    expect(await listed('company')).toEqual(all)
    expect(await listed('branch')).toEqual(all.slice(0, 1))
    expect(await listed('secondBranch')).toEqual(all.slice(1))
  })

  test('returns available and used licences of the company to every caller', async () => {
    const { licences } = await fixtures.as('staff').ok(listBranches, { params: fixtures.a })
    expect(licences).toEqual({ available: 5, used: 2 })
  })

  test('is empty for a branch role without a branch', async () => {
    const lonely = await fixtures.signedIn(
      await fixtures.addUser({ type: 'BRANCH_STAFF', email: 'lonely@people.example', companyId: fixtures.a.companyId }),
    )
    expect(await lonely.ok(listBranches, { params: fixtures.a })).toMatchObject({ data: [], paging: { count: 0 } })
  })

  test('searches by name and pages, up to 1000 items a page', async () => {
    const params = await companyWith(4)
    for (const name of ['beech', 'Alder', '50% off', 'Chestnut']) await newBranch(params, name)
    const list = (query: object) => fixtures.as('platform').ok(listBranches, { params, query })
    expect((await list({ itemsPerPage: '1000' })).data.map(({ name }) => name)).toEqual(['50% off', 'Alder', 'beech', 'Chestnut'])
    expect((await list({ textSearch: '%' })).data.map(({ name }) => name)).toEqual(['50% off'])
    expect((await list({ itemsPerPage: '3', currentPage: '1' })).paging).toEqual({
      itemsPerPage: 3,
      count: 4,
      currentPage: 1,
      totalPages: 2,
      nextPage: null,
      prevPage: 0,
    })
  })
})
