import { endpoint } from '@gya/domain/endpoint.ts'
import { deleteCompany } from '@gya/domain/features/deletion/deletion.contract.ts'
import { logout, readMe, resetPasswordByLink, verifyEmail } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openChangeStream } from '../../../test/support/change-stream.ts'
import { countByStatus } from '../../../test/support/count-by-status.ts'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { openRawSocket } from '../../../test/support/raw-socket.ts'
import { signIn } from '../../../test/support/sign-in.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { hashToken, newToken } from '../../infra/secrets.ts'
import { insertLink } from '../users/account-links.repository.ts'

/** A test call whose body is sent slowly. */
const slowly = endpoint({
  method: 'POST',
  path: '/test/slowly',
  permission: 'account.use',
  summary: 'A call of the test.',
  body: z.strictObject({ text: z.string() }),
  response: z.object({ text: z.string() }),
})
let begun = () => {}
/** Resolves when the next such call was admitted and waits for its body. */
const letIn = () => new Promise<void>((resolve) => (begun = resolve))
let made = 0

let fixtures: Fixtures
let address: string
beforeAll(async () => {
  fixtures = await openFixtures({
    registerRoutes: (app) => {
      app.addHook('preParsing', async () => begun())
      registerRoute(app, slowly, async ({ body }) => {
        made += 1
        return body
      })
    },
  })
  address = await fixtures.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => fixtures.close())

const signedIn = () => signIn(fixtures, fixtures.emailOf('staff'), testPassword)

/** Starts that call with a token and half of its body; `finish` sends the rest and returns the response. */
async function begin(token: string) {
  const raw = await openRawSocket(address)
  const waiting = letIn()
  const head = ['POST /api/test/slowly HTTP/1.1', 'Host: gya.example', 'Connection: close', `Authorization: Bearer ${token}`]
  raw.write([...head, 'Content-Type: application/json', 'Content-Length: 15', '', '{"text":'].join('\r\n'))
  await waiting
  return async () => {
    raw.write('"late"}')
    await raw.ended
    return raw.received()
  }
}

describe('Session fixation', () => {
  const signInWith = async (planted: string) => {
    const answer = await fixtures.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { cookie: `gya_session=${planted}` },
      payload: { email: fixtures.emailOf('staff'), password: testPassword },
    })
    return answer.cookies.find(({ name }) => name === 'gya_session')?.value
  }
  const isOpen = async (token: string) =>
    (await fixtures.app.inject({ url: '/api/user/me', headers: { cookie: `gya_session=${token}` } })).statusCode

  test('a token from before the sign-in is not reused and opens nothing', async () => {
    const planted = newToken()
    const given = await signInWith(planted)
    expect(given).toMatch(/^[\w-]{43}$/)
    expect(given).not.toBe(planted)
    expect(await isOpen(planted)).toBe(401)
  })

  test('an attacker’s session is not taken over by the sign-in', async () => {
    const stranger = await signIn(fixtures, fixtures.emailOf('otherStaff'), testPassword)
    const given = await signInWith(stranger.token)
    expect(given).not.toBe(stranger.token)
    expect(await isOpen(stranger.token)).toBe(401)
  })
})

