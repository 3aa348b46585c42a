import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../test/support/test-database.ts'

const cwd = join(import.meta.dirname, '..')
const firstAdmin = { GYA_ADMIN_EMAIL: 'first@people.example', GYA_ADMIN_PASSWORD: 'First-Password-2026' }

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Starts the server and waits for its exit; returns exit code and output. */
async function startAndWait(env: Record<string, string>) {
  const app = spawn(process.execPath, ['server/main.ts'], {
    cwd,
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, LOG_LEVEL: 'error', MAIL: 'keep', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let saidAt = 0
  app.stderr.on('data', () => (saidAt = performance.now()))
  const [output, [code]] = await Promise.all([text(app.stderr), once(app, 'exit')])
  return { output, code, exitDelay: performance.now() - saidAt }
}

/** The first line of output that matches; null if it exits without. */
async function firstLine(stream: Readable, wanted: RegExp): Promise<string | null> {
  const lines = createInterface(stream)
  const { promise, resolve } = Promise.withResolvers<string | null>()
  lines.on('line', (line) => wanted.test(line) && resolve(line))
  lines.on('close', () => resolve(null))
  return promise
}

async function rowsOf(url: string, question: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(question)
  await client.end()
  return rowCount
}

describe('A failed start prints one line and exits with 1', () => {
  test('for an invalid configuration', async () => {
    const { output, code } = await startAndWait({ PORT: 'eighty' })
    expect(output).toBe('Configuration: PORT must be a port number.\n')
    expect(code).toBe(1)
  })

  test('for an unreachable database, so that the supervisor restarts it', async () => {
    const { output, code } = await startAndWait({ PORT: '0', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect(output).toBe('Database: the PostgreSQL of DATABASE_URL cannot be reached.\n')
    expect(code).toBe(1)
  })

  test('for an incomplete S3 configuration, without printing secrets', async () => {
    const { output, code } = await startAndWait({ S3_ENDPOINT: 'https://s3.example', S3_SECRET_ACCESS_KEY: 'secret-key' })
    expect(output).toBe(
      'Configuration: files go to S3 only with S3_BUCKET, S3_ACCESS_KEY_ID as well; without any S3_… they go to a folder.\n',
    )
    expect(code).toBe(1)
  })
})

test('Two processes starting simultaneously on an empty database both serve, and create the initial data once', async () => {
  const empty = await createTestDatabase()
  const env = { ...process.env, DATABASE_URL: empty.url, PORT: '0', LOG_LEVEL: 'silent', MAIL: 'keep', ...firstAdmin }
  const apps = [1, 2].map(() => spawn(process.execPath, ['server/main.ts'], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] }))
  onTestFinished(async () => {
    for (const app of apps) app.kill('SIGKILL')
    await empty.drop()
  })
  const ready = await Promise.all(apps.map((app) => firstLine(app.stderr, /^GYA is ready at/)))
  expect(ready).toEqual([expect.any(String), expect.any(String)])
  for (const app of apps) app.kill('SIGTERM')
  expect(await Promise.all(apps.map((app) => once(app, 'exit').then(([code]) => code as number)))).toEqual([0, 0])
  expect(await rowsOf(empty.url, 'select from app_user')).toBe(1)
})

test('A failed start prints one line and exits with 1 for a port that is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { output, code, exitDelay } = await startAndWait({ PORT: String(port) })
  other.close()
  // No open handle may delay the exit: an idle pool connection lives for ten seconds.
  expect(exitDelay).toBeLessThan(5_000)
  expect(output).toBe(`Port ${port} is taken by another program. Set PORT to a free one.\n`)
  expect(code).toBe(1)
})
