import { createBranch, listBranches, readBranch, updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { productTemplate } from '@gya/domain/features/timeline/templates.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseChecksum } from '../../testing/everything.ts'
import { companyEvents } from '../../testing/record.ts'
import { countByStatus } from '../../testing/tally.ts'
import { testStart } from '../../testing/test-app.ts'
import { type Fixtures, openFixtures, takeOn, testAddress } from '../../testing/world.ts'

let world: Fixtures
beforeAll(async () => {
  world = await openFixtures()
})
beforeEach(() => world.clock.moveTo(testStart))
afterAll(() => world.close())

let made = 0
const companyWith = async (availableLicenses: number) => {
  made += 1
  const body = { name: `Company ${made}`, availableLicenses, address: testAddress('1 New Road') }
  return { companyId: (await world.as('platform').ok(createCompany, { body }))._id }
}
const branchBody = (name: string) => ({ name, address: testAddress('1 School Road') })
const newBranch = (params: { companyId: string }, name = 'New branch', more: object = {}) =>
  world.as('platform').ok(createBranch, { params, body: { ...branchBody(name), ...more } })

describe('POST branch', () => {
  test('makes a branch with what was given, and it can be read', async () => {
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
      email: 'tilehurst@agency.example',
      address: { ...body.address, postcode: 'RG30 6ZZ' },
      _id: expect.any(String),
      company: params.companyId,
      logo: null,
      timelineTemplate: productTemplate,
      version: 1,
      createdon: testStart,
    })
    expect(await world.as('platform').ok(readBranch, { params: { ...params, branchId: branch._id } })).toEqual(branch)
  })

  test('it copies the company’s timeline template as it is that day', async () => {
    const params = await companyWith(2)
    const older = await newBranch(params)
    const template = productTemplate.map((row) => (row.key === 3 ? { ...row, title: 'Open house', daysToComplete: 9 } : row))
    await world.database.db
      .updateTable('company')
      .set({ timeline: JSON.stringify(template) })
      .where('id', '=', params.companyId)
      .execute()
    expect((await newBranch(params)).timelineTemplate).toEqual(template)
    expect((await world.as('platform').ok(readBranch, { params: { ...params, branchId: older._id } })).timelineTemplate).toEqual(
      productTemplate,
    )
  })

  test('a company admin is an administrator of the new branch at once', async () => {
    const { companyId } = await companyWith(1)
    const admin = await world.signedIn(await world.addUser({ type: 'COMPANY_ADMIN', email: 'of-new@people.example', companyId }))
    const { _id: branchId } = await admin.ok(createBranch, { params: { companyId }, body: branchBody('Mine') })
    expect(await admin.ok(updateBranch, { params: { companyId }, body: { _id: branchId, tel: '0118 496 0100' } })).toMatchObject({
      version: 2,
    })
    const vendor = await world.addUser({ type: 'VENDOR', email: 'of-new-vendor@people.example', companyId })
    const place = await takeOn(admin, { companyId, branchId }, vendor, '1 New Road')
    expect(await admin.ok(readProperty, { params: place })).toMatchObject({ branch: { name: 'Mine' } })
  })

  test('it stands in the record, with who made it', async () => {
    const params = await companyWith(1)
    const { _id } = await newBranch(params, 'Recorded')
    expect((await companyEvents(world, params.companyId)).at(-1)).toEqual({
      kind: 'branch-created',
      property_id: null,
      user_id: world.idOf.platform,
      at: testStart,
      data: { branchId: _id, name: 'Recorded' },
    })
  })

  test.each([
    ['no name', { name: '' }, 'name'],
    ['a display text of 1751 characters', { displayText: 'x'.repeat(1751) }, 'displayText'],
    ['an e-mail address that is none', { email: 'office' }, 'email'],
    ['a deduction above 100', { feeDeduction: 101 }, 'feeDeduction'],
    ['no postcode', { address: { ...testAddress('1 Road'), postcode: '' } }, 'address.postcode'],
  ])('%s is refused, with the field it is about', async (_what, wrong, path) => {
    const before = await databaseChecksum(world.database)
    const refusal = await world
      .as('company')
      .refusal(createBranch, { params: world.a, body: { ...branchBody('Branch'), ...wrong } })
    expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', issues: [{ path }] })
    expect(await databaseChecksum(world.database)).toEqual(before)
  })

  test('a display text of 1750 characters is kept whole', async () => {
    expect((await newBranch(await companyWith(1), 'Wordy', { displayText: 'x'.repeat(1750) })).displayText).toHaveLength(1750)
  })
})

