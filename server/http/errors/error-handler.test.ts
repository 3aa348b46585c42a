import { endpoint } from '@gya/domain/endpoint.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTcpFaultProxy, type TcpFaultProxy } from '../../../test/support/tcp-fault-proxy.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { type Database, openPool } from '../../db/pool.ts'
import { systemClock } from '../../infra/clock.ts'
import { folderStore } from '../../infra/files/folder-store.ts'
import { registerRoute } from '../route/register-route.ts'

let copy: Awaited<ReturnType<typeof createTestDatabase>>
let line: TcpFaultProxy
let database: Database
let app: Awaited<ReturnType<typeof buildApp>>

const call = <const Path extends `/${string}`>(path: Path) =>
  endpoint({ method: 'POST', path, permission: 'public', summary: 'For these tests.', response: z.object({}) })

beforeAll(async () => {
  copy = await createTestDatabase()
  line = await startTcpFaultProxy(copy.url)
  database = openPool(line.url, 2, () => {}, { connection: 300, statement: 200, answer: 500 })
  const files = folderStore('/dev/null/no-folder')
  app = await buildApp({
    database,
    files,
    clock: systemClock,
    config: readConfig({ LOG_LEVEL: 'silent' }),
    secure: false,
    webRoot: null,
  })
  registerRoute(app, call('/lost-before'), async ({ db }) => {
    await line.cut()
    await sql`select 1`.execute(db)
    return {}
  })
  registerRoute(app, call('/lost-at-commit'), async ({ db }) => {
    await sql`select 1`.execute(db)
    await line.cut()
    return {}
  })
  registerRoute(app, call('/silent-at-commit'), async ({ db }) => {
    await sql`select 1`.execute(db)
    line.silence()
    return {}
  })
  registerRoute(app, call('/too-long'), async ({ db }) => {
    await sql`select pg_sleep(10)`.execute(db)
    return {}
  })
  registerRoute(app, call('/no-room-for-rows'), async ({ db }) => {
    await sql`do $$ begin raise exception using errcode = 'disk_full'; end $$`.execute(db)
    return {}
  })
  for (const [path, text] of [
    ['/year-0', '0000-01-01T00:00:00Z'],
    ['/no-instant', 'yesterday or so'],
  ] as const)
    registerRoute(app, call(path), async ({ db }) => {
      await sql`select ${text}::timestamptz`.execute(db)
      return {}
    })
  registerRoute(app, call('/no-room-for-files'), async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
})
afterAll(async () => {
  await app.close()
  await database.close()
  await line.close()
  await copy.drop()
})

const ask = async (path: string) => {
  await line.restore()
  const answer = await app.inject({ method: 'POST', url: `/api${path}`, headers: { 'x-client': 'Web' } })
  const { code, message } = answer.json<{ code: string; message: string }>()
  return { status: answer.statusCode, code, message, askAgain: answer.headers['retry-after'] }
}

describe('Database and file system errors', () => {
  test.each([
    ['/lost-before', 'NOT_READY'],
    ['/lost-at-commit', 'SAVE_UNCERTAIN'],
    ['/silent-at-commit', 'SAVE_UNCERTAIN'],
    ['/too-long', 'TOOK_TOO_LONG'],
  ] as const)('POST %s responds 503 %s with Retry-After', async (path, code) => {
    const [status, message] = errors[code]
    expect(await ask(path)).toEqual({ status, code, message, askAgain: '5' })
    expect(status).toBe(503)
  })

  test.each(['/no-room-for-rows', '/no-room-for-files'])('POST %s responds 507 NO_ROOM', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 507, code: 'NO_ROOM' })
  })
})

test.each(['/year-0', '/no-instant'])(
  'POST %s with a value that PostgreSQL refuses (SQLSTATE class 22) responds 400',
  async (path) => {
    expect(await ask(path)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  },
)
