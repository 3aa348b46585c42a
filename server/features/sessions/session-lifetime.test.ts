import { updateCompany } from '@gya/domain/features/companies/companies.contract.ts'
import { logout, readMe, resetOwnPassword } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { requestSupport } from '@gya/domain/features/support/support.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { jobAdder } from '../../jobs/queue.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
beforeEach(() => fixtures.clock.moveTo(testStart))
afterAll(() => fixtures.close())

const signedIn = (name: 'staff' | 'company' | 'platform' = 'staff') => signIn(fixtures, fixtures.emailOf(name), testPassword)
const get = (headers: Record<string, string>) => fixtures.app.inject({ url: '/api/user/me', headers })
const post = (headers: Record<string, string>) =>
  fixtures.app.inject({ method: 'POST', url: '/api/support/request', headers, payload: { message: 'Please call me back.' } })

describe('Staff sessions end after 12 idle hours and after 30 days', () => {
  test('use within 12 hours extends it, up to 30 days', async () => {
    const { client } = await signedIn()
    for (let halfDays = 0; halfDays < 60; halfDays += 1) {
      expect(await client.call(readMe)).toMatchObject({ status: 200 })
      fixtures.clock.advance({ hours: 11, minutes: 59 })
    }
    fixtures.clock.advance({ hours: 1 })
    expect(await client.refusal(readMe)).toMatchObject({ status: 401, code: 'INVALID_SESSION' })
  })

  test('ends after 12 idle hours', async () => {
    const { client } = await signedIn()
    fixtures.clock.advance({ hours: 12 })
    expect(await client.refusal(readMe)).toMatchObject({ status: 401, code: 'INVALID_SESSION' })
  })

  test('vendors: 14 idle days', async () => {
    const { client } = await signIn(fixtures, fixtures.emailOf('vendor'), testPassword)
    fixtures.clock.advance({ days: 13, hours: 23 })
    expect(await client.call(readMe)).toMatchObject({ status: 200 })
    fixtures.clock.advance({ days: 14 })
    expect(await client.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
  })

  test('session_idle_hours applies to new sessions, and a shorter one to open sessions at once', async () => {
    const body = { _id: fixtures.b.companyId }
    const recipientDomains: string[] = []
    const set = (sessionIdleHours: number) =>
      fixtures.as('otherCompany').ok(updateCompany, { body: { ...body, security: { sessionIdleHours, recipientDomains } } })
    await set(48)
    const { client } = await signIn(fixtures, fixtures.emailOf('otherStaff'), testPassword)
    fixtures.clock.advance({ hours: 47 })
    expect(await client.call(readMe)).toMatchObject({ status: 200 })
    await set(1)
    fixtures.clock.advance({ minutes: 61 })
    expect(await client.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
    for (const sessionIdleHours of [0, 337])
      expect(
        await fixtures
          .as('otherCompany')
          .refusal(updateCompany, { body: { ...body, security: { sessionIdleHours, recipientDomains } } }),
      ).toMatchObject({ status: 400 })
    await set(12)
  })

  test('last_on is written at most every ten minutes', async () => {
    const { client } = await signedIn()
    const expiries = async () => (await fixtures.database.pool.query('select expires_on from session order by expires_on')).rows
    const before = await expiries()
    fixtures.clock.advance({ minutes: 9 })
    await client.ok(readMe)
    expect(await expiries()).toEqual(before)
    fixtures.clock.advance({ minutes: 1 })
    await client.ok(readMe)
    expect(await expiries()).not.toEqual(before)
  })

  test('GET user/me renews the cookies', async () => {
    const { token, cookies } = await signedIn()
    const answer = await get({ cookie: `gya_session=${token}` })
    expect(answer.cookies).toEqual([cookies.gya_session, cookies.gya_session_present])
  })

  test('deleteExpiredSessions deletes only expired sessions', async () => {
    const { client: expired } = await signedIn()
    fixtures.clock.advance({ hours: 10 })
    const { client } = await signedIn('company')
    fixtures.clock.advance({ hours: 5 })
    await jobAdder(fixtures.database.db)('sweep-sessions', {})
    await fixtures.runJobs()
    expect(await client.call(readMe)).toMatchObject({ status: 200 })
    fixtures.clock.moveTo(testStart)
    expect(await expired.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
    const { rows } = await fixtures.database.pool.query(
      `select extract(epoch from ended_on - last_on) / 3600 as hours from session_log where ended_because = 'expired' and user_id = $1 and opened_on = $2`,
      [fixtures.idOf.staff, testStart],
    )
    expect(rows.map(({ hours }) => Number(hours))).toContain(12)
  })
})

describe('POST user/logout', () => {
  test('ends this session and clears both cookies; other sessions stay', async () => {
    const here = await signedIn()
    const elsewhere = await signedIn()
    const answer = await here.client.inject({ method: 'POST', url: '/api/user/logout' })
    expect(answer.json()).toEqual({ success: true })
    expect(answer.cookies.map(({ name, value, expires }) => [name, value, expires?.getTime()])).toEqual([
      ['gya_session', '', 0],
      ['gya_session_present', '', 0],
    ])
    expect(await here.client.refusal(readMe)).toMatchObject({ status: 401, code: 'INVALID_SESSION' })
    expect(await elsewhere.client.call(readMe)).toMatchObject({ status: 200 })
  })

  test('with an ended session returns INVALID_SESSION', async () => {
    const { client } = await signedIn()
    await client.ok(logout)
    expect(await client.refusal(logout)).toMatchObject({ code: 'INVALID_SESSION' })
  })
})

describe('Ended sessions', () => {
  const endings: [how: string, end: (userId: string) => Promise<unknown>][] = [
    [
      'when its user is deleted',
      (userId) => fixtures.database.db.updateTable('app_user').set({ deleted_on: testStart }).where('id', '=', userId).execute(),
    ],
    [
      'when its company is deleted',
      () =>
        fixtures.database.db
          .updateTable('company')
          .set({ deleted_on: testStart })
          .where('id', '=', fixtures.b.companyId)
          .execute(),
    ],
  ]
  test.each(endings)('%s', async (how, end) => {
    const email = `${how.replaceAll(' ', '-')}@people.example`
    const userId = await fixtures.addUser({ type: 'COMPANY_ADMIN', email, companyId: fixtures.b.companyId })
    const { client } = await signIn(fixtures, email, testPassword)
    expect(await client.call(readMe)).toMatchObject({ status: 200 })
    await end(userId)
    expect(await client.refusal(readMe)).toMatchObject({ status: 401, code: 'INVALID_SESSION' })
  })

  test('a password change ends all other sessions', async () => {
    const userId = await fixtures.addUser({
      type: 'BRANCH_STAFF',
      email: 'changes@people.example',
      companyId: fixtures.a.companyId,
    })
    const [here, elsewhere, bystander] = await Promise.all([fixtures.signedIn(userId), fixtures.signedIn(userId), signedIn()])
    await here.ok(resetOwnPassword, { body: { password: 'A-New-Password-2026' } })
    expect(await here.call(readMe)).toMatchObject({ status: 200 })
    expect(await elsewhere.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
    expect(await bystander.client.call(readMe)).toMatchObject({ status: 200 })
  })
})

describe('NO_SESSION without token, INVALID_SESSION with an invalid one', () => {
  test.each([
    ['nothing', {}, 'NO_SESSION'],
    ['another cookie', { cookie: 'gya_session_present=1' }, 'NO_SESSION'],
    ['an empty cookie', { cookie: 'gya_session=' }, 'NO_SESSION'],
    ['an unknown token', { cookie: `gya_session=${'x'.repeat(43)}` }, 'INVALID_SESSION'],
    ['what is no token at all', { cookie: 'gya_session=%27%20or%201=1' }, 'INVALID_SESSION'],
    ['an unknown bearer token', { authorization: `Bearer ${'x'.repeat(43)}` }, 'INVALID_SESSION'],
    ['a bearer token that is none', { authorization: 'Bearer me!' }, 'INVALID_SESSION'],
    ['another kind of authorization', { authorization: 'Basic cGVyc29uOnBhc3N3b3Jk' }, 'NO_SESSION'],
  ])('%s', async (_what, headers, code) => {
    const answer = await get(headers)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, code])
  })

  test('the stored hash is not accepted as a token', async () => {
    await signedIn()
    const { rows } = await fixtures.database.pool.query<{ token_hash: Buffer }>('select token_hash from session')
    for (const { token_hash } of rows)
      for (const token of [token_hash.toString('hex'), token_hash.toString('base64url')])
        expect((await get({ cookie: `gya_session=${token}` })).statusCode).toBe(401)
  })
})

describe('Authorization: Bearer in place of the cookie', () => {
  test('works for reads and changes, without x-client (browsers never send it on their own)', async () => {
    const { token } = await signedIn()
    expect((await get({ authorization: `Bearer ${token}` })).json()).toMatchObject({ email: fixtures.emailOf('staff') })
    expect((await post({ authorization: `Bearer ${token}` })).statusCode).toBe(200)
  })

  test('takes precedence over the cookie', async () => {
    const [staff, company] = [await signedIn('staff'), await signedIn('company')]
    const answer = await get({ authorization: `Bearer ${company.token}`, cookie: `gya_session=${staff.token}` })
    expect(answer.json()).toMatchObject({ email: fixtures.emailOf('company') })
  })

  test('sets no cookies', async () => {
    const { token } = await signedIn()
    expect((await get({ authorization: `Bearer ${token}` })).cookies).toEqual([])
  })
})

describe('x-client: Web is required on every state-changing call with the cookie', () => {
  test.each([
    ['none', {}],
    ['another one', { 'x-client': 'Other' }],
  ])('%s is refused, nothing is changed', async (_which, headers: Record<string, string>) => {
    const { token } = await signedIn()
    const before = await fixtures.database.pool.query('select count(*) from mail')
    const answer = await post({ cookie: `gya_session=${token}`, ...headers })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'CLIENT_HEADER_MISSING'])
    expect((await fixtures.database.pool.query('select count(*) from mail')).rows).toEqual(before.rows)
  })

  test('reads do not need it', async () => {
    const { token } = await signedIn()
    expect((await get({ cookie: `gya_session=${token}` })).statusCode).toBe(200)
  })

  test('with it the call succeeds', async () => {
    const { client } = await signedIn()
    expect(await client.call(requestSupport, { body: { message: 'Please call me back.' } })).toMatchObject({ status: 200 })
  })
})

