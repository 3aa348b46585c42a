import { isWrite } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { readMetrics } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { assignProgressor } from '@gya/domain/features/expected-dates/expected-dates.contract.ts'
import { listCompanyMembers, updateCompanyAdministrator } from '@gya/domain/features/members/members.contract.ts'
import { listCompanyProperties, readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { type Area, createArea, deleteArea, listAreas, updateArea } from '@gya/domain/features/roles/areas.contract.ts'
import { assignRole, createMember } from '@gya/domain/features/roles/roles.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { addressOf, type TestClient } from '../../../test/support/test-client.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(() => fixtures.clock.moveTo(testStart))
afterAll(() => fixtures.close())

const company = () => fixtures.as('company')
const areaOf = (name: string, branchIds: string[] = []): Promise<Area> =>
  company().ok(createArea, { params: fixtures.a, body: { name, branchIds } })
const removeArea = (areaId: string) => company().ok(deleteArea, { params: { ...fixtures.a, areaId } })
const give = (userId: string, body: object) => company().call(assignRole, { params: { ...fixtures.a, userId }, body })

let people = 0
const person = (type: Parameters<Fixtures['addUser']>[0]['type'], branchId?: string) =>
  fixtures.addUser({ type, email: `role-${(people += 1)}@people.example`, companyId: fixtures.a.companyId, branchId })
/** A new signed-in person with a role and their branches. */
async function somebody(type: Parameters<typeof person>[0], reach: object): Promise<TestClient & { userId: string }> {
  const userId = await person(type)
  expect((await give(userId, reach)).status).toBe(200)
  return Object.assign(await fixtures.signedIn(userId), { userId })
}
const lastEvent = async (kind: string) =>
  (await companyEvents(fixtures, fixtures.a.companyId)).findLast((event) => event.kind === kind)?.data
const lastAudit = async () => {
  const { rows } = await fixtures.database.pool.query(
    'select kind, about_user_id, data from audit where company_id = $1 order by at desc, id desc limit 1',
    [fixtures.a.companyId],
  )
  return rows[0]
}

describe('Acceptance story 21: an area manager of North', () => {
  test('can see and edit North’s sales, but not South’s (404); a branch that moves to South is out of scope from the next call on', async () => {
    const { first, second } = fixtures
    const north = await areaOf('North', [first.branchId])
    const south = await areaOf('South', [second.branchId])
    const manager = await somebody('AREA_MANAGER', { areaIds: [north._id] })
    const listed = async () =>
      (await manager.ok(listCompanyProperties, { params: fixtures.a })).data.map(({ branch }) => branch._id)

    expect((await manager.ok(readMe)).branches).toEqual([{ _id: first.branchId, name: 'First Street' }])
    expect(await listed()).toEqual([first.branchId])
    const body = { _id: first.propertyId, bedrooms: 4 }
    expect((await manager.ok(updateProperty, { params: first, body })).bedrooms).toBe(4)
    expect(await manager.refusal(readProperty, { params: second })).toMatchObject({ status: 404 })

    await company().ok(updateArea, {
      params: { ...fixtures.a, areaId: south._id },
      body: { branchIds: [first.branchId, second.branchId] },
    })
    expect(await manager.refusal(readProperty, { params: first })).toMatchObject({ status: 404 })
    expect(await manager.refusal(updateProperty, { params: first, body })).toMatchObject({ status: 404 })
    expect(await listed()).toEqual([])
    expect((await manager.ok(readMe)).branches).toEqual([])
    await removeArea(north._id)
    await removeArea(south._id)
  })

  test('loses access at once when the area is deleted', async () => {
    const north = await areaOf('Short-lived', [fixtures.first.branchId])
    const manager = await somebody('AREA_MANAGER', { areaIds: [north._id] })
    await manager.ok(readProperty, { params: fixtures.first })
    await removeArea(north._id)
    expect(await manager.refusal(readProperty, { params: fixtures.first })).toMatchObject({ status: 404 })
    expect(await lastEvent('areas-edited')).toMatchObject({
      change: 'deleted',
      name: 'Short-lived',
      removed: ['First Street'],
      managers: 1,
    })
  })

  test('reads a dashboard of every branch in reach and of no other', async () => {
    const { first, second } = fixtures
    const north = await areaOf('Dashboard', [first.branchId])
    const manager = await somebody('AREA_MANAGER', { areaIds: [north._id] })
    const all = addressOf('/md/:companyId/all', fixtures.a, { metrics: 'preForSale' })
    const newest = async (client: TestClient, url: string) => {
      const answer = (await client.inject({ method: 'GET', url })).json()
      return answer.data.preForSale[answer.periods[0].key].count
    }
    const branch = (await manager.ok(readMetrics, { params: first, query: { metrics: 'preForSale' } })) as {
      periods: { key: string }[]
      data: { preForSale?: Record<string, { count?: number }> }
    }
    const own = branch.data.preForSale?.[branch.periods[0]?.key ?? '']?.count ?? 0
    expect(own).toBeGreaterThan(0)
    expect(await newest(manager, all)).toBe(own)
    const whole = await newest(company(), all)
    expect(whole).toBeGreaterThan(own)
    // The filter Area of a company admin.
    const ofArea = addressOf('/md/:companyId/all', fixtures.a, { metrics: 'preForSale', areaIds: north._id })
    expect(await newest(company(), ofArea)).toBe(own)
    expect(await manager.refusal(readMetrics, { params: second, query: { metrics: 'preForSale' } })).toMatchObject({
      status: 404,
    })
    await removeArea(north._id)
  })
})

describe('Acceptance story 21: a reader', () => {
  /** Calls that everybody may make for their own account. */
  const own = ['account.use', 'account.verify', 'app.own', 'feed.own']

  test('every PUT, POST, PATCH and DELETE returns 403, except for the own account', async () => {
    const reader = await fixtures.signedIn(await person('READER', fixtures.first.branchId))
    const nothing = '019cd714-f23b-7000-8000-0000000000aa'
    const changing = endpoints.filter(({ call }) => isWrite(call) && call.method !== 'GET' && call.permission !== 'public')
    const refused = changing.filter(({ call }) => !own.includes(call.permission))
    expect(refused.length).toBeGreaterThan(100)
    for (const { call } of refused) {
      const params = Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, nothing]))
      const ids = { ...params, ...fixtures.first }
      const { statusCode } = await reader.inject({ method: call.method, url: addressOf(call.path, ids) })
      expect([call.method, call.path, statusCode]).toEqual([call.method, call.path, 403])
    }
  })

  test('sees the sales, lists, report and dashboard of their branches', async () => {
    const reader = await fixtures.signedIn(await person('READER', fixtures.first.branchId))
    await reader.ok(readProperty, { params: fixtures.first })
    expect((await reader.ok(readReport, { params: fixtures.a })).data.map(({ branch }) => branch)).toEqual([
      fixtures.first.branchId,
    ])
    await reader.ok(readMetrics, { params: fixtures.first, query: { metrics: 'preForSale' } })
    expect(await reader.refusal(readProperty, { params: fixtures.second })).toMatchObject({ status: 404 })
  })
})

