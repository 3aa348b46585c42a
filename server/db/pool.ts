import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'

/** A connection or a transaction. */
export type Db = Kysely<DB> | Transaction<DB>
export type Database = { db: Kysely<DB>; pool: pg.Pool; close(): Promise<void> }

const { builtins } = pg.types

const safeInteger = (text: string): number => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError('A number from the database is too large to be exact.')
  return number
}

/**
 * bigint as a safe integer, date as `YYYY-MM-DD`, timestamptz as ISO in UTC, numeric as text. The driver's defaults lose days
 * and pennies.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, safeInteger],
  [builtins.DATE, (text) => text],
  [1182, (text) => (text === '{}' ? [] : text.slice(1, -1).split(','))],
  [builtins.TIMESTAMPTZ, (text) => text.replace(' ', 'T').replace('+00', 'Z')],
  [builtins.NUMERIC, (text) => text],
  [builtins.TIME, (text) => text.slice(0, 5)],
])

export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ??
    (pg.types.getTypeParser as (oid: number, format?: string) => unknown)(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

/**
 * Milliseconds. `connection`: to get one. `statement`: PostgreSQL's statement_timeout. `answer`: client side, for connections
 * that are dead.
 */
type Timeouts = { connection: number; statement: number; answer: number }
const defaultTimeouts: Timeouts = { connection: 5_000, statement: 30_000, answer: 33_000 }

/**
 * Opens a pool of at most `size` connections. Lost connections are passed to `onError`; the next query opens a new one.
 * Connections without a response are closed after a timeout.
 */
export function openPool(
  url: string,
  size: number,
  onError: (error: Error) => void,
  { connection, statement, answer }: Timeouts = defaultTimeouts,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types: typeParsers,
    options: '-c TimeZone=UTC',
    application_name: 'gya',
    connectionTimeoutMillis: connection,
    statement_timeout: statement,
    query_timeout: answer,
    idle_in_transaction_session_timeout: statement,
    // Detects dead idle connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  pool.on('error', onError)
  // Without a listener, an error on a checked-out connection would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await db.destroy()
    // Kysely ends the pool only if it was used through Kysely.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, close }
}
