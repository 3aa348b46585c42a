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
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import {
  type Fixtures,
  type FixtureUser,
  openFixtures,
  takeOn,
  testAddress,
  testPassword,
} from '../../../test/support/fixtures.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { testStart } from '../../../test/support/test-app.ts'
import type { TestClient } from '../../../test/support/test-client.ts'
import { jobAdder } from '../../jobs/queue.ts'

let fixtures: Fixtures
let platformClient: TestClient
beforeEach(async () => {
  fixtures = await openFixtures()
  platformClient = fixtures.as('platform')
})
afterEach(() => fixtures.close())

const platform = () => platformClient
/** Moves the clock and signs the platform admin in again, whose session may have ended. */
async function later(time: { days?: number; hours?: number }) {
  fixtures.clock.advance(time)
  platformClient = await fixtures.signedIn(fixtures.idOf.platform)
}
const people: FixtureUser[] = ['company', 'branch', 'staff', 'vendor', 'secondBranch', 'secondVendor']
const removeCompany = (client = platform()) => client.call(deleteCompany, { params: fixtures.a })
const removeBranch = () => fixtures.as('company').ok(deleteBranch, { params: fixtures.first })
const bringBackBranch = ({ companyId, branchId } = fixtures.first) =>
  platform().call(restoreBranch, { params: { companyId, deletedBranchId: branchId } })
const bringBackCompany = () => platform().call(restoreCompany, { params: { deletedCompanyId: fixtures.a.companyId } })
const rowsOf = (branchId: string) =>
  fixtures.database.db
    .selectFrom('property_report')
    .selectAll()
    .where('branch_id', '=', branchId)
    .orderBy('property_id')
    .execute()
const kinds = async () => (await companyEvents(fixtures, fixtures.a.companyId)).map(({ kind }) => kind)

describe('DELETE /company/:companyId', () => {
  test('ends all sessions, refuses sign-ins and removes everything from the platform admin’s scope', async () => {
    expect(await removeCompany()).toMatchObject({ status: 200, body: { success: true } })
    for (const name of people) {
      expect(await fixtures.as(name).refusal(readMe)).toMatchObject({ status: 401, code: 'INVALID_SESSION' })
      expect(await signIn(fixtures, fixtures.emailOf(name), testPassword)).toMatchObject({ status: 401 })
    }
    expect(await platform().refusal(readCompany, { params: fixtures.a })).toMatchObject({ status: 404 })
    expect(await platform().refusal(readBranch, { params: fixtures.first })).toMatchObject({ status: 404 })
    expect(await platform().refusal(readProperty, { params: fixtures.first })).toMatchObject({ status: 404 })
    expect(await platform().refusal(readReport, { params: fixtures.a })).toMatchObject({ status: 404 })
    expect((await platform().ok(listCompanies)).data.map(({ name }) => name)).toEqual(['Birch Homes'])
    expect(await removeCompany()).toMatchObject({ status: 404 })
    expect(
      (
        await fixtures.database.pool.query(
          'select count(*) from session s join app_user u on u.id = s.user_id and u.company_id = $1',
          [fixtures.a.companyId],
        )
      ).rows,
    ).toEqual([{ count: 0 }])
  })

  test('a company admin deletes their own company and is signed out', async () => {
    const answer = await fixtures.as('company').inject({ method: 'DELETE', url: `/api/company/${fixtures.a.companyId}` })
    expect(answer.statusCode).toBe(200)
    expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['gya_session', ''],
      ['gya_session_present', ''],
    ])
    expect(await fixtures.as('otherCompany').call(readMe)).toMatchObject({ status: 200 })
  })

  test('is refused for admins of other companies and branch roles', async () => {
    const before = await databaseChecksum(fixtures.database)
    expect(await removeCompany(fixtures.as('otherCompany'))).toMatchObject({ status: 404 })
    for (const name of ['branch', 'staff'] as const) expect(await removeCompany(fixtures.as(name))).toMatchObject({ status: 403 })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })
})

