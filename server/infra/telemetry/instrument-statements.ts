import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { type FinishedStatement, instrumentPool } from './instrument-pool.ts'
import type { Meters } from './meters.ts'

type InstrumentOptions = { pool: pg.Pool; meters: Meters; log: FastifyBaseLogger; slowMs: number }

/** Longer texts are cut: the longest of ours has 12,000 letters, and its beginning tells which it is. */
const maxTextLength = 4_000

/**
 * Times every statement, makes it a part of the trace of its call or job, and logs it once where it took longer than
 * `slowMs`. Its text names tables and columns; what was given with it stays out of all three.
 */
export function instrumentStatements({ pool, meters, log, slowMs }: InstrumentOptions): void {
  instrumentPool(pool, (statement) => {
    const { ms, failure, rows, work } = statement
    const kind = statementKind(statement.text)
    meters.statements.observe({ kind }, ms / 1000)
    if (failure !== null) meters.statementFailures.inc()
    if (work?.span) {
      const about = { 'db.system.name': 'postgresql', 'db.query.text': statement.text.slice(0, maxTextLength) }
      const span = work.span.startChild(`database ${kind}`, about, ms)
      span.end(rows === null ? {} : { 'db.response.returned_rows': rows }, failure ?? undefined)
    }
    if (ms < slowMs) return
    meters.slowStatements.inc()
    log.warn(slowStatementLog(statement), 'slow statement')
  })
}

const slowStatementLog = ({ text, ms, rows, failure, work }: FinishedStatement) => ({
  statement: text.slice(0, maxTextLength),
  ms: Math.round(ms),
  rows,
  failure: failure ?? undefined,
  route: work?.route,
  job: work?.job,
  requestId: work?.requestId,
})

const kinds = new Set(['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback'])

function statementKind(text: string): string {
  const [first = ''] = /[a-z]+/i.exec(text) ?? []
  const kind = first.toLowerCase()
  return kinds.has(kind) ? kind : kind === 'with' ? 'select' : kind === 'start' ? 'begin' : 'other'
}
