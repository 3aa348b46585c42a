import { readCompany } from '@gya/domain/features/companies/companies.contract.ts'
import {
  createCompanyAdministrator,
  deleteCompanyMember,
  listCompanyMembers,
  updateCompanyAdministrator,
} from '@gya/domain/features/members/members.contract.ts'
import {
  activateAccount,
  forgotPassword,
  readMe,
  resetPasswordByLink,
  verifyEmail,
} from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, type FixtureUser, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { findLinkToken, findMailsTo } from '../../../test/support/sent-mails.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { testStart } from '../../../test/support/test-app.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(() => fixtures.clock.moveTo(testStart))
afterAll(() => fixtures.close())

const company = () => fixtures.as('company')
let people = 0
/** Creates a new user in company A, so that tests stay independent. */
async function somebody(type: 'COMPANY_ADMIN' | 'BRANCH_ADMIN' | 'BRANCH_STAFF' = 'BRANCH_STAFF', branchId?: string) {
  people += 1
  const email = `person-${people}@people.example`
  return { email, userId: await fixtures.addUser({ type, email, companyId: fixtures.a.companyId, branchId }) }
}
const card = (email: string, more: object = {}) => ({ firstName: 'Nora', lastName: 'Finch', email, ...more })
const create = (email: string, more: object = {}) =>
  company().ok(createCompanyAdministrator, { params: fixtures.a, body: card(email, more) })
const update = (userId: string, body: object) =>
  company().call(updateCompanyAdministrator, { params: { ...fixtures.a, userId }, body })
const lastRecord = async () => (await companyEvents(fixtures, fixtures.a.companyId)).at(-1)

describe('GET company/members', () => {
  let lists: Fixtures
  beforeAll(async () => {
    lists = await openFixtures()
    const { companyId } = lists.a
    await lists.addUser({ type: 'BRANCH_STAFF', email: 'nowhere@people.example', companyId })
    const both = { type: 'BRANCH_STAFF', email: 'both@people.example', companyId, branchId: lists.first.branchId } as const
    const userId = await lists.addUser(both)
    const member = { company_id: companyId, branch_id: lists.second.branchId, user_id: userId }
    await lists.database.db.insertInto('branch_member').values(member).execute()
    const gone = await lists.addUser({ type: 'COMPANY_ADMIN', email: 'gone@people.example', companyId })
    await lists.database.db.updateTable('app_user').set({ deleted_on: testStart }).where('id', '=', gone).execute()
  })
  afterAll(() => lists.close())
  const listed = async (name: FixtureUser, query: object = {}) =>
    (await lists.as(name).ok(listCompanyMembers, { params: lists.a, query })).data.map(({ firstName }) => firstName)

  test('lists staff by name without vendors, deleted users and other companies', async () => {
    const all = ['both', 'branch', 'company', 'nowhere', 'secondbranch', 'staff']
    expect(await listed('company')).toEqual(all)
    expect(await listed('platform')).toEqual(all)
  })

  test('branch roles see admins and members of their branches; branch admins also unassigned people', async () => {
    expect(await listed('staff')).toEqual(['both', 'branch', 'company', 'staff'])
    expect(await listed('branch')).toEqual(['both', 'branch', 'company', 'nowhere', 'staff'])
    expect(await listed('secondBranch')).toEqual(['both', 'company', 'nowhere', 'secondbranch'])
  })

  test('names only branches in the caller’s scope, none for a company admin', async () => {
    const branchesOf = async (name: FixtureUser) =>
      Object.fromEntries(
        (await lists.as(name).ok(listCompanyMembers, { params: lists.a })).data.map(({ firstName, branches }) => [
          firstName,
          branches.map((branch) => branch.name),
        ]),
      )
    expect(await branchesOf('company')).toMatchObject({ both: ['First Street', 'Second Street'], nowhere: [], company: [] })
    expect(await branchesOf('staff')).toMatchObject({ both: ['First Street'] })
  })

  test('filters by type, ids, excluded branches, and text in name or e-mail', async () => {
    expect(await listed('company', { type: 'BRANCH_ADMIN' })).toEqual(['branch', 'secondbranch'])
    expect(await listed('company', { idsIn: `${lists.idOf.staff},${lists.idOf.otherStaff}` })).toEqual(['staff'])
    const { branchId } = lists.first
    expect(await listed('company', { excludeUsersFromBranches: branchId })).toEqual(['nowhere', 'secondbranch'])
    expect(await listed('company', { excludeUsersFromBranches: `${branchId},${lists.second.branchId}` })).toEqual(['nowhere'])
    expect(await listed('company', { textSearch: 'BRANCH PEOP' })).toEqual(['branch', 'secondbranch'])
    expect(await listed('company', { textSearch: 'staff@' })).toEqual(['staff'])
    expect(await listed('company', { textSearch: '%' })).toEqual([])
  })

  test('pages, and refuses malformed ids', async () => {
    const query = { itemsPerPage: '4', currentPage: '1' }
    const { data, paging } = await lists.as('company').ok(listCompanyMembers, { params: lists.a, query })
    expect([data.length, paging.count, paging.prevPage, paging.nextPage]).toEqual([2, 6, 0, null])
    const refusal = await lists.as('company').refusal(listCompanyMembers, { params: lists.a, query: { idsIn: 'me' } })
    expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'idsIn' }] })
  })
})

