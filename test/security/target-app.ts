import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts'
import { freePort } from '../../server/db/embedded/postmaster.ts'
import { type Database, openPool } from '../../server/db/pool.ts'
import { createTestSession } from '../../server/features/sessions/sessions.repository.ts'
import { hashPassword } from '../../server/infra/secrets.ts'
import { createFreshDatabase } from '../support/fresh-database.ts'
import { type AppProcess, startApp } from '../support/start-app.ts'

/** The app in a separate process with accounts to attack. It trusts the client address of a proxy. */
export type TargetApp = {
  product: AppProcess
  database: Database
  /** Creates an account; returns its id. */
  addPerson(email: string, more?: { withoutPassword?: boolean; deleted?: boolean }): Promise<string>
  token(userId: string): Promise<string>
  /** Resident memory of the process in megabytes. */
  megabytes(): Promise<number>
  stop(): Promise<void>
}

export const password = 'Trial-Password-2026'

export async function startTargetApp(name: 'gya_bench_floods' | 'gya_bench_guesses' | 'gya_bench_timing'): Promise<TargetApp> {
  const databaseUrl = process.env.BENCH_DATABASE_URL
  const postgres = databaseUrl
    ? { url: databaseUrl, stop: async () => {} }
    : await startEmbeddedPostgres({ dataDir: join(tmpdir(), 'gya-attack'), log: () => {} })
  const url = await createFreshDatabase(postgres.url, name)
  const database = openPool(url, 4, () => {})
  const product = await startApp({
    port: await freePort(),
    env: { DATABASE_URL: url, DATA_DIR: join(tmpdir(), 'gya-attack-files'), TRUST_PROXY: '1' },
  })
  const hash = await hashPassword(password)
  let people = 0
  return {
    product,
    database,
    addPerson: async (email, { withoutPassword = false, deleted = false } = {}) => {
      people += 1
      const id = `019cd714-f23b-7000-8000-${String(people).padStart(12, '0')}`
      const now = new Date().toISOString()
      await database.db
        .insertInto('app_user')
        .values({
          id,
          company_id: null,
          type: 'GYA_ADMIN',
          first_name: 'Ada',
          last_name: 'Quill',
          email,
          password_hash: withoutPassword ? null : hash,
          activated: true,
          createdon: now,
          deleted_on: deleted ? now : null,
        })
        .execute()
      return id
    },
    token: (userId) => createTestSession(database.db, userId, new Date().toISOString()),
    megabytes: async () => {
      const status = await readFile(`/proc/${product.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
    },
    stop: async () => {
      await product.stop()
      await database.close()
      await postgres.stop()
    },
  }
}

/** Signs in from a client address, optionally with the cookie of a known browser. */
export async function trySignIn(
  { product }: TargetApp,
  { email, tried, from, note }: { email: string; tried: string; from: string; note?: string },
): Promise<{ status: number; note: string | undefined; ms: number }> {
  const began = performance.now()
  const answer = await fetch(`${product.address}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': from,
      ...(note === undefined ? {} : { cookie: `gya_browser=${note}` }),
    },
    body: JSON.stringify({ email, password: tried }),
  })
  await answer.arrayBuffer()
  const cookies = answer.headers
    .getSetCookie()
    .map((cookie) => /^gya_browser=([^;]+)/.exec(cookie)?.[1])
    .find((value) => value !== undefined)
  return { status: answer.status, note: cookies, ms: performance.now() - began }
}
