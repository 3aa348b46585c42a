import { readBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { readCompany, updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { decideJoinRequest, listJoinRequests } from '@gya/domain/features/members/join-requests.contract.ts'
import {
  addBranchMember,
  listBranchMembers,
  listCompanyMembers,
  removeBranchMember,
  updateBranchMember,
} from '@gya/domain/features/members/members.contract.ts'
import { listCompanyProperties, readProperty, updateProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, type FixtureUser, openFixtures } from '../../../test/support/fixtures.ts'
import { findMailsTo } from '../../../test/support/sent-mails.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const first = () => ({ branchId: fixtures.first.branchId })
const second = () => ({ branchId: fixtures.second.branchId })
let people = 0
type Type = 'COMPANY_ADMIN' | 'BRANCH_ADMIN' | 'BRANCH_STAFF'
async function somebody(type: Type = 'BRANCH_STAFF', branchId?: string) {
  people += 1
  const email = `person-${people}@people.example`
  return { email, userId: await fixtures.addUser({ type, email, companyId: fixtures.a.companyId, branchId }) }
}
const add = (name: FixtureUser, body: object, params = first()) => fixtures.as(name).call(addBranchMember, { params, body })
const card = (email: string, more: object = {}) => ({ firstName: 'Nora', lastName: 'Finch', email, ...more })
const lastRecord = async () => (await companyEvents(fixtures, fixtures.a.companyId)).at(-1)
const branchesOf = async (userId: string) => {
  const { rows } = await fixtures.database.pool.query('select branch_id from branch_member where user_id = $1 order by 1', [
    userId,
  ])
  return rows.map(({ branch_id }) => branch_id)
}

describe('GET branch/members', () => {
  test('lists members by name with the company admins; searches name and e-mail', async () => {
    const lists = await openFixtures()
    const listed = async (name: FixtureUser, branchId: string, query: object = {}) =>
      (await lists.as(name).ok(listBranchMembers, { params: { branchId }, query })).data.map(({ firstName }) => firstName)
    const { branchId } = lists.first
    expect(await listed('platform', branchId)).toEqual(['branch', 'company', 'staff'])
    expect(await listed('staff', branchId)).toEqual(['branch', 'company', 'staff'])
    expect(await listed('company', lists.second.branchId)).toEqual(['company', 'secondbranch'])
    expect(await listed('branch', branchId, { textSearch: 'STAFF@' })).toEqual(['staff'])
    expect(await listed('branch', branchId, { textSearch: 'people' })).toEqual(['branch', 'company', 'staff'])
    const page = await lists.as('branch').ok(listBranchMembers, { params: { branchId }, query: { itemsPerPage: '2' } })
    expect(page.paging).toMatchObject({ count: 3, totalPages: 2, nextPage: 1 })
    await lists.close()
  })
})

describe('POST branch/members with a new person', () => {
  test('defaults to BRANCH_STAFF, e-mails a temporary password and joins the branch', async () => {
    const { status, body } = await add('branch', card('new-here@people.example'))
    expect([status, body]).toEqual([200, expect.objectContaining({ type: 'BRANCH_STAFF', fullName: 'Nora Finch' })])
    expect(body).toMatchObject({ branches: [{ _id: fixtures.first.branchId, name: 'First Street' }] })
    expect((await findMailsTo(fixtures, 'new-here@people.example'))[0]?.text).toContain('this temporary password:')
    const { _id: userId } = body as { _id: string }
    expect(await lastRecord()).toMatchObject({
      kind: 'member-added',
      user_id: fixtures.idOf.branch,
      data: { userId, type: 'BRANCH_STAFF', branchId: fixtures.first.branchId },
    })
  })

  test('COMPANY_ADMIN may be created by a company admin, not by a branch admin', async () => {
    const before = await databaseChecksum(fixtures.database)
    expect(await add('branch', card('boss@people.example', { type: 'COMPANY_ADMIN' }))).toMatchObject({ status: 403 })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
    expect(await add('branch', card('deputy@people.example', { type: 'BRANCH_ADMIN' }))).toMatchObject({ status: 200 })
    const { body } = await add('company', card('boss@people.example', { type: 'COMPANY_ADMIN' }))
    expect(body).toMatchObject({ type: 'COMPANY_ADMIN', branches: [] })
  })

  test.each([
    ['no first name', { firstName: undefined }, 400, 'firstName'],
    ['no e-mail address', { email: undefined }, 400, 'email'],
    ['a telephone number that is none', { tel: 'ring me' }, 400, 'tel'],
    ['a password against the rule', { password: 'weak' }, 400, 'password'],
    ['an unknown field', { admin: true }, 400, 'admin'],
  ])('%s is refused at its field', async (_what, wrong, status, path) => {
    const before = await databaseChecksum(fixtures.database)
    const { status: answered, body } = await add('company', { ...card('never@people.example'), ...wrong })
    expect([answered, (body as { issues: { path: string }[] }).issues[0]?.path]).toEqual([status, path])
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })
})

describe('POST branch/members with an existing person keeps their type', () => {
  test('open sessions reach the branch with the next call', async () => {
    const { userId } = await somebody('BRANCH_ADMIN', fixtures.second.branchId)
    const client = await fixtures.signedIn(userId)
    expect(await client.refusal(readBranch, { params: fixtures.first })).toMatchObject({ status: 404 })
    expect(await add('company', { _id: userId })).toMatchObject({ status: 200, body: { type: 'BRANCH_ADMIN' } })
    expect(await client.ok(readBranch, { params: fixtures.first })).toMatchObject({ name: 'First Street' })
    expect(await client.ok(readMe)).toMatchObject({
      type: 'BRANCH_ADMIN',
      branches: [{ name: 'First Street' }, { name: 'Second Street' }],
    })
    expect(await lastRecord()).toMatchObject({
      kind: 'member-joined-branch',
      data: { userId, branchId: fixtures.first.branchId },
    })
  })

  test('refuses other fields beside _id', async () => {
    const { userId } = await somebody()
    const { status, body } = await add('company', { _id: userId, type: 'BRANCH_ADMIN' })
    expect([status, body]).toEqual([400, expect.objectContaining({ issues: [{ path: 'type', message: expect.any(String) }] })])
  })

  test('refuses duplicates, also concurrently, and company admins', async () => {
    const { userId } = await somebody()
    const answers = await Promise.all([add('company', { _id: userId }), add('company', { _id: userId })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    for (const _id of [userId, fixtures.idOf.company])
      expect(await add('company', { _id })).toMatchObject({ status: 409, body: { code: 'ALREADY_A_MEMBER' } })
    expect(await branchesOf(fixtures.idOf.company)).toEqual([])
  })

  test('accepts only staff of the same company', async () => {
    for (const name of ['otherStaff', 'vendor', 'platform'] as const)
      expect(await add('company', { _id: fixtures.idOf[name] })).toMatchObject({ status: 404 })
  })

  test('a branch admin may add unassigned people and colleagues, found by three characters', async () => {
    const [nowhere, elsewhere] = [await somebody(), await somebody('BRANCH_STAFF', fixtures.second.branchId)]
    const find = async (textSearch: string, more: object = { excludeUsersFromBranches: fixtures.first.branchId }) =>
      (await fixtures.as('branch').ok(listCompanyMembers, { params: fixtures.a, query: { textSearch, ...more } })).data
    expect(await find(elsewhere.email, {})).toEqual([])
    expect(await find('pe')).not.toContainEqual(expect.objectContaining({ _id: elsewhere.userId }))
    expect(await find(elsewhere.email)).toEqual([
      expect.objectContaining({ _id: elsewhere.userId, email: elsewhere.email, tel: '', lastLogin: null, branches: [] }),
    ])
    for (const { userId } of [nowhere, elsewhere])
      expect(await add('branch', { _id: userId })).toMatchObject({ status: 200, body: { awaitsApproval: false } })
    expect(await branchesOf(elsewhere.userId)).toEqual([fixtures.first.branchId, fixtures.second.branchId].toSorted())
    expect(await find(elsewhere.email)).toEqual([])
  })

  test('BRANCH_STAFF search finds nobody outside their branch; other companies are never listed', async () => {
    const { email } = await somebody('BRANCH_STAFF', fixtures.second.branchId)
    const query = { textSearch: email, excludeUsersFromBranches: fixtures.first.branchId }
    expect((await fixtures.as('staff').ok(listCompanyMembers, { params: fixtures.a, query })).data).toEqual([])
    const others = { ...query, textSearch: 'otherstaff' }
    expect((await fixtures.as('branch').ok(listCompanyMembers, { params: fixtures.a, query: others })).data).toEqual([])
  })
})

describe('POST branch/members with confirmColleagues (join requests)', () => {
  const confirm = async (confirmColleagues: boolean) =>
    fixtures.as('company').ok(updateCompany, { body: { _id: fixtures.a.companyId, confirmColleagues } })
  const waiting = async (name: FixtureUser) => (await fixtures.as(name).ok(listJoinRequests, { params: fixtures.a })).data
  const decide = (name: FixtureUser, requestId: string, approved: boolean) =>
    fixtures.as(name).call(decideJoinRequest, { params: { ...fixtures.a, requestId }, body: { approved } })
  beforeAll(() => confirm(true))
  afterAll(() => confirm(false))

  test('approved: the member joins and the requester is notified; duplicate requests are idempotent', async () => {
    const { userId, email } = await somebody('BRANCH_STAFF', fixtures.second.branchId)
    for (const _twice of [1, 2])
      expect(await add('branch', { _id: userId })).toMatchObject({ status: 200, body: { awaitsApproval: true, branches: [] } })
    expect(await branchesOf(userId)).toEqual([fixtures.second.branchId])
    expect((await findMailsTo(fixtures, fixtures.emailOf('company')))[0]?.subject).toBe('A colleague is to join First Street')
    const [request] = await waiting('company')
    expect(await waiting('branch')).toEqual([request])
    expect(await waiting('secondBranch')).toEqual([])
    expect(request).toMatchObject({ user: { _id: userId, email }, branch: { name: 'First Street' } })
    expect(await decide('branch', request?._id ?? '', true)).toMatchObject({ status: 403 })
    expect(await decide('otherCompany', request?._id ?? '', true)).toMatchObject({ status: 404 })
    expect(await decide('company', request?._id ?? '', true)).toMatchObject({ status: 200 })
    expect(await branchesOf(userId)).toEqual([fixtures.first.branchId, fixtures.second.branchId].toSorted())
    expect(await lastRecord()).toMatchObject({ kind: 'member-joined-branch', user_id: fixtures.idOf.company })
    expect((await findMailsTo(fixtures, fixtures.emailOf('branch')))[0]?.subject).toMatch(/^Added to First Street/)
    expect(await waiting('company')).toEqual([])
    expect(await decide('company', request?._id ?? '', true)).toMatchObject({ status: 404 })
  })

  test('declined: the member does not join', async () => {
    const { userId } = await somebody('BRANCH_STAFF', fixtures.second.branchId)
    await add('branch', { _id: userId })
    const [request] = await waiting('company')
    expect(await decide('company', request?._id ?? '', false)).toMatchObject({ status: 200 })
    expect(await branchesOf(userId)).toEqual([fixtures.second.branchId])
    expect(await lastRecord()).toMatchObject({ kind: 'join-declined' })
  })

  test('company admins, and branch admins for unassigned people, need no approval', async () => {
    const [nowhere, elsewhere] = [await somebody(), await somebody('BRANCH_STAFF', fixtures.second.branchId)]
    expect(await add('branch', { _id: nowhere.userId })).toMatchObject({ body: { awaitsApproval: false } })
    await add('branch', { _id: elsewhere.userId })
    expect(await add('company', { _id: elsewhere.userId })).toMatchObject({ body: { awaitsApproval: false } })
    expect(await waiting('company')).toEqual([])
  })
})

describe('PATCH branch/members', () => {
  const update = (userId: string, body: object) =>
    fixtures.as('company').call(updateBranchMember, { params: { ...first(), userId }, body })

  test('changes details and type', async () => {
    const { userId } = await somebody('BRANCH_STAFF', fixtures.first.branchId)
    const { body } = await update(userId, { lastName: 'Wren', type: 'BRANCH_ADMIN', version: 1 })
    expect(body).toMatchObject({ lastName: 'Wren', type: 'BRANCH_ADMIN', version: 2 })
    expect(await update(userId, { lastName: 'Old', version: 1 })).toMatchObject({ status: 409, body: { code: 'STALE_VERSION' } })
  })

  test('keeps a demoted company admin in this branch', async () => {
    const { userId } = await somebody('COMPANY_ADMIN')
    expect((await update(userId, { type: 'BRANCH_ADMIN' })).body).toMatchObject({ branches: [{ name: 'First Street' }] })
    const client = await fixtures.signedIn(userId)
    expect(await client.ok(readBranch, { params: fixtures.first })).toMatchObject({ name: 'First Street' })
    expect(await client.refusal(readBranch, { params: fixtures.second })).toMatchObject({ status: 404 })
  })

  test('refuses a change of one’s own type', async () => {
    expect(await update(fixtures.idOf.company, { type: 'COMPANY_ADMIN', tel: '0118 496 0101' })).toMatchObject({ status: 200 })
    await somebody('COMPANY_ADMIN')
    expect(await update(fixtures.idOf.company, { type: 'BRANCH_ADMIN' })).toMatchObject({ body: { code: 'OWN_ACCOUNT' } })
  })

  test('returns 404 for members of another branch or company', async () => {
    for (const name of ['secondBranch', 'otherStaff', 'vendor'] as const)
      expect(await update(fixtures.idOf[name], { firstName: 'X' })).toMatchObject({ status: 404 })
  })
})

describe('DELETE branch/members', () => {
  const remove = (userId: string, params = first()) =>
    fixtures.as('company').call(removeBranchMember, { params: { ...params, userId } })

  test('removes access with the next call of open sessions and keeps the account', async () => {
    const { userId } = await somebody('BRANCH_ADMIN', fixtures.first.branchId)
    const open = [await fixtures.signedIn(userId), await fixtures.signedIn(userId)]
    const reachOf = async (client: (typeof open)[number]) => ({
      branch: (await client.call(readBranch, { params: fixtures.first })).status,
      property: (await client.call(readProperty, { params: fixtures.first })).status,
      properties: (await client.ok(listCompanyProperties, { params: fixtures.a })).paging.count,
      report: (await client.ok(readReport, { params: fixtures.a })).paging.count,
      branches: (await client.ok(readCompany, { params: fixtures.a })).branches.length,
    })
    for (const client of open)
      expect(await reachOf(client)).toEqual({ branch: 200, property: 200, properties: 1, report: 1, branches: 1 })
    expect(await remove(userId)).toMatchObject({ status: 200, body: { success: true } })
    for (const client of open)
      expect(await reachOf(client)).toEqual({ branch: 404, property: 404, properties: 0, report: 0, branches: 0 })
    const { companyId } = fixtures.a
    const edit = { params: fixtures.first, body: { _id: fixtures.first.propertyId, bedrooms: 9 } }
    expect(await open[0]?.refusal(updateProperty, edit)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await open[1]?.ok(readMe)).toMatchObject({ company: { _id: companyId }, branches: [], type: 'BRANCH_ADMIN' })
    expect(await lastRecord()).toMatchObject({ kind: 'member-left-branch', data: { userId, branchId: fixtures.first.branchId } })
  })

  test('keeps memberships of other branches', async () => {
    const { userId } = await somebody('BRANCH_STAFF', fixtures.first.branchId)
    await add('company', { _id: userId }, second())
    await remove(userId)
    const client = await fixtures.signedIn(userId)
    expect(await client.ok(readBranch, { params: fixtures.second })).toMatchObject({ name: 'Second Street' })
    expect(await client.refusal(readBranch, { params: fixtures.first })).toMatchObject({ status: 404 })
  })

  test('refuses oneself and company admins', async () => {
    const { userId } = await somebody('COMPANY_ADMIN')
    expect(await remove(fixtures.idOf.company)).toMatchObject({ status: 409, body: { code: 'OWN_ACCOUNT' } })
    expect(await remove(userId)).toMatchObject({ status: 409, body: { code: 'COMPANY_ADMIN_IN_EVERY_BRANCH' } })
  })

  test('returns 404 for a non-member', async () => {
    for (const name of ['secondBranch', 'otherStaff', 'vendor'] as const)
      expect(await remove(fixtures.idOf[name])).toMatchObject({ status: 404 })
  })

  test('is for platform and company admins only, as is PATCH', async () => {
    const params = { ...first(), userId: fixtures.idOf.staff }
    for (const name of ['branch', 'staff'] as const) {
      expect(await fixtures.as(name).refusal(removeBranchMember, { params })).toMatchObject({ status: 403 })
      expect(await fixtures.as(name).refusal(updateBranchMember, { params, body: {} })).toMatchObject({ status: 403 })
    }
    expect(await add('staff', card('by-staff@people.example'))).toMatchObject({ status: 403 })
  })
})
