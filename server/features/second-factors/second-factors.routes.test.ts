import { createHmac } from 'node:crypto'
import { readCompany } from '@gya/domain/features/companies/companies.contract.ts'
import {
  addPasskey,
  confirmTotp,
  deletePasskey,
  deleteTotp,
  makeRecoveryCodes,
  readFactors,
  readSignInPolicy,
  resetMemberFactors,
  saveSignInPolicy,
  startPasskey,
  startTotp,
} from '@gya/domain/features/second-factors/second-factors.contract.ts'
import {
  confirmIdentity,
  forgotPassword,
  logout,
  readMe,
  resetOwnPassword,
  resetPasswordByLink,
  signInSecondStep,
  signInWithPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
} from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { hashRaw } from '@node-rs/argon2'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '../../../test/support/audit-entries.ts'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { findLinkToken } from '../../../test/support/sent-mails.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { SoftwareAuthenticator } from '../../../test/support/software-authenticator.ts'
import { testStart } from '../../../test/support/test-app.ts'
import type { TestClient } from '../../../test/support/test-client.ts'
import { readPepper } from './secret-key-check.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(() => fixtures.clock.moveTo(testStart))
afterAll(() => fixtures.close())

const origin = 'http://gya.example'
let people = 0

type Type = 'BRANCH_STAFF' | 'COMPANY_ADMIN' | 'VENDOR'
async function somebody(type: Type = 'BRANCH_STAFF') {
  people += 1
  const email = `factor-${people}@people.example`
  const userId = await fixtures.addUser({ type, email, companyId: fixtures.b.companyId })
  return { email, userId, client: await fixtures.signedIn(userId) }
}

const codeOf = (secret: string, seconds = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.parse(fixtures.clock.now()) + seconds * 1000 })

async function addTotp(client: TestClient): Promise<string> {
  const { secret } = await client.ok(startTotp, { body: {} })
  await client.ok(confirmTotp, { body: { code: codeOf(secret) } })
  fixtures.clock.advance({ minutes: 1 })
  return secret
}

async function withTotp(type?: Type) {
  const person = await somebody(type)
  return { ...person, secret: await addTotp(person.client) }
}