describe('A progressor', () => {
  test('is the agent contact of a sale of any branch in reach, and no longer once it is out of reach', async () => {
    const progressor = await somebody('PROGRESSOR', { allBranches: true })
    const set = (params: typeof fixtures.first, bStaff: string | null = progressor.userId) =>
      company().call(assignProgressor, { params, body: { bStaff } })
    expect((await set(fixtures.first)).status).toBe(200)
    expect((await set(fixtures.second)).status).toBe(200)
    await give(progressor.userId, { allBranches: false, branchIds: [fixtures.first.branchId] })
    const { rows } = await fixtures.database.pool.query(
      `select distinct property_id, progressor_id from action_item where company_id = $1 and kind <> 'task'
       and property_id = any($2) order by 1`,
      [fixtures.a.companyId, [fixtures.first.propertyId, fixtures.second.propertyId]],
    )
    for (const { property_id, progressor_id } of rows)
      expect(progressor_id).toBe(property_id === fixtures.first.propertyId ? progressor.userId : null)
    await set(fixtures.second, null)
    expect(await set(fixtures.second)).toMatchObject({ status: 409, body: { code: 'NOT_A_MEMBER' } })
  })

  test('cannot take on a sale; a reader cannot be the agent contact', async () => {
    const progressor = await somebody('PROGRESSOR', { allBranches: true })
    await expect(takeOn(progressor, fixtures.first, fixtures.idOf.vendor, '9 Nowhere')).rejects.toThrow('403')
    const reader = await person('READER', fixtures.first.branchId)
    expect(await company().call(assignProgressor, { params: fixtures.first, body: { bStaff: reader } })).toMatchObject({
      status: 409,
      body: { code: 'NOT_A_MEMBER' },
    })
  })
})

