import type { Wire } from '@gya/domain/endpoint.ts'
import { downloadAudit, listAudit } from '@gya/domain/features/audit/audit.contract.ts'
import { readCompany, updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { exportPerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import {
  addPasskey,
  confirmTotp,
  makeRecoveryCodes,
  saveSignInPolicy,
  startPasskey,
  startTotp,
} from '@gya/domain/features/second-factors/second-factors.contract.ts'
import { endMemberSession, listMemberSessions } from '@gya/domain/features/sessions/sessions.contract.ts'
import {
  confirmIdentity,
  readMe,
  resetOwnPassword,
  signInSecondStep,
  signInWithPasskey,
  startPasskeySignIn,
} from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { listPortalProperties } from '@gya/domain/features/vendor-portal/vendor-portal.contract.ts'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { SoftwareAuthenticator } from '../../../test/support/software-authenticator.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { flushSecurityEvents } from '../../http/access/security-events.ts'

/**
 * The acceptance stories of signing in ([trust §10](docs/design/trust.md#10)), in the order of their numbers. The last reads the audit of
 * all.
 */

let fixtures: Fixtures
beforeAll(async () => {
  // A loopback address: passkeys belong to `localhost`.
  fixtures = await openFixtures({ config: { publicUrl: 'http://127.0.0.1:3000' } })
})
afterAll(() => fixtures.close())

const secrets: string[] = []
let people = 0
async function somebody(type: 'BRANCH_STAFF' | 'COMPANY_ADMIN' | 'VENDOR' = 'BRANCH_STAFF') {
  people += 1
  const email = `story-${people}@people.example`
  const userId = await fixtures.addUser({ type, email, companyId: fixtures.a.companyId })
  return { email, userId, client: await fixtures.signedIn(userId) }
}
const auditOf = async (userId: string, query: Wire<typeof listAudit, 'query'> = {}) => {
  await flushSecurityEvents()
  const company = await fixtures.signedIn(fixtures.idOf.company)
  const lists = [{ userId }, { aboutUserId: userId }].map((filter) =>
    company.ok(listAudit, { params: fixtures.a, query: { itemsPerPage: '100', ...filter, ...query } }),
  )
  return (await Promise.all(lists)).flatMap(({ data }) => data)
}
const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.parse(fixtures.clock.now()) + seconds * 1000 })

