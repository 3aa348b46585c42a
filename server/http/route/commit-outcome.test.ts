import { setImmediate } from 'node:timers/promises'
import { endpoint } from '@gya/domain/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTcpFaultProxy, type TcpFaultProxy } from '../../../test/support/tcp-fault-proxy.ts'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { type Database, type Db, openPool } from '../../db/pool.ts'
import { systemClock } from '../../infra/clock.ts'
import { folderStore } from '../../infra/files/folder-store.ts'
import { createMeters } from '../../infra/telemetry/meters.ts'
import { findCommitOutcome } from './commit-outcome.ts'
import { claimIdempotencyKey, type IdempotencyKey, storeResponse } from './idempotency.ts'
import { registerRoute } from './register-route.ts'
import { retryTransaction } from './retry-transaction.ts'

const now = '2026-11-23T09:00:00.000Z'
let copy: Awaited<ReturnType<typeof createTestDatabase>>
let lines: [TcpFaultProxy, TcpFaultProxy]
let severalHosts: string

beforeAll(async () => {
  copy = await createTestDatabase()
  lines = [await startTcpFaultProxy(copy.url), await startTcpFaultProxy(copy.url)]
  const [first, second] = lines.map((line) => new URL(line.url))
  severalHosts = String(first).replace(`:${first?.port}/`, `:${first?.port},127.0.0.1:${second?.port}/`)
})
afterEach(async () => {
  for (const line of lines) await line.restore()
})
afterAll(async () => {
  for (const line of lines) await line.close()
  await copy.drop()
})

/** A row of the saved change; its table has no foreign keys. */
const insertRow = (db: Db, key: string) =>
  sql`insert into rate_limit (key, tries, window_started) values (${key}, 1, ${now})`.execute(db)

const savedRows = async (key: string): Promise<number> => {
  const direct = openPool(copy.url, 1, () => {})
  const { rows } = await sql`select from rate_limit where key = ${key}`.execute(direct.db)
  await direct.close()
  return rows.length
}

describe('A save whose COMMIT gets no response, with several hosts in DATABASE_URL', () => {
  let database: Database
  let app: Awaited<ReturnType<typeof buildApp>>
  let runs: number
  let fault: () => Promise<void> | void

  beforeEach(async () => {
    database = openPool(severalHosts, 2, () => {}, { connection: 500, answer: 5_000 })
    app = await buildApp({
      database,
      files: folderStore('/dev/null/no-folder'),
      clock: systemClock,
      config: readConfig({ LOG_LEVEL: 'silent' }),
      secure: false,
      webRoot: null,
    })
    runs = 0
    const call = endpoint({
      method: 'POST',
      path: '/commit-outcome',
      permission: 'public',
      summary: 'For these tests.',
      query: z.object({ key: z.string() }),
      response: z.object({ runs: z.number() }),
    })
    registerRoute(app, call, async ({ db, query }) => {
      runs += 1
      await insertRow(db, query.key)
      if (runs === 1) await fault()
      return { runs }
    })
  })
  afterEach(async () => {
    await app.close()
    await database.close()
  })

  const save = async (key: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/commit-outcome?key=${key}`,
      headers: { 'x-client': 'Web' },
    })
    return { status: answer.statusCode, body: answer.json<object>() }
  }

  test('returns the normal response if it was committed', async () => {
    fault = () => lines[0].loseAnswers()
    expect(await save('answer-lost')).toEqual({ status: 200, body: { runs: 1 } })
    expect(await savedRows('answer-lost')).toBe(1)
  })

  test('is retried if it was not committed', async () => {
    fault = () => lines[0].cut()
    expect(await save('commit-lost')).toEqual({ status: 200, body: { runs: 2 } })
    expect(await savedRows('commit-lost')).toBe(1)
  })

  test('is retried if the connection hangs until another server is the primary', async () => {
    const silenced = Promise.withResolvers<void>()
    fault = () => {
      lines[0].silence()
      silenced.resolve()
    }
    const saved = save('commit-swallowed')
    await silenced.promise
    // Simulates a connection that cannot be opened.
    database.primary.suspect()
    expect(await saved).toEqual({ status: 200, body: { runs: 2 } })
    expect(await savedRows('commit-swallowed')).toBe(1)
  })

  test('returns SAVE_UNCERTAIN if no server accepts writes in time', async () => {
    database.outcomeTimeoutMs = 300
    fault = async () => {
      for (const line of lines) await line.cut()
    }
    expect(await save('no-primary')).toMatchObject({ status: 503, body: { code: 'SAVE_UNCERTAIN' } })
  })
})

describe('A save with an Idempotency-Key and one host in DATABASE_URL', () => {
  let database: Database
  let key: IdempotencyKey

  beforeEach(() => {
    database = openPool(lines[0].url, 2, () => {}, { connection: 500, answer: 5_000 })
    const id = crypto.randomUUID()
    key = {
      companyId: id,
      principalKind: 'user',
      principalId: id,
      keyHash: Buffer.from(id),
      requestDigest: Buffer.from('digest'),
      now,
    }
  })
  afterEach(() => database.close())

  const saveOnce = (row: string, fault: () => Promise<void> | void) => {
    let runs = 0
    return retryTransaction<unknown>({ database, meters: createMeters() }, key, async (db) => {
      runs += 1
      const stored = await claimIdempotencyKey(db, key)
      if (stored) return stored.answer
      await insertRow(db, row)
      await storeResponse(db, key, { runs })
      if (runs === 1) await fault()
      return { runs }
    })
  }

  test('determines the outcome in the same way', async () => {
    expect(await saveOnce('one-host-committed', () => lines[0].loseAnswers())).toEqual({ runs: 1 })
    expect(await savedRows('one-host-committed')).toBe(1)
  })

  test('is retried if it was lost and the server is available again', async () => {
    const saved = saveOnce('one-host-lost', async () => {
      await lines[0].cut()
      await lines[0].restore()
    })
    expect(await saved).toEqual({ runs: 2 })
    expect(await savedRows('one-host-lost')).toBe(1)
  })

  test.each(['commit', 'rollback'] as const)('waits for a transaction in progress: %s', async (end) => {
    const other = await database.pool.connect()
    await other.query('begin')
    await other.query(
      `insert into idempotency_key (company_id, principal_kind, principal_id, key_hash, request_digest, answer, createdon)
       values ($1, 'user', $2, $3, $4, '{"runs": 7}', $5)`,
      [key.companyId, key.principalId, key.keyHash, key.requestDigest, now],
    )
    const outcome = findCommitOutcome(database, key)
    const direct = openPool(copy.url, 1, () => {})
    const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (!(await direct.pool.query(isWaiting)).rowCount) await setImmediate()
    await direct.close()
    await other.query(end)
    other.release()
    expect(await outcome).toEqual(end === 'commit' ? { answer: { runs: 7 } } : 'lost')
  })
})
