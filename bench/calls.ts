import type pg from 'pg'
import { inTurn, median, percentile } from './measure.ts'
import type { Statement } from './overheard.ts'

const rounds = 3

/** A question as the running product is asked it, and the statements that it sends to answer. */
export type Question = { name: string; path: string; statements: Statement[] }

/** Milliseconds. Each figure is the median of the three rounds' own, which stand beside it. */
export type Timed = { p50: number; p95: number; p50s: number[] }
export type Measured = { name: string; rows: number; total: number; sql: Timed; call: Timed; ratio: number }

type Means = { ask(path: string): Promise<string>; bare: pg.Client; samples: number; say: (line: string) => void }

/**
 * Each question put to the running product over one kept-open connection, and its bare SQL sent by `pg` on one connection,
 * in turn, so that whatever else the machine does meets both.
 */
export async function measureCalls(questions: Question[], { ask, bare, samples, say }: Means): Promise<Measured[]> {
  const taken = questions.map((): { sql: number[][]; call: number[][] } => ({ sql: [], call: [] }))
  for (let round = 1; round <= rounds; round += 1) {
    say(`Round ${round} of ${rounds}: ${questions.length} questions, each ${samples} times`)
    for (const [index, { path, statements }] of questions.entries()) {
      const times = await inTurn({ sql: () => sendBare(bare, statements), call: () => ask(path) }, samples)
      taken[index]?.sql.push(times.sql)
      taken[index]?.call.push(times.call)
    }
  }
  const measured: Measured[] = []
  for (const [index, { name, path }] of questions.entries()) {
    const sql = timed(taken[index]?.sql ?? [])
    const call = timed(taken[index]?.call ?? [])
    measured.push({ name, ...sizeOf(await ask(path)), sql, call, ratio: call.p50 / sql.p50 })
  }
  return measured
}

/** How many rows an answer has, and of how many: a page with its paging, or figures with the count they cover. */
function sizeOf(answer: string): { rows: number; total: number } {
  const { data, paging, count } = JSON.parse(answer) as { data?: unknown[]; paging?: { count: number }; count?: number }
  return { rows: data?.length ?? 1, total: paging?.count ?? count ?? 1 }
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

export const ms = (value: number): string => value.toFixed(1)

export function printCalls(measured: Measured[], say: (line: string) => void): void {
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
