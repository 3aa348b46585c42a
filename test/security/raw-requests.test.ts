import { forgotPassword } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestSession } from '../../server/features/sessions/sessions.repository.ts'
import { databaseChecksum } from '../support/database-checksum.ts'
import { type Fixtures, openFixtures } from '../support/fixtures.ts'
import { openRawSocket } from '../support/raw-socket.ts'

let fixtures: Fixtures
let address: string
let cookie: string
beforeAll(async () => {
  fixtures = await openFixtures()
  address = await fixtures.app.listen({ port: 0, host: '127.0.0.1' })
  cookie = `gya_session=${await createTestSession(fixtures.database.db, fixtures.idOf.platform, fixtures.clock.now())}`
})
afterAll(() => fixtures.close())

/** Sends bytes on a new connection; returns everything until the other side closes it. */
async function answered(...pieces: (string | Buffer)[]): Promise<string> {
  const raw = await openRawSocket(address)
  for (const piece of pieces) raw.write(piece)
  await raw.ended
  return raw.received()
}
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
const host = 'Host: gya.example'
const closing = [host, 'Connection: close']
const signedIn = () => [`Cookie: ${cookie}`, 'x-client: Web']
const statusesOf = (said: string) => [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

describe('Malformed HTTP responds in the common error format and closes the connection', () => {
  const big = 'x'.repeat(20_000)
  test.each<[string, number, string]>([
    ['rubbish', 400, lines('\u0016\u0003\u0001 hello')],
    ['a URL of 20,000 letters', 431, lines(`GET /${big} HTTP/1.1`, ...closing)],
    ['a query of 20,000 letters', 431, lines(`GET /api/user/me?${big} HTTP/1.1`, ...closing)],
    ['a header of 20,000 letters', 431, lines('GET /healthz HTTP/1.1', ...closing, `X-Long: ${big}`)],
    ['3,000 headers', 431, lines('GET /healthz HTTP/1.1', ...closing, ...Array.from({ length: 3_000 }, (_, n) => `X-${n}: 1`))],
    ['a line break within a header', 400, lines('GET /healthz HTTP/1.1', ...closing, 'X-Split: a\rb')],
    ['a NUL within a header', 400, lines('GET /healthz HTTP/1.1', ...closing, 'X-Nul: a\u0000b')],
    ['a Content-Length that is not a number', 400, lines('POST /api/auth/login HTTP/1.1', ...closing, 'Content-Length: two')],
    ['a negative Content-Length', 400, lines('POST /api/auth/login HTTP/1.1', ...closing, 'Content-Length: -1')],
  ])('%s', async (_what, status, request) => {
    const said = await answered(request)
    expect(statusesOf(said)).toEqual([status])
    const [head = '', body = ''] = said.split('\r\n\r\n')
    expect(JSON.parse(body)).toEqual({
      code: status === 431 ? 'BODY_TOO_LARGE' : 'VALIDATION_FAILED',
      message: expect.any(String),
      issues: [{ path: '', message: expect.stringMatching(/^[A-Z].*\.$/) }],
      requestId: expect.any(String),
    })
    expect(head.toLowerCase()).toContain("content-security-policy: default-src 'none'")
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
    expect(head.toLowerCase()).not.toMatch(/\r\nserver:|x-powered-by/)
  })
})

describe('Request smuggling', () => {
  const smuggled = 'GET /healthz HTTP/1.1\r\nHost: gya.example\r\nX-Smuggled: 1\r\n\r\n'
  const login = 'POST /api/auth/login HTTP/1.1'
  const json = 'Content-Type: application/json'
  test.each<[string, string]>([
    [
      'Content-Length and chunked',
      lines(login, host, json, 'Content-Length: 4', 'Transfer-Encoding: chunked') + `0\r\n\r\n${smuggled}`,
    ],
    [
      'chunked and Content-Length',
      lines(login, host, json, 'Transfer-Encoding: chunked', 'Content-Length: 4') + `0\r\n\r\n${smuggled}`,
    ],
    ['two Content-Length headers', lines(login, host, json, 'Content-Length: 2', 'Content-Length: 40') + `{}${smuggled}`],
    ['a Content-Length with two values', lines(login, host, json, 'Content-Length: 2, 40') + `{}${smuggled}`],
    ['an unknown transfer coding', lines(login, host, json, 'Transfer-Encoding: xchunked') + `0\r\n\r\n${smuggled}`],
    ['a space before the colon', lines(login, host, json, 'Transfer-Encoding : chunked') + `0\r\n\r\n${smuggled}`],
    ['chunked, then identity', lines(login, host, json, 'Transfer-Encoding: chunked, identity') + `0\r\n\r\n${smuggled}`],
    ['an invalid chunk size', lines(login, host, json, 'Transfer-Encoding: chunked') + `zz\r\n{}\r\n0\r\n\r\n${smuggled}`],
    [
      'a chunk longer than its size',
      lines(login, host, json, 'Transfer-Encoding: chunked') + `2\r\n{}{}\r\n0\r\n\r\n${smuggled}`,
    ],
    ['a folded header', lines(login, host, json, 'Content-Length: 2', ' X: 40').replace('2\r\n', '\r\n 2\r\n') + `{}${smuggled}`],
  ])('%s', async (_what, request) => {
    const said = await answered(request)
    expect(statusesOf(said).every((status) => status >= 400)).toBe(true)
    expect(said).not.toContain('"status":"ok"')
  })
})

describe('Unusual but valid HTTP', () => {
  test('pipelined requests are answered in order', async () => {
    const ask = (path: string, ...more: string[]) => lines(`GET ${path} HTTP/1.1`, host, ...more)
    const said = await answered(
      ask('/healthz') + ask('/api/user/me', ...signedIn()) + ask('/api/nothing') + ask('/api/user/me', 'Connection: close'),
    )
    expect(statusesOf(said)).toEqual([200, 200, 404, 401])
  })

  test('HTTP/1.0 is answered and the connection closed', async () => {
    expect(statusesOf(await answered(lines('GET /healthz HTTP/1.0', host)))).toEqual([200])
  })

  test.each(['http://evil.example/api/user/me', 'http://gya.example/api/user/me', '//evil.example/api/user/me'])(
    'absolute request target %s has no effect on access',
    async (url) => {
      const said = await answered(lines(`GET ${url} HTTP/1.1`, ...closing))
      expect([401, 404]).toContain(statusesOf(said)[0])
      const changed = await answered(lines(`DELETE ${url} HTTP/1.1`, ...closing, ...signedIn(), 'Origin: http://evil.example'))
      expect(statusesOf(changed).every((status) => status >= 400)).toBe(true)
    },
  )

  test('a missing Host is refused', async () => {
    expect(statusesOf(await answered(lines('GET /healthz HTTP/1.1', 'Connection: close')))).toEqual([400])
  })

  test('a second Host is refused', async () => {
    const said = await answered(lines('GET /healthz HTTP/1.1', ...closing, 'Host: evil.example'))
    expect(statusesOf(said)).toEqual([400])
    expect(said).toContain('This header occurs twice.')
    expect(said).not.toContain('evil.example')
  })

  test.each(['Authorization: Bearer a', 'Content-Type: text/plain', 'Idempotency-Key: a', 'Origin: http://gya.example'])(
    'a second %s is refused',
    async (header) => {
      const said = await answered(lines('GET /api/user/me HTTP/1.1', ...closing, header, header.replace(/.$/, 'b')))
      expect(statusesOf(said)).toEqual([400])
    },
  )
})

describe('Bodies that differ from their declaration', () => {
  const company = (...more: string[]) =>
    lines('POST /api/company HTTP/1.1', ...closing, ...signedIn(), 'Content-Type: application/json', ...more)

  test('a Content-Length of more than a mebibyte is refused before the body', async () => {
    const said = await answered(company('Content-Length: 10000000000'))
    expect(statusesOf(said)).toEqual([413])
  })

  test('chunks of more than a mebibyte are refused, and the rest is not read', async () => {
    const raw = await openRawSocket(address)
    raw.write(company('Transfer-Encoding: chunked'))
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    for (let n = 0; n < 20; n += 1) raw.write(chunk)
    expect(statusesOf(await raw.waitFor(/\r\n\r\n\{.*\}/))).toEqual([413])
    raw.close()
  })

  describe('the connection is closed after the refusal, and following bytes are not parsed', () => {
    const kept = (path: string, ...more: string[]) => lines(`POST ${path} HTTP/1.1`, host, ...signedIn(), ...more)
    const json = 'Content-Type: application/json'
    const form = 'Content-Type: multipart/form-data; boundary=b'
    const mebibyte = Buffer.alloc(0x100000, 'x')
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), mebibyte, Buffer.from('\r\n')])
    const filePart = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
    const documents = () => `/api/property/${Object.values(fixtures.first).join('/')}/document`
    const times = (count: number, piece: Buffer) => Array.from({ length: count }, () => piece)

    test.each<[string, number, () => (string | Buffer)[]]>([
      ['a Content-Length of 10 GB, nothing sent', 413, () => [kept('/api/company', json, 'Content-Length: 10000000000')]],
      [
        'a Content-Length of 10 GB, partly sent',
        413,
        () => [kept('/api/company', json, 'Content-Length: 10000000000'), ...times(4, mebibyte)],
      ],
      ['endless chunks', 413, () => [kept('/api/company', json, 'Transfer-Encoding: chunked'), ...times(4, chunk)]],
      [
        'an unfinished file of 24 MB',
        413,
        () => [kept(documents(), form, 'Content-Length: 30000000'), filePart, ...times(24, mebibyte)],
      ],
      [
        'an unfinished field of 1 MB',
        413,
        () => [
          kept(documents(), form, 'Content-Length: 10000000000'),
          filePart.replace(/; filename=[^\r]*/, '').replace('file', 'note'),
          ...times(2, mebibyte),
        ],
      ],
      [
        'a call without a session',
        401,
        () => [lines('POST /api/company HTTP/1.1', host, 'x-client: Web', json, 'Content-Length: 10000000000'), mebibyte],
      ],
      [
        'an unsupported content type',
        415,
        () => [kept('/api/company', 'Content-Type: text/plain', 'Content-Length: 10000000000'), mebibyte],
      ],
    ])('%s: %i', async (_what, status, pieces) => {
      const raw = await openRawSocket(address)
      for (const piece of pieces()) raw.write(piece)
      await raw.waitFor(/\r\n\r\n\{.*\}/)
      raw.write(lines('GET /healthz HTTP/1.1', host))
      await raw.ended
      expect(statusesOf(raw.received())).toEqual([status])
      expect(raw.received().toLowerCase()).toContain('\r\nconnection: close\r\n')
    })

    test('a complete body keeps the connection open', async () => {
      const raw = await openRawSocket(address)
      raw.write(kept('/api/company', json, 'Content-Length: 2') + '{}')
      await raw.waitFor(/"requestId":"[^"]*"\}/)
      raw.write(lines('GET /healthz HTTP/1.1', ...closing))
      await raw.ended
      expect(statusesOf(raw.received())).toEqual([400, 200])
    })
  })

  test('Content-Encoding is not decoded: a gzip bomb is a few bytes of invalid JSON', async () => {
    const { gzipSync } = await import('node:zlib')
    const bomb = gzipSync(Buffer.alloc(100_000_000, 0x20))
    expect(bomb.length).toBeLessThan(1_000_000)
    const before = process.memoryUsage().rss
    const said = await answered(company(`Content-Length: ${bomb.length}`, 'Content-Encoding: gzip'), bomb)
    expect(statusesOf(said)).toEqual([400])
    expect(process.memoryUsage().rss - before).toBeLessThan(90_000_000)
  })

  const odd: [string, string | Buffer][] = [
    ['100,000 levels of objects', `${'{"name":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['100,000 levels of lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['__proto__', '{"__proto__":{"type":"GYA_ADMIN"}}'],
    ['__proto__ in escapes', '{"\\u005f\\u005fproto\\u005f_":{"type":"GYA_ADMIN"}}'],
    ['a constructor', '{"name":"x","constructor":{"prototype":{"type":"GYA_ADMIN"}}}'],
    ['invalid UTF-8', Buffer.from([...Buffer.from('{"name":"'), 0xff, 0xfe, 0xc3, 0x28, ...Buffer.from('"}')])],
    ['an infinite number', '{"name":"Company","availableLicenses":1e999}'],
    ['a number of 10,000 digits', `{"name":"Company","availableLicenses":${'9'.repeat(10_000)}}`],
    ['negative zero', '{"name":"Company","availableLicenses":-0e-999}'],
    ['100,000 fields', `{${Array.from({ length: 100_000 }, (_, n) => `"f${n}":1`).join(',')}}`.slice(0, 1_000_000)],
    ['200,000 ids', JSON.stringify(Array.from({ length: 24_000 }, () => '019cd714-f23b-7000-8000-000000000000'))],
  ]
  test.each(odd)('%s is refused', async (_what, body) => {
    const before = await databaseChecksum(fixtures.database)
    const said = await answered(company(`Content-Length: ${Buffer.byteLength(body)}`), body)
    expect(statusesOf(said)).toEqual([400])
    expect(said).toContain('"code":"VALIDATION_FAILED"')
    expect(await databaseChecksum(fixtures.database)).toEqual(before)
    expect(({} as { type?: string }).type).toBeUndefined()
  })

  test('a repeated JSON key is refused', async () => {
    const body = '{"email":"one@people.example","email":"nobody@people.example"}'
    const said = await answered(
      lines('POST /api/auth/forgot HTTP/1.1', ...closing, 'Content-Type: application/json', `Content-Length: ${body.length}`) +
        body,
    )
    expect(statusesOf(said)).toEqual([400])
    expect(said).toContain('This field occurs twice.')
    const { rows } = await fixtures.database.pool.query(`select key from rate_limit where key like 'forgot:%'`)
    expect(rows).toEqual([])
  })
})

test('Links in e-mails use PUBLIC_URL, whatever the Host header', async () => {
  const { statusCode } = await fixtures.app.inject({
    method: 'POST',
    url: `/api${forgotPassword.path}`,
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    payload: { email: fixtures.emailOf('staff') },
  })
  expect(statusCode).toBe(200)
  await fixtures.runJobs()
  const { rows } = await fixtures.database.pool.query('select body from mail where $1 = any(recipients)', [
    fixtures.emailOf('staff'),
  ])
  expect(rows[0]?.body).toContain('http://gya.example/login/reset#token=')
  expect(rows[0]?.body).not.toContain('evil')
})
