import { cancelNewAddress, updateOwnAccount } from '@gya/domain/features/account/account.contract.ts'
import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { deleteCompany } from '@gya/domain/features/deletion/deletion.contract.ts'
import { updateCompanyAdministrator } from '@gya/domain/features/members/members.contract.ts'
import {
  activateAccount,
  confirmIdentity,
  forgotPassword,
  readMe,
  resetOwnPassword,
  resetPasswordByLink,
  verifyEmail,
} from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import type { TestClient } from '../../../test/support/test-client.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

let people = 0
/** A new user who has just signed in. */
async function somebody(
  type: 'BRANCH_STAFF' | 'COMPANY_ADMIN' | 'VENDOR' = 'BRANCH_STAFF',
  more: { passwordReset?: true; activated?: false } = {},
) {
  people += 1
  const email = `person-${people}@people.example`
  const userId = await fixtures.addUser({ type, email, companyId: fixtures.a.companyId, ...more })
  return { email, userId, ...(await signIn(fixtures, email, testPassword)) }
}
const later = () => fixtures.clock.advance({ minutes: 11 })
const newPassword = { body: { password: 'Meadow!Lantern42' } }
const unconfirmed = { status: 403, code: 'CONFIRM_IDENTITY' }

type Kept = { recipients: string[]; subject: string; body: string }
async function mailsTo(email: string): Promise<Kept[]> {
  await fixtures.runJobs()
  const { rows } = await fixtures.database.pool.query<Kept>(
    'select recipients, subject, body from mail where $1 = any(recipients) order by id',
    [email],
  )
  return rows
}
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)
const tokenTo = async (email: string) => /#token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.body ?? '')?.[1] ?? ''

describe('CONFIRM_IDENTITY when the session was not confirmed within 10 minutes', () => {
  const acts: [what: string, act: (client: TestClient, email: string) => Promise<{ status: number; code: string }>][] = [
    ['a new password', (client) => client.refusal(resetOwnPassword, newPassword)],
    ['a new e-mail address', (client) => client.refusal(updateOwnAccount, { body: { email: 'thief@people.example' } })],
    [
      'a new notice period',
      (client) => client.refusal(updateCompany, { body: { _id: fixtures.a.companyId, noticePeriodInDays: 99 } }),
    ],
    ['deleting the company', (client) => client.refusal(deleteCompany, { params: fixtures.a })],
    [
      'a new e-mail address of a colleague',
      (client) =>
        client.refusal(updateCompanyAdministrator, {
          params: { ...fixtures.a, userId: fixtures.idOf.staff },
          body: { email: 'thief@people.example' },
        }),
    ],
  ]
  test.each(acts)('%s', async (_what, act) => {
    const { client, email } = await somebody('COMPANY_ADMIN')
    later()
    expect(await act(client, email)).toMatchObject(unconfirmed)
    expect((await client.ok(readMe)).email).toBe(email)
  })

  test('other fields of the same forms need no confirmation', async () => {
    const { client } = await somebody('COMPANY_ADMIN')
    later()
    const me = await client.ok(readMe)
    await client.ok(updateOwnAccount, { body: { email: me.email, firstName: 'Renamed' } })
    await client.ok(updateCompany, { body: { _id: fixtures.a.companyId, tel: '0118 496 0001' } })
  })

  test('activation and forced reset need no confirmation', async () => {
    const [fresh, forced] = [
      await somebody('BRANCH_STAFF', { activated: false }),
      await somebody('BRANCH_STAFF', { passwordReset: true }),
    ]
    later()
    await fresh.client.ok(activateAccount, newPassword)
    await forced.client.ok(resetOwnPassword, newPassword)
  })
})

describe('POST user/confirm', () => {
  test('with the password: allows the call for 10 minutes', async () => {
    const { client, userId } = await somebody()
    later()
    await client.refusal(resetOwnPassword, newPassword)
    await client.ok(confirmIdentity, { body: { password: testPassword } })
    await client.ok(resetOwnPassword, newPassword)
    expect((await auditEntries(fixtures.database, 'identity-confirmed')).map(({ user_id }) => user_id)).toEqual([userId])
  })

  test('with a wrong password: 403 at the field and an audit entry; 429 after ten attempts', async () => {
    const { client, userId } = await somebody()
    later()
    const wrong = { body: { password: 'Wrong-Password-2026' } }
    for (let time = 0; time < 10; time += 1)
      expect(await client.refusal(confirmIdentity, wrong)).toMatchObject({
        status: 403,
        code: 'PASSWORD_WRONG',
        issues: [{ path: 'password' }],
      })
    expect(await client.refusal(confirmIdentity, { body: { password: testPassword } })).toMatchObject({ status: 429 })
    expect(await client.refusal(resetOwnPassword, newPassword)).toMatchObject(unconfirmed)
    const lines = (await auditEntries(fixtures.database, 'identity-refused')).filter(({ user_id }) => user_id === userId)
    expect(Object.fromEntries(lines.map(({ data }) => [data.reason, data.count]))).toEqual({
      'too-many-tries': 1,
      'wrong-password': 10,
    })
  })
})

test('POST user/confirm shares the limits of POST auth/login', async () => {
  const { client, email } = await somebody()
  later()
  for (let time = 0; time < 5; time += 1) {
    await client.refusal(confirmIdentity, { body: { password: `Guess-Confirm-${time}` } })
    expect(await signIn(fixtures, email, `Guess-Sign-In-${time}`)).toMatchObject({ status: 401 })
  }
  expect(await client.refusal(confirmIdentity, { body: { password: testPassword } })).toMatchObject({ status: 429 })
  expect(await signIn(fixtures, email, testPassword)).toMatchObject({ status: 429 })
})

