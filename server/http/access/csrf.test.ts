import { type Endpoint, isWrite, scopeKeys } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import type { ErrorBody } from '@gya/domain/error-catalogue.ts'
import { login } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures, testPassword } from '../../../test/support/fixtures.ts'
import { sampleValue } from '../../../test/support/schema-samples.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { createTestSession } from '../../features/sessions/sessions.repository.ts'
import { sessionCookieName } from './caller.ts'

/**
 * Requests that another site can make a browser send: with the cookie, one of the three form content types, no custom header, and a foreign
 * `Origin`. Covers every state-changing contract.
 */
const changes = endpoints.filter(({ call }) => isWrite(call))
const isPublic = ({ permission }: Endpoint) => permission === 'public'

/** Calls of parties require the link before the body is read. */
const refusalOf = (call: Endpoint): string => {
  if (call.byPartyLink) return '404 LINK_NOT_FOUND'
  return isPublic(call) ? '415 MEDIA_TYPE_NOT_ALLOWED' : '400 CLIENT_HEADER_MISSING'
}

let fixtures: Fixtures
let cookie: string
let untouched: Record<string, string>
beforeAll(async () => {
  fixtures = await openFixtures()
  const token = await createTestSession(fixtures.database.db, fixtures.idOf.platform, fixtures.clock.now())
  cookie = `${sessionCookieName(false)}=${token}`
  untouched = await databaseChecksum(fixtures.database)
})
afterAll(() => fixtures.close())

/** The URL and body of a legitimate call. */
function wanted(call: Endpoint) {
  const id = fixtures.idOf.vendor
  const params = Object.fromEntries(
    [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
      name,
      scopeKeys.includes(name as never)
        ? fixtures.first[name as keyof typeof fixtures.first]
        : sampleValue(call.params?.shape[name], id),
    ]),
  )
  const query = call.query ? (sampleValue(call.query, id) as object) : {}
  const body = call.body ? (sampleValue(call.body, id) as Record<string, unknown>) : {}
  const placed = Object.entries(call.scopeInBody ?? {}).map(([key, field]) => [field, fixtures.first[key as 'branchId']])
  return { url: addressOf(call.path, params, query), body: { ...body, ...Object.fromEntries(placed) } }
}

type Sending = { method?: string; headers?: Record<string, string>; payload?: string; url?: string }

async function send(call: Endpoint, { method = call.method, headers = {}, payload, url }: Sending) {
  const made = wanted(call)
  const answer = await fixtures.app.inject({
    method: method as 'POST',
    url: url ?? made.url,
    headers: {
      ...(isPublic(call) ? {} : { cookie }),
      ...(payload === undefined && method !== 'GET' && method !== 'HEAD' ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(method === 'GET' || method === 'HEAD' ? {} : { payload: payload ?? JSON.stringify(made.body) }),
  })
  const code = answer.body === '' ? '' : ((JSON.parse(answer.body) as Partial<ErrorBody>).code ?? '')
  return `${answer.statusCode} ${code}`.trim()
}

const kinds = {
  'text/plain': (body: object) => JSON.stringify(body),
  'application/x-www-form-urlencoded': (body: object) =>
    new URLSearchParams(Object.entries(body).map(([k, v]) => [k, String(v)])).toString(),
  'multipart/form-data; boundary=cut': (body: object) =>
    `${Object.entries(body)
      .map(([name, value]) => `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`)
      .join('')}--cut--\r\n`,
}
const foreign = ['http://evil.example', 'null', 'http://gya.example.evil.example', 'https://gya.example', 'http://gya.example:81']

describe('CSRF: state-changing calls from another site are refused', () => {
  test('the list includes POST /auth/logout and a GET that changes data', () => {
    const named = changes.map(({ call }) => `${call.method} ${call.path}`)
    expect(named).toEqual(expect.arrayContaining(['POST /user/logout', 'POST /auth/login', 'GET /property/mi/pdf/:companyId']))
    expect(named.length).toBeGreaterThan(50)
  })

  test.each(changes)('$call.method $call.path', async ({ call }) => {
    const ours = { 'x-client': 'Web' }
    const missing = isPublic(call) ? [] : [await send(call, {}), await send(call, { headers: { 'x-client': 'web' } })]
    expect(missing).toEqual(missing.map(() => '400 CLIENT_HEADER_MISSING'))
    for (const origin of foreign)
      expect([origin, await send(call, { headers: { ...ours, origin } })]).toEqual([origin, '403 ORIGIN_NOT_ALLOWED'])
    // Form submission from an old browser that sends no Origin.
    for (const [type, form] of Object.entries(kinds)) {
      const answer = await send(call, { headers: { 'content-type': type }, payload: form(wanted(call).body) })
      expect([type, answer]).toEqual([type, refusalOf(call)])
    }
  })

  test.each(changes.filter(({ call }) => call.method !== 'GET'))(
    'as a link or image: $call.method $call.path',
    async ({ call }) => {
      const disguises = { 'x-http-method-override': call.method, 'x-http-method': call.method, 'x-method-override': call.method }
      for (const method of ['GET', 'HEAD']) {
        const { url } = wanted(call)
        const body = encodeURIComponent(JSON.stringify(wanted(call).body))
        for (const address of [url, `${url}?_method=${call.method}&body=${body}`])
          await send(call, { method, url: address, headers: disguises })
      }
    },
  )

  test('nothing was written', async () => {
    expect(await databaseChecksum(fixtures.database)).toEqual(untouched)
  })
})

describe('CORS: responses are not readable by other sites', () => {
  test.each(endpoints.filter(({ call }) => call.method === 'GET').slice(0, 12))(
    'GET $call.path sends no Access-Control header, nor does a preflight request',
    async ({ call }) => {
      const { url } = wanted(call)
      const headers = { origin: 'http://evil.example', cookie }
      const asked = { ...headers, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-client' }
      for (const answer of [
        await fixtures.app.inject({ url, headers }),
        await fixtures.app.inject({ method: 'OPTIONS', url, headers: asked }),
      ]) {
        expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
        expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
      }
      expect((await fixtures.app.inject({ method: 'OPTIONS', url, headers: asked })).statusCode).toBe(404)
    },
  )
})

describe('Login CSRF: POST /auth/login is refused', () => {
  const body = () => ({ email: fixtures.emailOf('staff'), password: testPassword })

  test.each(foreign)('with the Origin %s', async (origin) => {
    const payload = JSON.stringify(body())
    expect(await send(login, { headers: { origin, 'x-client': 'Web', 'content-type': 'application/json' }, payload })).toBe(
      '403 ORIGIN_NOT_ALLOWED',
    )
  })

  test.each(Object.entries(kinds))('as a form of content type %s', async (type, form) => {
    expect(await send(login, { headers: { 'content-type': type }, payload: form(body()) })).toBe('415 MEDIA_TYPE_NOT_ALLOWED')
  })
})
