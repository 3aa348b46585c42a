import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { isConnectionError } from '../../db/connection-errors.ts'
import type { Database } from '../../db/pool.ts'
import type { Json } from '../../db/schema.ts'
import { claimIdempotencyKey, type IdempotencyKey } from './idempotency.ts'

/** Milliseconds between two attempts. */
const retryDelayMs = 250

/** SQLSTATE query_canceled: the transaction was still running. */
const canceledCode = '57014'

class RollbackSignal extends Error {}

/**
 * Determines the outcome of a transaction whose COMMIT got no response. The transaction had claimed `key`: the server that
 * accepts writes now (after a failover, another one) has the key if and only if the transaction was committed. Returns the
 * stored response (`null` without one), `lost` if nothing was committed, or `null` if no server responded within
 * `outcomeTimeoutMs`.
 *
 * Claiming the key again waits for a transaction that is still committing. PostgreSQL's `pg_xact_status` is not an
 * alternative: a promoted standby reuses the number of a transaction that it never received (decision 57).
 */
export async function findCommitOutcome(
  database: Database,
  key: IdempotencyKey,
): Promise<{ answer: Json | null } | 'lost' | null> {
  const deadline = performance.now() + database.outcomeTimeoutMs
  const left = () => deadline - performance.now()
  database.primary.suspect()
  while (left() > 0) {
    try {
      return await Promise.race([claimAgain(database, key, left()), setTimeout(left(), null, { ref: false })])
    } catch (error) {
      if (!isTemporary(error)) throw error
      await setTimeout(Math.min(retryDelayMs, Math.max(left(), 0)))
    }
  }
  return null
}

async function claimAgain({ db }: Database, key: IdempotencyKey, timeoutMs: number) {
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`select set_config('statement_timeout', ${String(Math.ceil(timeoutMs))}, true)`.execute(transaction)
      const stored = await claimIdempotencyKey(transaction, key)
      if (!stored) throw new RollbackSignal()
      return stored
    })
  } catch (error) {
    if (error instanceof RollbackSignal) return 'lost'
    throw error
  }
}

const isTemporary = (error: unknown): boolean =>
  error instanceof Error && (isConnectionError(error) || (error instanceof pg.DatabaseError && error.code === canceledCode))
