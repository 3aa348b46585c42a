import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { type FinishedStatement, instrumentPool } from './instrument-pool.ts'
import type { Meters } from './meters.ts'

type InstrumentOptions = { pool: pg.Pool; meters: Meters; log: FastifyBaseLogger; slowMs: number }

/** The longest statement has 12,000 characters; its beginning identifies it. */
const maxTextLength = 4_000

/**
 * Adds a metric and a span to every statement, and logs those slower than `slowMs`. All three contain its text, never its
 * parameters.
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
