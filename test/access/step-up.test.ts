import { hasPermission, type Permission } from '@gya/domain/access/permissions.ts'
import { isWrite } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { createBranch, updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { addBranchMember, updateBranchMember, updateCompanyAdministrator } from '@gya/domain/features/members/members.contract.ts'
import { confirmIdentity } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { openSupportAccess } from '@gya/domain/features/support-access/support-access.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, testAddress, testPassword } from '../support/fixtures.ts'
import { findMailsTo } from '../support/sent-mails.ts'
import { signIn } from '../support/sign-in.ts'
import type { TestClient } from '../support/test-client.ts'
import {
  allowedInSupportAccess,
  confirmedActs,
  confirmedByFields,
  notNotified,
  refusedByFields,
  refusedInSupportAccess,
  withoutConfirmation,
} from './sensitive-calls.ts'

const sorted = (lists: Readonly<Record<string, readonly string[]>>): string[] => Object.values(lists).flat().toSorted()
const changing = endpoints.filter(({ call }) => isWrite(call) && call.permission !== 'public')

describe('Lists of changing calls', () => {
  test('the calls of these acts, and no others, always require a confirmed identity', () => {
    const requiring = endpoints.flatMap(({ name, call }) => (call.requiresConfirmedIdentity ? [name] : []))
    expect(requiring.toSorted()).toEqual(sorted(confirmedActs))
  })

  test('every other changing call requires it for some fields, or never with a reason', () => {
    const others = changing.flatMap(({ name, call }) => (call.requiresConfirmedIdentity ? [] : [name]))
    expect(others.toSorted()).toEqual([...Object.keys(confirmedByFields), ...sorted(withoutConfirmation)].toSorted())
  })

  test('the administrators are told of every confirmed call, or there is a reason', () => {
    const silent = endpoints.flatMap(({ name, call }) =>
      call.requiresConfirmedIdentity && !call.notifiesAdministrators ? [name] : [],
    )
    expect(silent.toSorted()).toEqual(sorted(notNotified))
  })

  test('every changing call of a platform admin in a company is refused in a support access, or allowed with a reason', () => {
    const inCompany = changing.filter(
      ({ call }) =>
        hasPermission('GYA_ADMIN', call.permission as Permission) &&
        (/:(companyId|branchId)/.test(call.path) || call.scopeInBody !== undefined),
    )
    const refused = inCompany.flatMap(({ name, call }) => (call.refusedInSupportAccess ? [name] : []))
    expect(refused.toSorted()).toEqual(refusedInSupportAccess.toSorted())
    const others = inCompany.flatMap(({ name, call }) => (call.refusedInSupportAccess ? [] : [name]))
    expect(others.toSorted()).toEqual([...Object.keys(refusedByFields), ...sorted(allowedInSupportAccess)].toSorted())
  })
})

let fixtures: Fixtures
let people = 0
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

async function signedInBefore(type: 'COMPANY_ADMIN' | 'GYA_ADMIN', minutes: number) {
  people += 1
  const email = `step-up-${people}@people.example`
  await fixtures.addUser({ type, email, companyId: type === 'GYA_ADMIN' ? undefined : fixtures.a.companyId })
  const { client } = await signIn(fixtures, email, testPassword)
  if (type === 'GYA_ADMIN')
    await client.ok(openSupportAccess, { params: fixtures.a, body: { reason: 'Ticket 4711: fees', hours: 1 } })
  fixtures.clock.advance({ minutes })
  return client
}
const newPerson = () => {
  people += 1
  return { firstName: 'New', lastName: 'Member', email: `new-${people}@people.example`, tel: '' }
}

type Act = (client: TestClient) => Promise<{ status: number; body: unknown }>

describe('Calls that require a confirmed identity for some fields', () => {
  const staff = () => ({ ...fixtures.a, userId: fixtures.idOf.staff })
  const inBranch = () => ({ branchId: fixtures.first.branchId, userId: fixtures.idOf.staff })
  const guarded: [what: string, type: 'COMPANY_ADMIN' | 'GYA_ADMIN', act: Act][] = [
    [
      'fee deduction of a company',
      'GYA_ADMIN',
      (client) => client.call(updateCompany, { body: { _id: fixtures.a.companyId, feeDeduction: 7 } }),
    ],
    [
      'notice policy of a company',
      'COMPANY_ADMIN',
      (client) => client.call(updateCompany, { body: { _id: fixtures.a.companyId, noticePeriodInDays: 21 } }),
    ],
    [
      'fee deduction of a branch',
      'COMPANY_ADMIN',
      (client) =>
        client.call(updateBranch, {
          params: fixtures.a,
          body: { _id: fixtures.first.branchId, useBranchDeduction: true, feeDeduction: 9 },
        }),
    ],
    [
      'e-mail address of a branch',
      'COMPANY_ADMIN',
      async (client) => {
        await fixtures.database.pool.query(`update branch set email = 'office@alder.example' where email = ''`)
        const body = { _id: fixtures.first.branchId, email: 'replies@elsewhere.example' }
        return client.call(updateBranch, { params: fixtures.a, body })
      },
    ],
    [
      'role of a user of the company',
      'COMPANY_ADMIN',
      (client) => client.call(updateCompanyAdministrator, { params: staff(), body: { type: 'BRANCH_ADMIN' } }),
    ],
    [
      'role of a member of a branch',
      'COMPANY_ADMIN',
      (client) => client.call(updateBranchMember, { params: inBranch(), body: { type: 'BRANCH_STAFF' } }),
    ],
    [
      'new administrator of a branch',
      'COMPANY_ADMIN',
      (client) =>
        client.call(addBranchMember, {
          params: { branchId: fixtures.first.branchId },
          body: { ...newPerson(), type: 'BRANCH_ADMIN' },
        }),
    ],
    [
      'security settings of a company',
      'COMPANY_ADMIN',
      (client) => client.call(updateCompany, { body: { _id: fixtures.a.companyId, security: { auditMonths: 30 } } }),
    ],
    [
      'branches of a user of the company',
      'COMPANY_ADMIN',
      (client) => client.call(updateCompanyAdministrator, { params: staff(), body: { branchIds: [fixtures.second.branchId] } }),
    ],
    [
      'new branch with an administrator',
      'COMPANY_ADMIN',
      (client) =>
        client.call(createBranch, {
          params: fixtures.a,
          body: { name: 'Third', address: testAddress('3 Road'), administrator: newPerson() },
        }),
    ],
  ]

  test.each(guarded)(
    '%s: 403 CONFIRM_IDENTITY after 11 minutes; done once the identity is confirmed',
    async (_what, type, act) => {
      const client = await signedInBefore(type, 11)
      expect(await act(client)).toMatchObject({ status: 403, body: { code: 'CONFIRM_IDENTITY', details: { ways: 'password' } } })
      await client.ok(confirmIdentity, { body: { password: testPassword } })
      expect(await act(client)).toMatchObject({ status: 200 })
      const told = await findMailsTo(fixtures, fixtures.emailOf('company'))
      expect(told[0]?.subject).toMatch(/^Alder & Ash: step-up/)
    },
  )

  test('other fields of these calls require none', async () => {
    const client = await signedInBefore('COMPANY_ADMIN', 11)
    await client.ok(updateCompany, { body: { _id: fixtures.a.companyId, tel: '0118 496 0002' } })
    await client.ok(updateBranch, { params: fixtures.a, body: { _id: fixtures.first.branchId, tel: '0118 496 0003' } })
    await client.ok(updateCompanyAdministrator, { params: staff(), body: { firstName: 'Renamed' } })
    await client.ok(addBranchMember, { params: { branchId: fixtures.first.branchId }, body: newPerson() })
  })
})
