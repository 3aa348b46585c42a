import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../../scripts/programs.mjs'
import { freePorts, type HttpsClient, httpsClient, type NginxServer, startNginx } from '../../test/support/nginx.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Two programs in place of app processes: the first accepts requests or is down, as the test requires; the second always
 * answers.
 */
let ports: number[]
let first: Server | null = null
let second: Server
let nginx: NginxServer
let client: HttpsClient
const seen: IncomingMessage[] = []

const listening = async (port: number, handler: Handler): Promise<Server> => {
  const server = createServer((request, response) => {
    seen.push(request)
    request.resume()
    handler(request, response)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return server
}
const closed = async (server: Server | null) => {
  server?.closeAllConnections()
  if (server) await once(server.close(), 'close')
}

const answer: Handler = (request, response) =>
  response
    .writeHead(200, { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' })
    .end(JSON.stringify({ asked: request.url, filler: 'x'.repeat(2000) }))

/** Security headers of the errors that nginx answers itself. */
const ownHeaders = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

const post = { method: 'POST', path: '/api/support/request', body: '{}' }

describe.skipIf(!findProgram('nginx'))('nginx with the file of this folder (skipped where there is no nginx)', () => {
  beforeAll(async () => {
    ports = await freePorts(2)
    second = await listening(ports[1] ?? 0, (request, response) => {
      if (request.url === '/api/live') response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
      else answer(request, response)
    })
    nginx = await startNginx(ports)
    client = httpsClient(nginx)
  })
  afterEach(async () => {
    await closed(first)
    first = null
    seen.length = 0
  })
  afterAll(async () => {
    client?.close()
    await nginx?.stop()
    await closed(second)
  })
  const setFirst = async (handler: Handler) => {
    first = await listening(ports[0] ?? 0, handler)
  }
  /** Round robin: of two requests, one reaches the first process. */
  const twice = (asked: Parameters<HttpsClient['send']>[0]) => Promise.all([client.send(asked), client.send(asked)])

  test('fails over if a process refuses the connection, also for POST', async () => {
    const answers = [...(await twice(post)), ...(await twice(post))]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(seen).toHaveLength(4)
  })

  test('does not repeat a POST that a process may have received, and answers with the app’s error format', async () => {
    await setFirst((request) => request.socket.destroy())
    const answers = await twice(post)
    expect(seen).toHaveLength(2)
    const refused = answers.find(({ status }) => status !== 200)
    expect(refused?.status).toBe(503)
    expect(JSON.parse(String(refused?.body))).toMatchObject({ code: 'NOT_READY' })
    expect(refused?.headers).toMatchObject(ownHeaders)
  })

  test('repeats idempotent requests', async () => {
    await setFirst((request) => request.socket.destroy())
    const answers = await twice({ path: '/api/user/me' })
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  test('fetches a script that is missing in one process from the other', async () => {
    await setFirst((_request, response) => response.writeHead(404).end())
    const answers = await twice({ path: '/assets/app-1a2b3c.js' })
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await twice({ path: '/api/nothing' })).map(({ status }) => status)).toContain(404)
  })

  test('replaces a client’s X-Forwarded-For header', async () => {
    const claimed = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-forwarded-host': 'evil.example' }
    await client.send({ path: '/api/user/me', headers: claimed })
    const headers = seen[0]?.headers
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'gya.example',
      'x-forwarded-proto': 'https',
    })
    expect(headers?.forwarded).toBeUndefined()
  })

  test('does not buffer event streams', async () => {
    const stream = await client.open({ path: '/api/live' })
    expect(String((await once(stream, 'data'))[0])).toBe('data: 1\n\n')
    stream.destroy()
  })

  test('compresses responses, and adds neither duplicate headers nor its version', async () => {
    const { headers } = await client.send({ path: '/api/user/me', headers: { 'accept-encoding': 'gzip' } })
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'x-content-type-options': 'nosniff', server: 'nginx' })
  })

  test('refuses too large requests in the app’s error format before the body is sent', async () => {
    const { status, headers, body } = await client.send({
      ...post,
      headers: { expect: '100-continue' },
      body: Buffer.alloc(22_100_000),
    })
    expect([status, JSON.parse(String(body))]).toMatchObject([413, { code: 'FILE_TOO_LARGE' }])
    expect(headers).toMatchObject(ownHeaders)
    expect(seen).toHaveLength(0)
  })

  test('does not expose /metrics', async () => {
    expect((await client.send({ path: '/metrics' })).status).toBe(404)
    expect(seen).toHaveLength(0)
  })

  test('limits sign-ins per address, with a burst for forty users', async () => {
    const office = httpsClient(nginx, '127.0.0.40', 40)
    const calls = Array.from({ length: 40 * 20 }, () => office.send({ path: '/api/user/me' }))
    const signIns = Array.from({ length: 40 }, () => office.send({ method: 'POST', path: '/api/auth/login', body: '{}' }))
    const answers = await Promise.all([...calls, ...signIns])
    office.close()
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])

    const attacker = httpsClient(nginx, '127.0.0.66', 40)
    const flood = await Promise.all(
      Array.from({ length: 250 }, (_, n) =>
        attacker.send({ method: 'POST', path: n % 2 === 0 ? '/api/auth/login' : '/api/auth/second', body: '{}' }),
      ),
    )
    attacker.close()
    const refused = flood.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(JSON.parse(String(refused[0]?.body))).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect((await client.send({ method: 'POST', path: '/api/auth/login', body: '{}' })).status).toBe(200)
  })

  test('redirects HTTP to HTTPS, and closes requests for other host names', async () => {
    const plain = (host: string, path = '/branch?x=1') =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get({ host: '127.0.0.1', port: nginx.httpPort, path, headers: { host } }, resolve).on('error', reject)
      })
    const { statusCode, headers } = await plain('gya.example')
    expect([statusCode, headers.location]).toEqual([308, 'https://gya.example/branch?x=1'])
    expect((await plain('gya.example', '/api/auth/login')).statusCode).toBe(403)
    await expect(plain('other.example')).rejects.toThrow('socket hang up')
    const socket = connect({ port: nginx.port, host: '127.0.0.1', servername: 'other.example', rejectUnauthorized: false })
    const [error] = (await once(socket, 'error')) as [Error]
    expect(error.message).toMatch(/unrecognized name/i)
  })

  test('logs requests without query strings', async () => {
    await client.send({ path: '/api/company/properties?textSearch=Jane%20Doe' })
    await expect
      .poll(() => nginx.accessLog().then((lines) => lines.at(-1)))
      .toContain('"GET /api/company/properties HTTP/1.1" 200')
    expect((await nginx.accessLog()).join()).not.toContain('Jane')
  })

  test('logs requests of calendar feeds without their secret path', async () => {
    const token = 'x'.repeat(43)
    for (const path of [`/api/calendar/${token}.ics`, `//api//calendar/${token}.ics`, `/api/%63alendar/${token}.ics`]) {
      const lines = (await nginx.accessLog()).length
      await client.send({ path })
      await expect.poll(() => nginx.accessLog().then((now) => now.slice(lines).join())).toContain('"GET /api/calendar/:token.ics')
    }
    expect((await nginx.accessLog()).join()).not.toContain(token)
  })
})
