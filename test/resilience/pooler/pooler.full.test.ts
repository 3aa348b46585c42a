import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listContacts } from '@gya/domain/features/contacts/contacts.contract.ts'
import { downloadDashboard, readMetrics } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { downloadCompanyProperties, listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import {
  downloadReportCsv,
  readKeyStats,
  readReport,
  readReportMail,
  sendReportPdf,
} from '@gya/domain/features/report/report.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isPgBouncerInstalled, type PgBouncer, startPgBouncer } from '../../support/pgbouncer.ts'
import { firstAdmin, signIn, startProductionApp } from '../../support/production-app.ts'
import type { AppProcess } from '../../support/start-app.ts'
import { createTestDatabase } from '../../support/test-database.ts'
import { countLosses } from '../faults/check-consistency.ts'
import { startConcurrentSaves } from '../faults/concurrent-saves.ts'
import { createTestCompany, type Person, type TestCompany, watchLive } from '../faults/test-company.ts'

/** Fewer than a single process would open itself. */
const poolSize = 3
const saves = 80

const isHere = isPgBouncerInstalled()

describe.skipIf(!isHere)(`Behind PgBouncer in transaction mode${isHere ? '' : ' (skipped: needs Debian’s pgbouncer)'}`, () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let pooler: PgBouncer
  let folder: string
  let processes: [AppProcess, AppProcess, AppProcess]
  let env: Record<string, string>
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gya-pooler-'))
    closing.push(() => rm(folder, { recursive: true, force: true }))
    // Empty: the first process migrates it.
    database = await createTestDatabase('template0')
    closing.push(() => database.drop())
    pooler = await startPgBouncer(database.url, poolSize)
    closing.push(() => pooler.stop())
    env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url, DATA_DIR: folder, DATABASE_POOL: '8', ...firstAdmin }
    const start = async () => {
      const started = await startProductionApp(env)
      closing.push(() => started.stop())
      return started
    }
    const first = await start()
    processes = [first, ...(await Promise.all([start(), start()]))]
  })
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
  })

  test('signs in with a password', async () => {
    for (const { address } of processes) {
      const me = await (await signIn(address))('GET', '/user/me')
      expect(await me.json()).toMatchObject({ email: firstAdmin.GYA_ADMIN_EMAIL })
    }
  })

  test('three processes share three connections: saves, lists, report, exports, jobs and live updates', async () => {
    const addresses = processes.map(({ address }) => address) as [string, string, string]
    const company = await createTestCompany(database.url, addresses, 9)
    closing.push(() => company.database.close())
    const [first, second, third] = company.people as [Person, Person, Person]
    const live = watchLive(third.address, third)
    const load = startConcurrentSaves(company)
    await Promise.all([
      live.more(),
      load.until(saves),
      ...[first, second, third].map((person) => readEverything(person, company)),
    ])
    const connections = await connectionsOf(pooler)
    expect(connections.clients).toBeGreaterThan(poolSize)
    expect(connections.servers).toBeLessThanOrEqual(poolSize)
    await load.rest()
    live.stop()
    expect(load.ledger).toMatchObject({ wrong: [], unserved: {} })
    const losses = await countLosses(company, load.ledger, join(folder, 'files'))
    expect(Object.entries(losses).filter(([, times]) => times > 0)).toEqual([])
    const params = { companyId: company.branch.companyId }
    const { _id: mailId } = await first.sure(sendReportPdf, { params, query: { to: 'manager@people.example' } })
    const state = async () => (await first.sure(readReportMail, { params: { ...params, mailId } })).state
    await vi.waitUntil(async () => (await state()) === 'kept', { timeout: 60_000 })
  })

  test('operations that need a session bypass it', async () => {
    const { rows } = await onServer(
      database.url,
      `select application_name as name, count(*)::int from pg_stat_activity
       where datname = current_database() and application_name in ('gya-live', 'gya-jobs') group by 1 order by 1`,
    )
    // In each process, the locks of its workers, and sealing; live updates if somebody is connected.
    expect(rows).toEqual([
      { name: 'gya-jobs', count: 3 },
      { name: 'gya-live', count: 4 },
    ])
  })

  test('the role has the settings that a connection cannot ask for', async () => {
    const settings = `select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`
    expect((await onServer(pooler.url, settings)).rows).toEqual([{ zone: 'UTC', statement: '30s', idle: '30s' }])
  })

  test('the app does not start through it without DATABASE_DIRECT_URL', async () => {
    await expect(startProductionApp({ DATABASE_URL: pooler.url })).rejects.toThrow(
      'Database: the PostgreSQL of DATABASE_URL is a transaction pooler: set DATABASE_DIRECT_URL to the address of the server behind it.',
    )
  })

  test('the app does not start on connections that were opened before the role had its settings', async () => {
    const other = await createTestDatabase()
    closing.push(() => other.drop())
    const early = await startPgBouncer(other.url, poolSize)
    closing.push(() => early.stop())
    await onServer(early.url, 'select')
    const start = () => startProductionApp({ ...env, DATABASE_URL: early.url, DATABASE_DIRECT_URL: other.url })
    await expect(start()).rejects.toThrow('statement_timeout is 0, not 30s')
    await early.console('reconnect')
    const started = await start()
    await started.stop()
  })
})

/** Lists, report, dashboard, Today and exports. */
async function readEverything(person: Person, { branch }: TestCompany): Promise<void> {
  const params = { companyId: branch.companyId }
  for (const call of [
    listCompanyProperties,
    readReport,
    readKeyStats,
    readToday,
    listContacts,
    downloadReportCsv,
    downloadCompanyProperties,
  ])
    await person.sure(call, { params })
  await person.sure(readMetrics, { params: { ...params, branchId: 'all' }, query: { metrics: 'takeOn' } })
  await person.sure(downloadDashboard, { params: { ...params, branchId: 'all' }, query: { tab: 'overall' } })
  await person.sure(listCompanyProperties, { params, query: { textSearch: 'street' } })
}

/** Connections of the app to the pooler, and of the pooler to PostgreSQL. */
async function connectionsOf(pooler: PgBouncer): Promise<{ clients: number; servers: number }> {
  const count = async (what: 'clients' | 'servers') =>
    (await pooler.console<{ database: string }>(`show ${what}`)).filter(({ database }) => database !== 'pgbouncer').length
  return { clients: await count('clients'), servers: await count('servers') }
}

async function onServer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
