import { createBranch, listBranches, updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { listBranchMembers } from '@gya/domain/features/members/members.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, type FixtureUser, openFixtures, testAddress } from '../../../test/support/fixtures.ts'
import { findMailsTo } from '../../../test/support/sent-mails.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
  await fixtures.as('platform').ok(updateCompany, { body: { _id: fixtures.a.companyId, availableLicenses: 50 } })
})
afterAll(() => fixtures.close())

const card = (email: string, more: object = {}) => ({ firstName: 'Nora', lastName: 'Finch', email, ...more })
const create = (administrator: object) =>
  fixtures
    .as('company')
    .call(createBranch, { params: fixtures.a, body: { name: 'With admin', address: testAddress('1 Road'), administrator } })
const update = (administrator: object, name: FixtureUser = 'company') =>
  fixtures.as(name).call(updateBranch, { params: fixtures.a, body: { _id: fixtures.first.branchId, administrator } })
const membersOf = async (branchId: string) =>
  (await fixtures.as('company').ok(listBranchMembers, { params: { branchId } })).data.map(({ email, type }) => [email, type])
const company = ['company@people.example', 'COMPANY_ADMIN']

describe('Administrator in POST and PUT /branch/:companyId: an existing user id or new user details', () => {
  test('a new user becomes branch admin of the new branch and is e-mailed a temporary password', async () => {
    const { body } = await create(card('nora@people.example'))
    expect(await membersOf((body as { _id: string })._id)).toEqual([company, ['nora@people.example', 'BRANCH_ADMIN']])
    expect((await findMailsTo(fixtures, 'nora@people.example'))[0]?.text).toContain('this temporary password:')
  })

  test('an existing user keeps their role; a company admin already administers the branch', async () => {
    const { body } = await create({ _id: fixtures.idOf.staff })
    expect(await membersOf((body as { _id: string })._id)).toEqual([company, ['staff@people.example', 'BRANCH_STAFF']])
    const second = await create({ _id: fixtures.idOf.company })
    expect(await membersOf((second.body as { _id: string })._id)).toEqual([company])
  })

  test('PUT adds an administrator too; a branch admin can do it but cannot create a company admin', async () => {
    expect(await update(card('added@people.example'), 'branch')).toMatchObject({ status: 200 })
    expect(await membersOf(fixtures.first.branchId)).toContainEqual(['added@people.example', 'BRANCH_ADMIN'])
    expect(await update(card('boss@people.example', { type: 'COMPANY_ADMIN' }), 'branch')).toMatchObject({ status: 403 })
  })

  test.each([
    ['a weak password', card('weak@people.example', { password: 'weak' }), 400, 'PASSWORD_WEAK', 'administrator.password'],
    ['a taken e-mail address', card('otherstaff@people.example'), 409, 'EMAIL_TAKEN', 'administrator.email'],
    ['no last name', card('half@people.example', { lastName: undefined }), 400, 'VALIDATION_FAILED', 'administrator.lastName'],
  ])('%s creates no branch and uses no licence', async (_what, administrator, status, code, path) => {
    const before = await databaseChecksum(fixtures.database)
    const answer = await create(administrator)
    expect(answer).toMatchObject({ status, body: { code } })
    expect((answer.body as { issues?: { path: string }[] }).issues?.[0]?.path).toBe(path)
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
  })

  test('a user of another company creates no branch', async () => {
    const { licences } = await fixtures.as('company').ok(listBranches, { params: fixtures.a })
    expect(await create({ _id: fixtures.idOf.otherStaff })).toMatchObject({ status: 404 })
    expect(await fixtures.as('company').ok(listBranches, { params: fixtures.a })).toMatchObject({ licences })
  })
})
