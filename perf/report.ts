import { Agent } from 'node:http'
import { addYears } from '@gya/domain/common/dates.ts'
import { defaultReportSort, reportPageSize, reportSorts } from '@gya/domain/features/report/report-columns.ts'
import autocannon from 'autocannon'
import pg from 'pg'
import { type Database, typeParsers } from '../server/db/pool.ts'
import { type PagedReport, readReportPage } from '../server/features/report/report.read-model.ts'
import { dataDay, largeCompany } from './data/large-database.ts'
import { captureStatements, measureCalls, median, ms, type Query as Prepared, printCalls, type Statement } from './measure.ts'
import { sendRequest as askApp, signInHeaders } from './served/ask.ts'
import { type ServedProcess, startProcess } from './served/start-process.ts'

/** Query parameters of the report. */
export type ReportRequest = { name: string; sortOption: string } & Partial<
  Record<'active' | 'sold' | 'complete' | 'dateStart' | 'branchIds' | 'searchText' | 'currentPage', string>
>

/**
 * "First visit: last 2 years, active and sold" ([domain, Workflow report](docs/design/domain.md#workflow-report)), completed sales
 * excluded.
 */
export const firstVisit = { active: '1', sold: '1', complete: '0', dateStart: addYears(dataDay, -2) }

/** The first page by every sort in both directions, with the filters of a first visit; the default sort first. */
export const sortRequests: ReportRequest[] = [
  defaultReportSort,
  ...reportSorts.flatMap((sort) => [`${sort}:asc`, `${sort}:desc`]).filter((sort) => sort !== defaultReportSort),
].map((sortOption) => ({ name: sortOption, ...firstVisit, sortOption }))

/** The default sort and one other with filters that the indexes may not support. */
export const filterRequests = (branchIds: string[]): ReportRequest[] =>
  [
    { name: 'cleared filters', active: '1', dateStart: addYears(dataDay, -1) },
    { name: 'no filters at all' },
    { name: 'one branch', ...firstVisit, branchIds: branchIds[0] ?? '' },
    { name: 'three branches', ...firstVisit, branchIds: branchIds.slice(0, 3).join(',') },
    { name: 'search: maple', ...firstVisit, searchText: 'maple' },
    { name: 'the hundredth page', ...firstVisit, currentPage: '99' },
  ].flatMap(({ name, ...filters }) =>
    [defaultReportSort, 'draftContract:asc'].map((sortOption) => ({ name: `${name}, ${sortOption}`, ...filters, sortOption })),
  )

export function pathOf(companyId: string, { name: _name, ...query }: ReportRequest): string {
  const parameters = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return `/api/property/mi/report/${companyId}?${new URLSearchParams(parameters)}`
}

const flag = (value: string | undefined): boolean | undefined => (value === undefined ? undefined : value === '1')

/** The same request as input of the read model, for a user with all branches in scope. */
export function readModelInput(companyId: string, question: ReportRequest): PagedReport {
  const [sort, direction] = question.sortOption.split(':') as [PagedReport['sort'], PagedReport['direction']]
  return {
    companyId,
    branchIds: question.branchIds?.split(',') ?? null,
    active: flag(question.active),
    sold: flag(question.sold),
    complete: flag(question.complete),
    dateStart: question.dateStart,
    dateEnd: undefined,
    searchText: question.searchText,
    bStaffIds: undefined,
    chains: undefined,
    sort,
    direction,
    today: dataDay,
    page: { itemsPerPage: reportPageSize, currentPage: Number(question.currentPage ?? 0) },
  }
}

/** A request with its statements. */
export const prepareReport = async (pool: pg.Pool, companyId: string, question: ReportRequest): Promise<Prepared> => ({
  name: question.name,
  path: pathOf(companyId, question),
  statements: await captureStatements(pool, (db) => readReportPage(db, readModelInput(companyId, question), dataDay)),
})

const rounds = 3
/** Warm-up requests, so that JIT compilation is not measured. */
const warmUps = 20

/** `cpuMs` is the processor time of the server process per request, which varies least with load. */
export type Throughput = { perSecond: number; rounds: number[]; p50: number; p99: number; cpuMs: number }

type Running = { database: Database; url: string; samples: number; seconds: number; print: (line: string) => void }

/**
 * The workflow report of the large company: each request over one keep-alive connection and its bare SQL, alternately; then
 * sixteen clients on the app and on the baseline.
 */
