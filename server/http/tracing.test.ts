import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type MailReceiver, openMailReceiver } from '../../test/support/mail-receiver.ts'
import { createPng, multipartForm } from '../../test/support/multipart-form.ts'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { openTraceReceiver, type ReceivedSpan, type TraceReceiver } from '../../test/support/trace-receiver.ts'
import { readConfig } from '../config.ts'
import { type RunningServer, serve } from '../serve.ts'

const email = 'jane.doe@people.example'
const password = 'Test-Password-2026'
const remote = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }

let folder: string
let database: Awaited<ReturnType<typeof createTestDatabase>>
let mails: MailReceiver
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gya-traces-test-'))
  database = await createTestDatabase()
  mails = await openMailReceiver()
})
afterAll(async () => {
  await database.drop()
  await mails.close()
  await rm(folder, { recursive: true, force: true })
})

/** The complete server with job worker, listening on a socket. */
async function serveWith(env: Record<string, string>) {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    GYA_ADMIN_EMAIL: email,
    GYA_ADMIN_PASSWORD: password,
    SMTP_URL: mails.url,
    PLATFORM_SECOND_FACTOR: '0',
    ...env,
  })
  return serve({
    config,
    databaseUrl: database.url,
    filesFolder: join(folder, 'files'),
    recordKeyFile: join(folder, 'record-key'),
    secretKeyFile: join(folder, 'key'),
    webRoot: null,
    print: () => {},
  })
}

async function signIn({ address }: RunningServer): Promise<{ cookie: string; 'x-client': string }> {
  const headers = { 'content-type': 'application/json', 'x-client': 'Web' }
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(200)
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
    'x-client': 'Web',
  }
}

describe('OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let receiver: TraceReceiver
  let requestId: string | null = null
  const named = (name: string) => receiver.spans.filter((span) => span.name === name)
  const below = (parent: ReceivedSpan | undefined) => receiver.spans.filter((span) => span.parentSpanId === parent?.spanId)

  beforeAll(async () => {
    receiver = await openTraceReceiver()
    const served = await serveWith({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      TRUST_PROXY: '1',
    })
    const me = await signIn(served)
    const traceparent = `00-${remote.traceId}-${remote.spanId}-01`
    const read = await fetch(`${served.address}/api/user/me`, { headers: { ...me, traceparent } })
    requestId = read.headers.get('x-request-id')
    const form = await multipartForm([
      ['firstName', 'Jane'],
      ['lastName', 'Doe'],
      ['email', email],
      ['tel', '0118 496 0100'],
      ['file', await createPng(20, 20), 'Jane Doe.png'],
    ])
    const saved = await fetch(`${served.address}/api/user/me`, {
      method: 'PUT',
      headers: { ...me, ...form.headers },
      body: new Uint8Array(form.payload),
    })
    if (saved.status !== 200) throw new Error(await saved.text())
    await fetch(`${served.address}/api/auth/forgot`, {
      method: 'POST',
      headers: { ...me, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    await fetch(`${served.address}/api/company/${crypto.randomUUID()}?search=Jane`, { headers: me })
    await vi.waitUntil(() => mails.received.length === 1, { timeout: 20_000 })
    await served.stop()
  })
  afterAll(() => receiver.close())

  test('a request is a span with route, status and request id, and continues the proxy’s trace', () => {
    expect(named('GET /api/user/me')).toMatchObject([
      {
        traceId: remote.traceId,
        parentSpanId: remote.spanId,
        attributes: { 'http.route': '/api/user/me', 'http.request.method': 'GET', 'gya.request_id': requestId },
      },
    ])
    expect(Number(named('GET /api/user/me')[0]?.attributes['http.response.status_code'])).toBe(200)
    expect(named('GET /api/company/:companyId')).toHaveLength(1)
  })

  test('statements are child spans of the request', () => {
    const [call] = named('GET /api/user/me')
    const statements = below(call)
    expect(statements.length).toBeGreaterThan(0)
    for (const { name, traceId, attributes } of statements) {
      expect([name, traceId]).toEqual(['database select', remote.traceId])
      expect(attributes['db.query.text']).toMatch(/\$1/)
    }
  })

  test('file store calls are child spans of the request', () => {
    const [call] = named('PUT /api/user/me')
    expect(below(call).filter(({ name }) => name === 'file store put')).not.toHaveLength(0)
    expect(below(call).filter(({ name }) => name === 'database insert')).not.toHaveLength(0)
  })

  test('a job is a trace with its statements and SMTP calls', () => {
    const [job] = named('job send-mail')
    expect(job?.parentSpanId ?? '').toBe('')
    expect(below(job).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['mail server send', 'database select', 'database update']),
    )
  })

  test('spans contain no address, name, password, session or URL query', () => {
    expect(receiver.written().length).toBeGreaterThan(1_000)
    for (const word of ['jane', 'doe', password, '496 0100', 'gya_session', 'search='])
      expect(receiver.written().toLowerCase()).not.toContain(word.toLowerCase())
  })

  test('the exporter uses the configured headers, service name and sampling', () => {
    expect(receiver.headers[0]).toMatchObject({ authorization: 'Bearer of-the-collector' })
  })
})

test('traceparent is ignored without TRUST_PROXY', async () => {
  const receiver = await openTraceReceiver()
  const served = await serveWith({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url })
  await fetch(`${served.address}/api/user/me`, { headers: { traceparent: `00-${remote.traceId}-${remote.spanId}-01` } })
  await served.stop()
  await receiver.close()
  expect(receiver.spans.filter(({ name }) => name === 'GET /api/user/me')).toHaveLength(1)
  expect(receiver.written()).not.toContain(remote.traceId)
})

test('an unreachable collector does not affect requests', async () => {
  const served = await serveWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  const me = await signIn(served)
  for (let n = 0; n < 20; n += 1) expect((await fetch(`${served.address}/api/user/me`, { headers: me })).status).toBe(200)
  await served.stop()
})
