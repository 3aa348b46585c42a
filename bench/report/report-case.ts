import { Agent } from 'node:http'
import autocannon from 'autocannon'
import pg from 'pg'
import { type Database, typeParsers } from '../../server/db/connect.ts'
import { inTurn, median, percentile } from '../measure.ts'
import { ask as askApp, signedIn } from '../served/ask.ts'
import { type ServedProcess, startProcess } from '../served/start-process.ts'
import { everySort, otherFilters, pathOf, type Question, type Statement, statementsOf } from './asked.ts'

const rounds = 3
/** Asked before anything is measured, so that the first sort is not measured on code that has not been compiled yet. */
const warmUps = 20

/** Milliseconds. Each figure is the median of the three rounds' own, which stand beside it. */
export type Timed = { p50: number; p95: number; p50s: number[] }
export type Measured = { name: string; rows: number; total: number; sql: Timed; call: Timed; ratio: number }
/** `cpuMs` is the processor time of the server's own process, per call: what a busy machine changes least. */
export type Throughput = { perSecond: number; rounds: number[]; p50: number; p99: number; cpuMs: number }

type Running = { database: Database; url: string; samples: number; seconds: number; say: (line: string) => void }

/**
 * The workflow report of the large company: each question put to the running product over one kept-open connection, and its
 * bare SQL sent by `pg` on one connection, in turn; then sixteen clients at once, on the product and on the floor, in turn.
 */
export async function measureReport({ database, url, samples, seconds, say }: Running) {
  const company = await largeCompany(database)
  const headers = await signedIn(database, company.id)
  const app = await startProcess('app-process', { DATABASE_URL: url })
  const bare = new pg.Client({ connectionString: url, types: typeParsers, options: '-c TimeZone=UTC' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    await bare.connect()
    const ask = async (question: Question) =>
      (await askApp(`${app.address}${pathOf(company.id, question)}`, headers, agent)).toString()
    const measure = async (questions: Question[]) =>
      measureEach(await Promise.all(questions.map((question) => prepared(database.pool, company.id, question))), {
        ask,
        bare,
        samples,
        say,
      })

    for (let time = 0; time < warmUps; time += 1) for (const question of everySort.slice(0, 4)) await ask(question)
    const sorts = await measure(everySort)
    const filters = await measure(otherFilters(company.branchIds))
    const [first] = everySort
    if (!first) throw new Error('The report has no sorts.')
    const statements = await statementsOf(database.pool, company.id, first)
    say(`Sixteen clients, ${first.name}`)
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

async function largeCompany({ pool }: Database): Promise<{ id: string; branchIds: string[] }> {
  const { rows } = await pool.query<{ id: string; branches: string[] }>(
    'select company_id as id, array_agg(id::text order by id) as branches from branch group by 1 order by count(*) desc limit 1',
  )
  if (!rows[0]) throw new Error('There is no company in this database.')
  return { id: rows[0].id, branchIds: rows[0].branches }
}

type Prepared = { question: Question; statements: Statement[] }
const prepared = async (pool: pg.Pool, companyId: string, question: Question): Promise<Prepared> => ({
  question,
  statements: await statementsOf(pool, companyId, question),
})

type Means = { ask(question: Question): Promise<string>; bare: pg.Client; samples: number; say: (line: string) => void }

async function measureEach(each: Prepared[], { ask, bare, samples, say }: Means): Promise<Measured[]> {
  const taken = each.map((): { sql: number[][]; call: number[][] } => ({ sql: [], call: [] }))
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}: ${each.length} questions, each ${samples} times`)
    for (const [index, { question, statements }] of each.entries()) {
      const times = await inTurn({ sql: () => sendBare(bare, statements), call: () => ask(question) }, samples)
      taken[index]?.sql.push(times.sql)
      taken[index]?.call.push(times.call)
    }
  }
  return Promise.all(
    each.map(async ({ question }, index) => {
      const answer = JSON.parse(await ask(question)) as { data: unknown[]; paging: { count: number } }
      const sql = timed(taken[index]?.sql ?? [])
      const call = timed(taken[index]?.call ?? [])
      return { name: question.name, rows: answer.data.length, total: answer.paging.count, sql, call, ratio: call.p50 / sql.p50 }
    }),
  )
}

async function sendBare(bare: pg.Client, statements: Statement[]): Promise<string> {
  const results: unknown[] = []
  for (const statement of statements) results.push((await bare.query(statement)).rows)
  return JSON.stringify(results)
}

const timed = (each: number[][]): Timed => {
  const p50s = each.map((times) => percentile(times, 0.5))
  return { p50: median(p50s), p95: median(each.map((times) => percentile(times, 0.95))), p50s }
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
