import { readdir, readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { defaultReportSort } from '@gya/domain/features/report/report-columns.ts'
import type { Database } from '../server/db/pool.ts'
import { largeCompany } from './data/large-database.ts'
import { type ClientLoad, ms, runClients } from './measure.ts'
import { firstVisit, pathOf } from './report.ts'
import { signInHeaders } from './served/ask.ts'
import { type ServedProcess, startProcess, type Usage } from './served/start-process.ts'

/** `cpuMs`: processor time per request of the app, PostgreSQL and the clients; memory of each app process. */
type Loaded = ClientLoad & {
  name: string
  processes: number
  cpuMs: { app: number; postgres: number; clients: number }
  /** Number of cores kept busy. */
  busyCores: number
  memory: Omit<Usage, 'cpuMs'>[]
}
export type ProcessesMeasured = Loaded[]

type Running = { database: Database; url: string; seconds: number; print: (line: string) => void }

/**
 * Requests per second of one and of two app processes on the same PostgreSQL under sixteen clients, and who uses the processor
 * time.
 */
export async function measureProcesses({ database, url, seconds, print }: Running): Promise<ProcessesMeasured> {
  const company = await largeCompany(database)
  const headers = await signInHeaders(database, company.id)
  const one = await database.pool.query<{ id: string; branch: string }>(
    'select property_id as id, branch_id as branch from property_report where company_id = $1 order by property_id limit 1',
    [company.id],
  )
  const questions = [
    { name: 'the report as it opens', path: pathOf(company.id, { name: '', ...firstVisit, sortOption: defaultReportSort }) },
    { name: 'the first page of the list', path: `/api/company/properties/${company.id}?filters=allActive` },
    { name: 'one property', path: `/api/property/${company.id}/${one.rows[0]?.branch}/${one.rows[0]?.id}` },
  ]
  const measured: Loaded[] = []
  for (const processes of [1, 2]) {
    const apps = await Promise.all(Array.from({ length: processes }, () => startProcess('app-process', { DATABASE_URL: url })))
    try {
      for (const { name, path } of questions) {
        const addresses = apps.map((app) => `${app.address}${path}`)
        await runClients(addresses, { clients: 4, seconds: 2, headers })
        print(`${name}, ${processes === 1 ? 'one process' : `${processes} processes`}`)
        measured.push({
          name,
          processes,
          ...(await measureLoad(apps, database, () => runClients(addresses, { clients: 16, seconds, headers }))),
        })
      }
    } finally {
      for (const app of apps) await app.stop()
    }
  }
  return measured
}

/** Processor time of the app, PostgreSQL and the clients during a load, and memory. */
export async function measureLoad(apps: ServedProcess[], database: Database, load: () => Promise<ClientLoad>) {
  const cpu = async () => ({
    app: (await Promise.all(apps.map((app) => app.usage()))).reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    postgres: await postgresCpuMs(database),
    clients: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
  })
  const before = await cpu()
  let isOver = false
  const peaks = Promise.all(apps.map((app) => peakOf(app, () => !isOver)))
  const started = performance.now()
  const clients = await load().finally(() => {
    isOver = true
  })
  const took = performance.now() - started
  const after = await cpu()
  const used = {
    app: after.app - before.app,
    postgres: after.postgres - before.postgres,
    clients: after.clients - before.clients,
  }
  const memory = (await peaks).map(({ cpuMs: _cpu, ...rest }) => rest)
  const cpuMs = { app: used.app / clients.calls, postgres: used.postgres / clients.calls, clients: used.clients / clients.calls }
  return { ...clients, cpuMs, busyCores: (used.app + used.postgres + used.clients) / took, memory }
}

/** Peak memory of a process. */
async function peakOf(app: ServedProcess, goesOn: () => boolean): Promise<Usage> {
  let peak = await app.usage()
  while (goesOn()) {
    await setTimeout(200)
    const now = await app.usage()
    if (now.megabytes > peak.megabytes) peak = now
  }
  return peak
}

/** Processor time of all PostgreSQL processes in milliseconds, from /proc in ticks of 10 ms; NaN if unavailable. */
export async function postgresCpuMs({ pool }: Database): Promise<number> {
  try {
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    const postmaster = (await statOf(String(rows[0]?.pid))).parent
    let ticks = 0
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const stat = await statOf(pid).catch(() => null)
      if (stat && (stat.parent === postmaster || Number(pid) === postmaster)) ticks += stat.ticks
    }
    return ticks * 10
  } catch {
    return Number.NaN
  }
}

/** Parent process id, and processor time including exited children. */
async function statOf(pid: string): Promise<{ parent: number; ticks: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { parent: fields[1] ?? 0, ticks: [11, 12, 13, 14].reduce((sum, at) => sum + (fields[at] ?? 0), 0) }
}

/** Prints the figures and the limiting resource. */
export function printProcesses(measured: ProcessesMeasured, print: (line: string) => void): void {
  print('\nSixteen clients, on one process of the product and on two; clients, product and PostgreSQL share the cores.')
  for (const { name, processes, perSecond, p50, p95, cpuMs, busyCores, memory } of measured) {
    print(
      `  ${name}, ${processes}: ${ms(perSecond)} a second, p50 ${ms(p50)} ms, p95 ${ms(p95)} ms; processor time a call: ` +
        `product ${cpuMs.app.toFixed(2)} ms, PostgreSQL ${cpuMs.postgres.toFixed(2)}, clients ${cpuMs.clients.toFixed(2)}; ${busyCores.toFixed(2)} of ${cpus().length} cores busy`,
    )
    for (const { megabytes, heap, heapUsed, external } of memory)
      print(
        `      memory at most ${megabytes} MB: V8's heap ${heap} (${heapUsed} used), buffers outside of it ${external}, the rest ${megabytes - heap - external}`,
      )
  }
}
