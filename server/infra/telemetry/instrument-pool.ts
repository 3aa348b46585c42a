import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'
import { errorKind, type RequestContext, requestContext } from './request-context.ts'

/** A finished statement: its text without parameters, and its request context. */
export type FinishedStatement = {
  text: string
  /** Time from passing the statement to the driver until the response, including the wait for earlier statements of its transaction. */
  ms: number
  rows: number | null
  /** The kind of failure: PostgreSQL's code, if it comes from PostgreSQL. */
  failure: string | null
  work: RequestContext | undefined
}

export type StatementListener = (statement: FinishedStatement) => void

/**
 * Calls `tell` for every finished statement of a pool. Connections that were opened before, for example by a check at startup, are
 * instrumented when they are next acquired.
 */
export function instrumentPool(pool: pg.Pool, tell: StatementListener): void {
  const instrumented = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (instrumented.has(client)) return
    instrumented.add(client)
    instrumentClient(client, tell)
  })
  // Restores the context: a waiting request would otherwise run in the context of the one that releases the connection.
  type Callback = (...given: unknown[]) => void
  const connect = pool.connect.bind(pool) as unknown as (callback?: Callback) => unknown
  Object.assign(pool, { connect: (callback?: Callback) => connect(callback && AsyncResource.bind(callback)) })
}

type QueryCallback = (error: unknown, result?: { rowCount?: number | null }) => void

function instrumentClient(client: pg.PoolClient, tell: StatementListener): void {
  const send = client.query.bind(client) as unknown as (...given: unknown[]) => unknown
  const query = (...given: unknown[]): unknown => {
    const text = textOf(given[0])
    if (text === null) return send(...given)
    const began = performance.now()
    const work = requestContext()
    const answered: QueryCallback = (error, result) => {
      const failure = error ? errorKind(error) : null
      tell({ text, ms: performance.now() - began, rows: result?.rowCount ?? null, failure, work })
    }
    const callback = given.at(-1)
    if (typeof callback === 'function') return send(...given.slice(0, -1), both(answered, callback as QueryCallback))
    const answer = send(...given) as Promise<{ rowCount: number | null }>
    answer.then(
      (result) => answered(null, result),
      (error: unknown) => answered(error),
    )
    return answer
  }
  Object.assign(client, { query })
}

const both =
  (first: QueryCallback, second: QueryCallback): QueryCallback =>
  (error, result) => {
    first(error, result)
    second(error, result)
  }

/** Returns `null` for anything but a text statement, such as a cursor. */
function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement
  const { text, submit } = statement as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && typeof submit !== 'function' ? text : null
}
