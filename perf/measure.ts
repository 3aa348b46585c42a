import { readFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { DB } from '../server/db/schema.ts'
import { type RequestChange, sendRequest } from './served/ask.ts'

/**
 * Durations in milliseconds of several functions, each run `samples` times and alternately, so that other load affects all of them equally.
 */
export async function measureInTurn<Name extends string>(
  work: Record<Name, () => Promise<unknown>>,
  samples: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(work) as Name[]
  const taken = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (const name of names) await work[name]()
  for (let sample = 0; sample < samples; sample += 1)
    for (const name of names) {
      const started = performance.now()
      await work[name]()
      taken[name].push(performance.now() - started)
    }
  return taken
}

/** The nearest-rank percentile: the smallest value that at least a `share` of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const ordered = values.toSorted((a, b) => a - b)
  return ordered[Math.max(0, Math.ceil(share * ordered.length) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

const rounds = 3

/** A request and the statements that the app sends for it. */
export type Query = { name: string; path: string; statements: Statement[] }

/** In milliseconds; medians of the three rounds, whose own values are in `p50s`. */
export type Latency = { p50: number; p95: number; p50s: number[] }
export type MeasuredQuery = { name: string; rows: number; total: number; sql: Latency; call: Latency; ratio: number }

type MeasureOptions = { ask(path: string): Promise<string>; bare: pg.Client; samples: number; print: (line: string) => void }

/**
 * Measures each request over one keep-alive connection and its bare SQL on one connection, alternately, so that other load
 * affects both.
 */
export async function measureCalls(questions: Query[], { ask, bare, samples, print }: MeasureOptions): Promise<MeasuredQuery[]> {
  const taken = questions.map((): { sql: number[][]; call: number[][] } => ({ sql: [], call: [] }))
  for (let round = 1; round <= rounds; round += 1) {
    print(`Round ${round} of ${rounds}: ${questions.length} queries, each ${samples} times`)
    for (const [index, { path, statements }] of questions.entries()) {
      const times = await measureInTurn({ sql: () => runStatements(bare, statements), call: () => ask(path) }, samples)
      taken[index]?.sql.push(times.sql)
      taken[index]?.call.push(times.call)
    }
  }
  const measured: MeasuredQuery[] = []
  for (const [index, { name, path }] of questions.entries()) {
    const sql = latencyOf(taken[index]?.sql ?? [])
    const call = latencyOf(taken[index]?.call ?? [])
    measured.push({ name, ...answerSize(await ask(path)), sql, call, ratio: call.p50 / sql.p50 })
  }
  return measured
}

/** Rows in a response and their total: of a page, or the counts of metrics. */
function answerSize(answer: string): { rows: number; total: number } {
  const { data, paging, count } = JSON.parse(answer) as { data?: unknown[]; paging?: { count: number }; count?: number }
  return { rows: data?.length ?? 1, total: paging?.count ?? count ?? 1 }
}

async function runStatements(bare: pg.Client, statements: Statement[]): Promise<string> {
  const results: unknown[] = []
  for (const statement of statements) results.push((await bare.query(statement)).rows)
  return JSON.stringify(results)
}

const latencyOf = (each: number[][]): Latency => {
  const p50s = each.map((times) => percentile(times, 0.5))
  return { p50: median(p50s), p95: median(each.map((times) => percentile(times, 0.95))), p50s }
}

export const ms = (value: number): string => value.toFixed(1)

export function printCalls(measured: MeasuredQuery[], print: (line: string) => void): void {
  const width = Math.max(...measured.map(({ name }) => name.length))
  const row = (cells: string[]) =>
    print(
      `  ${(cells[0] ?? '').padEnd(width)}${cells
        .slice(1)
        .map((cell) => cell.padStart(10))
        .join('')}`,
    )
  row(['', 'sql p50', 'sql p95', 'call p50', 'call p95', 'ratio', 'rows', 'of'])
  for (const { name, sql, call, ratio, rows, total } of measured)
    row([name, ms(sql.p50), ms(sql.p95), ms(call.p50), ms(call.p95), ratio.toFixed(2), String(rows), String(total)])
}

/** Latencies in milliseconds, and requests per second. */
export type ClientLoad = { perSecond: number; calls: number; p50: number; p95: number; p99: number }

type Load = {
  clients: number
  seconds: number
  headers: Record<string, string>
  /** One change per turn; reads if there is none. */
  change?: (turn: number) => RequestChange
}

/** Runs clients over one keep-alive connection each that send the next request immediately. */
export async function runClients(addresses: readonly string[], { clients, seconds, headers, change }: Load): Promise<ClientLoad> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const times: number[] = []
  const started = performance.now()
  const ends = started + seconds * 1000
  const client = async (number: number): Promise<void> => {
    for (let turn = number; performance.now() < ends; turn += 1) {
      const from = performance.now()
      await sendRequest(addresses[turn % addresses.length] ?? '', headers, agent, change?.(turn))
      times.push(performance.now() - from)
    }
  }
  try {
    await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  } finally {
    agent.destroy()
  }
  const took = (performance.now() - started) / 1000
  return {
    perSecond: times.length / took,
    calls: times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  }
}

export type Statement = { text: string; values: unknown[] }

/** Captures the statements, with parameters, that a read model sends. */
export async function captureStatements(pool: pg.Pool, work: (db: Kysely<DB>) => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      sent.push({ text: query.sql, values: [...query.parameters] })
    },
  })
  await work(db)
  return sent.toSorted((a, b) => a.text.localeCompare(b.text))
}

/** `explain analyze` of each statement. */
export async function explainQuery(bare: pg.Client, { statements }: Query): Promise<string> {
  const plans: string[] = []
  for (const { text, values } of statements) {
    const { rows } = await bare.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers, costs off) ${text}`, values)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans.join('\n\n')
}

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

/**
 * PostgreSQL's mean processor time for the statements of a query in milliseconds, which varies least with load. Null if
 * PostgreSQL runs on another machine, or not on Linux.
 */
export async function cpuTime(bare: pg.Client, { statements }: Query, times: number): Promise<number | null> {
  const { rows } = await bare.query<{ pid: number }>('select pg_backend_pid() as pid')
  const before = await ticksOf(rows[0]?.pid)
  for (let time = 0; time < times; time += 1) for (const statement of statements) await bare.query(statement)
  const after = await ticksOf(rows[0]?.pid)
  return before === null || after === null ? null : ((after - before) * tickMs) / times
}

/** User and system time: fields 14 and 15 of `stat`; field 2 is a name in parentheses. */
async function ticksOf(pid: number | undefined): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  const [user, system] =
    stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13) ?? []
  return stat?.includes('(postgres)') ? Number(user) + Number(system) : null
}
