import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { type AnsweredStatement, watchStatements } from '../db/statement-watch.ts'
import type { Meters } from './meters.ts'

type Observing = { pool: pg.Pool; meters: Meters; log: FastifyBaseLogger; slowMs: number }

/** Longer texts are cut: the longest of ours has 12,000 letters, and its beginning tells which it is. */
const longestText = 4_000

/**
 * Times every statement, makes it a part of the trace of its call or job, and logs it once where it took longer than
 * `slowMs`. Its text names tables and columns; what was given with it stays out of all three.
 */
export function observeStatements({ pool, meters, log, slowMs }: Observing): void {
  watchStatements(pool, (statement) => {
    const { ms, failure, rows, work } = statement
    const kind = verbOf(statement.text)
    meters.statements.observe({ kind }, ms / 1000)
    if (failure !== null) meters.statementFailures.inc()
    if (work?.span) {
      const about = { 'db.system.name': 'postgresql', 'db.query.text': statement.text.slice(0, longestText) }
      const span = work.span.part(`database ${kind}`, about, ms)
      span.end(rows === null ? {} : { 'db.response.returned_rows': rows }, failure ?? undefined)
    }
    if (ms < slowMs) return
    meters.slowStatements.inc()
    log.warn(slow(statement), 'slow statement')
  })
}

const slow = ({ text, ms, rows, failure, work }: AnsweredStatement) => ({
  statement: text.slice(0, longestText),
  ms: Math.round(ms),
  rows,
  failure: failure ?? undefined,
  route: work?.route,
  job: work?.job,
  requestId: work?.requestId,
})

const kinds = new Set(['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback'])

function verbOf(text: string): string {
  const [first = ''] = /[a-z]+/i.exec(text) ?? []
  const kind = first.toLowerCase()
  return kinds.has(kind) ? kind : kind === 'with' ? 'select' : kind === 'start' ? 'begin' : 'other'
}
