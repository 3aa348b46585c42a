import { DomainError } from '@gya/domain/error-catalogue.ts'
import pg from 'pg'
import { collisionCodes, isConnectionError, readOnlyCode } from '../../db/connection-errors.ts'
import type { Database, Db } from '../../db/pool.ts'
import type { Meters } from '../../infra/telemetry/meters.ts'
import { findCommitOutcome } from './commit-outcome.ts'
import type { IdempotencyKey } from './idempotency.ts'

type SaveContext = { database: Database; meters: Pick<Meters, 'lostAnswers'> }

/**
 * Runs `work` in a transaction, up to three times after deadlocks, serialization failures, refused writes and lost
 * commits. `claimed` is the key that `work` claims, if any.
 */
export async function retryTransaction<T>(
  context: SaveContext,
  claimed: IdempotencyKey | null,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await commit(context, claimed, work)
    } catch (error) {
      if (error instanceof LostCommitError && attempt >= 3) throw new DomainError('NOT_READY', { cause: error.cause })
      if (attempt >= 3 || !isRetryable(error)) throw error
    }
  }
}

const retryableCodes = new Set([...collisionCodes, readOnlyCode])

/** The connection failed at COMMIT, and nothing was saved. */
class LostCommitError extends Error {}

const isRetryable = (error: unknown): boolean =>
  error instanceof LostCommitError || (error instanceof pg.DatabaseError && retryableCodes.has(error.code ?? ''))

/**
 * If the connection fails when COMMIT may have been sent, determines whether the transaction was committed, and if so returns its
 * response. Throws SAVE_UNCERTAIN if this cannot be determined.
 */
async function commit<T>(
  { database, meters }: SaveContext,
  claimed: IdempotencyKey | null,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  let done: { answer: T } | undefined
  try {
    return await database.db.transaction().execute(async (transaction) => {
      done = { answer: await work(transaction) }
      return done.answer
    })
  } catch (error) {
    if (!done || !(error instanceof Error) || !isConnectionError(error)) throw error
    const outcome = claimed && (await findCommitOutcome(database, claimed))
    meters.lostAnswers.inc({ outcome: !outcome ? 'unknown' : outcome === 'lost' ? 'lost' : 'committed' })
    if (!outcome) throw new DomainError('SAVE_UNCERTAIN', { cause: error })
    if (outcome === 'lost') throw new LostCommitError('Nothing was saved.', { cause: error })
    // A repeated request may have been committed first; its stored response is returned.
    return (outcome.answer as T | null) ?? done.answer
  }
}
