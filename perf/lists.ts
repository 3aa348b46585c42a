import { Agent } from 'node:http'
import { londonDay } from '@gya/domain/common/dates.ts'
import { listPresetNames, listPresets } from '@gya/domain/features/properties/property-list.ts'
import { defaultReportSort, reportSorts } from '@gya/domain/features/report/report-columns.ts'
import pg from 'pg'
import { type Database, typeParsers } from '../server/db/pool.ts'
import { type PropertyListFilters, readPropertyPage } from '../server/features/properties/properties-list.read-model.ts'
import { parseReportOrder } from '../server/features/properties/read/report-row-order.ts'
import { readKeyStatsRow } from '../server/features/report/report.read-model.ts'
import { largeCompany } from './data/large-database.ts'
import {
  type ClientLoad,
  captureStatements,
  explainQuery,
  type MeasuredQuery,
  measureCalls,
  ms,
  printCalls,
  type Query,
  runClients,
} from './measure.ts'
import { firstVisit, pathOf, prepareReport, readModelInput } from './report.ts'
import { sendRequest as askApp, signInHeaders } from './served/ask.ts'
import { startProcess } from './served/start-process.ts'

/** A word in one of twenty addresses, and one in a handful. */
const common = 'maple'
const rare = '217 sorrel mews'
/** Three letters: in one of twenty addresses, in one of sixteen, and in one of ten. */
const threeLetters = ['map', 'str', 'gar']

const sortOptions = reportSorts.flatMap((sort) => [`${sort}:asc`, `${sort}:desc`] as const)

type ListRequest = {
  name: string
  preset: PropertyListFilters['preset']
  sort: string
  page: number
  text?: string
  branchId?: string
}

/** Every preset on pages 1 and 100, every sort on both, searches, and a single branch. */
const listRequests = (branchId: string): ListRequest[] =>
  [
    ...listPresetNames.map((preset) => ({ name: listPresets[preset].label, preset, sort: 'address:asc' })),
    ...sortOptions.map((sort) => ({ name: `All active, ${sort}`, preset: 'allActive' as const, sort })),
    { name: `All, search: ${common}`, preset: 'all' as const, sort: 'address:asc', text: common },
    {
      name: `All active, search: ${common}, askingPrice:desc`,
      preset: 'allActive' as const,
      sort: 'askingPrice:desc',
      text: common,
    },
  ]
    .flatMap((asked): ListRequest[] => [
      { ...asked, page: 0 },
      { ...asked, name: `${asked.name}, page 100`, page: 99 },
    ])
    .concat(threeLetters.map((text) => ({ name: `All, search: ${text}`, preset: 'all', sort: 'address:asc', page: 0, text })))
    .concat([
      { name: `All, search: ${rare}`, preset: 'all', sort: 'address:asc', page: 0, text: rare },
      { name: 'One branch, all active', preset: 'allActive', sort: 'address:asc', page: 0, branchId },
      { name: 'One branch, all warnings, askingPrice:desc', preset: 'allWarnings', sort: 'askingPrice:desc', page: 0, branchId },
      { name: `One branch, search: ${common}`, preset: 'all', sort: 'address:asc', page: 0, text: common, branchId },
    ])

async function prepareList(pool: pg.Pool, companyId: string, today: string, asked: ListRequest): Promise<Query> {
  const { name, preset, sort, page, text, branchId } = asked
  const query = {
    [branchId ? 'filter' : 'filters']: preset,
    sort,
    ...(text ? { textSearch: text } : {}),
    ...(page > 0 ? { currentPage: String(page) } : {}),
  }
  const place = branchId ? `property/list/${companyId}/${branchId}` : `company/properties/${companyId}`
  const model: PropertyListFilters = {
    companyId,
    branchIds: branchId ? [branchId] : null,
    preset,
    textSearch: text,
    solicitorId: undefined,
    ...parseReportOrder(sort, today),
  }
  return {
    name: `List: ${name}`,
    path: `/api/${place}?${new URLSearchParams(query)}`,
    statements: await captureStatements(pool, (db) => readPropertyPage(db, model, { itemsPerPage: 10, currentPage: page })),
  }
}

/** Queries that the part `report` does not cover: page 100 of the report by every sort, and the rare word. */
const reportRequests = [
  ...sortOptions.map((sortOption) => ({ name: `${sortOption}, page 100`, ...firstVisit, sortOption, currentPage: '99' })),
  ...threeLetters.map((text) => ({ name: `search: ${text}`, ...firstVisit, sortOption: defaultReportSort, searchText: text })),
  { name: `search: ${rare}`, ...firstVisit, sortOption: defaultReportSort, searchText: rare },
  { name: `no filters, search: ${common}`, sortOption: defaultReportSort, searchText: common },
]

const statRequests = (branchIds: string[]) => [
  { name: 'first visit', ...firstVisit },
  { name: 'no filters at all' },
  { name: 'one branch', ...firstVisit, branchIds: branchIds[0] ?? '' },
  { name: `search: ${common}`, ...firstVisit, searchText: common },
  { name: `search: ${rare}`, ...firstVisit, searchText: rare },
]

