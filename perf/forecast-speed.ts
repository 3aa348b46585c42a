import { Agent } from 'node:http'
import { forecastSorts } from '@gya/domain/features/forecast/forecast.contract.ts'
import pg from 'pg'
import { type Database, typeParsers } from '../server/db/pool.ts'
import { readEndOfWeek } from '../server/features/dashboard/dashboard.read-model.ts'
import { periodsAhead, readPeriods } from '../server/features/forecast/coming.read-model.ts'
import { listForecastRows } from '../server/features/forecast/forecast-list.read-model.ts'
import { forecastSales, refreshOnRead } from '../server/features/forecast/forecast-sales.ts'
import { loadLearned } from '../server/features/forecast/learned-tables.repository.ts'
import { readLately } from '../server/features/forecast/track-record.read-model.ts'
import { systemClock } from '../server/infra/clock.ts'
import { jobAdder } from '../server/jobs/queue.ts'
import { dataDay, largeCompany } from './data/large-database.ts'
import {
  captureStatements,
  type MeasuredQuery,
  measureCalls,
  measureInTurn,
  median,
  ms,
  percentile,
  printCalls,
  type Query,
} from './measure.ts'
import { type RequestChange, sendRequest, signInHeaders } from './served/ask.ts'
import { startProcess } from './served/start-process.ts'

const now = `${dataDay}T12:00:00.000Z`
/**
 * [forecast §11](docs/design/forecast.md#11): milliseconds on two idle cores; a save compared with one of a sale without a stored forecast.
 */
const goals = { 'Coming, company': 60, 'Sales, company': 15, night: 180_000, save: 1.05 }
const savedSales = 20
const asked = { day: dataDay, isPast: false }

type Latency = { p50: number; p95: number }
type ForecastSpeed = {
  sales: number
  night: { ms: number; msPerSale: number; appMsPerSale: number }
  reads: MeasuredQuery[]
  /** Coming of the company, after a forecast of one branch, or of each branch, has changed. */
  afterChange: { oneBranch: Latency; everyBranch: Latency }
  save: { kept: Latency; without: Latency; ratio: number }
}
type Options = { database: Database; url: string; samples: number; print: (line: string) => void }

const latencyOf = (times: readonly number[]): Latency => ({ p50: median(times), p95: percentile(times, 0.95) })

