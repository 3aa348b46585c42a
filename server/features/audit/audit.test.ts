import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { deleteProperty, restoreProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import {
  addBranchMember,
  createCompanyAdministrator,
  deleteCompanyMember,
  removeBranchMember,
  updateCompanyAdministrator,
} from '@gya/domain/features/members/members.contract.ts'
import { saveRetention, searchPerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { sendReportPdf } from '@gya/domain/features/report/report.contract.ts'
import { forgotPassword, login, logout, resetOwnPassword } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuditEntry, auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

/** Runs an action and returns the audit entries it adds. */
async function addedBy(act: () => Promise<unknown>): Promise<AuditEntry[]> {
  const before = new Set((await auditEntries(fixtures.database)).map(({ id }) => id))
  await act()
  return (await auditEntries(fixtures.database)).filter(({ id }) => !before.has(id))
}
const kindsOf = (lines: AuditEntry[]) => lines.map(({ kind }) => kind)
const signIn = (email: string, password = testPassword) =>
  fixtures.anonymous.inject({
    method: 'POST',
    url: `/api${login.path}`,
    payload: { email, password },
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' },
    remoteAddress: '203.0.113.20',
  })

describe('Audit of POST /auth/login', () => {
  test('a sign-in records account, session, network and device', async () => {
    const [line] = await addedBy(() => signIn(fixtures.emailOf('staff')))
    expect(line).toMatchObject({
      kind: 'signed-in',
      company_id: fixtures.a.companyId,
      user_id: fixtures.idOf.staff,
      network: '203.0.113.20',
      data: { way: 'password', device: 'Firefox on Windows' },
    })
    const { rows } = await fixtures.database.pool.query(
      'select user_id, device, network, ended_on from session_log where id = $1',
      [line?.session_log_id],
    )
    expect(rows).toEqual([
      { user_id: fixtures.idOf.staff, device: 'Firefox on Windows', network: '203.0.113.20', ended_on: null },
    ])
  })

  test('a refused sign-in records the reason, at most one entry per account in 15 minutes', async () => {
    const lines = await addedBy(async () => {
      for (let time = 0; time < 3; time += 1) await signIn(fixtures.emailOf('branch'), 'Wrong-Password-2026')
    })
    expect(lines).toMatchObject([
      {
        kind: 'sign-in-refused',
        user_id: null,
        about_user_id: fixtures.idOf.branch,
        network: '203.0.113.20',
        data: { reason: 'wrong-password', count: 3 },
      },
    ])
  })

  test('a sign-in to an unknown account is only logged, without the address', async () => {
    expect(await addedBy(() => signIn('nobody-at-all@people.example'))).toEqual([])
    const line = fixtures.log.findLast((text) => text.includes('unknown-account'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ security: 'sign-in-refused', network: '203.0.113.20' })
    expect(line).not.toContain('nobody-at-all')
  })

  test('a sign-out ends the session log entry', async () => {
    const { cookies } = await signIn(fixtures.emailOf('staff'))
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const [line] = await addedBy(() =>
      fixtures.anonymous.inject({ method: 'POST', url: `/api${logout.path}`, headers: { cookie }, payload: {} }),
    )
    expect(line).toMatchObject({ kind: 'signed-out', user_id: fixtures.idOf.staff })
    const { rows } = await fixtures.database.pool.query('select ended_because from session_log where id = $1', [
      line?.session_log_id,
    ])
    expect(rows).toEqual([{ ended_because: 'signed-out' }])
  })
})

test('Audit records password reset requests and password changes', async () => {
  const asked = await addedBy(async () => {
    await fixtures.anonymous.ok(forgotPassword, { body: { email: fixtures.emailOf('otherStaff') } })
    await fixtures.runJobs()
  })
  expect(asked).toMatchObject([{ kind: 'password-reset-asked', about_user_id: fixtures.idOf.otherStaff, network: '127.0.0.1' }])
  await fixtures.signedIn(fixtures.idOf.otherStaff)
  const changed = await addedBy(() => fixtures.as('otherStaff').ok(resetOwnPassword, { body: { password: 'Meadow!Lantern42' } }))
  expect(changed).toMatchObject([
    { kind: 'password-changed', user_id: fixtures.idOf.otherStaff, data: { how: 'own' } },
    { kind: 'session-ended', data: { reason: 'password', sessions: 1 } },
  ])
  expect(JSON.stringify(await auditEntries(fixtures.database))).not.toContain('Meadow')
})

test('Audit records account, role and branch changes with the affected account', async () => {
  const company = fixtures.as('company')
  let userId = ''
  const created = await addedBy(async () => {
    const card = { firstName: 'New', lastName: 'Member', email: 'new.member@people.example', tel: '' }
    userId = (await company.ok(createCompanyAdministrator, { params: fixtures.a, body: { ...card, type: 'BRANCH_STAFF' } }))._id
  })
  expect(created).toMatchObject([{ kind: 'account-created', about_user_id: userId, data: { role: 'BRANCH_STAFF' } }])
  const lines = await addedBy(async () => {
    const params = { companyId: fixtures.a.companyId, userId }
    const branchId = fixtures.first.branchId
    await company.ok(addBranchMember, { params: { branchId }, body: { _id: userId } })
    await company.ok(updateCompanyAdministrator, { params, body: { type: 'BRANCH_ADMIN' } })
    await company.ok(removeBranchMember, { params: { branchId, userId } })
    await company.ok(deleteCompanyMember, { params })
  })
  expect(kindsOf(lines)).toEqual(['branch-joined', 'role-changed', 'branch-left', 'account-ended'])
  expect(lines.map(({ about_user_id, company_id }) => [about_user_id, company_id])).toEqual(
    lines.map(() => [userId, fixtures.a.companyId]),
  )
  expect(lines[1]?.data).toMatchObject({ from: 'BRANCH_STAFF', to: 'BRANCH_ADMIN' })
  expect(JSON.stringify([...created, ...lines])).not.toContain('new.member')
})

test('Audit records deletions, settings changes and personal data requests', async () => {
  const { first, a } = fixtures
  const lines = await addedBy(async () => {
    await fixtures.as('platform').ok(updateCompany, { body: { _id: a.companyId, feeDeduction: 12 } })
    await fixtures.as('company').ok(updateCompany, { body: { _id: a.companyId, noticePeriodInDays: 14 } })
    await fixtures.as('company').ok(deleteProperty, { params: first })
    await fixtures
      .as('platform')
      .ok(restoreProperty, { params: { companyId: first.companyId, deletedPropertyId: first.propertyId } })
    await fixtures.as('company').ok(searchPerson, { params: a, body: { emails: ['sample@people.example'] } })
    await fixtures.as('company').ok(saveRetention, { params: a, body: { salesYears: 0, mailDays: 200, version: 1 } })
  })
  expect(kindsOf(lines)).toEqual([
    'fees-changed',
    'fees-changed',
    'property-deleted',
    'property-restored',
    'person-searched',
    'retention-changed',
  ])
  expect(lines.map(({ company_id }) => company_id)).toEqual(lines.map(() => a.companyId))
  expect(lines[0]?.data).toMatchObject({ feeAfter: 1200 })
  expect(lines[1]?.data).toMatchObject({ noticeAfter: 14 })
  expect(JSON.stringify(lines)).not.toContain('sample@people')
})

test('Audit records exports and e-mailed reports with size and recipient domains', async () => {
  const staff = fixtures.as('staff')
  const { first } = fixtures
  const get = (url: string) => staff.inject({ method: 'GET', url: `/api${url}` })
  const lines = await addedBy(async () => {
    await get(`/property/mi/report/csv/${first.companyId}`)
    await get(`/company/properties/csv/${first.companyId}`)
    await get(`/md/csv/${first.companyId}/${first.branchId}?tab=overall`)
    await get('/user/me/personal-data')
    await staff.ok(sendReportPdf, { params: { companyId: first.companyId }, query: { to: 'someone@law.example' } })
  })
  expect(lines.map(({ kind, data }) => [kind, data.rows ?? Number(data.bytes) > 0])).toEqual([
    ['report-downloaded', 1],
    ['list-downloaded', 1],
    ['dashboard-downloaded', expect.any(Number)],
    ['own-data-exported', true],
    ['report-emailed', 1],
  ])
  expect(lines.at(-1)?.data).toMatchObject({ recipients: 1, domains: 'law.example' })
  expect(JSON.stringify(lines)).not.toContain('someone')
})

test('Audit entries of platform administrators about themselves belong to the platform company', async () => {
  const [line] = await addedBy(() => fixtures.as('platform').ok(resetOwnPassword, { body: { password: 'Orchard?Signal77' } }))
  expect(line).toMatchObject({ kind: 'password-changed', company_id: platformCompanyId })
})