describe('A company can create only as many branches as it has licenses', () => {
  test('one more is refused, for the platform admin too, and nothing is made', async () => {
    const params = await companyWith(2)
    await newBranch(params)
    await newBranch(params)
    const before = await databaseChecksum(world.database)
    const refusal = await world.as('platform').refusal(createBranch, { params, body: branchBody('Third') })
    expect(refusal).toMatchObject({ status: 409, code: 'LICENCES_USED' })
    expect(await databaseChecksum(world.database)).toEqual(before)
  })

  test('of six creations at the same moment with three licences left, three are made', async () => {
    const params = await companyWith(4)
    await newBranch(params)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => world.as('platform').call(createBranch, { params, body: branchBody(`At once ${n}`) })),
    )
    expect(countByStatus(answers)).toEqual({ 200: 3, 409: 3 })
    expect((await world.as('platform').ok(listBranches, { params })).licences).toEqual({ available: 4, used: 4 })
  })

  test('a branch that was deleted gives its licence back', async () => {
    const params = await companyWith(1)
    const { _id } = await newBranch(params)
    await world.database.db.updateTable('branch').set({ deleted_on: testStart }).where('id', '=', _id).execute()
    expect(await newBranch(params, 'Again')).toMatchObject({ name: 'Again' })
  })
})

describe('PUT branch', () => {
  test('changes what is given and leaves the rest, for a branch admin too', async () => {
    const { companyId, branchId } = world.first
    const before = await world.as('branch').ok(readBranch, { params: world.first })
    const after = await world
      .as('branch')
      .ok(updateBranch, { params: { companyId }, body: { _id: branchId, displayText: 'By the station.' } })
    expect(after).toEqual({ ...before, displayText: 'By the station.', version: before.version + 1 })
  })

  test('branch staff read it and may not change it', async () => {
    const { companyId, branchId } = world.first
    expect(await world.as('staff').ok(readBranch, { params: world.first })).toMatchObject({ _id: branchId })
    expect(
      await world.as('staff').refusal(updateBranch, { params: { companyId }, body: { _id: branchId, name: 'Ours' } }),
    ).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    })
  })

  test('a change stands in the record with what it was before; a save that changes nothing does not', async () => {
    const params = await companyWith(1)
    const { _id } = await newBranch(params, 'Before')
    const save = () => world.as('platform').ok(updateBranch, { params, body: { _id, name: 'After', useBranchDeduction: true } })
    await save()
    expect(await save()).toMatchObject({ version: 2 })
    expect((await companyEvents(world, params.companyId)).slice(2).map(({ kind, data }) => [kind, data])).toEqual([
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

  test('a save that comes from an older version is refused with who saved it and when', async () => {
    const params = await companyWith(1)
    const { _id } = await newBranch(params)
    await world.as('platform').ok(updateBranch, { params, body: { _id, name: 'First', version: 1 } })
    world.clock.advance({ hours: 1 })
    expect(await world.as('platform').refusal(updateBranch, { params, body: { _id, name: 'Second', version: 1 } })).toMatchObject(
      {
        status: 409,
        code: 'STALE_VERSION',
        details: { savedBy: 'platform people', savedOn: testStart },
      },
    )
  })

  test('a branch of another company is not found under this one, even by the platform admin', async () => {
    const body = { _id: world.other.branchId, name: 'Taken over' }
    for (const name of ['platform', 'company'] as const)
      expect(await world.as(name).refusal(updateBranch, { params: world.a, body })).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      })
  })
})

describe('GET branch/list', () => {
  test('shows the branches in the caller’s reach by name, with the properties of each', async () => {
    await takeOn(world.as('staff'), world.first, world.idOf.vendor, '7 First Street')
    const listed = async (name: 'platform' | 'company' | 'branch' | 'secondBranch') =>
      (await world.as(name).ok(listBranches, { params: world.a })).data.map(({ name, propertyCount }) => [name, propertyCount])
    const all = [
      ['First Street', 2],
      ['Second Street', 1],
    ]
    expect(await listed('platform')).toEqual(all)
    expect(await listed('company')).toEqual(all)
    expect(await listed('branch')).toEqual(all.slice(0, 1))
    expect(await listed('secondBranch')).toEqual(all.slice(1))
  })

  test('says how many licences the company has and uses, also to those who see one branch', async () => {
    const { licences } = await world.as('staff').ok(listBranches, { params: world.a })
    expect(licences).toEqual({ available: 5, used: 2 })
  })

  test('a branch role without a branch sees none', async () => {
    const lonely = await world.signedIn(
      await world.addUser({ type: 'BRANCH_STAFF', email: 'lonely@people.example', companyId: world.a.companyId }),
    )
    expect(await lonely.ok(listBranches, { params: world.a })).toMatchObject({ data: [], paging: { count: 0 } })
  })

  test('is searched by name and read page by page, up to a thousand', async () => {
    const params = await companyWith(4)
    for (const name of ['beech', 'Alder', '50% off', 'Chestnut']) await newBranch(params, name)
    const list = (query: object) => world.as('platform').ok(listBranches, { params, query })
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
