import { deleteOwnAccount } from '@gya/domain/features/account/account.contract.ts'
import {
  deleteCompanyMember,
  deletePlatformAdministrator,
  updateBranchMember,
  updateCompanyAdministrator,
} from '@gya/domain/features/members/members.contract.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import type { TestClient } from '../../../test/support/test-client.ts'

let fixtures: Fixtures
beforeEach(async () => {
  fixtures = await openFixtures()
})
afterEach(() => fixtures.close())

type Admin = { userId: string; client: TestClient }
const admins = async (names: string[]): Promise<Admin[]> => {
  const made: Admin[] = []
  for (const name of names) {
    const email = `${name}@people.example`
    const userId = await fixtures.addUser({ type: 'COMPANY_ADMIN', email, companyId: fixtures.a.companyId })
    made.push({ userId, client: await fixtures.signedIn(userId) })
  }
  return made
}
const left = async (type: 'COMPANY_ADMIN' | 'GYA_ADMIN') =>
  fixtures.database.db
    .selectFrom('app_user')
    .select('id')
    .where('type', '=', type)
    .where('deleted_on', 'is', null)
    .where('company_id', type === 'GYA_ADMIN' ? 'is' : '=', type === 'GYA_ADMIN' ? null : fixtures.a.companyId)
    .execute()
const codes = (answers: { status: number; body: unknown }[]) =>
  answers.map(({ status, body }) => (status === 200 ? 'done' : (body as { code: string }).code)).toSorted()

describe('LAST_ADMINISTRATOR of a company', () => {
  test('cannot be removed, demoted, or delete their own account', async () => {
    const params = { ...fixtures.a, userId: fixtures.idOf.company }
    const platform = fixtures.as('platform')
    const demote = { body: { type: 'BRANCH_STAFF' } } as const
    const atBranch = { branchId: fixtures.first.branchId, userId: fixtures.idOf.company }
    for (const refusal of [
      await platform.refusal(deleteCompanyMember, { params }),
      await platform.refusal(updateCompanyAdministrator, { params, ...demote }),
      await platform.refusal(updateBranchMember, { params: atBranch, ...demote }),
      await fixtures.as('company').refusal(deleteOwnAccount, { body: {} }),
    ])
      expect(refusal).toMatchObject({ status: 409, code: 'LAST_ADMINISTRATOR' })
    expect(await left('COMPANY_ADMIN')).toHaveLength(1)
  })

  test('two who remove each other concurrently: one is refused', async () => {
    const company = { userId: fixtures.idOf.company, client: fixtures.as('company') }
    const [other] = (await admins(['other'])) as [Admin]
    const remove = (by: Admin, whom: Admin) =>
      by.client.call(deleteCompanyMember, { params: { ...fixtures.a, userId: whom.userId } })
    const answers = await Promise.all([remove(company, other), remove(other, company)])
    // The other is refused as last administrator or, if the call arrived later, for the ended session.
    expect(codes(answers).filter((code) => code === 'done')).toHaveLength(1)
    expect(await left('COMPANY_ADMIN')).toHaveLength(1)
  })

  test('three who leave concurrently in three ways: one is refused', async () => {
    const [bea, cat] = (await admins(['bea', 'cat'])) as [Admin, Admin]
    const answers = await Promise.all([
      fixtures.as('platform').call(deleteCompanyMember, { params: { ...fixtures.a, userId: fixtures.idOf.company } }),
      fixtures.as('platform').call(updateCompanyAdministrator, {
        params: { ...fixtures.a, userId: bea.userId },
        body: { type: 'BRANCH_STAFF' },
      }),
      cat.client.call(deleteOwnAccount, { body: {} }),
    ])
    expect(codes(answers)).toEqual(['LAST_ADMINISTRATOR', 'done', 'done'])
    expect(await left('COMPANY_ADMIN')).toHaveLength(1)
  })
})

describe('LAST_ADMINISTRATOR of the platform', () => {
  test('cannot delete their own account; nobody removes themselves', async () => {
    expect(await fixtures.as('platform').refusal(deleteOwnAccount, { body: {} })).toMatchObject({ code: 'LAST_ADMINISTRATOR' })
    const params = { userId: fixtures.idOf.platform }
    expect(await fixtures.as('platform').refusal(deletePlatformAdministrator, { params })).toMatchObject({ code: 'OWN_ACCOUNT' })
  })

  test('concurrent removals always leave one', async () => {
    const second = async (email: string): Promise<Admin> => {
      const userId = await fixtures.addUser({ type: 'GYA_ADMIN', email })
      return { userId, client: await fixtures.signedIn(userId) }
    }
    const platform = { userId: fixtures.idOf.platform, client: fixtures.as('platform') }
    const other = await second('second@people.example')
    const remove = (by: Admin, whom: Admin) => by.client.call(deletePlatformAdministrator, { params: { userId: whom.userId } })
    expect(
      codes(await Promise.all([remove(platform, other), remove(other, platform)])).filter((code) => code === 'done'),
    ).toHaveLength(1)
    const [lone] = await left('GYA_ADMIN')
    const staying = lone?.id === platform.userId ? platform : other
    const third = await second('third@people.example')
    const leaving = await Promise.all([staying, third].map(({ client }) => client.call(deleteOwnAccount, { body: {} })))
    expect(codes(leaving)).toEqual(['LAST_ADMINISTRATOR', 'done'])
    expect(await left('GYA_ADMIN')).toHaveLength(1)
  })
})