async function ticketOf(email: string) {
  const { status, body } = await signIn(fixtures, email, testPassword)
  expect([status, body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
  return body.details as { ticket: string; ways: string }
}

async function withPasskey(authenticator = new SoftwareAuthenticator(origin)) {
  const person = await somebody()
  const { ticket, options } = await person.client.ok(startPasskey, { body: {} })
  await person.client.ok(addPasskey, { body: { ticket, name: 'Laptop', passkey: authenticator.register(options) } })
  return { ...person, authenticator }
}

async function passkeySignIn(authenticator: SoftwareAuthenticator, more: object = {}) {
  const { ticket, options } = await fixtures.anonymous.ok(startPasskeySignIn, { body: {} })
  const passkey = authenticator.sign({ ...options, ...more })
  return { ticket, passkey, ...(await fixtures.anonymous.call(signInWithPasskey, { body: { ticket, passkey } })) }
}

describe('TOTP', () => {
  test('signs in with password, then code; each code works once', async () => {
    const { email, secret } = await withTotp()
    const { ticket, ways } = await ticketOf(email)
    expect(ways).toBe('totp')
    const code = codeOf(secret)
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    const me = await fixtures.anonymous.ok(signInSecondStep, { body: { ticket, totp: spaced } })
    expect(me).toMatchObject({ email, secondFactorFrom: null })
    const again = await ticketOf(email)
    expect(await fixtures.anonymous.refusal(signInSecondStep, { body: { ticket: again.ticket, totp: code } })).toMatchObject({
      status: 401,
      code: 'SECOND_FACTOR_WRONG',
    })
    // The ticket of the first sign-in has been used.
    expect(await fixtures.anonymous.refusal(signInSecondStep, { body: { ticket, totp: codeOf(secret, 30) } })).toMatchObject({
      code: 'SIGN_IN_FAILED',
    })
    const [signedIn] = (await auditEntries(fixtures.database, 'signed-in')).slice(-1)
    expect(signedIn?.data).toMatchObject({ way: 'password', second: 'totp' })
  })

  test('choosing a password by an e-mailed link does not replace the code', async () => {
    const { email, client, secret } = await withTotp()
    await fixtures.anonymous.ok(forgotPassword, { body: { email } })
    await fixtures.runJobs()
    const token = await findLinkToken(fixtures, email, 'reset')
    const password = 'Chosen-By-Link-2026'
    await fixtures.anonymous.ok(resetPasswordByLink, { body: { token, password } })
    expect(await client.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
    const { status, body } = await signIn(fixtures, email, password)
    expect([status, body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
    const { ticket } = body.details as { ticket: string }
    await fixtures.anonymous.ok(signInSecondStep, { body: { ticket, totp: codeOf(secret) } })
  })

  test('accepts one step before or after, no more', async () => {
    const { email, secret } = await withTotp()
    const attempt = async (seconds: number) => {
      const { ticket } = await ticketOf(email)
      return (await fixtures.anonymous.call(signInSecondStep, { body: { ticket, totp: codeOf(secret, seconds) } })).status
    }
    expect(await attempt(-60)).toBe(401)
    expect(await attempt(60)).toBe(401)
    expect(await attempt(-30)).toBe(200)
    expect(await attempt(30)).toBe(200)
  })

  test('the fifth wrong code ends the ticket; unreadable ones do not count', async () => {
    const { email, secret, userId } = await withTotp()
    const { ticket } = await ticketOf(email)
    const send = (totp: string) => fixtures.anonymous.call(signInSecondStep, { body: { ticket, totp } })
    for (const totp of ['12345', '1234567', 'letter', '1234 5'])
      expect((await send(totp)).body).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'totp' }] })
    const wrong = codeOf(secret, 3600)
    for (let n = 0; n < 5; n += 1) expect((await send(wrong)).body).toMatchObject({ code: 'SECOND_FACTOR_WRONG' })
    expect((await send(codeOf(secret))).body).toMatchObject({ code: 'SIGN_IN_FAILED' })
    const refused = (await auditEntries(fixtures.database, 'second-factor-refused')).filter(
      ({ about_user_id }) => about_user_id === userId,
    )
    expect(refused).toMatchObject([{ data: { reason: 'wrong-code', count: 5 } }])
  })

  test('10 wrong codes in 15 minutes lock the second step of the account', async () => {
    const { email, secret } = await withTotp()
    const wrong = codeOf(secret, 3600)
    for (let round = 0; round < 2; round += 1) {
      const { ticket } = await ticketOf(email)
      for (let n = 0; n < 5; n += 1) await fixtures.anonymous.call(signInSecondStep, { body: { ticket, totp: wrong } })
    }
    const { ticket } = await ticketOf(email)
    expect(await fixtures.anonymous.refusal(signInSecondStep, { body: { ticket, totp: codeOf(secret) } })).toMatchObject({
      status: 429,
    })
  })

  test('a ticket ends after 5 minutes', async () => {
    const { email, secret } = await withTotp()
    const { ticket } = await ticketOf(email)
    fixtures.clock.advance({ minutes: 6 })
    expect(await fixtures.anonymous.refusal(signInSecondStep, { body: { ticket, totp: codeOf(secret) } })).toMatchObject({
      code: 'SIGN_IN_FAILED',
    })
  })

  test('is inactive until a code confirms it, and cannot be replaced afterwards', async () => {
    const { email, client } = await somebody()
    const { secret, uri } = await client.ok(startTotp, { body: {} })
    expect(uri).toContain(`secret=${secret}`)
    expect((await signIn(fixtures, email, testPassword)).status).toBe(200)
    expect(await client.refusal(confirmTotp, { body: { code: codeOf(secret, 3600) } })).toMatchObject({ status: 400 })
    await client.ok(confirmTotp, { body: { code: codeOf(secret) } })
    expect(await client.refusal(startTotp, { body: {} })).toMatchObject({ code: 'TOTP_EXISTS' })
    const { rows } = await fixtures.database.pool.query<{ row: string }>('select t::text as row from totp t')
    expect(rows.some(({ row }) => row.includes(secret))).toBe(false)
  })

  test('can be removed after a recent confirmation; its owner is notified and it is audited', async () => {
    const { email, client, secret } = await withTotp()
    await client.ok(deleteTotp)
    expect((await signIn(fixtures, email, testPassword)).status).toBe(200)
    expect(await client.ok(readFactors)).toMatchObject({ totp: null, passkeys: [] })
    expect(await client.refusal(deleteTotp)).toMatchObject({ status: 404 })
    const { rows } = await fixtures.database.pool.query<{ body: string; subject: string }>(
      'select subject, body from mail where $1 = any(recipients)',
      [email],
    )
    expect(rows.filter(({ subject }) => subject.includes('second factor'))).toHaveLength(2)
    expect(rows.some(({ body }) => body.includes(secret))).toBe(false)
  })
})

describe('Recovery codes', () => {
  test('each works once; new ones replace the old; without a factor there are none', async () => {
    const { email, client } = await withTotp()
    const { codes } = await client.ok(makeRecoveryCodes, { body: {} })
    expect(new Set(codes).size).toBe(10)
    const [first = '', second = ''] = codes
    const attempt = async (recovery: string) => {
      const { ticket, ways } = await ticketOf(email)
      expect(ways).toBe('totp recovery')
      return (await fixtures.anonymous.call(signInSecondStep, { body: { ticket, recovery } })).status
    }
    expect([await attempt(first.toLowerCase().replace('-', ' ')), await attempt(first)]).toEqual([200, 401])
    expect((await client.ok(readFactors)).recoveryCodesLeft).toBe(9)
    const renewed = await client.ok(makeRecoveryCodes, { body: {} })
    expect(await attempt(second)).toBe(401)
    expect(await attempt(renewed.codes[0] ?? '')).toBe(200)
    expect(await auditEntries(fixtures.database, 'recovery-code-used')).toHaveLength(2)
    await client.ok(deleteTotp)
    expect((await client.ok(readFactors)).recoveryCodesLeft).toBe(0)
    expect(await client.refusal(makeRecoveryCodes, { body: {} })).toMatchObject({ code: 'FACTOR_MISSING' })
  })
})

test('Recovery codes are stored as salted password hashes; older codes are accepted until new ones are created', async () => {
  const { client, userId, email } = await withTotp()
  const { codes } = await client.ok(makeRecoveryCodes, { body: {} })
  const { db } = fixtures.database
  const rows = await db.selectFrom('recovery_code').selectAll().where('user_id', '=', userId).orderBy('ordinal').execute()
  const [salt] = rows.map((row) => row.salt)
  expect(salt?.length).toBe(16)
  // Argon2id with the cost of passwords, over the keyed hash.
  const pepper = await readPepper(db, fixtures.app.gya.secrets)
  const keyed = codes.map((code) =>
    createHmac('sha256', pepper)
      .update(`${userId}:${code.replace('-', '')}`)
      .digest(),
  )
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = keyed
  const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt: salt ?? Buffer.alloc(16) }
  expect(rows[0]?.code_hash).toEqual(await hashRaw(first, options))
  await db
    .updateTable('recovery_code')
    .set({ salt: null, code_hash: second })
    .where('user_id', '=', userId)
    .where('ordinal', '=', 2)
    .execute()
  await db.updateTable('recovery_code').set({ salt: null }).where('user_id', '=', userId).execute()
  const { ticket } = await ticketOf(email)
  await fixtures.anonymous.ok(signInSecondStep, { body: { ticket, recovery: codes[1] ?? '' } })
})

