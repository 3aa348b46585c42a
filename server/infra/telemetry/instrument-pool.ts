import { AsyncResource } from 'node:async_hooks'
import type pg from 'pg'
import { errorKind, type RequestContext, requestContext } from './request-context.ts'

/** A statement that was answered: its text without what was given with it, and on whose behalf it was sent. */
export type FinishedStatement = {
  text: string
  /** From being handed to the driver until it was answered: behind others of its transaction it waits for them. */
  ms: number
  rows: number | null
  /** The kind of failure, PostgreSQL's code where it is PostgreSQL's. */
  failure: string | null
  work: RequestContext | undefined
}

export type StatementListener = (statement: FinishedStatement) => void

/**
 * Tells `tell` of every statement that is sent by way of a pool, when it has been answered. Includes connections that were opened
 * before, for example by a check at start: they are instrumented when they are next taken.
 */
export function instrumentPool(pool: pg.Pool, tell: StatementListener): void {
  const instrumented = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (instrumented.has(client)) return
    instrumented.add(client)
    instrumentClient(client, tell)
  })
  // Who waits for a connection is called back by who gives it back: without this on behalf of that other call.
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

/** Null for what is not a statement of text, such as a cursor. */
function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement
  const { text, submit } = statement as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && typeof submit !== 'function' ? text : null
}
