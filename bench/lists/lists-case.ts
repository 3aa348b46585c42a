import { Agent } from 'node:http'
import { londonDay } from '@gya/domain/common/dates.ts'
import pg from 'pg'
import { type Database, typeParsers } from '../../server/db/connect.ts'
import { type MeasuredQuery, measureCalls, ms, printCalls, type Query } from '../calls.ts'
import { type ClientLoad, runClients } from '../clients.ts'
import { largeCompany } from '../large-company.ts'
import { explainQuery } from '../plan-of.ts'
import { sendRequest as askApp, signInHeaders } from '../served/ask.ts'
import { startProcess } from '../served/start-process.ts'
import { listQueries } from './list-questions.ts'

/** Asked before anything is measured, so that the first question is not measured on code that has not been compiled yet. */
const warmUps = 100

type ListsOptions = { database: Database; url: string; samples: number; seconds: number; say: (line: string) => void }
type LoadResult = ClientLoad & { name: string }
export type ListsMeasured = {
  lists: MeasuredQuery[]
  reports: MeasuredQuery[]
  stats: MeasuredQuery[]
  loaded: LoadResult[]
  plans: { name: string; plan: string }[]
}

/**
 * Every preset, sort, page and search of the lists of the large company, each beside its bare SQL; then the slowest three
 * of all under sixteen clients, with PostgreSQL's plans of them.
 */
export async function measureLists({ database, url, samples, seconds, say }: ListsOptions): Promise<ListsMeasured> {
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
    const measure = (questions: Query[]) => measureCalls(questions, { ask, bare, samples, print: say })
    const measured = { lists: await measure(lists), reports: await measure(reports), stats: await measure(stats) }
    const slowest = slowestOf(Object.values(measured).flat(), [...lists, ...reports, ...stats])
    const loaded: LoadResult[] = []
    const plans: ListsMeasured['plans'] = []
    for (const question of slowest) {
      say(`Sixteen clients: ${question.name}`)
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

/** Every question in lines, then the summary against the aims. */
export function printLists({ lists, reports, stats, loaded, plans }: ListsMeasured, say: (line: string) => void): void {
  for (const [title, measured] of [
    ['The properties list: ten a page. Milliseconds, medians of three rounds.', lists],
    ['The report: seventy a page.', reports],
    ['Key stats.', stats],
  ] as const) {
    say(`\n${title}`)
    printCalls(measured, say)
  }
  say('\nThe slowest three of all under sixteen clients (aim: p95 under 150 ms):')
  for (const { name, perSecond, p50, p95 } of loaded)
    say(`  ${name}: p50 ${ms(p50)} ms, p95 ${ms(p95)} ms, ${ms(perSecond)} a second`)
  for (const { name, plan } of plans) say(`\n${name}\n${plan}`)
  const all = [...lists, ...reports]
  const above = all.filter(({ ratio }) => ratio > 1.5)
  const worst = all.reduce((a, b) => (b.ratio > a.ratio ? b : a))
  say(
    `\n${all.length} calls; ${above.length} of them take more than 1.5 × their bare SQL; the worst ${worst.ratio.toFixed(2)} × (${worst.name}).`,
  )
  for (const { name, ratio, sql, call } of above)
    say(`  ${name}: ${ms(call.p50)} ms for ${ms(sql.p50)} ms, ${ratio.toFixed(2)} ×`)
}
