import type pg from 'pg'
import { measureInTurn, median, percentile } from './measure.ts'
import type { Statement } from './overheard.ts'

const rounds = 3

/** A question as the running product is asked it, and the statements that it sends to answer. */
export type Query = { name: string; path: string; statements: Statement[] }

/** Milliseconds. Each figure is the median of the three rounds' own, which stand beside it. */
export type Latency = { p50: number; p95: number; p50s: number[] }
export type MeasuredQuery = { name: string; rows: number; total: number; sql: Latency; call: Latency; ratio: number }

type MeasureOptions = { ask(path: string): Promise<string>; bare: pg.Client; samples: number; print: (line: string) => void }

/**
 * Each question put to the running product over one kept-open connection, and its bare SQL sent by `pg` on one connection,
 * in turn, so that whatever else the machine does meets both.
 */
export async function measureCalls(
  questions: Query[],
  { ask, bare, samples, print: say }: MeasureOptions,
): Promise<MeasuredQuery[]> {
  const taken = questions.map((): { sql: number[][]; call: number[][] } => ({ sql: [], call: [] }))
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}: ${questions.length} questions, each ${samples} times`)
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

/** How many rows an answer has, and of how many: a page with its paging, or figures with the count they cover. */
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

export function printCalls(measured: MeasuredQuery[], say: (line: string) => void): void {
  const width = Math.max(...measured.map(({ name }) => name.length))
  const row = (cells: string[]) =>
    say(
      `  ${(cells[0] ?? '').padEnd(width)}${cells
        .slice(1)
        .map((cell) => cell.padStart(10))
        .join('')}`,
    )
  row(['', 'sql p50', 'sql p95', 'call p50', 'call p95', 'ratio', 'rows', 'of'])
  for (const { name, sql, call, ratio, rows, total } of measured)
    row([name, ms(sql.p50), ms(sql.p95), ms(call.p50), ms(call.p95), ratio.toFixed(2), String(rows), String(total)])
}