export async function measureReport({ database, url, samples, seconds, print }: Running) {
  const company = await largeCompany(database)
  const headers = await signInHeaders(database, company.id)
  const app = await startProcess('app-process', { DATABASE_URL: url })
  const bare = new pg.Client({ connectionString: url, types: typeParsers, options: '-c TimeZone=UTC' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    await bare.connect()
    const ask = async (path: string) => (await askApp(`${app.address}${path}`, headers, agent)).toString()
    const measure = async (questions: ReportRequest[]) =>
      measureCalls(await Promise.all(questions.map((question) => prepareReport(database.pool, company.id, question))), {
        ask,
        bare,
        samples,
        print,
      })

    for (let time = 0; time < warmUps; time += 1)
      for (const question of sortRequests.slice(0, 4)) await ask(pathOf(company.id, question))
    const sorts = await measure(sortRequests)
    const filters = await measure(filterRequests(company.branchIds))
    const [first] = sortRequests
    if (!first) throw new Error('The report has no sorts.')
    const { statements } = await prepareReport(database.pool, company.id, first)
    print(`Sixteen clients, ${first.name}`)
    const throughput = await measureThroughput(url, statements, app, {
      url: `${app.address}${pathOf(company.id, first)}`,
      headers,
      seconds,
    })
    return { sorts, filters, throughput, readyAfterMs: app.readyAfterMs, appMegabytes: (await app.usage()).megabytes }
  } finally {
    agent.destroy()
    await bare.end()
    await app.stop()
  }
}

type Load = { url: string; headers: Record<string, string>; seconds: number }

async function measureThroughput(databaseUrl: string, statements: Statement[], app: ServedProcess, call: Load) {
  const floor = await startProcess('floor-process', {
    DATABASE_URL: databaseUrl,
    FLOOR_STATEMENTS: JSON.stringify(statements),
  })
  try {
    const taken = { app: [] as Throughput[], floor: [] as Throughput[] }
    for (let round = 1; round <= rounds; round += 1) {
      taken.floor.push(await sixteenClients(floor, { ...call, url: floor.address }))
      taken.app.push(await sixteenClients(app, call))
    }
    return { app: overRounds(taken.app), floor: overRounds(taken.floor) }
  } finally {
    await floor.stop()
  }
}

async function sixteenClients(server: ServedProcess, { url, headers, seconds }: Load): Promise<Throughput> {
  const before = await server.usage()
  const { requests, latency, non2xx, errors } = await autocannon({ url, headers, connections: 16, duration: seconds })
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} calls failed under load`)
  const cpuMs = ((await server.usage()).cpuMs - before.cpuMs) / requests.total
  return { perSecond: requests.average, rounds: [], p50: latency.p50, p99: latency.p99, cpuMs }
}

const overRounds = (each: Throughput[]): Throughput => ({
  perSecond: median(each.map(({ perSecond }) => perSecond)),
  rounds: each.map(({ perSecond }) => perSecond),
  p50: median(each.map(({ p50 }) => p50)),
  p99: median(each.map(({ p99 }) => p99)),
  cpuMs: median(each.map(({ cpuMs }) => cpuMs)),
})

type ReportMeasured = Awaited<ReturnType<typeof measureReport>>

/** Prints the tables and the summary. */
export function printReport(
  { sorts, filters, throughput, readyAfterMs, appMegabytes }: ReportMeasured,
  print: (line: string) => void,
): void {
  print(
    '\nFirst page of 70 by each sort: active, sold, not completed, taken on in the last two years. Milliseconds, medians of three rounds.',
  )
  printCalls(sorts, print)
  print('\nThe same under other filters.')
  printCalls(filters, print)

  const { app, floor } = throughput
  print(
    '\nSixteen clients at once, the default sort; the baseline is node:http, pg and JSON.stringify with the same SQL and no sign-in.',
  )
  print(
    `  call   ${ms(app.perSecond)} a second, p50 ${app.p50} ms, p99 ${app.p99} ms, ${app.cpuMs.toFixed(2)} ms of its processor time each (rounds: ${app.rounds.map(ms).join(', ')})`,
  )
  print(
    `  floor  ${ms(floor.perSecond)} a second, p50 ${floor.p50} ms, p99 ${floor.p99} ms, ${floor.cpuMs.toFixed(2)} ms each (rounds: ${floor.rounds.map(ms).join(', ')})`,
  )
  print(`  the baseline does ${(floor.perSecond / app.perSecond).toFixed(2)} × as many`)

  const all = [...sorts, ...filters]
  const worst = all.reduce((a, b) => (b.ratio > a.ratio ? b : a))
  const slowest = all.reduce((a, b) => (b.sql.p50 > a.sql.p50 ? b : a))
  const [first] = sorts
  print('')
  if (first)
    print(
      `Default sort: SQL ${ms(first.sql.p50)} ms (target: under 60), call ${ms(first.call.p50)} ms, ${first.ratio.toFixed(2)} × (aim: at most 1.5).`,
    )
  print(`Worst ratio: ${worst.ratio.toFixed(2)} × (${worst.name}). Slowest SQL: ${ms(slowest.sql.p50)} ms (${slowest.name}).`)
  print(`The server listened after ${ms(readyAfterMs)} ms and holds ${appMegabytes} MB after the load.`)
}
