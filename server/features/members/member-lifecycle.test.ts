import {
  countSalesOfMember,
  deactivateMember,
  handOverSales,
  inviteMember,
  reactivateMember,
} from '@gya/domain/features/members/member-lifecycle.contract.ts'
import {
  addBranchMember,
  createCompanyAdministrator,
  deleteCompanyMember,
  listCompanyMembers,
  updateCompanyAdministrator,
} from '@gya/domain/features/members/members.contract.ts'
import { createProperty, readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { forgotPassword, readMe, resetPasswordByLink } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { completeTask, createTask, listTasks } from '@gya/domain/features/tasks/tasks.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { companyEvents } from '../../../test/support/company-events.ts'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, testAddress, testPassword } from '../../../test/support/fixtures.ts'
import { findLinkToken, findMailsTo } from '../../../test/support/sent-mails.ts'
import { signIn } from '../../../test/support/sign-in.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const company = () => fixtures.as('company')
let people = 0
type Type = 'COMPANY_ADMIN' | 'BRANCH_ADMIN' | 'BRANCH_STAFF'
async function somebody(type: Type = 'BRANCH_STAFF', branchId: string | undefined = fixtures.first.branchId) {
  people += 1
  const email = `leaver-${people}@people.example`
  const userId = await fixtures.addUser({ type, email, companyId: fixtures.a.companyId, branchId })
  return { email, userId, params: { ...fixtures.a, userId } }
}
const card = (email: string, more: object = {}) => ({ firstName: 'Nora', lastName: 'Finch', email, ...more })
const lastRecord = async () => (await companyEvents(fixtures, fixtures.a.companyId)).at(-1)
const branchesOf = async (userId: string) => {
  const { data } = await company().ok(listCompanyMembers, { params: fixtures.a, query: { idsIn: userId } })
  return data[0]?.branches.map(({ name }) => name)
}

describe('PATCH company/member/deactivate', () => {
  test('ends all sessions and refuses sign-in and reset links; reactivate undoes it', async () => {
    const { email, userId, params } = await somebody()
    const client = await fixtures.signedIn(userId)
    expect(await company().ok(deactivateMember, { params })).toMatchObject({ _id: userId, deactivatedOn: fixtures.clock.now() })
    expect(await client.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
    expect(await signIn(fixtures, email, testPassword)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_DEACTIVATED' } })
    expect(await signIn(fixtures, email, 'Not-Their-Password-1')).toMatchObject({ status: 401, body: { code: 'SIGN_IN_FAILED' } })
    await fixtures.anonymous.ok(forgotPassword, { body: { email } })
    await fixtures.runJobs()
    expect(await findMailsTo(fixtures, email)).toEqual([])
    expect(await lastRecord()).toMatchObject({ kind: 'member-deactivated', data: { userId } })
    expect(await auditEntries(fixtures.database, 'account-deactivated')).toMatchObject([{ about_user_id: userId }])

    expect(await company().ok(reactivateMember, { params })).toMatchObject({ deactivatedOn: null })
    expect(await signIn(fixtures, email, testPassword)).toMatchObject({ status: 200 })
    expect(await branchesOf(userId)).toEqual(['First Street'])
    expect(await lastRecord()).toMatchObject({ kind: 'member-reactivated' })
  })

  test('ends a session that is opened concurrently', async () => {
    const { userId } = await somebody()
    const client = await fixtures.signedIn(userId)
    await fixtures.database.pool.query('update app_user set deactivated_on = now() where id = $1', [userId])
    expect(await client.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
  })

  test('a deactivated user cannot join a branch or be an agent contact, and is listed by status', async () => {
    const { userId, params } = await somebody()
    await company().ok(deactivateMember, { params })
    const { branchId } = fixtures.second
    expect(await company().refusal(addBranchMember, { params: { branchId }, body: { _id: userId } })).toMatchObject({
      code: 'MEMBER_DEACTIVATED',
    })
    expect(await company().refusal(saveContacts, { params: fixtures.first, body: { bStaff: userId } })).toMatchObject({
      code: 'NOT_A_MEMBER',
    })
    const listed = async (status: 'deactivated' | 'active' | 'current') =>
      (await company().ok(listCompanyMembers, { params: fixtures.a, query: { status, itemsPerPage: '100' } })).data.map(
        ({ _id }) => _id,
      )
    expect(await listed('deactivated')).toContain(userId)
    expect(await listed('active')).not.toContain(userId)
    expect(await listed('current')).not.toContain(userId)
  })

  test('refuses oneself and the last active administrator', async () => {
    const own = { params: { ...fixtures.a, userId: fixtures.idOf.company } }
    expect(await company().refusal(deactivateMember, own)).toMatchObject({ code: 'OWN_ACCOUNT' })
    expect(await fixtures.as('platform').refusal(deactivateMember, own)).toMatchObject({ code: 'LAST_ADMINISTRATOR' })
    const { params } = await somebody('COMPANY_ADMIN')
    await company().ok(deactivateMember, { params })
    expect(await fixtures.as('platform').refusal(deactivateMember, own)).toMatchObject({ code: 'LAST_ADMINISTRATOR' })
    expect(await fixtures.as('platform').refusal(deleteCompanyMember, own)).toMatchObject({ code: 'LAST_ADMINISTRATOR' })
  })
})

describe('PUT company/member/invitation', () => {
  test('sends a new link; the earlier password and link stop working', async () => {
    const email = 'invited@people.example'
    const made = await company().ok(createCompanyAdministrator, {
      params: fixtures.a,
      body: card(email, { type: 'BRANCH_STAFF' }),
    })
    expect(made).toMatchObject({ invitation: { sentOn: fixtures.clock.now(), state: 'queued' }, deactivatedOn: null })
    const temporary = /temporary password:\s+(\S+)/.exec((await findMailsTo(fixtures, email))[0]?.text ?? '')?.[1] ?? ''
    fixtures.clock.advance({ minutes: 1 })
    const params = { ...fixtures.a, userId: made._id }
    expect(await company().ok(inviteMember, { params })).toMatchObject({ invitation: { state: 'queued' } })
    expect(await signIn(fixtures, email, temporary)).toMatchObject({ status: 401 })
    const token = await findLinkToken(fixtures, email, 'reset')
    await fixtures.anonymous.ok(resetPasswordByLink, { body: { token, password: 'A-New-Password-2026' } })
    expect(await signIn(fixtures, email, 'A-New-Password-2026')).toMatchObject({ status: 200 })
    const { data } = await company().ok(listCompanyMembers, { params: fixtures.a, query: { idsIn: made._id } })
    expect(data[0]).toMatchObject({ invitation: null, activated: true })
    expect(await company().refusal(inviteMember, { params })).toMatchObject({ code: 'ALREADY_ACTIVATED' })
  })

  test('goes to the new address after a mistyped one was corrected', async () => {
    const made = await company().ok(createCompanyAdministrator, { params: fixtures.a, body: card('mistpyed@people.example') })
    const params = { ...fixtures.a, userId: made._id }
    await company().ok(updateCompanyAdministrator, { params, body: { email: 'mistyped@people.example' } })
    const [invitation] = await findMailsTo(fixtures, 'mistyped@people.example')
    expect(invitation?.subject).toBe('Your GYA account')
    expect(invitation?.text).toMatch(/^Hello .+,\n\n\S+ \S+ of Alder & Ash has opened an account for you on GYA\./)
  })
})

describe('POST and PATCH company/companyadmin branchIds', () => {
  test('are set at creation and replaced as a set', async () => {
    const { branchId: first } = fixtures.first
    const { branchId: second } = fixtures.second
    const body = card('two-branches@people.example', { type: 'BRANCH_STAFF', branchIds: [first, second] })
    const made = await company().ok(createCompanyAdministrator, { params: fixtures.a, body })
    expect(made.branches.map(({ name }) => name)).toEqual(['First Street', 'Second Street'])
    const params = { ...fixtures.a, userId: made._id }
    await company().ok(updateCompanyAdministrator, { params, body: { branchIds: [second] } })
    expect(await branchesOf(made._id)).toEqual(['Second Street'])
    expect(await lastRecord()).toMatchObject({ kind: 'member-left-branch', data: { userId: made._id, branchId: first } })
    await company().ok(updateCompanyAdministrator, { params, body: { branchIds: [] } })
    const { data } = await company().ok(listCompanyMembers, { params: fixtures.a, query: { status: 'without-branch' } })
    expect(data.map(({ _id }) => _id)).toContain(made._id)
  })

  test('must belong to the company; none for a company admin', async () => {
    const before = await databaseChecksum(fixtures.database)
    const refusal = (more: object) =>
      company().refusal(createCompanyAdministrator, { params: fixtures.a, body: card('never@people.example', more) })
    expect(await refusal({ type: 'BRANCH_STAFF', branchIds: [fixtures.other.branchId] })).toMatchObject({
      status: 400,
      issues: [{ path: 'branchIds' }],
    })
    expect(await refusal({ type: 'COMPANY_ADMIN', branchIds: [fixtures.first.branchId] })).toMatchObject({ status: 400 })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })
})

describe('POST company/member/handover', () => {
  const takeOn = async (branchId: string, staff: string, n: number) => {
    const owner = { firstName: 'Odo', lastName: 'Seller', email: `seller-${people}-${n}@sellers.example` }
    const params = { ...fixtures.a, branchId }
    const { _id: propertyId } = await company().ok(createProperty, {
      params,
      body: { address: testAddress(`${n} Leaver Lane`), owner },
    })
    await company().ok(saveContacts, { params: { ...params, propertyId }, body: { bStaff: staff } })
    return { ...params, propertyId }
  }
  const reported = async (bStaffIds: string) =>
    (await company().ok(readReport, { params: fixtures.a, query: { bStaffIds } })).paging.count

  test('moves all open sales in one transaction, with record, report and e-mail', async () => {
    const [leaver, colleague] = [await somebody(), await somebody()]
    const sales = [
      await takeOn(fixtures.first.branchId, leaver.userId, 1),
      await takeOn(fixtures.first.branchId, leaver.userId, 2),
    ]
    const { params } = leaver
    const held = { sales: 0, homes: 2, withdrawn: 0 }
    expect(await company().ok(countSalesOfMember, { params })).toEqual({
      count: 2,
      held,
      tasks: 0,
      branches: [{ _id: fixtures.first.branchId, name: 'First Street', count: 2, held }],
      keys: [],
      webhooks: [],
      feeds: [],
    })
    expect(await company().ok(handOverSales, { params, body: { to: colleague.userId } })).toMatchObject({ count: 2 })
    for (const at of sales)
      expect(await company().ok(readProperty, { params: at })).toMatchObject({ contacts: { bStaff: { _id: colleague.userId } } })
    expect([await reported(leaver.userId), await reported(colleague.userId)]).toEqual([0, 2])
    expect((await findMailsTo(fixtures, colleague.email))[0]?.subject).toBe('2 homes for sale are now yours')
    expect(await lastRecord()).toMatchObject({
      kind: 'sales-handed-over',
      data: { from: leaver.userId, to: colleague.userId, sales: 2 },
    })
    expect((await company().ok(countSalesOfMember, { params })).count).toBe(0)
  })

  test('moves open tasks too, but not those of sales in branches where the colleague does not work', async () => {
    const [leaver, colleague] = [await somebody(), await somebody()]
    const add = async (title: string, propertyId: string | null) =>
      (await company().ok(createTask, { params: fixtures.a, body: { title, propertyId, assigneeId: leaver.userId } })).task._id
    const at = await takeOn(fixtures.first.branchId, leaver.userId, 5)
    const [ofSale, ofNone, done] = [await add('Ring', at.propertyId), await add('Write', null), await add('Done', null)]
    await company().ok(completeTask, { params: { ...fixtures.a, taskId: done } })
    const { params } = leaver
    expect(await company().ok(countSalesOfMember, { params })).toMatchObject({ count: 1, tasks: 2 })
    const body = { to: colleague.userId }
    expect(await company().ok(handOverSales, { params, body })).toMatchObject({ count: 1, tasks: 2 })
    const tasksOf = async (assigneeId: string) =>
      (await company().ok(listTasks, { params: fixtures.a, query: { assigneeId } })).data.map(({ _id }) => _id).toSorted()
    expect(await tasksOf(colleague.userId)).toEqual([ofSale, ofNone].toSorted())
    expect(await tasksOf(leaver.userId)).toEqual([done])
  })

  test('of one branch: the sales of other branches stay', async () => {
    const [leaver, colleague] = [await somebody(), await somebody()]
    const { branchId } = fixtures.first
    await company().ok(addBranchMember, { params: { branchId: fixtures.second.branchId }, body: { _id: leaver.userId } })
    await takeOn(branchId, leaver.userId, 6)
    const kept = await takeOn(fixtures.second.branchId, leaver.userId, 7)
    const { params } = leaver
    expect(await company().ok(countSalesOfMember, { params, query: { branchId } })).toMatchObject({ count: 1 })
    expect(await company().ok(handOverSales, { params, body: { to: colleague.userId, branchId } })).toMatchObject({ count: 1 })
    expect(await company().ok(readProperty, { params: kept })).toMatchObject({ contacts: { bStaff: { _id: leaver.userId } } })
  })

  test('refuses a recipient who lacks one of the branches, is deactivated, or is the leaver', async () => {
    const [leaver, elsewhere, gone] = [
      await somebody(),
      await somebody('BRANCH_STAFF', fixtures.second.branchId),
      await somebody(),
    ]
    const boss = await somebody('COMPANY_ADMIN', undefined)
    await takeOn(fixtures.first.branchId, leaver.userId, 3)
    await company().ok(deactivateMember, { params: gone.params })
    const { params } = leaver
    const before = await databaseChecksum(fixtures.database)
    const refusal = (to: string) => company().refusal(handOverSales, { params, body: { to } })
    expect(await refusal(elsewhere.userId)).toMatchObject({
      code: 'HAND_OVER_OUT_OF_BRANCH',
      message: expect.stringContaining('does not belong to First Street (1 home for sale).'),
    })
    expect(await refusal(gone.userId)).toMatchObject({ code: 'MEMBER_DEACTIVATED' })
    expect(await refusal(leaver.userId)).toMatchObject({ code: 'HAND_OVER_TO_SAME' })
    expect(await refusal(fixtures.idOf.otherStaff)).toMatchObject({ status: 404 })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
    expect(await company().ok(handOverSales, { params, body: { to: boss.userId } })).toMatchObject({ count: 1 })
  })
})
