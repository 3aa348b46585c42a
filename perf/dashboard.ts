import { Agent } from 'node:http'
import {
  dashboardViews,
  definitionOf,
  type Metric,
  metricKeys,
  metricsOfView,
  viewNames,
} from '@gya/domain/features/dashboard/metrics.ts'
import { periodsOf } from '@gya/domain/features/dashboard/periods.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { type Database, typeParsers } from '../server/db/pool.ts'
import { listMetricRows, readEndOfWeek, readMetricValues } from '../server/features/dashboard/dashboard.read-model.ts'
import type { MetricScope } from '../server/features/dashboard/metric-rows.ts'
import { sumDays } from '../server/features/dashboard/sum-days.ts'
import { systemClock } from '../server/infra/clock.ts'
import { dataDay, largeCompany } from './data/large-database.ts'
import {
  type ClientLoad,
  captureStatements,
  cpuTime,
  explainQuery,
  type MeasuredQuery,
  measureCalls,
  ms,
  printCalls,
  type Query,
  runClients,
} from './measure.ts'
import { sendRequest as askApp, signInHeaders } from './served/ask.ts'
import { startProcess } from './served/start-process.ts'

/** Lists behind metrics: with many and few rows, stocks and flows. */
const listedMetrics: readonly Metric[] = [
  'instructionsOnMarket',
  'salesPipeline',
  'warningsSold',
  'viewings',
  'searchesBack',
  'feesCompletedMonth',
]

/** "20 dashboard counts, one branch, two periods" (performance document): plain counts of every tab. */
const countedMetrics = metricKeys
  .filter((metric) => definitionOf(metric).measure === 'count')
  .filter((_, nth) => nth % 2 === 0)
  .slice(0, 20)

const addressOf = ({ companyId, branchId }: MetricScope): string => `/api/md/${companyId}/${branchId ?? 'all'}`
const periodsNow = async (db: Parameters<typeof readMetricValues>[0], whose: MetricScope) =>
  periodsOf(dataDay, await readEndOfWeek(db, whose))

/** The seven tabs, each with all metrics over six periods in one request. */
export const tabQueries = (pool: pg.Pool, whose: MetricScope): Promise<Query[]> =>
  Promise.all(
    dashboardViews.map(async (view) => {
      const metrics = [...new Set(metricsOfView(view))]
      return {
        name: `${viewNames[view]}, ${metrics.length} metrics`,
        path: `${addressOf(whose)}?metrics=${metrics.join()}`,
        statements: await captureStatements(pool, async (db) =>
          readMetricValues(db, whose, metrics, await periodsNow(db, whose)),
        ),
      }
    }),
  )

/** The first page of the list behind a metric of the newest period. */
export const rowQueries = (pool: pg.Pool, whose: MetricScope): Promise<Query[]> =>
  Promise.all(
    listedMetrics.map(async (metric) => {
      let key = ''
      const statements = await captureStatements(pool, async (db) => {
        const [newest] = await periodsNow(db, whose)
        if (!newest) throw new Error('The dashboard has no periods.')
        key = newest.key
        return listMetricRows(db, whose, metric, newest, { itemsPerPage: 10, currentPage: 0 }, newest.last)
      })
      return { name: definitionOf(metric).label, path: `${addressOf(whose)}/${metric}/properties/${key}`, statements }
    }),
  )

/** Twenty counts: the app's request over six periods, and the bare SQL of two. */
export async function countsQuery(pool: pg.Pool, whose: MetricScope): Promise<Query> {
  return {
    name: `${countedMetrics.length} counts; the SQL is of two periods`,
    path: `${addressOf(whose)}?metrics=${countedMetrics.join()}`,
    statements: await captureStatements(pool, async (db) =>
      readMetricValues(db, whose, countedMetrics, (await periodsNow(db, whose)).slice(0, 2)),
    ),
  }
}

/** The nightly job has run. */
const dataClock = { ...systemClock, now: () => `${dataDay}T12:00:00.000Z` }

/** Warm-up requests, so that JIT compilation is not measured. */
const warmUps = 5

export type DashboardOptions = {
  database: Database
  url: string
  samples: number
  seconds: number
  print: (line: string) => void
}
/** `processorMs` is PostgreSQL's processor time per tab, in the same order. */
type ScopeResult = {
  title: string
  properties: number
  tabs: MeasuredQuery[]
  processorMs: (number | null)[]
  lists: MeasuredQuery[]
}
type Plan = { name: string; plan: string }
type StorageUse = { days: number; happenings: number; bytes: { table: string; heap: number; indexes: number }[] }
export type DashboardMeasured = {
  branch: ScopeResult
  company: ScopeResult
  counts: { one: MeasuredQuery; app: ClientLoad; floor: ClientLoad }
  plans: Plan[]
  kept: StorageUse
}

/**
 * The management dashboard as of the date of the data: every tab for a branch with a twentieth of the large company's
 * properties and for the whole company, with lists behind metrics; then the baseline of the performance document, alone and
 * under sixteen clients; then the plan of the slowest tab and the size of the dashboard tables.
 */