describe('POST company/member', () => {
  const card = (email: string) => ({ firstName: 'Ada', lastName: 'Vale', email, tel: '' })

  test('creates a person with a role, branches and areas; records and audits it', async () => {
    const area = await areaOf('Made', [fixtures.second.branchId])
    const made = await company().ok(createMember, {
      params: fixtures.a,
      body: {
        ...card('ada.vale@people.example'),
        type: 'AREA_MANAGER',
        branchIds: [fixtures.first.branchId],
        areaIds: [area._id],
      },
    })
    expect(made).toMatchObject({
      type: 'AREA_MANAGER',
      allBranches: false,
      branches: [{ name: 'First Street' }],
      areas: [{ name: 'Made', branchIds: [fixtures.second.branchId] }],
    })
    const client = await fixtures.signedIn(made._id)
    await fixtures.database.db
      .updateTable('app_user')
      .set({ activated: true, password_reset: false })
      .where('id', '=', made._id)
      .execute()
    expect((await client.ok(readMe)).branches.map(({ name }) => name)).toEqual(['First Street', 'Second Street'])
    await removeArea(area._id)
  })

  test('refuses an unknown branch or area, and branches of a company admin', async () => {
    const post = (body: object) =>
      company().refusal(createMember, { params: fixtures.a, body: { ...card('nobody@people.example'), type: 'READER', ...body } })
    expect(await post({ areaIds: [fixtures.idOf.staff] })).toMatchObject({ status: 400, issues: [{ path: 'areaIds' }] })
    expect(await post({ branchIds: [fixtures.other.branchId] })).toMatchObject({ status: 400, issues: [{ path: 'branchIds' }] })
    expect(await post({ type: 'COMPANY_ADMIN', allBranches: true })).toMatchObject({
      status: 400,
      issues: [{ path: 'allBranches' }],
    })
  })
})

describe('PATCH company/member', () => {
  test('changes role and reach from the next call on, in record and audit', async () => {
    const userId = await person('BRANCH_STAFF', fixtures.first.branchId)
    const client = await fixtures.signedIn(userId)
    expect(await give(userId, { type: 'READER', allBranches: true })).toMatchObject({
      status: 200,
      body: { type: 'READER', allBranches: true },
    })
    expect((await client.ok(readMe)).type).toBe('READER')
    expect((await client.ok(readMe)).branches).toHaveLength(2)
    expect(await lastEvent('role-changed')).toMatchObject({
      userId,
      from: 'BRANCH_STAFF',
      to: 'READER',
      reachBefore: 'First Street',
      reach: 'All',
    })
    expect(await lastAudit()).toMatchObject({ kind: 'reach-changed', about_user_id: userId, data: { all: true } })
  })

  test('the last company admin cannot be demoted, and nobody can change their own role', async () => {
    const { company: admin } = fixtures.idOf
    expect(await give(admin, { type: 'READER' })).toMatchObject({ status: 409, body: { code: 'OWN_ACCOUNT' } })
    expect(await give(admin, { allBranches: true })).toMatchObject({ status: 409, body: { code: 'OWN_ACCOUNT' } })
    expect(
      await fixtures.as('platform').call(updateCompanyAdministrator, {
        params: { ...fixtures.a, userId: admin },
        body: { type: 'READER' },
      }),
    ).toMatchObject({ status: 409, body: { code: 'LAST_ADMINISTRATOR' } })
  })

  test('a company admin who is demoted later has none of their former areas', async () => {
    const area = await areaOf('Former', [fixtures.second.branchId])
    const userId = await person('AREA_MANAGER')
    await give(userId, { areaIds: [area._id], allBranches: true })
    await give(userId, { type: 'COMPANY_ADMIN' })
    expect(await give(userId, { type: 'BRANCH_STAFF' })).toMatchObject({ body: { areas: [], allBranches: false } })
    await give(userId, { areaIds: [area._id], allBranches: true })
    // Using the other call that changes roles.
    for (const type of ['COMPANY_ADMIN', 'BRANCH_STAFF'] as const)
      await company().ok(updateCompanyAdministrator, { params: { ...fixtures.a, userId }, body: { type } })
    expect(await give(userId, {})).toMatchObject({ body: { areas: [], allBranches: false } })
    await removeArea(area._id)
  })

  test('is refused to area managers and branch admins, and asks for a confirmed identity', async () => {
    const manager = await somebody('AREA_MANAGER', { allBranches: true })
    const params = { ...fixtures.a, userId: fixtures.idOf.staff }
    for (const client of [manager, fixtures.as('branch')])
      expect(await client.refusal(assignRole, { params, body: { type: 'READER' } })).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
      })
    const admin = await fixtures.addUser({ type: 'COMPANY_ADMIN', email: 'unconfirmed@people.example', ...fixtures.a })
    const client = await fixtures.signedIn(admin)
    await fixtures.database.pool.query(
      "update session set confirmed_on = confirmed_on - interval '11 minutes' where user_id = $1",
      [admin],
    )
    expect(await client.refusal(assignRole, { params, body: { type: 'READER' } })).toMatchObject({
      status: 403,
      code: 'CONFIRM_IDENTITY',
    })
  })
})