describe('POST /company/:deletedCompanyId/restore', () => {
  test('restores everything except what was deleted before; users sign in again', async () => {
    const version = (await platform().ok(readCompany, { params: fixtures.a })).version
    await platform().ok(deleteBranch, { params: fixtures.second })
    const { client: before } = await signIn(fixtures, fixtures.emailOf('company'), testPassword)
    await removeCompany()
    await later({ days: 29, hours: 23 })
    expect(await bringBackCompany()).toMatchObject({ status: 200 })
    expect(await before.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
    const { client } = await signIn(fixtures, fixtures.emailOf('company'), testPassword)
    expect(await client.ok(readCompany, { params: fixtures.a })).toMatchObject({
      name: 'Alder & Ash',
      branches: [{ name: 'First Street' }],
      version: version + 2,
    })
    expect(await client.ok(readProperty, { params: fixtures.first })).toMatchObject({ address: { line1: '1 First Street' } })
    expect((await client.ok(listCompanyProperties, { params: fixtures.a })).paging.count).toBe(1)
    expect((await kinds()).slice(-2)).toEqual(['company-deleted', 'company-restored'])
    expect(await bringBackCompany()).toMatchObject({ status: 404 })
  })

  test('refuses after 30 days, when the e-mail addresses of its users are free', async () => {
    await removeCompany()
    await later({ days: 30 })
    expect(await bringBackCompany()).toMatchObject({ status: 404 })
    const taken = { firstName: 'Ada', lastName: 'Ash', email: fixtures.emailOf('company') }
    const params = fixtures.b
    const administrator = await fixtures.signedIn(fixtures.idOf.otherCompany)
    expect(await administrator.refusal(createCompanyAdministrator, { params, body: taken })).toMatchObject({
      code: 'EMAIL_TAKEN',
    })
    await jobAdder(fixtures.database.db)('sweep-deleted', {})
    await fixtures.runJobs()
    expect(await administrator.ok(createCompanyAdministrator, { params, body: taken })).toMatchObject({ email: taken.email })
    expect(await platform().ok(readMe)).toMatchObject({ email: fixtures.emailOf('platform') })
  })
})

describe('DELETE /branch/:companyId/:branchId', () => {
  test('removes the branch and its properties from scope and lists; members keep their accounts', async () => {
    await removeBranch()
    for (const name of ['platform', 'company', 'branch', 'staff'] as const) {
      const as = fixtures.as(name)
      expect(await as.refusal(readBranch, { params: fixtures.first })).toMatchObject({ status: 404 })
      expect(await as.refusal(readProperty, { params: fixtures.first })).toMatchObject({ status: 404 })
      const seen = name === 'platform' || name === 'company' ? 1 : 0
      expect((await as.ok(listCompanyProperties, { params: fixtures.a })).paging.count).toBe(seen)
      expect((await as.ok(readReport, { params: fixtures.a })).paging.count).toBe(seen)
      expect((await as.ok(listBranches, { params: fixtures.a })).data.length).toBe(seen)
    }
    expect(await fixtures.as('staff').ok(readMe)).toMatchObject({ branches: [], email: fixtures.emailOf('staff') })
    expect((await kinds()).at(-1)).toBe('branch-deleted')
    expect(await fixtures.as('company').refusal(deleteBranch, { params: fixtures.first })).toMatchObject({ status: 404 })
  })

  test('waits for a running save of a property; later saves return 404 and restore no row', async () => {
    const saveConnection = await fixtures.database.pool.connect()
    await saveConnection.query('begin')
    await saveConnection.query('select from property where id = $1 for update', [fixtures.first.propertyId])
    const { companyId, branchId, propertyId } = fixtures.first
    const waits = async (count: number) => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while (((await fixtures.database.pool.query(waiting)).rowCount ?? 0) < count) continue
    }
    const removed = removeBranch()
    await waits(1)
    const edit = { params: { companyId, branchId }, body: { _id: propertyId, bedrooms: 4 } }
    const edited = fixtures.as('staff').call(updateProperty, edit)
    await waits(2)
    await saveConnection.query('commit')
    saveConnection.release()
    await removed
    expect(await edited).toMatchObject({ status: 404 })
    expect(await rowsOf(branchId)).toEqual([])
  })

  test('a concurrent take on in the branch is refused', async () => {
    const body = { address: testAddress('9 First Street'), owner: { _id: fixtures.idOf.vendor } }
    const [, taken] = await Promise.all([
      removeBranch(),
      fixtures.as('staff').call(createProperty, { params: fixtures.first, body }),
    ])
    expect([200, 404]).toContain(taken.status)
    expect(await rowsOf(fixtures.first.branchId)).toEqual([])
    expect(await fixtures.as('company').refusal(createProperty, { params: fixtures.first, body })).toMatchObject({ status: 404 })
  })
})