let coded: Awaited<ReturnType<typeof somebody>>
test('Story 9: password, then code, signs in; the same code again is refused; a recovery code works once; the sixth wrong code finds no ticket', async () => {
  coded = await somebody()
  const { secret } = await coded.client.ok(startTotp, { body: {} })
  secrets.push(secret)
  await coded.client.ok(confirmTotp, { body: { code: codeOf(secret) } })
  const { codes } = await coded.client.ok(makeRecoveryCodes, { body: {} })
  secrets.push(...codes)
  fixtures.clock.advance({ minutes: 1 })
  const ticket = async () => {
    const { status, body } = await signIn(fixtures, coded.email, testPassword)
    expect([status, body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
    return (body.details as { ticket: string }).ticket
  }
  const second = async (answer: { totp: string } | { recovery: string }, with_?: string) =>
    (await fixtures.anonymous.call(signInSecondStep, { body: { ticket: with_ ?? (await ticket()), ...answer } })).body
  // "A code with spaces '123 456': taken."
  expect(await second({ totp: codeOf(secret).replace(/^.../, '$& ') })).toMatchObject({ email: coded.email })
  expect(await second({ totp: codeOf(secret) })).toMatchObject({ code: 'SECOND_FACTOR_WRONG' })
  expect(await second({ recovery: codes[0] ?? '' })).toMatchObject({ email: coded.email })
  expect(await second({ recovery: codes[0] ?? '' })).toMatchObject({ code: 'SECOND_FACTOR_WRONG' })
  const guessed = await ticket()
  for (let time = 0; time < 5; time += 1)
    expect(await second({ totp: codeOf(secret, 3600) }, guessed)).toMatchObject({ code: 'SECOND_FACTOR_WRONG' })
  expect(await second({ totp: codeOf(secret, 30) }, guessed)).toMatchObject({ code: 'SIGN_IN_FAILED' })
})

let policyBy: string
test('Story 10: staff need a factor from Monday: a bar on Sunday, only the set-up on Monday, also in open sessions; vendors never', async () => {
  const [admin, staff, vendor] = [await somebody('COMPANY_ADMIN'), await somebody(), await somebody('VENDOR')]
  policyBy = admin.userId
  const body = { secondFactorFor: ['BRANCH_STAFF' as const], requiredFrom: '2026-03-16' }
  await admin.client.ok(saveSignInPolicy, { params: fixtures.a, body })
  fixtures.clock.moveTo('2026-03-15T23:30:00.000Z')
  const [openStaff, openVendor] = [await fixtures.signedIn(staff.userId), await fixtures.signedIn(vendor.userId)]
  expect((await openStaff.ok(readMe)).secondFactorFrom).toBe('2026-03-16')
  await openStaff.ok(readCompany, { params: fixtures.a })
  // The same sessions, seven minutes into Monday.
  fixtures.clock.moveTo('2026-03-16T00:07:00.000Z')
  expect(await openStaff.refusal(readCompany, { params: fixtures.a })).toMatchObject({
    status: 403,
    code: 'SECOND_FACTOR_SETUP_REQUIRED',
  })
  const { secret } = await openStaff.ok(startTotp, { body: {} })
  await openStaff.ok(confirmTotp, { body: { code: codeOf(secret) } })
  await openStaff.ok(readCompany, { params: fixtures.a })
  expect((await openVendor.ok(readMe)).secondFactorFrom).toBeNull()
  await openVendor.ok(listPortalProperties)
  expect((await signIn(fixtures, vendor.email, testPassword)).status).toBe(200)
  const forVendors = { params: fixtures.a, body: { ...body, secondFactorFor: ['VENDOR' as never] } }
  expect(await (await fixtures.signedIn(admin.userId)).refusal(saveSignInPolicy, forVendors)).toMatchObject({ status: 400 })
})

let withPasskey: Awaited<ReturnType<typeof somebody>>
test('Story 11: a passkey signs in on localhost without a password; from another origin, and with a copied counter, it is refused', async () => {
  withPasskey = await somebody('COMPANY_ADMIN')
  const authenticator = new SoftwareAuthenticator('http://localhost:3000')
  const { ticket, options } = await withPasskey.client.ok(startPasskey, { body: {} })
  expect(options.rp.id).toBe('localhost')
  const passkey = authenticator.register(options)
  await withPasskey.client.ok(addPasskey, { body: { ticket, name: 'Laptop', passkey } })
  const attempt = async () => {
    const question = await fixtures.anonymous.ok(startPasskeySignIn, { body: {} })
    const answer = authenticator.sign(question.options)
    return (await fixtures.anonymous.call(signInWithPasskey, { body: { ticket: question.ticket, passkey: answer } })).status
  }
  expect(await attempt()).toBe(200)
  authenticator.origin = 'http://localhost.attacker.example:3000'
  expect(await attempt()).toBe(401)
  authenticator.origin = 'http://localhost:3000'
  authenticator.counter -= 2
  expect(await attempt()).toBe(401)
})

let exporting: Awaited<ReturnType<typeof somebody>>
test('Story 14: 11 minutes after signing in, an export requires a confirmation, then continues', async () => {
  exporting = await somebody('COMPANY_ADMIN')
  const { client } = await signIn(fixtures, exporting.email, testPassword)
  fixtures.clock.advance({ minutes: 11 })
  const url = addressOf(exportPerson.path, fixtures.a)
  const ask = () => client.inject({ method: 'POST', url, payload: { emails: [fixtures.emailOf('vendor')] } })
  const refused = await ask()
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'CONFIRM_IDENTITY'])
  await client.refusal(confirmIdentity, { body: { password: 'Wrong-Password-2026' } })
  await client.ok(confirmIdentity, { body: { password: testPassword } })
  expect((await ask()).statusCode).toBe(200)
})