describe('company/:companyId/area', () => {
  test('a branch belongs to one area; names are unique without regard to case', async () => {
    const { first, second } = fixtures
    const east = await areaOf('East', [first.branchId, second.branchId])
    const west = await areaOf('West', [second.branchId])
    const { data } = await company().ok(listAreas, { params: fixtures.a })
    expect(data.map(({ name, branches }) => [name, branches.map((branch) => branch.name)])).toEqual([
      ['East', ['First Street']],
      ['West', ['Second Street']],
    ])
    expect(await lastEvent('areas-edited')).toMatchObject({ name: 'East', change: 'changed', removed: ['Second Street'] })
    const params = { ...fixtures.a, areaId: west._id }
    expect(await company().refusal(updateArea, { params, body: { name: 'EAST' } })).toMatchObject({
      status: 409,
      code: 'AREA_NAME_TAKEN',
    })
    const renamed = await company().ok(updateArea, { params, body: { name: 'Far West', version: west.version } })
    expect(renamed).toMatchObject({ name: 'Far West', branches: [{ name: 'Second Street' }] })
    expect(await company().refusal(updateArea, { params, body: { name: 'Best', version: west.version } })).toMatchObject({
      code: 'STALE_VERSION',
    })
    expect(await company().refusal(updateArea, { params, body: { branchIds: [fixtures.other.branchId] } })).toMatchObject({
      status: 400,
      issues: [{ path: 'branchIds' }],
    })
    await removeArea(east._id)
    await removeArea(west._id)
  })

  test('others see only areas that have a branch in their reach', async () => {
    const north = await areaOf('Only north', [fixtures.first.branchId])
    const south = await areaOf('Only south', [fixtures.second.branchId])
    const { data } = await fixtures.as('staff').ok(listAreas, { params: fixtures.a })
    expect(data.map(({ name }) => name)).toEqual(['Only north'])
    await removeArea(north._id)
    await removeArea(south._id)
  })

  test('the filter areaIds of list and report leaves only their branches, within the reach', async () => {
    const { first, second } = fixtures
    const north = await areaOf('Filtered', [first.branchId])
    const query = { areaIds: north._id }
    const branchesOf = async (client: TestClient) => [
      (await client.ok(listCompanyProperties, { params: fixtures.a, query })).data.map(({ branch }) => branch._id),
      (await client.ok(readReport, { params: fixtures.a, query })).data.map(({ branch }) => branch),
    ]
    expect(await branchesOf(company())).toEqual([[first.branchId], [first.branchId]])
    expect(await branchesOf(fixtures.as('secondBranch'))).toEqual([[], []])
    await company().ok(updateArea, { params: { ...fixtures.a, areaId: north._id }, body: { branchIds: [second.branchId] } })
    expect(await branchesOf(fixtures.as('secondBranch'))).toEqual([[second.branchId], [second.branchId]])
    await removeArea(north._id)
  })
})

test('GET company/members lists people by the branches they reach', async () => {
  const { first, second } = fixtures
  const area = await areaOf('Listed', [second.branchId])
  const byArea = await somebody('AREA_MANAGER', { areaIds: [area._id] })
  const everywhere = await somebody('PROGRESSOR', { allBranches: true })
  const ids = async (query: object) =>
    (await company().ok(listCompanyMembers, { params: fixtures.a, query: { ...query, itemsPerPage: '100' } })).data.map(
      ({ _id }) => _id,
    )
  expect(await ids({ branchId: second.branchId })).toEqual(expect.arrayContaining([byArea.userId, everywhere.userId]))
  expect(await ids({ branchId: first.branchId })).not.toContain(byArea.userId)
  expect(await ids({ status: 'without-branch' })).not.toContain(byArea.userId)
  expect(await ids({ status: 'without-branch' })).not.toContain(everywhere.userId)
  const seen = (await fixtures.as('staff').ok(listCompanyMembers, { params: fixtures.a })).data.map(({ _id }) => _id)
  expect(seen).toContain(everywhere.userId)
  expect(seen).not.toContain(byArea.userId)
  await removeArea(area._id)
})