describe('Origin must match the public URL', () => {
  const origins: [origin: string, host: string, status: number][] = [
    ['http://gya.example', 'gya.example', 200],
    ['http://localhost:3000', 'localhost:3000', 200],
    ['http://127.0.0.1:3000', '127.0.0.1:3000', 200],
    ['http://localhost:3001', 'localhost:3000', 403],
    ['https://gya.example', 'gya.example', 403],
    ['http://evil.example', 'gya.example', 403],
    ['http://evil.example', 'evil.example', 403],
    ['http://gya.example.evil.example', 'gya.example', 403],
    ['http://localhost.evil.example', 'localhost.evil.example', 403],
    ['null', 'gya.example', 403],
  ]
  test.each(origins)('%s at %s: %i', async (origin, host, status) => {
    const { token } = await signedIn()
    for (const proof of [{ cookie: `gya_session=${token}`, 'x-client': 'Web' }, { authorization: `Bearer ${token}` }] as Record<
      string,
      string
    >[])
      expect((await post({ ...proof, origin, host })).statusCode).toBe(status)
  })

  test('POST auth/login from another site’s form is refused', async () => {
    const payload = { email: fixtures.emailOf('staff'), password: testPassword }
    const answer = await fixtures.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { origin: 'http://evil.example' },
      payload,
    })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'ORIGIN_NOT_ALLOWED'])
    expect(answer.cookies).toEqual([])
  })
})