describe('PATCH user/resetpassword and POST auth/reset', () => {
  test('a new password ends all other sessions and notifies the account’s address', async () => {
    const { client, email } = await somebody()
    const elsewhere = await signIn(fixtures, email, testPassword)
    await client.ok(resetOwnPassword, newPassword)
    expect(await elsewhere.client.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
    expect(await subjectsTo(email)).toContain('Your GYA password was changed')
  })

  test('a reset by link ends every session, drops a pending address and sends a notification', async () => {
    const { client, email } = await somebody()
    await client.ok(updateOwnAccount, { body: { email: `new-${email}` } })
    const stolen = await tokenTo(`new-${email}`)
    await fixtures.anonymous.ok(forgotPassword, { body: { email } })
    await fixtures.runJobs()
    await fixtures.anonymous.ok(resetPasswordByLink, { body: { token: await tokenTo(email), ...newPassword.body } })
    expect(await client.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
    expect(await fixtures.anonymous.refusal(verifyEmail, { body: { token: stolen } })).toMatchObject({ code: 'LINK_EXPIRED' })
    expect((await signIn(fixtures, email, newPassword.body.password)).body).toMatchObject({ email, pendingEmail: null })
    expect(await subjectsTo(email)).toContain('Your GYA password was changed')
  })
})

describe('Pending e-mail address', () => {
  test('is pending until confirmed: the old address still signs in, gets reset links and is notified', async () => {
    const { client, email } = await somebody()
    const next = `next-${email}`
    expect(await client.ok(updateOwnAccount, { body: { email: next } })).toMatchObject({ email, pendingEmail: next })
    expect((await signIn(fixtures, next, testPassword)).status).toBe(401)
    expect((await signIn(fixtures, email, testPassword)).status).toBe(200)
    await fixtures.anonymous.ok(forgotPassword, { body: { email: next } })
    expect(await subjectsTo(next)).toEqual(['Confirm your new e-mail address for GYA'])
    expect(await subjectsTo(email)).toEqual(['A new e-mail address was entered for your GYA account'])
  })

  test('is applied by its link: other sessions and links end, the old address is notified', async () => {
    const { client, email, token } = await somebody()
    const next = `next-${email}`
    await client.ok(updateOwnAccount, { body: { email: next } })
    const elsewhere = await signIn(fixtures, email, testPassword)
    await fixtures.anonymous.ok(forgotPassword, { body: { email } })
    const reset = await tokenTo(email)
    const verify = await tokenTo(next)
    const answer = await fixtures.anonymous.inject({
      method: 'POST',
      url: `/api${verifyEmail.path}`,
      headers: { cookie: `gya_session=${token}` },
      payload: { token: verify },
    })
    expect(answer.statusCode).toBe(200)
    expect(await client.ok(readMe)).toMatchObject({ email: next, pendingEmail: null, accountActivationToken: null })
    expect(await elsewhere.client.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
    expect(await fixtures.anonymous.refusal(resetPasswordByLink, { body: { token: reset, ...newPassword.body } })).toMatchObject({
      code: 'LINK_EXPIRED',
    })
    expect(await subjectsTo(email)).toContain('Your GYA account has another e-mail address')
    expect((await signIn(fixtures, email, testPassword)).status).toBe(401)
    expect((await signIn(fixtures, next, testPassword)).status).toBe(200)
  })

  test('can be cancelled by its user, vendors included; its link stops working', async () => {
    for (const type of ['BRANCH_STAFF', 'VENDOR'] as const) {
      const { client, email, userId } = await somebody(type)
      const next = `next-${email}`
      await client.ok(updateOwnAccount, { body: { email: next } })
      const token = await tokenTo(next)
      await client.ok(cancelNewAddress, { body: { token: userId } })
      expect(await client.ok(readMe)).toMatchObject({ email, pendingEmail: null })
      expect(await fixtures.anonymous.refusal(verifyEmail, { body: { token } })).toMatchObject({ code: 'LINK_EXPIRED' })
      expect(await client.refusal(cancelNewAddress, { body: { token: userId } })).toMatchObject({ status: 409 })
      const lines = await auditEntries(fixtures.database, 'email-change-cancelled')
      expect(lines.map(({ about_user_id }) => about_user_id)).toContain(userId)
    }
  })

  test('of a colleague can be cancelled by a company admin only, never across companies', async () => {
    const { client } = await signIn(fixtures, fixtures.emailOf('staff'), testPassword)
    await client.ok(updateOwnAccount, { body: { email: 'next-of-staff@people.example' } })
    const asked = { body: { token: fixtures.idOf.staff } }
    for (const name of ['vendor', 'otherCompany', 'otherVendor', 'secondBranch'] as const)
      expect(await fixtures.as(name).refusal(cancelNewAddress, asked)).toMatchObject({ status: 404 })
    expect(await fixtures.as('branch').refusal(cancelNewAddress, asked)).toMatchObject({ status: 403 })
    await fixtures.as('company').ok(cancelNewAddress, asked)
    expect((await client.ok(readMe)).pendingEmail).toBeNull()
  })

  test('EMAIL_TAKEN when entered, and when taken before it is confirmed', async () => {
    const { client } = await somebody()
    expect(await client.refusal(updateOwnAccount, { body: { email: fixtures.emailOf('branch') } })).toMatchObject({
      code: 'EMAIL_TAKEN',
      issues: [{ path: 'email' }],
    })
    await client.ok(updateOwnAccount, { body: { email: 'wanted@people.example' } })
    const token = await tokenTo('wanted@people.example')
    await fixtures.addUser({ type: 'BRANCH_STAFF', email: 'wanted@people.example', companyId: fixtures.a.companyId })
    expect(await fixtures.anonymous.refusal(verifyEmail, { body: { token } })).toMatchObject({ code: 'EMAIL_TAKEN' })
  })
})