describe('POST company/companyadmin', () => {
  test('without password: e-mails a temporary one that must be changed', async () => {
    const member = await create('nora@people.example')
    expect(member).toMatchObject({
      fullName: 'Nora Finch',
      type: 'COMPANY_ADMIN',
      lastLogin: null,
      tel: '',
      branches: [],
      version: 1,
    })
    const [mail] = await findMailsTo(fixtures, 'nora@people.example')
    expect(mail?.subject).toBe('Your new GYA account at Alder & Ash: how to sign in')
    expect(mail?.text).toMatch(/^Hello Nora,\n\n\S+ \S+ of Alder & Ash has opened an account for you on GYA\.\n/)
    const temporary = /this temporary password:\s+(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await signIn(fixtures, 'nora@people.example', temporary)).body).toMatchObject({
      activated: true,
      passwordReset: true,
    })
    expect(await lastRecord()).toMatchObject({
      kind: 'member-added',
      user_id: fixtures.idOf.company,
      data: { userId: member._id, type: 'COMPANY_ADMIN' },
    })
  })

  test('with password: the user signs in with it and activates the account first', async () => {
    const password = 'Given-By-Company-2026'
    await create('nils@people.example', { password, type: 'BRANCH_STAFF' })
    const { client } = await signIn(fixtures, 'nils@people.example', password)
    expect(await client.ok(readMe)).toMatchObject({ type: 'BRANCH_STAFF', activated: false, passwordReset: false })
    await client.ok(activateAccount, { body: { password: 'A-New-Password-2026' } })
    expect(await client.ok(readCompany, { params: fixtures.a })).toMatchObject({ branches: [] })
  })

  test.each([
    ['the address of any company’s staff', { email: 'otherstaff@people.example' }, 409, 'EMAIL_TAKEN'],
    ['a password against the rule', { password: 'weak' }, 400, 'PASSWORD_WEAK'],
    [
      'a password that is confirmed wrongly',
      { password: 'Given-By-Us-2026', confirmPassword: 'Given-By-Us-2027' },
      400,
      'VALIDATION_FAILED',
    ],
    ['a type of the platform', { type: 'GYA_ADMIN' }, 400, 'VALIDATION_FAILED'],
    ['a vendor’s type', { type: 'VENDOR' }, 400, 'VALIDATION_FAILED'],
    ['no last name', { lastName: ' ' }, 400, 'VALIDATION_FAILED'],
  ])('%s is refused; nothing is saved or sent', async (_what, wrong, status, code) => {
    const before = await databaseChecksum(fixtures.database)
    const body = card('never@people.example', wrong)
    expect(await company().refusal(createCompanyAdministrator, { params: fixtures.a, body })).toMatchObject({ status, code })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })
})