export async function measureDashboard({ database, url, samples, seconds, print }: DashboardOptions): Promise<DashboardMeasured> {
  const { id: companyId } = await largeCompany(database)
  await sumDays({ database, clock: dataClock })
  const [branch, company] = await sizesOf(database, companyId)
  const headers = await signInHeaders(database, companyId)
  const app = await startProcess('app-process', { DATABASE_URL: url, BENCH_NOW: `${dataDay}T12:00:00.000Z` })
  const bare = new pg.Client({ connectionString: url, types: typeParsers, options: '-c TimeZone=UTC' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    await bare.connect()
    const ask = async (path: string) => (await askApp(`${app.address}${path}`, headers, agent)).toString()
    const plans: Plan[] = []
    const measure = async (title: string, { id: branchId, properties }: Size): Promise<ScopeResult> => {
      print(title)
      const queries = await tabQueries(database.pool, { companyId, branchId })
      for (let time = 0; time < warmUps; time += 1) for (const { path } of queries) await ask(path)
      const tabs = await measureCalls(queries, { ask, bare, samples, print })
      const processorMs: ScopeResult['processorMs'] = []
      for (const question of queries) processorMs.push(await cpuTime(bare, question, samples))
      const slowest = slowestOf(tabs, queries)
      plans.push({ name: `${title}: ${slowest.name}`, plan: await explainQuery(bare, slowest) })
      const lists = await measureCalls(await rowQueries(database.pool, { companyId, branchId }), {
        ask,
        bare,
        samples,
        print,
      })
      return { title, properties, tabs, processorMs, lists }
    }
    const ofBranch = await measure('One branch', branch)
    const ofCompany = await measure('The whole company', company)

    const question = await countsQuery(database.pool, { companyId, branchId: branch.id })
    const [one] = await measureCalls([question], { ask, bare, samples, print })
    if (!one) throw new Error('Nothing was measured.')
    print('Sixteen clients')
    const load = { clients: 16, seconds, headers }
    const floor = await startProcess('floor-process', {
      DATABASE_URL: url,
      FLOOR_STATEMENTS: JSON.stringify(question.statements),
    })
    const counts = {
      one,
      floor: await runClients([floor.address], load),
      app: await runClients([`${app.address}${question.path}`], load),
    }
    await floor.stop()
    return { branch: ofBranch, company: ofCompany, counts, plans, kept: await storageUse(database) }
  } finally {
    agent.destroy()
    await bare.end()
    await app.stop()
  }
}

type Size = { id: string | null; properties: number }

/** The branch closest to a twentieth of the company, and the company. */
export async function sizesOf({ db }: Database, companyId: string): Promise<[branch: Size, company: Size]> {
  const branches = await db
    .selectFrom('property_report')
    .select(({ fn }) => ['branch_id as id', fn.countAll<number>().as('properties')])
    .where('company_id', '=', companyId)
    .groupBy('branch_id')
    .execute()
  const properties = branches.reduce((sum, branch) => sum + branch.properties, 0)
  const [nearest] = branches.toSorted(
    (a, b) => Math.abs(a.properties - properties / 20) - Math.abs(b.properties - properties / 20),
  )
  if (!nearest) throw new Error('The company has no properties.')
  return [nearest, { id: null, properties }]
}

function slowestOf(measured: MeasuredQuery[], questions: Query[]): Query {
  const slowest = measured.reduce((a, b) => (b.call.p50 > a.call.p50 ? b : a))
  const question = questions.find(({ name }) => name === slowest.name)
  if (!question) throw new Error(`${slowest.name} was not asked.`)
  return question
}

async function storageUse({ db }: Database): Promise<StorageUse> {
  const { rows: bytes } = await sql<{ table: string; heap: number; indexes: number }>`
    select relname as "table", pg_relation_size(oid) as heap, pg_indexes_size(oid) as indexes
    from pg_class where relname in ('property_day', 'property_happening') order by 1`.execute(db)
  const { rows } = await sql<{ days: number; happenings: number }>`
    select (select count(*) from property_day) as days, (select count(*) from property_happening) as happenings`.execute(db)
  return { days: 0, happenings: 0, ...rows[0], bytes }
}

/** Prints every tab and list, then a summary with the targets. */
export function printDashboard({ branch, company, counts, plans, kept }: DashboardMeasured, print: (line: string) => void): void {
  for (const { title, properties, tabs, processorMs, lists } of [branch, company]) {
    print(`\n${title}, ${properties} properties: a tab, six periods. Milliseconds, medians of three rounds.`)
    printCalls(tabs, print)
    print(
      `Processor time of PostgreSQL for each, ms: ${processorMs.map((time) => (time === null ? 'not known' : ms(time))).join(', ')}`,
    )
    print('The first ten behind a figure.')
    printCalls(lists, print)
  }
  const { one, app, floor } = counts
  print('\nOne branch; the baseline is node:http, pg and JSON.stringify with the SQL of two periods and no sign-in.')
  printCalls([one], print)
  for (const [name, { perSecond, p50, p95 }] of Object.entries({ call: app, floor }))
    print(`  ${name.padEnd(6)} sixteen clients: ${ms(perSecond)} a second, p50 ${ms(p50)} ms, p95 ${ms(p95)} ms`)
  for (const { name, plan } of plans) print(`\n${name}\n${plan}`)
  print('')
  for (const { table, heap, indexes } of kept.bytes)
    print(
      `${table}: ${table === 'property_day' ? kept.days : kept.happenings} rows, ${mega(heap)} MB and ${mega(indexes)} MB of indexes`,
    )
  const worst = (of: ScopeResult) => of.tabs.reduce((a, b) => (b.call.p95 > a.call.p95 ? b : a))
  for (const [of, aim] of [
    [branch, 100],
    [company, 120],
  ] as const)
    print(
      `${of.title}: the slowest tab is ${worst(of).name}, p95 ${ms(worst(of).call.p95)} ms (target: under ${aim}), ${worst(of).ratio.toFixed(2)} × its SQL.`,
    )
  print(
    `20 counts: p50 ${one.ratio.toFixed(2)} × the floor’s SQL (target: 3), the floor does ${(floor.perSecond / app.perSecond).toFixed(2)} × as many (aim: 4).`,
  )
}

const mega = (bytes: number): string => (bytes / 1_048_576).toFixed(0)