/** All requests of this part, with their statements. `today` is the date of the server. */
export async function listQueries(pool: pg.Pool, company: { id: string; branchIds: string[] }, today: string) {
  const lists: Query[] = []
  for (const asked of listRequests(company.branchIds[0] ?? '')) lists.push(await prepareList(pool, company.id, today, asked))
  const reports: Query[] = []
  for (const asked of reportRequests) reports.push(await prepareReport(pool, company.id, asked))
  const stats: Query[] = []
  for (const asked of statRequests(company.branchIds)) {
    const question = { ...asked, sortOption: defaultReportSort }
    const statements = await captureStatements(pool, (db) => readKeyStatsRow(db, readModelInput(company.id, question), today))
    const path = pathOf(company.id, question)
      .replace('/report/', '/keystats/')
      .replace(/&?sortOption=[^&]*/, '')
    stats.push({ name: `Key stats: ${asked.name}`, path, statements })
  }
  return { lists, reports: reports.map((one) => ({ ...one, name: `Report: ${one.name}` })), stats }
}

/** Warm-up requests, so that JIT compilation is not measured. */
const warmUps = 100

type ListsOptions = { database: Database; url: string; samples: number; seconds: number; print: (line: string) => void }
type LoadResult = ClientLoad & { name: string }
export type ListsMeasured = {
  lists: MeasuredQuery[]
  reports: MeasuredQuery[]
  stats: MeasuredQuery[]
  loaded: LoadResult[]
  plans: { name: string; plan: string }[]
}

/**
 * Every preset, sort, page and search of the lists of the large company, compared with its bare SQL; then the slowest three
 * under sixteen clients, with their plans.
 */
export async function measureLists({ database, url, samples, seconds, print }: ListsOptions): Promise<ListsMeasured> {
  const company = await largeCompany(database)
  const headers = await signInHeaders(database, company.id)
  const app = await startProcess('app-process', { DATABASE_URL: url })
  const bare = new pg.Client({ connectionString: url, types: typeParsers, options: '-c TimeZone=UTC' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    await bare.connect()
    const ask = async (path: string) => (await askApp(`${app.address}${path}`, headers, agent)).toString()
    const { lists, reports, stats } = await listQueries(database.pool, company, londonDay(new Date().toISOString()))
    for (let time = 0; time < warmUps; time += 1)
      for (const some of [lists, reports, stats]) await ask(some[time % some.length]?.path ?? '')
    const measure = (questions: Query[]) => measureCalls(questions, { ask, bare, samples, print })
    const measured = { lists: await measure(lists), reports: await measure(reports), stats: await measure(stats) }
    const slowest = slowestOf(Object.values(measured).flat(), [...lists, ...reports, ...stats])
    const loaded: LoadResult[] = []
    const plans: ListsMeasured['plans'] = []
    for (const question of slowest) {
      print(`Sixteen clients: ${question.name}`)
      loaded.push({
        name: question.name,
        ...(await runClients([`${app.address}${question.path}`], { clients: 16, seconds, headers })),
      })
      plans.push({ name: question.name, plan: await explainQuery(bare, question) })
    }
    return { ...measured, loaded, plans }
  } finally {
    agent.destroy()
    await bare.end()
    await app.stop()
  }
}

const slowestOf = (measured: MeasuredQuery[], questions: Query[]): Query[] =>
  measured
    .toSorted((a, b) => b.call.p50 - a.call.p50)
    .slice(0, 3)
    .flatMap(({ name }) => questions.find((question) => question.name === name) ?? [])

/** Prints every query, then a summary with the targets. */
export function printLists({ lists, reports, stats, loaded, plans }: ListsMeasured, print: (line: string) => void): void {
  for (const [title, measured] of [
    ['The properties list: ten a page. Milliseconds, medians of three rounds.', lists],
    ['The report: seventy a page.', reports],
    ['Key stats.', stats],
  ] as const) {
    print(`\n${title}`)
    printCalls(measured, print)
  }
  print('\nThe slowest three of all under sixteen clients (target: p95 under 150 ms):')
  for (const { name, perSecond, p50, p95 } of loaded)
    print(`  ${name}: p50 ${ms(p50)} ms, p95 ${ms(p95)} ms, ${ms(perSecond)} a second`)
  for (const { name, plan } of plans) print(`\n${name}\n${plan}`)
  const all = [...lists, ...reports]
  const above = all.filter(({ ratio }) => ratio > 1.5)
  const worst = all.reduce((a, b) => (b.ratio > a.ratio ? b : a))
  print(
    `\n${all.length} calls; ${above.length} of them take more than 1.5 × their bare SQL; the worst ${worst.ratio.toFixed(2)} × (${worst.name}).`,
  )
  for (const { name, ratio, sql, call } of above)
    print(`  ${name}: ${ms(call.p50)} ms for ${ms(sql.p50)} ms, ${ratio.toFixed(2)} ×`)
}