describe('PATCH company/companyadmin', () => {
  test('changes the given fields and records the previous values; records nothing without changes', async () => {
    const { userId, email } = await somebody()
    const change = { firstName: 'Mona', tel: '0118 496 0111', type: 'BRANCH_ADMIN', email }
    expect((await update(userId, change)).body).toMatchObject({ fullName: 'Mona people', tel: '0118 496 0111', version: 2 })
    expect(await lastRecord()).toMatchObject({
      kind: 'member-edited',
      data: {
        userId,
        changes: [
          { field: 'first_name', from: email.split('@')[0], to: 'Mona' },
          { field: 'tel', from: '', to: '0118 496 0111' },
          { field: 'type', from: 'BRANCH_STAFF', to: 'BRANCH_ADMIN' },
        ],
      },
    })
    const before = await databaseChecksum(fixtures.database)
    expect((await update(userId, change)).body).toMatchObject({ version: 2 })
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test('a new type applies to the next call of an open session', async () => {
    const { userId } = await somebody('COMPANY_ADMIN')
    const client = await fixtures.signedIn(userId)
    await client.ok(listCompanyMembers, { params: fixtures.a })
    await update(userId, { type: 'BRANCH_STAFF' })
    const refusal = await client.refusal(createCompanyAdministrator, { params: fixtures.a, body: card('no@people.example') })
    expect(refusal).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  test('STALE_VERSION names who saved and when', async () => {
    const { userId } = await somebody()
    await update(userId, { firstName: 'First', version: 1 })
    fixtures.clock.advance({ minutes: 5 })
    expect(await update(userId, { firstName: 'Second', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'STALE_VERSION', details: { savedBy: 'company people', savedOn: testStart } },
    })
  })

  test('of two concurrent saves of one version, one gets STALE_VERSION with the other’s name', async () => {
    const { userId } = await somebody()
    const params = { ...fixtures.a, userId }
    const answers = await Promise.all(
      (['platform', 'company'] as const).map((name) =>
        fixtures.as(name).call(updateCompanyAdministrator, { params, body: { firstName: name, version: 1 } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const saved = answers.find(({ status }) => status === 200)?.body as { firstName: string }
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      details: { savedBy: `${saved.firstName} people` },
    })
  })

  test('returns 404 for vendors, other companies and deleted users', async () => {
    for (const name of ['vendor', 'otherStaff', 'platform'] as const)
      expect(await update(fixtures.idOf[name], { firstName: 'X' })).toMatchObject({ status: 404 })
  })
})

describe('PATCH company/companyadmin email', () => {
  test('is pending: sends a confirmation link to the new address and notifies the old one, also after confirmation', async () => {
    const { userId, email } = await somebody()
    await fixtures.database.db.updateTable('app_user').set({ email_verified: true }).where('id', '=', userId).execute()
    const moved = `Moved-${email}`
    expect((await update(userId, { email: moved })).body).toMatchObject({
      email,
      pendingEmail: moved.toLowerCase(),
      accountActivationToken: userId,
    })
    const entered = 'A new e-mail address was entered for your GYA account'
    expect((await findMailsTo(fixtures, email)).map(({ subject }) => subject)).toEqual([entered])
    expect(await signIn(fixtures, moved, testPassword)).toMatchObject({ status: 401 })
    await fixtures.anonymous.ok(verifyEmail, { body: { token: await findLinkToken(fixtures, moved.toLowerCase(), 'verify') } })
    const { client } = await signIn(fixtures, moved, testPassword)
    expect(await client.ok(readMe)).toMatchObject({ accountActivationToken: null, pendingEmail: null })
    expect((await findMailsTo(fixtures, email)).map(({ subject }) => subject)).toContain(
      'Your GYA account has another e-mail address',
    )
  })

  test('deletes the links sent to the old address', async () => {
    const { userId, email } = await somebody()
    await fixtures.anonymous.ok(forgotPassword, { body: { email } })
    await fixtures.runJobs()
    const token = await findLinkToken(fixtures, email, 'reset')
    expect(token).not.toBe('')
    await update(userId, { email: `new-${email}` })
    await fixtures.anonymous.ok(verifyEmail, { body: { token: await findLinkToken(fixtures, `new-${email}`, 'verify') } })
    const body = { token, password: 'Stolen-Password-2026' }
    expect(await fixtures.anonymous.refusal(resetPasswordByLink, { body })).toMatchObject({ code: 'LINK_EXPIRED' })
  })

  test('before the temporary password was replaced: invalidates it and invites the new address', async () => {
    const { _id: userId } = await create('mistyped@people.example')
    const [mail] = await findMailsTo(fixtures, 'mistyped@people.example')
    const temporary = /this temporary password:\s+(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    await update(userId, { email: 'typed-well@people.example' })
    expect(await signIn(fixtures, 'typed-well@people.example', temporary)).toMatchObject({ status: 401 })
    const token = await findLinkToken(fixtures, 'typed-well@people.example', 'reset')
    fixtures.clock.advance({ days: 6, hours: 23 })
    await fixtures.anonymous.ok(resetPasswordByLink, { body: { token, password: 'Chosen-By-Myself-2026' } })
    expect((await signIn(fixtures, 'typed-well@people.example', 'Chosen-By-Myself-2026')).body).toMatchObject({
      activated: true,
      passwordReset: false,
      accountActivationToken: null,
    })
  })

  test('EMAIL_TAKEN, also for concurrent saves', async () => {
    const [one, two] = [await somebody(), await somebody()]
    expect(await update(one.userId, { email: fixtures.emailOf('otherStaff') })).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN' },
    })
    const tokens: string[] = []
    for (const { userId } of [one, two]) {
      await update(userId, { email: 'wanted@people.example' })
      tokens.push(await findLinkToken(fixtures, 'wanted@people.example', 'verify'))
    }
    const answers = await Promise.all(tokens.map((token) => fixtures.anonymous.call(verifyEmail, { body: { token } })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('DELETE company/member', () => {
  const remove = (userId: string) => company().call(deleteCompanyMember, { params: { ...fixtures.a, userId } })

  test('ends the account and its sessions and frees its e-mail address', async () => {
    const { userId, email } = await somebody('BRANCH_STAFF', fixtures.first.branchId)
    const client = await fixtures.signedIn(userId)
    await client.ok(readMe)
    expect(await remove(userId)).toMatchObject({ status: 200, body: { success: true } })
    expect(await client.refusal(readMe)).toMatchObject({ status: 401, code: 'INVALID_SESSION' })
    expect(await signIn(fixtures, email, testPassword)).toMatchObject({ status: 401 })
    expect(await lastRecord()).toMatchObject({ kind: 'user-deleted', data: { userId, type: 'BRANCH_STAFF' } })
    expect(await create(email)).toMatchObject({ email })
    expect(await remove(userId)).toMatchObject({ status: 404 })
  })

  test('refuses oneself, vendors and other companies’ users', async () => {
    expect(await remove(fixtures.idOf.company)).toMatchObject({ status: 409, body: { code: 'OWN_ACCOUNT' } })
    for (const name of ['vendor', 'otherStaff', 'platform'] as const)
      expect(await remove(fixtures.idOf[name])).toMatchObject({ status: 404 })
  })
})