export async function measureForecastSpeed({ database, url, samples, print }: Options): Promise<ForecastSpeed> {
  const { id: companyId, branchIds } = await largeCompany(database)
  print('A night: all open sales recalculated')
  const night = await measureNight(database)
  const headers = await signInHeaders(database, companyId)
  const app = await startProcess('app-process', { DATABASE_URL: url, BENCH_NOW: now })
  const bare = new pg.Client({ connectionString: url, types: typeParsers, options: '-c TimeZone=UTC' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (path: string, change?: RequestChange) => sendRequest(`${app.address}/api${path}`, headers, agent, change)
  try {
    await bare.connect()
    const queries = await forecastQueries(database, companyId, branchIds[0] ?? '')
    const reads = await measureCalls(queries, { ask: async (path) => (await send(path)).toString(), bare, samples, print })
    const coming = () => send(`/forecast/${companyId}/all`)
    const afterChange = await measureAfterChange(database, companyId, samples, coming)
    print('Saving a step of sales with and without a stored forecast, in turn')
    const save = await measureSaves(database, companyId, samples, (path, body) => send(path, { method: 'PUT', body }))
    return { ...night, reads, afterChange, save }
  } finally {
    agent.destroy()
    await bare.end()
    await app.stop()
  }
}

async function measureNight(database: Database): Promise<Pick<ForecastSpeed, 'sales' | 'night'>> {
  const run = () => forecastSales({ database, clock: { ...systemClock, now: () => now } })
  await run()
  await database.pool.query('update sale_forecast set on_day = on_day - 1')
  const [started, used] = [performance.now(), process.cpuUsage()]
  await run()
  const [took, { user, system }] = [performance.now() - started, process.cpuUsage(used)]
  const { rows } = await database.pool.query<{ sales: number }>('select count(*)::int as sales from sale_forecast')
  const sales = rows[0]?.sales ?? 0
  return { sales, night: { ms: took, msPerSale: took / sales, appMsPerSale: (user + system) / 1000 / sales } }
}

async function forecastQueries({ db, pool }: Database, companyId: string, branch: string): Promise<Query[]> {
  const queries: Query[] = []
  for (const [name, branchId] of [
    ['company', null],
    ['branch', branch],
  ] as const) {
    const scope = { companyId, branchId }
    const path = `/forecast/${companyId}/${branchId ?? 'all'}`
    const { months, weeks } = periodsAhead(dataDay, await readEndOfWeek(db, scope))
    const coming = await captureStatements(pool, async (on) => {
      await refreshOnRead({ db: on, addJob: jobAdder(on), today: dataDay }, scope, asked)
      await loadLearned(on, companyId, dataDay)
      const { widening } = await readLately(on, companyId, dataDay)
      await readPeriods(on, scope, [...months, ...weeks], { ...asked, widening })
    })
    queries.push({ name: `Coming, ${name}`, path, statements: coming })
    for (const [sort, atRisk] of [...forecastSorts.map((sort) => [sort, false] as const), ['fallsThrough', true] as const]) {
      const page = { itemsPerPage: 25, currentPage: 0 }
      const statements = await captureStatements(pool, async (on) => {
        await refreshOnRead({ db: on, addJob: jobAdder(on), today: dataDay }, scope, asked)
        await listForecastRows(on, scope, { asked, sort, descending: atRisk, page, atRisk })
      })
      const direction = atRisk ? 'desc&risk=1' : 'asc'
      queries.push({
        name: `${atRisk ? 'At risk' : `Sales by ${sort}`}, ${name}`,
        path: `${path}/sales?sort=${sort}&direction=${direction}`,
        statements,
      })
    }
  }
  return queries
}

/** The sums of branches are cached: measures a call when those of one branch, or of all, have to be recalculated. */
async function measureAfterChange(
  { pool }: Database,
  companyId: string,
  samples: number,
  coming: () => Promise<unknown>,
): Promise<ForecastSpeed['afterChange']> {
  const measure = async (branches: number | null) => {
    const times: number[] = []
    for (let sample = 0; sample < samples; sample += 1) {
      await pool.query(
        `update sale_forecast set revision = revision + 1 where company_id = $1 and property_id in (
           select min(property_id::text)::uuid from sale_forecast where company_id = $1 group by branch_id order by branch_id limit $2)`,
        [companyId, branches],
      )
      const started = performance.now()
      await coming()
      times.push(performance.now() - started)
    }
    return latencyOf(times)
  }
  return { oneBranch: await measure(1), everyBranch: await measure(null) }
}

/** A step is delayed and resumed. The forecasts of half of the sales are deleted before, so that the next read calculates them. */
async function measureSaves(
  { pool }: Database,
  companyId: string,
  samples: number,
  save: (path: string, body: unknown) => Promise<unknown>,
): Promise<ForecastSpeed['save']> {
  const { rows } = await pool.query<{ branch: string; id: string; key: number }>(
    `select r.branch_id as branch, r.property_id as id, min(s.key) as key
     from property_report r join property_step s on s.company_id = r.company_id and s.property_id = r.property_id
     where r.company_id = $1 and r.phase = 'sold' and s.key between 31 and 35 and s.state = 'IP'
     group by 1, 2 order by 2 limit $2`,
    [companyId, 2 * savedSales],
  )
  const without = rows.filter((_, index) => index % 2 === 1)
  await pool.query('delete from sale_forecast where company_id = $1 and property_id = any($2)', [
    companyId,
    without.map(({ id }) => id),
  ])
  const saverOf = (sales: typeof rows) => {
    let turn = 0
    return () => {
      const sale = sales[turn % sales.length]
      const state = Math.floor(turn / sales.length) % 2 === 0 ? 'B' : 'IP'
      turn += 1
      return save(`/property/${companyId}/${sale?.branch}/${sale?.id}/timeline`, { timeline: [{ key: sale?.key, state }] })
    }
  }
  const work = { kept: saverOf(rows.filter((_, index) => index % 2 === 0)), without: saverOf(without) }
  await measureInTurn(work, savedSales)
  const taken = await measureInTurn(work, 3 * samples)
  const [kept, bare] = [latencyOf(taken.kept), latencyOf(taken.without)]
  return { kept, without: bare, ratio: kept.p50 / bare.p50 }
}

export function printForecastSpeed(
  { sales, night, reads, afterChange, save }: ForecastSpeed,
  print: (line: string) => void,
): void {
  print(`\nForecasts of ${sales} open sales`)
  print(
    `  A night: ${(night.ms / 1000).toFixed(1)} s (goal ${goals.night / 1000} s), ${ms(night.msPerSale)} ms a sale, ${ms(night.appMsPerSale)} ms of the app’s processor`,
  )
  printCalls(reads, print)
  print(
    `  Goals: Coming of a company p50 ${goals['Coming, company']} ms, a list ${goals['Sales, company']} ms; ratio at most 1.5`,
  )
  for (const [changed, { p50, p95 }] of [
    ['one branch', afterChange.oneBranch],
    ['every branch', afterChange.everyBranch],
  ] as const)
    print(`  Coming of the company after a change in ${changed}: p50 ${ms(p50)} ms, p95 ${ms(p95)} ms`)
  print(
    `  A save with a stored forecast: p50 ${ms(save.kept.p50)} ms, p95 ${ms(save.kept.p95)} ms; without: ${ms(save.without.p50)} and ${ms(save.without.p95)} ms; ratio ${save.ratio.toFixed(2)} (goal ${goals.save})`,
  )
}
