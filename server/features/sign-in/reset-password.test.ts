import {
  activateAccount,
  forgotPassword,
  readMe,
  resetOwnPassword,
  resetPasswordByLink,
  verifyEmail,
} from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countByStatus } from '../../../test/support/count-by-status.ts'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { findMailsTo as mailsIn } from '../../../test/support/sent-mails.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { insertLink } from '../users/account-links.repository.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(() => fixtures.clock.moveTo(testStart))
afterAll(() => fixtures.close())

const newPassword = 'A-New-Password-2026'
let people = 0

/** A new user, so that tests stay independent. */
async function somebody(more: { activated?: boolean; passwordReset?: boolean } = {}) {
  people += 1
  const email = `person-${people}@people.example`
  const userId = await fixtures.addUser({ type: 'BRANCH_STAFF', email, companyId: fixtures.a.companyId, ...more })
  return { userId, email, client: await fixtures.signedIn(userId) }
}

const mailsTo = (email: string) => mailsIn(fixtures, email)

/** Requests a link and reads it from the e-mail. */
async function linkFor(email: string): Promise<string> {
  await fixtures.anonymous.ok(forgotPassword, { body: { email } })
  await fixtures.runJobs()
  const [mail] = await mailsTo(email)
  const link = /http:\/\/gya\.example\/login\/reset#token=([\w-]+)/.exec(mail?.text ?? '')
  return link?.[1] ?? ''
}

const reset = (token: string, password = newPassword) =>
  fixtures.anonymous.call(resetPasswordByLink, { body: { token, password } })

describe('PATCH user/resetpassword', () => {
  test('the new password signs in, the old one does not', async () => {
    const { client, email } = await somebody()
    await client.ok(resetOwnPassword, { body: { password: newPassword } })
    expect(await signIn(fixtures, email, newPassword)).toMatchObject({ status: 200 })
    expect(await signIn(fixtures, email, testPassword)).toMatchObject({ status: 401 })
  })

  test.each([
    'Short-1a',
    'no-upper-case-2026',
    'NO-LOWER-CASE-2026',
    'No-Number-Is-Here',
    'NoSpecialCharacter2026',
    'With A-Space-2026',
  ])('%j violates the password rule and changes nothing', async (password) => {
    const { client, email } = await somebody()
    expect(await client.refusal(resetOwnPassword, { body: { password } })).toMatchObject({ status: 400, code: 'PASSWORD_WEAK' })
    expect(await signIn(fixtures, email, testPassword)).toMatchObject({ status: 200 })
  })

  test('refuses the current password', async () => {
    const { client } = await somebody()
    expect(await client.refusal(resetOwnPassword, { body: { password: testPassword } })).toMatchObject({
      code: 'PASSWORD_UNCHANGED',
    })
  })
})

describe('POST auth/forgot and POST auth/reset', () => {
  test('POST auth/forgot returns the same with or without an account', async () => {
    const { email } = await somebody()
    const known = await fixtures.anonymous.call(forgotPassword, { body: { email } })
    const unknown = await fixtures.anonymous.call(forgotPassword, { body: { email: 'nobody@people.example' } })
    for (const { status, body } of [known, unknown]) expect([status, body]).toEqual([200, { success: true }])
    await fixtures.runJobs()
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await mailsTo('nobody@people.example')).toEqual([])
  })

  test('the link sets a password, ends all sessions and verifies the address', async () => {
    const { email, client } = await somebody()
    const token = await linkFor(email)
    expect(await reset(token)).toMatchObject({ status: 200, body: { success: true } })
    expect(await client.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
    expect(await signIn(fixtures, email, testPassword)).toMatchObject({ status: 401 })
    expect(await signIn(fixtures, email, newPassword)).toMatchObject({ status: 200 })
    const { rows } = await fixtures.database.pool.query('select email_verified from app_user where email = $1', [email])
    expect(rows).toEqual([{ email_verified: true }])
  })

  test('the link works once', async () => {
    const token = await linkFor((await somebody()).email)
    await reset(token)
    expect(await reset(token, 'Another-Password-2026')).toMatchObject({ status: 409, body: { code: 'LINK_EXPIRED' } })
  })

  test('of two concurrent uses of a link, one succeeds', async () => {
    const token = await linkFor((await somebody()).email)
    const answers = await Promise.all([reset(token, 'First-Password-2026'), reset(token, 'Second-Password-2026')])
    expect(countByStatus(answers)).toEqual({ 200: 1, 409: 1 })
  })

  test('the link expires after two hours', async () => {
    const [inTime, late] = [await linkFor((await somebody()).email), await linkFor((await somebody()).email)]
    fixtures.clock.advance({ hours: 1, minutes: 59 })
    expect(await reset(inTime)).toMatchObject({ status: 200 })
    fixtures.clock.advance({ minutes: 1 })
    expect(await reset(late)).toMatchObject({ status: 409, body: { code: 'LINK_EXPIRED' } })
  })

  test('a new link replaces the older one', async () => {
    const { email } = await somebody()
    const older = await linkFor(email)
    fixtures.clock.advance({ minutes: 5 })
    const newer = await linkFor(email)
    expect(newer).not.toBe(older)
    expect(await reset(older)).toMatchObject({ status: 409 })
    expect(await reset(newer)).toMatchObject({ status: 200 })
  })

  test('a weak password does not consume the link', async () => {
    const token = await linkFor((await somebody()).email)
    expect(await reset(token, 'weak')).toMatchObject({ status: 400, body: { code: 'PASSWORD_WEAK' } })
    expect(await reset(token)).toMatchObject({ status: 200 })
  })

  test('an unknown link gets the same response as an expired one', async () => {
    expect(await reset('x'.repeat(43))).toMatchObject({ status: 409, body: { code: 'LINK_EXPIRED' } })
  })

  test('only the SHA-256 of the link is stored', async () => {
    const token = await linkFor((await somebody()).email)
    const { rows } = await fixtures.database.pool.query<{ row: string }>('select l::text as row from account_link l')
    const hex = Buffer.from(token).toString('hex')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ row }) => row.includes(token) || row.includes(hex))).toEqual([])
  })

  test('a vendor of two companies gets a link for each account', async () => {
    const email = 'two-homes@people.example'
    await fixtures.addUser({ type: 'VENDOR', email, companyId: fixtures.a.companyId, password: 'At-Alder-And-Ash-1' })
    await fixtures.addUser({ type: 'VENDOR', email, companyId: fixtures.b.companyId, password: 'At-Birch-Homes-2' })
    await linkFor(email)
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(2)
    const tokens = mails.map(({ text }) => /#token=([\w-]+)/.exec(text)?.[1] ?? '')
    await reset(tokens[0] ?? '', 'Chosen-For-One-2026')
    const still = await Promise.all(
      ['At-Alder-And-Ash-1', 'At-Birch-Homes-2'].map((password) => signIn(fixtures, email, password)),
    )
    expect(countByStatus(still)).toEqual({ 200: 1, 401: 1 })
  })

  test('a deleted account gets no link', async () => {
    const { userId, email } = await somebody()
    await fixtures.database.pool.query('update app_user set deleted_on = now() where id = $1', [userId])
    expect(await linkFor(email)).toBe('')
  })

  test('links of another purpose are refused', async () => {
    const { userId } = await somebody()
    const link = { userId, now: fixtures.clock.now(), hours: 48 }
    const verify = await insertLink(fixtures.database.db, { ...link, purpose: 'verify' })
    expect(await reset(verify)).toMatchObject({ status: 409 })
    const resetLink = await insertLink(fixtures.database.db, { ...link, purpose: 'reset' })
    expect(await fixtures.anonymous.refusal(verifyEmail, { body: { token: resetLink } })).toMatchObject({ code: 'LINK_EXPIRED' })
  })
})

