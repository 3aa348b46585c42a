import { createBranch, listBranches, readBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { createCompany, listCompanies, readCompany, updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import {
  deleteBranch,
  deleteCompany,
  listDeleted,
  restoreBranch,
  restoreCompany,
  restoreUser,
} from '@gya/domain/features/deletion/deletion.contract.ts'
import { createCompanyAdministrator, deleteCompanyMember } from '@gya/domain/features/members/members.contract.ts'
import {
  createProperty,
  listCompanyProperties,
  readProperty,
  updateProperty,
} from '@gya/domain/features/properties/properties.contract.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { readMe } from '@gya/domain/features/session/session.contract.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jobAdder } from '../../platform/jobs.ts'
import { databaseChecksum } from '../../testing/everything.ts'
import { companyEvents } from '../../testing/record.ts'
import { signIn } from '../../testing/sign-in.ts'
import { testStart } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { type Fixtures, type FixtureUser, openFixtures, takeOn, testAddress, testPassword } from '../../testing/world.ts'

let world: Fixtures
let platformClient: TestClient
beforeEach(async () => {
  world = await openFixtures()
  platformClient = world.as('platform')
})
afterEach(() => world.close())

const platform = () => platformClient
/** Time in which a session of the platform admin may end: they sign in again. */
async function later(time: { days?: number; hours?: number }) {
  world.clock.advance(time)
  platformClient = await world.signedIn(world.idOf.platform)
}
const people: FixtureUser[] = ['company', 'branch', 'staff', 'vendor', 'secondBranch', 'secondVendor']
const removeCompany = (client = platform()) => client.call(deleteCompany, { params: world.a })
const removeBranch = () => world.as('company').ok(deleteBranch, { params: world.first })
const bringBackBranch = ({ companyId, branchId } = world.first) =>
  platform().call(restoreBranch, { params: { companyId, deletedBranchId: branchId } })
const bringBackCompany = () => platform().call(restoreCompany, { params: { deletedCompanyId: world.a.companyId } })
const rowsOf = (branchId: string) =>
  world.database.db.selectFrom('property_report').selectAll().where('branch_id', '=', branchId).orderBy('property_id').execute()
const kinds = async () => (await companyEvents(world, world.a.companyId)).map(({ kind }) => kind)

describe('DELETE company', () => {
  test('everybody of it is signed out at once and cannot sign in; everything in it is out of the platform admin’s reach', async () => {
    expect(await removeCompany()).toMatchObject({ status: 200, body: { success: true } })
    for (const name of people) {
      expect(await world.as(name).refusal(readMe)).toMatchObject({ status: 401, code: 'INVALID_SESSION' })
      expect(await signIn(world, world.emailOf(name), testPassword)).toMatchObject({ status: 401 })
    }
    expect(await platform().refusal(readCompany, { params: world.a })).toMatchObject({ status: 404 })
    expect(await platform().refusal(readBranch, { params: world.first })).toMatchObject({ status: 404 })
    expect(await platform().refusal(readProperty, { params: world.first })).toMatchObject({ status: 404 })
    expect(await platform().refusal(readReport, { params: world.a })).toMatchObject({ status: 404 })
    expect((await platform().ok(listCompanies)).data.map(({ name }) => name)).toEqual(['Birch Homes'])
    expect(await removeCompany()).toMatchObject({ status: 404 })
    expect(
      (
        await world.database.pool.query(
          'select count(*) from session s join app_user u on u.id = s.user_id and u.company_id = $1',
          [world.a.companyId],
        )
      ).rows,
    ).toEqual([{ count: 0 }])
  })

  test('a company admin deletes their own, and is signed out of this browser', async () => {
    const answer = await world.as('company').inject({ method: 'DELETE', url: `/api/company/${world.a.companyId}` })
    expect(answer.statusCode).toBe(200)
    expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['gya_session', ''],
      ['gya_session_present', ''],
    ])
    expect(await world.as('otherCompany').call(readMe)).toMatchObject({ status: 200 })
  })

  test('another company’s admin, and branch roles, do not', async () => {
    const before = await databaseChecksum(world.database)
    expect(await removeCompany(world.as('otherCompany'))).toMatchObject({ status: 404 })
    for (const name of ['branch', 'staff'] as const) expect(await removeCompany(world.as(name))).toMatchObject({ status: 403 })
    expect(await databaseChecksum(world.database)).toEqual(before)
  })
})