describe('Passkeys', () => {
  test('sign in without a password, and are the second step after one', async () => {
    const { email, authenticator, client } = await withPasskey()
    expect(await passkeySignIn(authenticator)).toMatchObject({ status: 200, body: { email } })
    const { ticket, ways } = await ticketOf(email)
    expect(ways).toBe('passkey')
    const { options } = await fixtures.anonymous.ok(startPasskeySignIn, { body: { ticket } })
    expect(options.allowCredentials).toEqual([{ id: authenticator.id, type: 'public-key', transports: ['internal'] }])
    const passkey = authenticator.sign(options)
    expect(await fixtures.anonymous.ok(signInSecondStep, { body: { ticket, passkey } })).toMatchObject({ email })
    expect(await client.ok(readFactors)).toMatchObject({
      passkeys: [{ name: 'Laptop', synced: false, lastUsedOn: expect.any(String) }],
      passkeyHost: 'gya.example',
    })
  })

  test('are refused from another origin, with a reused challenge, and when unknown', async () => {
    const { authenticator } = await withPasskey()
    authenticator.origin = 'https://gya.example.attacker.example'
    expect(await passkeySignIn(authenticator)).toMatchObject({ status: 401, body: { code: 'SIGN_IN_FAILED' } })
    authenticator.origin = origin
    expect(await passkeySignIn(authenticator, { rpId: 'attacker.example' })).toMatchObject({ status: 401 })
    const { ticket, passkey, status } = await passkeySignIn(authenticator)
    expect(status).toBe(200)
    expect(await fixtures.anonymous.refusal(signInWithPasskey, { body: { ticket, passkey } })).toMatchObject({ status: 401 })
    const other = await fixtures.anonymous.ok(startPasskeySignIn, { body: {} })
    expect(await fixtures.anonymous.refusal(signInWithPasskey, { body: { ticket: other.ticket, passkey } })).toMatchObject({
      code: 'SIGN_IN_FAILED',
    })
    expect(await passkeySignIn(new SoftwareAuthenticator(origin))).toMatchObject({ status: 401 })
  })

  test('a cloned passkey, whose counter goes back, is refused and audited', async () => {
    const { authenticator, userId } = await withPasskey()
    await passkeySignIn(authenticator)
    authenticator.counter -= 1
    expect(await passkeySignIn(authenticator)).toMatchObject({ status: 401 })
    const refused = (await auditEntries(fixtures.database, 'sign-in-refused')).filter((entry) => entry.about_user_id === userId)
    expect(refused).toMatchObject([{ data: { reason: 'counter' } }])
  })

  test('cannot be added twice, or with the response to another challenge', async () => {
    const { client } = await somebody()
    const authenticator = new SoftwareAuthenticator(origin)
    const first = await client.ok(startPasskey, { body: {} })
    const second = await client.ok(startPasskey, { body: {} })
    const passkey = authenticator.register(first.options)
    const add = (ticket: string) => client.call(addPasskey, { body: { ticket, name: 'Key', passkey } })
    expect((await add(second.ticket)).body).toMatchObject({ code: 'PASSKEY_REFUSED' })
    expect((await add(first.ticket)).status).toBe(200)
    expect((await add(first.ticket)).body).toMatchObject({ code: 'PASSKEY_REFUSED' })
  })

  test('those of other users cannot be removed', async () => {
    const { authenticator } = await withPasskey()
    const { client } = await withPasskey()
    expect(await client.refusal(deletePasskey, { params: { passkeyId: authenticator.id } })).toMatchObject({ status: 404 })
  })
})