describe('POST auth/verifyemail', () => {
  test('verifies the address once', async () => {
    const { userId, email } = await somebody()
    const token = await insertLink(fixtures.database.db, { userId, purpose: 'verify', now: fixtures.clock.now(), hours: 48 })
    expect(await fixtures.anonymous.ok(verifyEmail, { body: { token } })).toEqual({ success: true })
    const { rows } = await fixtures.database.pool.query('select email_verified from app_user where email = $1', [email])
    expect(rows).toEqual([{ email_verified: true }])
    expect(await fixtures.anonymous.refusal(verifyEmail, { body: { token } })).toMatchObject({
      status: 409,
      code: 'LINK_EXPIRED',
    })
  })
})

describe('An activation screen if the user is not activated; then a forced password reset screen if the passwordReset flag is set; otherwise the app', () => {
  const gates = [
    ['an account that is not activated', { activated: false }, 'ACCOUNT_NOT_ACTIVATED', activateAccount],
    ['an account with a temporary password', { passwordReset: true }, 'PASSWORD_RESET_REQUIRED', resetOwnPassword],
  ] as const

  test.each(gates)('%s can only read its account and log out', async (_which, flags, code) => {
    const { client } = await somebody(flags)
    expect(await client.ok(readMe)).toMatchObject({ activated: true, passwordReset: false, ...flags })
    const elsewhere = await client.inject({ url: `/api/company/${fixtures.a.companyId}` })
    expect([elsewhere.statusCode, elsewhere.json<{ code: string }>().code]).toEqual([403, code])
    expect(await client.inject({ method: 'POST', url: '/api/user/logout' })).toMatchObject({ statusCode: 200 })
  })

  test.each(gates)('%s is ready once its owner has chosen a password', async (_which, flags, _code, choose) => {
    const { client, email } = await somebody(flags)
    expect(await client.ok(choose, { body: { password: newPassword } })).toEqual({ success: true })
    expect(await client.ok(readMe)).toMatchObject({ activated: true, passwordReset: false })
    expect((await client.inject({ url: `/api/company/${fixtures.a.companyId}` })).statusCode).toBe(200)
    expect(await signIn(fixtures, email, newPassword)).toMatchObject({
      status: 200,
      body: { activated: true, passwordReset: false },
    })
  })

  test.each(gates)('%s cannot keep a password that others know', async (_which, flags, code, choose) => {
    const { client } = await somebody(flags)
    expect(await client.refusal(choose, { body: { password: testPassword } })).toMatchObject({ code: 'PASSWORD_UNCHANGED' })
    const elsewhere = await client.inject({ url: `/api/company/${fixtures.a.companyId}` })
    expect(elsewhere.json()).toMatchObject({ code })
  })

  test('activation comes before the reset', async () => {
    const { client } = await somebody({ activated: false, passwordReset: true })
    expect((await client.inject({ url: `/api/company/${fixtures.a.companyId}` })).json()).toMatchObject({
      code: 'ACCOUNT_NOT_ACTIVATED',
    })
  })
})