describe('A platform admin can bring a company back', () => {
  test('as it was: its people sign in anew, and find everything but what was deleted before', async () => {
    const version = (await platform().ok(readCompany, { params: world.a })).version
    await platform().ok(deleteBranch, { params: world.second })
    const { client: before } = await signIn(world, world.emailOf('company'), testPassword)
    await removeCompany()
    await later({ days: 29, hours: 23 })
    expect(await bringBackCompany()).toMatchObject({ status: 200 })
    expect(await before.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
    const { client } = await signIn(world, world.emailOf('company'), testPassword)
    expect(await client.ok(readCompany, { params: world.a })).toMatchObject({
      name: 'Alder & Ash',
      branches: [{ name: 'First Street' }],
      version: version + 2,
    })
    expect(await client.ok(readProperty, { params: world.first })).toMatchObject({ address: { line1: '1 First Street' } })
    expect((await client.ok(listCompanyProperties, { params: world.a })).paging.count).toBe(1)
    expect((await kinds()).slice(-2)).toEqual(['company-deleted', 'company-restored'])
    expect(await bringBackCompany()).toMatchObject({ status: 404 })
  })

  test('for 30 days and not longer; then the addresses of its people are free', async () => {
    await removeCompany()
    await later({ days: 30 })
    expect(await bringBackCompany()).toMatchObject({ status: 404 })
    const taken = { firstName: 'Ada', lastName: 'Ash', email: world.emailOf('company') }
    const params = world.b
    expect(await platform().refusal(createCompanyAdministrator, { params, body: taken })).toMatchObject({ code: 'EMAIL_TAKEN' })
    await jobAdder(world.database.db)('sweep-deleted', {})
    await world.runJobs()
    expect(await platform().ok(createCompanyAdministrator, { params, body: taken })).toMatchObject({ email: taken.email })
    expect(await platform().ok(readMe)).toMatchObject({ email: world.emailOf('platform') })
  })
})

describe('DELETE branch', () => {
  test('it and its properties are out of everybody’s reach and lists with the next call; its members keep their accounts', async () => {
    await removeBranch()
    for (const name of ['platform', 'company', 'branch', 'staff'] as const) {
      const as = world.as(name)
      expect(await as.refusal(readBranch, { params: world.first })).toMatchObject({ status: 404 })
      expect(await as.refusal(readProperty, { params: world.first })).toMatchObject({ status: 404 })
      const seen = name === 'platform' || name === 'company' ? 1 : 0
      expect((await as.ok(listCompanyProperties, { params: world.a })).paging.count).toBe(seen)
      expect((await as.ok(readReport, { params: world.a })).paging.count).toBe(seen)
      expect((await as.ok(listBranches, { params: world.a })).data.length).toBe(seen)
    }
    expect(await world.as('staff').ok(readMe)).toMatchObject({ branches: [], email: world.emailOf('staff') })
    expect((await kinds()).at(-1)).toBe('branch-deleted')
    expect(await world.as('company').refusal(deleteBranch, { params: world.first })).toMatchObject({ status: 404 })
  })

  test('a save of a property that is under way ends first, and a later one finds nothing: no row comes back', async () => {
    const saving = await world.database.pool.connect()
    await saving.query('begin')
    await saving.query('select from property where id = $1 for update', [world.first.propertyId])
    const { companyId, branchId, propertyId } = world.first
    const waits = async (count: number) => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while (((await world.database.pool.query(waiting)).rowCount ?? 0) < count) continue
    }
    const removed = removeBranch()
    await waits(1)
    const edit = { params: { companyId, branchId }, body: { _id: propertyId, bedrooms: 4 } }
    const edited = world.as('staff').call(updateProperty, edit)
    await waits(2)
    await saving.query('commit')
    saving.release()
    await removed
    expect(await edited).toMatchObject({ status: 404 })
    expect(await rowsOf(branchId)).toEqual([])
  })

  test('nothing is taken on in it, also at the same moment', async () => {
    const body = { address: testAddress('9 First Street'), owner: { _id: world.idOf.vendor } }
    const [, taken] = await Promise.all([removeBranch(), world.as('staff').call(createProperty, { params: world.first, body })])
    expect([200, 404]).toContain(taken.status)
    expect(await rowsOf(world.first.branchId)).toEqual([])
    expect(await world.as('company').refusal(createProperty, { params: world.first, body })).toMatchObject({ status: 404 })
  })
})