describe('POST user/confirm of an account with a second factor', () => {
  test('needs password and code, or a passkey', async () => {
    const { email, client, secret } = await withTotp()
    const { ticket } = await ticketOf(email)
    expect(ticket).toBeTruthy()
    const authenticator = new SoftwareAuthenticator(origin)
    const start = await client.ok(startPasskey, { body: {} })
    await client.ok(addPasskey, {
      body: { ticket: start.ticket, name: 'Key', passkey: authenticator.register(start.options) },
    })
    fixtures.clock.advance({ minutes: 8 })
    const password = testPassword
    expect(await client.refusal(confirmIdentity, { body: { password } })).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
    expect(await client.refusal(confirmIdentity, { body: { password, totp: codeOf(secret, 3600) } })).toMatchObject({
      code: 'SECOND_FACTOR_WRONG',
    })
    expect(await client.refusal(confirmIdentity, { body: { password: 'Wrong-1', totp: codeOf(secret) } })).toMatchObject({
      code: 'PASSWORD_WRONG',
    })
    await client.ok(confirmIdentity, { body: { password, totp: codeOf(secret) } })
    const question = await client.ok(startPasskeyConfirmation, { body: {} })
    const passkey = authenticator.sign(question.options)
    await client.ok(confirmIdentity, { body: { ticket: question.ticket, passkey } })
    const other = await withPasskey()
    const foreign = await client.ok(startPasskeyConfirmation, { body: {} })
    expect(
      await client.refusal(confirmIdentity, {
        body: { ticket: foreign.ticket, passkey: other.authenticator.sign(foreign.options) },
      }),
    ).toMatchObject({ code: 'PASSKEY_REFUSED' })
  })
})

