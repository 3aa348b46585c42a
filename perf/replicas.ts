import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { metricsOfView } from '@gya/domain/features/dashboard/metrics.ts'
import { defaultReportSort } from '@gya/domain/features/report/report-columns.ts'
import { isPostgresInstalled } from '../scripts/programs.mjs'
import { type Database, openPool } from '../server/db/pool.ts'
import { startPrimary } from '../test/support/postgres-cluster.ts'
import { buildLargeDatabase, type DataSize, largeCompany } from './data/large-database.ts'
import { type ClientLoad, ms, runClients } from './measure.ts'
import { measureLoad, postgresCpuMs } from './processes.ts'
import { firstVisit, pathOf } from './report.ts'
import { signInHeaders } from './served/ask.ts'
import { type ServedProcess, startProcess } from './served/start-process.ts'

/** Processor time per request in milliseconds: of the app, the primary and the standbys. */
type Measured = ClientLoad & { name: string; standbys: number; cpuMs: { app: number; primary: number; standbys: number } }
export type ReplicasMeasured = { reads: Measured[]; saves: Measured[] }

const productionSettings = {
  fsync: 'on',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  random_page_cost: '1.1',
}

/**
 * Reads and saves without standbys, with one and with two, using Debian's PostgreSQL: shows which process uses the processor time. All
 * servers share the machine, so requests per second show the cost of standbys, not their benefit.
 */
