import type pg from 'pg'
import { isConnectionError } from '../db/connection-errors.ts'

/**
 * The pool as graphile-worker is given it. It notes that a job is done or has failed without waiting for that, and tries
 * the note again only after errors with some codes: any other failure would be nobody's, which ends the process. So
 * whatever means that the database is away arrives there under one of those codes, and is tried again for hours.
 */
export const retryingPool = (pool: pg.Pool): pg.Pool =>
  override(pool, {
    connect: (callback?: Parameters<pg.Pool['connect']>[0]) => {
      if (callback) return pool.connect(callback)
      // Once the pool is closed nobody waits for the note any more, and the next process works the job again.
      if (pool.ending) return new Promise(() => {})
      return pool.connect().then(retryingClient, throwRetriable)
    },
  })

const retryingClient = (client: pg.PoolClient): pg.PoolClient =>
  override(client, {
    query: (...asked: unknown[]) => (Reflect.apply(client.query, client, asked) as Promise<unknown>).catch(throwRetriable),
  })

/** The code under which graphile-worker tries again. */
const retriableCode = 'ETIMEDOUT'

function throwRetriable(error: unknown): never {
  if (error instanceof Error && isConnectionError(error))
    throw Object.assign(new Error(error.message, { cause: error }), { code: retriableCode })
  throw error
}

/** The same object with some of its methods replaced. */
const override = <T extends object>(whole: T, instead: Partial<Record<keyof T, unknown>>): T =>
  new Proxy(whole, {
    get: (target, name) => {
      if (name in instead) return instead[name as keyof T]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