describe('PUT company/:companyId/sign-in', () => {
  const policy = (requiredFrom: string) => ({
    params: fixtures.b,
    body: { secondFactorFor: ['BRANCH_STAFF' as const], requiredFrom },
  })
  const none = () => ({ params: fixtures.b, body: { secondFactorFor: [], requiredFrom: null } })

  test('announces a factor and then requires it, from these roles only', async () => {
    const { client } = await somebody()
    const admin = await somebody('COMPANY_ADMIN')
    const vendor = await somebody('VENDOR')
    expect(await admin.client.refusal(saveSignInPolicy, policy('2026-03-12'))).toMatchObject({
      status: 400,
      issues: [{ path: 'requiredFrom', message: 'Choose a day at least 3 days ahead.' }],
    })
    const saved = await admin.client.ok(saveSignInPolicy, policy('2026-03-16'))
    expect(saved).toMatchObject({ secondFactorFor: ['BRANCH_STAFF'], requiredFrom: '2026-03-16', version: 2 })
    expect((await client.ok(readMe)).secondFactorFrom).toBe('2026-03-16')
    expect((await vendor.client.ok(readMe)).secondFactorFrom).toBeNull()
    // Sunday evening in London, then Monday.
    fixtures.clock.moveTo('2026-03-15T23:30:00.000Z')
    await client.ok(readCompany, { params: fixtures.b })
    fixtures.clock.moveTo('2026-03-16T00:30:00.000Z')
    expect(await client.refusal(readCompany, { params: fixtures.b })).toMatchObject({
      status: 403,
      code: 'SECOND_FACTOR_SETUP_REQUIRED',
    })
    expect(await client.refusal(deleteTotp)).toMatchObject({ code: 'SECOND_FACTOR_SETUP_REQUIRED' })
    expect((await client.ok(readFactors)).required).toBe(true)
    await admin.client.ok(readCompany, { params: fixtures.b })
    await vendor.client.ok(readMe)
    await addTotp(client)
    await client.ok(readCompany, { params: fixtures.b })
    expect(await client.refusal(deleteTotp)).toMatchObject({ status: 409, code: 'FACTOR_REQUIRED' })
    const { roles } = await admin.client.ok(readSignInPolicy, { params: fixtures.b })
    expect(roles.find(({ role }) => role === 'BRANCH_STAFF')?.withFactor).toBeGreaterThan(0)
    const late = await somebody()
    await late.client.ok(logout)
    await admin.client.ok(saveSignInPolicy, none())
    expect(await auditEntries(fixtures.database, 'sign-in-policy-changed')).toHaveLength(2)
  })

  test('a stale version is refused', async () => {
    const admin = await somebody('COMPANY_ADMIN')
    const { version } = await admin.client.ok(saveSignInPolicy, policy('2026-03-20'))
    const stale = { ...none(), body: { ...none().body, version: version - 1 } }
    expect(await admin.client.refusal(saveSignInPolicy, stale)).toMatchObject({ code: 'STALE_VERSION' })
    await admin.client.ok(saveSignInPolicy, none())
  })
})