let ended: Awaited<ReturnType<typeof somebody>>
test('Story 15: after a company admin ended a member’s session, its next call is 401', async () => {
  ended = await somebody('VENDOR')
  const { client } = await signIn(fixtures, ended.email, testPassword)
  const company = await fixtures.signedIn(fixtures.idOf.company)
  const query = { userId: ended.userId }
  const open = (await company.ok(listMemberSessions, { params: fixtures.a, query })).data
  for (const { _id: sessionId } of open) await company.ok(endMemberSession, { params: { ...fixtures.a, sessionId } })
  expect(await client.refusal(readMe)).toMatchObject({ status: 401, code: 'INVALID_SESSION' })
})

test('Story 16: known passwords are refused, a random one of 20 characters is not, and no network call is made', async () => {
  const calls = vi.spyOn(globalThis, 'fetch')
  const company = await fixtures.signedIn(fixtures.idOf.company)
  await company.ok(updateCompany, { body: { _id: fixtures.a.companyId, name: 'Larkmead' } })
  const { client } = await somebody('COMPANY_ADMIN')
  for (const password of ['Password1234!', 'Larkmead2026!', 'Qwertyuiop12!'])
    expect(await client.refusal(resetOwnPassword, { body: { password } })).toMatchObject({
      status: 400,
      code: expect.stringMatching(/^PASSWORD_(KNOWN|WEAK)$/),
      issues: [{ path: 'password' }],
    })
  await client.ok(resetOwnPassword, { body: { password: 'x7#Qm2vT!k9ZpRw4Lb$e' } })
  expect(calls).not.toHaveBeenCalled()
  calls.mockRestore()
})

test('Story 22: each of these acts is audited with author and network; the CSV contains no formulas and no secrets', async () => {
  const kinds = async (userId: string) => (await auditOf(userId)).map(({ kind }) => kind)
  const codedKinds = await kinds(coded.userId)
  const once = (list: readonly string[], kind: string) => list.filter((one) => one === kind).length
  expect([
    once(codedKinds, 'factor-added'),
    once(codedKinds, 'recovery-codes-made'),
    once(codedKinds, 'recovery-code-used'),
  ]).toEqual([1, 1, 1])
  expect(once(codedKinds, 'signed-in')).toBe(2)
  const refused = await auditOf(coded.userId, { kinds: 'second-factor-refused' })
  expect(refused.map(({ facts }) => facts.map(({ to }) => to).join(': ')).toSorted()).toEqual([
    'Wrong code: 6',
    'Wrong recovery code: 1',
  ])
  expect(once(await kinds(policyBy), 'sign-in-policy-changed')).toBe(1)
  const passkeyKinds = await auditOf(withPasskey.userId, { kinds: 'sign-in-refused' })
  expect(
    passkeyKinds.flatMap(({ facts }) => facts.flatMap(({ what, to }) => (what === 'Reason' ? [to ?? ''] : []))).toSorted(),
  ).toEqual(['Copied passkey: its counter decreased', 'Wrong passkey'])
  const exportKinds = await kinds(exporting.userId)
  expect([
    once(exportKinds, 'identity-refused'),
    once(exportKinds, 'identity-confirmed'),
    once(exportKinds, 'person-exported'),
  ]).toEqual([1, 1, 1])
  expect(await auditOf(ended.userId, { kinds: 'session-ended' })).toMatchObject([
    { user: { _id: fixtures.idOf.company }, about: { _id: ended.userId }, network: '127.0.0.1' },
    { user: { _id: fixtures.idOf.company }, about: { _id: ended.userId }, network: '127.0.0.1' },
  ])
  const company = await fixtures.signedIn(fixtures.idOf.company)
  const csv = (await company.inject({ method: 'GET', url: addressOf(downloadAudit.path, fixtures.a) })).body
  expect(csv.split('\r\n').length).toBeGreaterThan(20)
  expect(csv).not.toMatch(/(^|[,"])[=+@-](?!\d)/m)
  const stored = JSON.stringify(await auditEntries(fixtures.database))
  for (const secret of [...secrets, testPassword, 'Wrong-Password-2026', fixtures.emailOf('vendor')]) {
    expect(csv).not.toContain(secret)
    expect(stored).not.toContain(secret)
  }
})
