import { DomainError } from '@gya/domain/errors.ts'
import pg from 'pg'
import { isConnectionError, readOnlyCode } from '../../db/connection-errors.ts'
import type { Database, Db } from '../../db/pool.ts'

/** Runs `work` in a transaction, up to three times after deadlocks, serialization failures and refused writes. */
export async function retryTransaction<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await commit(database, work)
    } catch (error) {
      if (attempt >= 3 || !isRetryable(error)) throw error
    }
  }
}

const retryableCodes = new Set(['40P01', '40001', readOnlyCode])

const isRetryable = (error: unknown): boolean => error instanceof pg.DatabaseError && retryableCodes.has(error.code ?? '')

/** Throws SAVE_UNCERTAIN if the connection fails when COMMIT may have been sent. */
async function commit<T>({ db }: Database, work: (db: Db) => Promise<T>): Promise<T> {
  let committing = false
  try {
    return await db.transaction().execute(async (transaction) => {
      const answer = await work(transaction)
      committing = true
      return answer
    })
  } catch (error) {
    if (committing && error instanceof Error && isConnectionError(error))
      throw new DomainError('SAVE_UNCERTAIN', { cause: error })
    throw error
  }
}
