import type pg from 'pg'
import { isConnectionError } from '../db/connection-errors.ts'

/**
 * The pool for Graphile Worker, which records the result of a job without awaiting it and retries only errors with certain codes; other
 * failures become unhandled rejections. This pool gives every connection error one of these codes, so that the result is retried for hours.
 * The connection that Graphile Worker keeps for LISTEN is from another pool.
 */
export const retryingPool = (pool: pg.Pool, listeners: pg.Pool): pg.Pool =>
  override(pool, {
    connect: (callback?: Parameters<pg.Pool['connect']>[0]) => {
      // Only LISTEN is called so.
      if (callback) return listeners.connect(callback)
      // After the pool is closed, nothing awaits the result, and the next process runs the job again.
      if (pool.ending) return new Promise(() => {})
      return pool.connect().then(retryingClient, throwRetriable)
    },
  })

const retryingClient = (client: pg.PoolClient): pg.PoolClient =>
  override(client, {
    query: (...args: unknown[]) => (Reflect.apply(client.query, client, args) as Promise<unknown>).catch(throwRetriable),
  })

/** One of the codes that Graphile Worker retries. */
const retriableCode = 'ETIMEDOUT'

function throwRetriable(error: unknown): never {
  if (error instanceof Error && isConnectionError(error))
    throw Object.assign(new Error(error.message, { cause: error }), { code: retriableCode })
  throw error
}

/** A proxy of the object with some methods replaced. */
const override = <T extends object>(target: T, methods: Partial<Record<keyof T, unknown>>): T =>
  new Proxy(target, {
    get: (original, name) => {
      if (name in methods) return methods[name as keyof T]
      const value: unknown = Reflect.get(original, name, original)
      return typeof value === 'function' ? value.bind(original) : value
    },
  })
