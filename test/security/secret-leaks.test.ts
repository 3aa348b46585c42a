import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../server/db/embedded/postmaster.ts'
import { createPng, multipartForm } from '../support/multipart-form.ts'
import { createTestDatabase } from '../support/test-database.ts'

/**
 * "Secrets never in logs, errors, URLs": plants secrets, exercises every path that handles one, also failing, at the most
 * verbose log level, and searches all output for them.
 */
const planted = (name: string) => `Planted-${name}-${randomBytes(8).toString('hex')}`
const secrets: Record<string, string> = {
  'mail password': planted('2b'),
  'key of the store': planted('3c'),
  'password of the first administrator': planted('4D'),
  'password that was typed wrong': planted('5E'),
  'password that was chosen': planted('6F'),
}
const email = 'first@people.example'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let outside: Server
let app: ChildProcess
let address: string
const said: string[] = []
const answers: string[] = []

/** Refuses every connection: a mail server or file store that fails. */
async function refusing(words: string): Promise<Server> {
  const listening = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.end(words)
  }).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return listening
}
const portOf = (listening: Server) => (listening.address() as { port: number }).port

beforeAll(async () => {
  database = await createTestDatabase()
  outside = await refusing('535 5.7.8 Nobody comes in here\r\n')
  const port = await freePort()
  const own = new URL(database.url)
  // The tests' own server has a generated password; with trust authentication another password works too.
  own.password ||= planted('1a')
  secrets['database password'] = own.password
  app = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'debug',
      PORT: String(port),
      DATABASE_URL: own.href,
      SMTP_URL: `smtp://gya:${secrets['mail password']}@127.0.0.1:${portOf(outside)}`,
      S3_ENDPOINT: `http://127.0.0.1:${portOf(outside)}`,
      S3_BUCKET: 'gya',
      S3_ACCESS_KEY_ID: 'planted',
      S3_SECRET_ACCESS_KEY: secrets['key of the store'],
      PLATFORM_SECOND_FACTOR: '0',
      GYA_ADMIN_EMAIL: email,
      GYA_ADMIN_PASSWORD: secrets['password of the first administrator'],
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [app.stdout, app.stderr])
      stream?.on('data', (part) => {
        said.push(String(part))
        if (said.join('').includes('GYA is ready at')) resolve()
      })
    app.once('exit', () => reject(new Error(said.join(''))))
  })
  address = `http://127.0.0.1:${port}`
  await ready
})
afterAll(async () => {
  if (app.exitCode === null) {
    app.kill('SIGTERM')
    await once(app, 'exit')
  }
  outside.close()
  await database.drop()
})

async function ask(path: string, init: RequestInit & { json?: unknown } = {}): Promise<Response> {
  const { json, ...rest } = init
  const answer = await fetch(`${address}${path}`, {
    ...rest,
    headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...rest.headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json), method: rest.method ?? 'POST' }),
  })
  // Only cookies contain session tokens.
  const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie')
  answers.push(JSON.stringify([path, answer.status, headers, await answer.clone().text()]))
  return answer
}

const query = async (text: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as Record<string, string>[]
  } finally {
    await client.end()
  }
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
  }
}

test('No secret appears in logs, responses, jobs or metrics', async () => {
  const wrong = secrets['password that was typed wrong'] ?? ''
  const chosen = secrets['password that was chosen'] ?? ''
  const signedIn = await ask('/api/auth/login', { json: { email, password: secrets['password of the first administrator'] } })
  expect(signedIn.status).toBe(200)
  const [token = '', note = ''] = ['gya_session', 'gya_browser'].map(
    (name) => new RegExp(`${name}=([^;]+)`).exec(signedIn.headers.getSetCookie().join('\n'))?.[1] ?? '',
  )
  Object.assign(secrets, { 'token of the session': token, 'note of the browser': note })
  const bearer = { authorization: `Bearer ${token}` }

  // Passwords in password fields, in other fields, in truncated bodies, and in refused requests.
  await ask('/api/auth/login', { json: { email, password: wrong } })
  await ask('/api/auth/login', { json: { email, password: wrong, more: wrong } })
  await ask('/api/auth/login', { json: { email: `${wrong} `, password: wrong } })
  await ask('/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: `{"password":"${wrong}` })
  await ask('/api/auth/reset', { json: { token: wrong, password: wrong } })
  await ask('/api/user', { headers: bearer, json: { firstName: 'Nia', lastName: 'Vale', email, password: 'weak', extra: wrong } })

  // Sessions that are valid, invented, or in the wrong place.
  await ask('/api/user/me', { headers: bearer })
  await ask('/api/user/me', { headers: { cookie: `gya_session=${token}`, 'x-client': 'Web' } })
  await ask('/api/nothing', { headers: bearer })

  // A link whose e-mail cannot be sent.
  await ask('/api/auth/forgot', { json: { email } })
  const mail = await until(async () => (await query('select body from mail where attempts > 0'))[0])
  const link = /#token=([\w-]{43})/.exec(mail.body ?? '')?.[1] ?? ''
  expect(link).toHaveLength(43)
  secrets['token of the link'] = link
  await ask('/api/auth/verifyemail', { json: { token: link } })
  await ask('/api/auth/reset', { json: { token: link, password: chosen } })
  await ask('/api/auth/reset', { json: { token: link, password: chosen } })
  const again = await ask('/api/auth/login', { json: { email, password: chosen } })
  expect(again.status).toBe(200)
  const second = /gya_session=([^;]+)/.exec(again.headers.getSetCookie().join('\n'))?.[1] ?? ''
  secrets['token of the second session'] = second
  const headers = { authorization: `Bearer ${second}` }

  // A failing store, an unexpected error, a lost database.
  const form = await multipartForm([
    ['firstName', 'Ada'],
    ['file', await createPng(2, 2), 'ada.png'],
  ])
  await ask('/api/user/me', { method: 'PUT', headers: { ...headers, ...form.headers }, body: new Uint8Array(form.payload) })
  await query('alter table mail rename to mail_away')
  expect((await ask('/api/support/request', { headers, json: { message: 'Where is it?' } })).status).toBe(500)
  await query('alter table mail_away rename to mail')
  await query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await until(async () => ((await ask('/api/user/me', { headers })).status === 200 ? true : undefined))

  // Endpoints for operators.
  for (const path of ['/metrics', '/healthz', '/readyz', '/api/openapi.json']) await ask(path)
  for (const path of ['/api/operations', '/api/operations/jobs', '/api/operations/mail']) await ask(path, { headers })
  const jobs = await query('select payload::text, last_error from graphile_worker._private_jobs')
  app.kill('SIGTERM')
  await once(app, 'exit')

  const all = [...said, ...answers, JSON.stringify(jobs)].join('\n')
  expect(all).toContain('"level":20')
  expect(all).toContain('request failed')
  const forms = (secret: string) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('hex'),
  ]
  const leaked = Object.entries(secrets).filter(([, secret]) => forms(secret).some((form) => all.includes(form)))
  expect(leaked.map(([name]) => name)).toEqual([])
})