export async function measureReplicas(size: DataSize, seconds: number, print: (line: string) => void): Promise<ReplicasMeasured> {
  if (!isPostgresInstalled()) throw new Error('Debian’s postgresql-15 is not installed.')
  const folder = await mkdtemp(join(tmpdir(), 'gya-bench-replicas-'))
  const primary = await startPrimary(folder, productionSettings)
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true }), primary.stop]
  try {
    await primary.query('alter role gya createdb')
    const { url, name } = await buildLargeDatabase(primary.urlOf('postgres'), size, print)
    const standbys = [await primary.addStandby('first'), await primary.addStandby('second')]
    closing.push(() => Promise.all(standbys.map((standby) => standby.stop())))
    const open = (address: string) => openPool(address, 1, () => {})
    const servers = { primary: open(url), standbys: standbys.map((standby) => open(standby.urlOf(name))) }
    closing.push(() => Promise.all([servers.primary, ...servers.standbys].map((database) => database.close())))
    const apps: ServedProcess[] = []
    closing.push(() => Promise.all(apps.map((app) => app.stop())))
    for (const count of [0, 1, 2]) {
      const urls = standbys.slice(0, count).map((standby) => standby.urlOf(name))
      const app = await startProcess('app-process', { DATABASE_URL: url, DATABASE_READ_URLS: urls.join(',') })
      apps.push(app)
      while (!(await areInUse(app, count))) await setTimeout(200)
    }
    return { reads: await measureReads(apps, servers, seconds, print), saves: await measureSaves(apps, servers, seconds) }
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

async function areInUse({ address }: ServedProcess, count: number): Promise<boolean> {
  const text = await (await fetch(`${address}/metrics`)).text()
  return text.split('\n').filter((line) => /^gya_standby_in_use\{.*\} 1$/.test(line)).length === count
}

type Servers = { primary: Database; standbys: Database[] }

async function measureReads(apps: ServedProcess[], servers: Servers, seconds: number, print: (line: string) => void) {
  const company = await largeCompany(servers.primary)
  const questions = [
    { name: 'the report as it opens', path: pathOf(company.id, { name: '', ...firstVisit, sortOption: defaultReportSort }) },
    { name: 'the first page of the list', path: `/api/company/properties/${company.id}?filters=allActive` },
    {
      name: 'the first tab of the company dashboard',
      path: `/api/md/${company.id}/all?metrics=${[...new Set(metricsOfView('overall'))].join()}`,
    },
  ]
  // Sessions prefer different standbys.
  const sessions = await Promise.all(Array.from({ length: 8 }, () => signInHeaders(servers.primary, company.id)))
  const measured: Measured[] = []
  for (const { name, path } of questions)
    for (const [standbys, app] of apps.entries()) {
      const load = (lasting: number) => () => runSessions(`${app.address}${path}`, sessions, lasting)
      await load(1)()
      print(`${name}, ${standbys} standbys`)
      measured.push({ name, standbys, ...(await measureServers(app, servers, load(seconds))) })
    }
  return measured
}

async function runSessions(address: string, sessions: Record<string, string>[], seconds: number): Promise<ClientLoad> {
  const loads = await Promise.all(sessions.map((headers) => runClients([address], { clients: 2, seconds, headers })))
  const calls = loads.reduce((sum, load) => sum + load.calls, 0)
  const mean = (value: (load: ClientLoad) => number) => loads.reduce((sum, load) => sum + value(load) * load.calls, 0) / calls
  const perSecond = loads.reduce((sum, load) => sum + load.perSecond, 0)
  return { perSecond, calls, p50: mean(({ p50 }) => p50), p95: mean(({ p95 }) => p95), p99: mean(({ p99 }) => p99) }
}

/** Saves of one client, alternately without and with standbys: the cost of the commit position and of the replay on the standbys. */
async function measureSaves(apps: ServedProcess[], servers: Servers, seconds: number): Promise<Measured[]> {
  const company = await largeCompany(servers.primary)
  const headers = await signInHeaders(servers.primary, company.id)
  const { rows } = await servers.primary.pool.query<{ path: string }>(
    `select format('/api/property/%s/%s/%s/timeline', company_id, branch_id, property_id) as path
     from property_report where company_id = $1 and phase = 'forSale' order by property_id limit 50`,
    [company.id],
  )
  let turn = 0
  const change = () => {
    turn += 1
    return {
      method: 'PUT' as const,
      body: { timeline: [{ key: 3, state: Math.floor(turn / rows.length) % 2 === 0 ? 'IP' : 'NS' }] },
    }
  }
  const measured: Measured[] = []
  for (const round of [0, 1, 2, 3])
    for (const [standbys, app] of [...apps.entries()].filter(([count]) => count !== 1)) {
      const addresses = rows.map(({ path }) => `${app.address}${path}`)
      const load = () => runClients(addresses, { clients: 1, seconds: seconds / 2, headers, change })
      const result = await measureServers(app, servers, load)
      // The first round warms up.
      if (round > 0) measured.push({ name: 'a save of a timeline step', standbys, ...result })
    }
  return measured
}

async function measureServers(app: ServedProcess, servers: Servers, load: () => Promise<ClientLoad>) {
  const standbyCpu = async () =>
    (await Promise.all(servers.standbys.map(postgresCpuMs))).reduce((sum, milliseconds) => sum + milliseconds, 0)
  const before = await standbyCpu()
  const { cpuMs, busyCores: _cores, memory: _memory, ...clients } = await measureLoad([app], servers.primary, load)
  const standbys = ((await standbyCpu()) - before) / clients.calls
  return { ...clients, cpuMs: { app: cpuMs.app, primary: cpuMs.postgres, standbys } }
}

export function printReplicas({ reads, saves }: ReplicasMeasured, print: (line: string) => void): void {
  print('\nReads of sixteen clients with eight sessions, saves of one client; all servers share the machine.')
  for (const { name, standbys, perSecond, p50, p95, cpuMs } of [...reads, ...saves])
    print(
      `  ${name}, ${standbys} standbys: ${ms(perSecond)} a second, p50 ${ms(p50)} ms, p95 ${ms(p95)} ms; processor time a call: ` +
        `product ${cpuMs.app.toFixed(2)} ms, primary ${cpuMs.primary.toFixed(2)}, standbys ${cpuMs.standbys.toFixed(2)}`,
    )
}