describe('POST /branch/:companyId/:deletedBranchId/restore', () => {
  test('restores its members and rebuilds the projections of its properties', async () => {
    await takeOn(fixtures.as('staff'), fixtures.first, fixtures.idOf.vendor, '8 First Street')
    const before = await rowsOf(fixtures.first.branchId)
    expect(before).toHaveLength(2)
    await removeBranch()
    expect(await bringBackBranch()).toMatchObject({ status: 200, body: { success: true } })
    expect(await rowsOf(fixtures.first.branchId)).toEqual(before)
    expect((await fixtures.as('staff').ok(listCompanyProperties, { params: fixtures.a })).paging.count).toBe(2)
    expect(await fixtures.as('staff').ok(readProperty, { params: fixtures.first })).toMatchObject({
      address: { line1: '1 First Street' },
    })
    expect((await kinds()).at(-1)).toBe('branch-restored')
    expect(await bringBackBranch()).toMatchObject({ status: 404 })
  })

  test('needs a free licence: of two concurrent calls with one licence left one succeeds', async () => {
    await removeBranch()
    await platform().ok(deleteBranch, { params: fixtures.second })
    await platform().ok(updateCompany, { body: { _id: fixtures.a.companyId, availableLicenses: 1 } })
    const answers = await Promise.all([bringBackBranch(), bringBackBranch(fixtures.second)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'LICENCES_USED' })
    expect((await platform().ok(listBranches, { params: fixtures.a })).licences).toEqual({ available: 1, used: 1 })
  })

  test('is refused once a new branch uses the freed licence', async () => {
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

  test('refuses after 30 days, under another company and while its company is deleted', async () => {
    await removeBranch()
    const elsewhere = { ...fixtures.first, companyId: fixtures.b.companyId }
    expect(await bringBackBranch(elsewhere)).toMatchObject({ status: 404 })
    await removeCompany()
    expect(await bringBackBranch()).toMatchObject({ status: 404 })
    await bringBackCompany()
    await later({ days: 30 })
    expect(await bringBackBranch()).toMatchObject({ status: 404 })
  })
})

describe('POST /user/:userId/restore', () => {
  test('restores a user with their branches, unless their e-mail address is taken', async () => {
    const params = { ...fixtures.a, userId: fixtures.idOf.staff }
    await fixtures.as('company').ok(deleteCompanyMember, { params })
    const restored = () => platform().call(restoreUser, { params: { userId: fixtures.idOf.staff } })
    expect(await restored()).toMatchObject({ status: 200 })
    const { client } = await signIn(fixtures, fixtures.emailOf('staff'), testPassword)
    expect(await client.ok(readMe)).toMatchObject({ branches: [{ name: 'First Street' }] })
    expect((await kinds()).at(-1)).toBe('user-restored')
    await fixtures.as('company').ok(deleteCompanyMember, { params })
    await fixtures.addUser({ type: 'BRANCH_STAFF', email: fixtures.emailOf('staff'), companyId: fixtures.b.companyId })
    expect(await restored()).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } })
  })
})

describe('GET /company/deleted', () => {
  test('lists what can be restored, latest first, with author and expiry', async () => {
    await fixtures.as('company').ok(deleteCompanyMember, { params: { ...fixtures.a, userId: fixtures.idOf.staff } })
    fixtures.clock.advance({ days: 1 })
    await removeBranch()
    fixtures.clock.advance({ days: 1 })
    await platform().ok(deleteCompany, { params: fixtures.b })
    const a = { _id: fixtures.a.companyId, name: 'Alder & Ash' }
    const list = async (query: object = {}) => platform().ok(listDeleted, { query })
    expect((await list()).data).toEqual([
      {
        kind: 'company',
        _id: fixtures.b.companyId,
        name: 'Birch Homes',
        company: null,
        deletedBy: 'platform people',
        deletedOn: '2026-03-12T09:30:00.123Z',
        restorableUntil: '2026-04-11T09:30:00.123Z',
      },
      {
        kind: 'branch',
        _id: fixtures.first.branchId,
        name: 'First Street',
        company: a,
        deletedBy: 'company people',
        deletedOn: '2026-03-11T09:30:00.123Z',
        restorableUntil: '2026-04-10T09:30:00.123Z',
      },
      {
        kind: 'user',
        _id: fixtures.idOf.staff,
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

  test('is refused for other roles than platform admin', async () => {
    expect(await fixtures.as('company').refusal(listDeleted)).toMatchObject({ status: 403 })
    expect(
      await fixtures.as('company').refusal(restoreCompany, { params: { deletedCompanyId: fixtures.a.companyId } }),
    ).toMatchObject({
      status: 403,
    })
  })
})