describe('A stolen token after logout', () => {
  const asBearer = (token: string) => ({ authorization: `Bearer ${token}` })

  test('is refused as cookie and bearer token, for reads and changes', async () => {
    const { token, client } = await signedIn()
    await client.ok(logout)
    for (const headers of [asBearer(token), { cookie: `gya_session=${token}`, 'x-client': 'Web' }]) {
      expect((await fixtures.app.inject({ url: '/api/user/me', headers })).statusCode).toBe(401)
      const change = { method: 'POST', url: '/api/support/request', headers, payload: { message: 'Let me in.' } } as const
      expect((await fixtures.app.inject(change)).statusCode).toBe(401)
    }
  })

  test('an open GET live stream sends nothing more', async () => {
    const { token, client } = await signedIn()
    const stream = await openChangeStream(address, token)
    await client.ok(logout)
    await fixtures.database.pool.query(
      `insert into event (company_id, id, property_id, at, kind) values ($1, gen_random_uuid(), $2, now(), 'taken-on')`,
      [fixtures.first.companyId, fixtures.first.propertyId],
    )
    expect(await stream.next()).toBeNull()
  })

  test('a call whose body arrives after the logout is refused', async () => {
    const { token, client } = await signedIn()
    const finish = await begin(token)
    await client.ok(logout)
    const said = await finish()
    expect(said).toContain('HTTP/1.1 401')
    expect(said).toContain('INVALID_SESSION')
    expect(made).toBe(0)
  })

  test('the same slow body is accepted while the session lasts', async () => {
    const { token } = await signedIn()
    const finish = await begin(token)
    expect(await finish()).toContain('HTTP/1.1 200')
    expect(made).toBe(1)
  })

  test('five concurrent logouts succeed without an error', async () => {
    const { client } = await signedIn()
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.call(logout)))
    const counts = countByStatus(answers)
    expect((counts[200] ?? 0) + (counts[401] ?? 0)).toBe(5)
    expect(counts[200]).toBeGreaterThan(0)
    expect(await client.refusal(readMe)).toMatchObject({ code: 'INVALID_SESSION' })
  })
})

test('DELETE company ends all its sessions, also for a call whose body is still arriving', async () => {
  const { token } = await signIn(fixtures, fixtures.emailOf('otherStaff'), testPassword)
  const finish = await begin(token)
  const before = made
  await fixtures.as('platform').ok(deleteCompany, { params: { companyId: fixtures.b.companyId } })
  expect(await finish()).toContain('HTTP/1.1 401')
  expect(made).toBe(before)
})

describe('Account links', () => {
  const linkFor = (purpose: 'verify' | 'reset', hours = 48) =>
    insertLink(fixtures.database.db, { userId: fixtures.idOf.staff, purpose, now: fixtures.clock.now(), hours })
  const verify = (token: string) => fixtures.anonymous.call(verifyEmail, { body: { token } })

  test('are 256 random bits, like session tokens', () => {
    const tokens = Array.from({ length: 2_000 }, newToken)
    expect(new Set(tokens).size).toBe(tokens.length)
    const ones = Array.from({ length: 256 }, () => 0)
    for (const token of tokens) {
      const bytes = Buffer.from(token, 'base64url')
      expect(bytes.length).toBe(32)
      for (const bit of ones.keys()) ones[bit] = (ones[bit] ?? 0) + (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1)
    }
    // 2,000 fair coins: 1,000 ± 22.4; nine standard deviations are not chance.
    for (const count of ones) expect(Math.abs(count - 1_000)).toBeLessThan(200)
  })

  test('POST auth/verifyemail accepts a link once, also concurrently, and no replaced or expired one', async () => {
    const token = await linkFor('verify')
    expect(countByStatus(await Promise.all([verify(token), verify(token), verify(token)]))).toEqual({ 200: 1, 409: 2 })
    const older = await linkFor('verify')
    const newer = await linkFor('verify')
    expect((await verify(older)).status).toBe(409)
    fixtures.clock.advance({ hours: 48 })
    expect((await verify(newer)).status).toBe(409)
  })

  test.each([
    ['too short', 'x'.repeat(19), 400],
    ['too long', 'x'.repeat(101), 400],
    ['not of the alphabet', `${'x'.repeat(30)}%27`, 400],
    ['its hash', 'hash', 409],
  ])('a guessed token is refused: %s', async (_what, guess, status) => {
    const token = await linkFor('reset')
    const sent = guess === 'hash' ? hashToken(token).toString('base64url') : guess
    const { status: answered } = await fixtures.anonymous.call(resetPasswordByLink, {
      body: { token: sent, password: 'A-New-Password-2026' },
    })
    expect(answered).toBe(status)
  })

  test('the response does not reveal whose link it is', async () => {
    const token = await linkFor('reset')
    const answer = await fixtures
      .as('otherCompany')
      .call(resetPasswordByLink, { body: { token, password: 'A-New-Password-2026' } })
    expect(answer.status).toBe(200)
    expect((await signIn(fixtures, fixtures.emailOf('staff'), 'A-New-Password-2026')).status).toBe(200)
    expect((await signIn(fixtures, fixtures.emailOf('company'), testPassword)).status).toBe(200)
  })
})