describe('A platform admin can bring a branch back', () => {
  test('with its members, and the rows of its properties as they are derived that day', async () => {
    await takeOn(world.as('staff'), world.first, world.idOf.vendor, '8 First Street')
    const before = await rowsOf(world.first.branchId)
    expect(before).toHaveLength(2)
    await removeBranch()
    expect(await bringBackBranch()).toMatchObject({ status: 200, body: { success: true } })
    expect(await rowsOf(world.first.branchId)).toEqual(before)
    expect((await world.as('staff').ok(listCompanyProperties, { params: world.a })).paging.count).toBe(2)
    expect(await world.as('staff').ok(readProperty, { params: world.first })).toMatchObject({
      address: { line1: '1 First Street' },
    })
    expect((await kinds()).at(-1)).toBe('branch-restored')
    expect(await bringBackBranch()).toMatchObject({ status: 404 })
  })

  test('while the company has a licence left: two at once on the last one bring one back', async () => {
    await removeBranch()
    await platform().ok(deleteBranch, { params: world.second })
    await platform().ok(updateCompany, { body: { _id: world.a.companyId, availableLicenses: 1 } })
    const answers = await Promise.all([bringBackBranch(), bringBackBranch(world.second)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'LICENCES_USED' })
    expect((await platform().ok(listBranches, { params: world.a })).licences).toEqual({ available: 1, used: 1 })
  })

  test('a licence that a deleted branch gave back may be used by a new one, which then keeps it', async () => {
    const company = await platform().ok(createCompany, { body: { name: 'One', availableLicenses: 1, address: testAddress('1') } })
    const params = { companyId: company._id }
    const make = (name: string) => platform().ok(createBranch, { params, body: { name, address: testAddress('1 Road') } })
    const { _id: branchId } = await make('Old')
    await platform().ok(deleteBranch, { params: { ...params, branchId } })
    await make('New')
    expect(await platform().refusal(restoreBranch, { params: { ...params, deletedBranchId: branchId } })).toMatchObject({
      code: 'LICENCES_USED',
    })
  })

  test('for 30 days, not under another company, and not while its company is deleted', async () => {
    await removeBranch()
    const elsewhere = { ...world.first, companyId: world.b.companyId }
    expect(await bringBackBranch(elsewhere)).toMatchObject({ status: 404 })
    await removeCompany()
    expect(await bringBackBranch()).toMatchObject({ status: 404 })
    await bringBackCompany()
    await later({ days: 30 })
    expect(await bringBackBranch()).toMatchObject({ status: 404 })
  })
})

describe('A platform admin can bring a user back', () => {
  test('with their branches, unless somebody else has the address by now', async () => {
    const params = { ...world.a, userId: world.idOf.staff }
    await world.as('company').ok(deleteCompanyMember, { params })
    const restored = () => platform().call(restoreUser, { params: { userId: world.idOf.staff } })
    expect(await restored()).toMatchObject({ status: 200 })
    const { client } = await signIn(world, world.emailOf('staff'), testPassword)
    expect(await client.ok(readMe)).toMatchObject({ branches: [{ name: 'First Street' }] })
    expect((await kinds()).at(-1)).toBe('user-restored')
    await world.as('company').ok(deleteCompanyMember, { params })
    await world.addUser({ type: 'BRANCH_STAFF', email: world.emailOf('staff'), companyId: world.b.companyId })
    expect(await restored()).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } })
  })
})

describe('GET company/deleted', () => {
  test('lists what can be brought back, the latest first, with who deleted it and until when', async () => {
    await world.as('company').ok(deleteCompanyMember, { params: { ...world.a, userId: world.idOf.staff } })
    world.clock.advance({ days: 1 })
    await removeBranch()
    world.clock.advance({ days: 1 })
    await platform().ok(deleteCompany, { params: world.b })
    const a = { _id: world.a.companyId, name: 'Alder & Ash' }
    const list = async (query: object = {}) => platform().ok(listDeleted, { query })
    expect((await list()).data).toEqual([
      {
        kind: 'company',
        _id: world.b.companyId,
        name: 'Birch Homes',
        company: null,
        deletedBy: 'platform people',
        deletedOn: '2026-03-12T09:30:00.123Z',
        restorableUntil: '2026-04-11T09:30:00.123Z',
      },
      {
        kind: 'branch',
        _id: world.first.branchId,
        name: 'First Street',
        company: a,
        deletedBy: 'company people',
        deletedOn: '2026-03-11T09:30:00.123Z',
        restorableUntil: '2026-04-10T09:30:00.123Z',
      },
      {
        kind: 'user',
        _id: world.idOf.staff,
        name: 'staff people',
        company: a,
        deletedBy: 'company people',
        deletedOn: testStart,
        restorableUntil: '2026-04-09T09:30:00.123Z',
      },
    ])
    expect(await list({ itemsPerPage: '2', currentPage: '1' })).toMatchObject({
      data: [{ kind: 'user' }],
      paging: { count: 3, totalPages: 2 },
    })
    await removeCompany()
    expect((await list()).data.map(({ name }) => name)).toEqual(['Alder & Ash', 'Birch Homes'].toSorted())
    await later({ days: 30 })
    expect((await list()).data).toEqual([])
  })

  test('is the platform admin’s alone', async () => {
    expect(await world.as('company').refusal(listDeleted)).toMatchObject({ status: 403 })
    expect(await world.as('company').refusal(restoreCompany, { params: { deletedCompanyId: world.a.companyId } })).toMatchObject({
      status: 403,
    })
  })
})
