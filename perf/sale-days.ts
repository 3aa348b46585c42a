import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { type Database, openPool } from '../server/db/pool.ts'
import { fillDemo } from '../server/demo/fill-demo.ts'
import { foldRecords } from '../server/features/forecast/fold-record.ts'
import { systemClock } from '../server/infra/clock.ts'
import { createFreshDatabase } from '../test/support/fresh-database.ts'
import { median, ms, percentile, runClients } from './measure.ts'
import { measureLoad } from './processes.ts'
import { signInHeaders } from './served/ask.ts'
import { startProcess } from './served/start-process.ts'

type Cost = { p50: number; p95: number; app: number; postgres: number }
type SaleDays = {
  save: { kept: Cost; without: Cost }
  asAt: { sales: number; first: number[]; again: number[] }
  storage: { sales: number; tables: { name: string; rows: number; bytes: number }[] }
}

/** Alternating blocks of saves with and without days. */
const blocks = 6
const listed = 70

/**
 * The cost of the days of sales: a step is saved with them and, alternately, with their function replaced by one that does nothing; the
 * list for past days, calculated and read again; bytes per sale. On the demo company.
 */
export async function measureSaleDays(serverUrl: string, seconds: number): Promise<SaleDays> {
  const url = await createFreshDatabase(serverUrl, 'gya_bench_sale_days')
  const database = openPool(url, 2, () => {})
  const app = await startProcess('app-process', { DATABASE_URL: url })
  try {
    await fillDemo(database, systemClock, () => {})
    await foldRecords({ database, clock: systemClock })
    const sold = await findRunningSteps(database)
    const headers = await signInHeaders(database, sold.companyId)
    const asAt = await measureAsAt(database, `${app.address}/api/forecast/${sold.companyId}/all/sales`, headers)
    const storage = await measureStorage(database)
    const addresses = sold.steps.map(({ path }) => `${app.address}/api${path}`)
    const visits = addresses.map(() => 0)
    const change = (turn: number) => {
      const at = turn % addresses.length
      const state = visits[at] === 0 ? 'B' : 'IP'
      visits[at] = 1 - (visits[at] ?? 0)
      return { method: 'PUT' as const, body: { timeline: [{ key: sold.steps[at]?.key, state }] } }
    }
    const load = () => runClients(addresses, { clients: 1, seconds: seconds / 2, headers, change })
    const keeping = await definitionOf(database)
    const measured: Record<'kept' | 'without', Cost[]> = { kept: [], without: [] }
    await load()
    for (let block = 0; block < 2 * blocks; block++) {
      const name = block % 4 === 0 || block % 4 === 3 ? 'kept' : 'without'
      await database.pool.query(name === 'kept' ? keeping : nothing)
      const { p50, p95, cpuMs } = await measureLoad([app], database, load)
      measured[name].push({ p50, p95, app: cpuMs.app, postgres: cpuMs.postgres })
    }
    return { save: { kept: medianOf(measured.kept), without: medianOf(measured.without) }, asAt, storage }
  } finally {
    await app.stop()
    await database.close()
  }
}

const nothing = `create or replace function keep_sale_days(of_company uuid, of_properties uuid[], on_day date) returns void
  language plpgsql as 'begin end'`

const definitionOf = async ({ pool }: Database): Promise<string> =>
  (await pool.query<{ text: string }>(`select pg_get_functiondef('keep_sale_days'::regproc) as text`)).rows[0]?.text ?? ''

const medianOf = (costs: readonly Cost[]): Cost => ({
  p50: median(costs.map(({ p50 }) => p50)),
  p95: median(costs.map(({ p95 }) => p95)),
  app: median(costs.map(({ app }) => app)),
  postgres: median(costs.map(({ postgres }) => postgres)),
})

async function findRunningSteps({ pool }: Database) {
  const { rows } = await pool.query<{ company: string; path: string; key: number }>(
    `select r.company_id as company, '/property/' || r.company_id || '/' || r.branch_id || '/' || r.property_id || '/timeline' as path,
       min(s.key) as key
     from property_report r join property_step s on s.company_id = r.company_id and s.property_id = r.property_id
     where r.phase = 'sold' and s.key between 26 and 35 and s.state = 'IP'
     group by 1, 2 order by 2`,
  )
  return { companyId: rows[0]?.company ?? '', steps: rows }
}

/** `first`: calculated; `again`: from the cache. */
async function measureAsAt({ pool }: Database, address: string, headers: Record<string, string>): Promise<SaleDays['asAt']> {
  const today = londonDay(systemClock.now())
  const [first, again]: [number[], number[]] = [[], []]
  let sales = 0
  for (let back = 1; back <= 12; back++) {
    const read = async () => {
      const started = performance.now()
      const answer = await fetch(`${address}?asAt=${addDays(today, -back)}&itemsPerPage=100`, { headers })
      const { paging } = (await answer.json()) as { paging: { count: number } }
      return { took: performance.now() - started, count: paging.count }
    }
    await pool.query('delete from sale_forecast_as_at')
    const worked = await read()
    first.push(worked.took)
    again.push((await read()).took)
    sales = Math.max(sales, worked.count)
  }
  return { sales, first, again }
}

async function measureStorage({ pool }: Database): Promise<SaleDays['storage']> {
  const names = ['sale', 'sale_day', 'sale_step_day', 'sale_link_day']
  const tables = []
  for (const name of names) {
    const { rows } = await pool.query<{ rows: number; bytes: number }>(
      `select (select count(*) from ${name})::int as rows, pg_total_relation_size($1::regclass)::int as bytes`,
      [name],
    )
    tables.push({ name, rows: rows[0]?.rows ?? 0, bytes: rows[0]?.bytes ?? 0 })
  }
  return { sales: tables[0]?.rows ?? 0, tables }
}

export function printSaleDays({ save: { kept, without }, asAt, storage }: SaleDays, print: (line: string) => void): void {
  print('\nDays of sales')
  for (const [name, cost] of Object.entries({ kept, without }))
    print(
      `  A step saved, ${name}: p50 ${ms(cost.p50)} ms, p95 ${ms(cost.p95)} ms; processor: product ${ms(cost.app)} ms, PostgreSQL ${ms(cost.postgres)} ms`,
    )
  const processor = (kept.app + kept.postgres) / (without.app + without.postgres)
  print(
    `  Latency × ${(kept.p50 / without.p50).toFixed(2)}, processor time × ${processor.toFixed(2)} (all of a save: at most 1.25 and 1.35)`,
  )
  const each = (times: readonly number[]) => `p50 ${ms(median(times))} ms, p95 ${ms(percentile(times, 0.95))} ms`
  print(
    `  List as at a past day, ${asAt.sales} sales: worked out ${each(asAt.first)} (goal ${listed}: 500 ms); again ${each(asAt.again)}`,
  )
  for (const { name, rows, bytes } of storage.tables)
    print(
      `  ${name}: ${(rows / storage.sales).toFixed(1)} rows and ${(bytes / storage.sales / 1024).toFixed(2)} kB a sale, with indexes`,
    )
}