describe('POST company/:companyId/member/:userId/reset-factors', () => {
  const body = { reason: 'Phone lost on the train.' }

  test('removes a member’s factors, ends their sessions and notifies them and the administrators', async () => {
    const member = await withTotp()
    const admin = await somebody('COMPANY_ADMIN')
    const params = { ...fixtures.b, userId: member.userId }
    await admin.client.ok(resetMemberFactors, { params, body })
    expect(await member.client.refusal(readMe)).toMatchObject({ status: 401 })
    expect((await signIn(fixtures, member.email, testPassword)).status).toBe(200)
    const { rows } = await fixtures.database.pool.query<{ recipients: string[]; body: string }>(
      `select recipients, body from mail where subject like '%reset' and body like '%Phone lost%'`,
    )
    const told = rows.flatMap(({ recipients }) => recipients)
    expect(told).toEqual(expect.arrayContaining([member.email, admin.email]))
    const [reset] = await auditEntries(fixtures.database, 'factors-reset')
    expect(reset).toMatchObject({ user_id: admin.userId, about_user_id: member.userId })
    expect(JSON.stringify(reset?.data)).not.toContain('Phone')
  })

  test('a company admin can reset the factors of a vendor who lost them', async () => {
    const vendor = await withTotp('VENDOR')
    const admin = await somebody('COMPANY_ADMIN')
    const params = { ...fixtures.b, userId: vendor.userId }
    expect((await fixtures.as('staff').call(resetMemberFactors, { params, body })).status).not.toBe(200)
    await admin.client.ok(resetMemberFactors, { params, body })
    expect((await signIn(fixtures, vendor.email, testPassword)).status).toBe(200)
  })

  test('those of a company admin only by a platform admin; never one’s own or another company’s', async () => {
    const admin = await withTotp('COMPANY_ADMIN')
    const other = await somebody('COMPANY_ADMIN')
    const reset = (client: TestClient, companyId: string, userId: string) =>
      client.call(resetMemberFactors, { params: { companyId, userId }, body })
    expect((await reset(other.client, fixtures.b.companyId, admin.userId)).status).toBe(403)
    expect((await reset(admin.client, fixtures.b.companyId, admin.userId)).body).toMatchObject({ code: 'OWN_ACCOUNT' })
    expect((await reset(other.client, fixtures.b.companyId, fixtures.idOf.staff)).status).toBe(404)
    expect((await reset(fixtures.as('platform'), fixtures.b.companyId, admin.userId)).status).toBe(200)
  })
})

test('a session confirmed more than 10 minutes ago cannot add or remove factors', async () => {
  const { email } = await somebody()
  const { client } = await signIn(fixtures, email, testPassword)
  fixtures.clock.advance({ minutes: 11 })
  for (const call of [startTotp, startPasskey, makeRecoveryCodes])
    expect(await client.refusal(call, { body: {} })).toMatchObject({ code: 'CONFIRM_IDENTITY', details: { ways: 'password' } })
  expect(await client.refusal(deleteTotp)).toMatchObject({ code: 'CONFIRM_IDENTITY' })
  expect(await client.refusal(resetOwnPassword, { body: { password: 'Meadow!Lantern42' } })).toMatchObject({ status: 403 })
})

test('a platform admin without a factor can only set one up, outside the demo', async () => {
  const strict = await openFixtures({ config: { platformSecondFactor: true } })
  const platform = await strict.signedIn(strict.idOf.platform)
  expect(await platform.refusal(readCompany, { params: strict.a })).toMatchObject({ code: 'SECOND_FACTOR_SETUP_REQUIRED' })
  expect((await platform.ok(readMe)).secondFactorFrom).toBe('1970-01-01')
  const { secret } = await platform.ok(startTotp, { body: {} })
  await platform.ok(confirmTotp, { body: { code: new TOTP({ secret }).generate({ timestamp: Date.parse(strict.clock.now()) }) } })
  await platform.ok(readCompany, { params: strict.a })
  await strict.close()
})
