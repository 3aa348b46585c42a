import { jobPlaces } from '@gya/domain/features/operations/job-schedules.ts'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { readOnlyCode } from './connection-errors.ts'
import { openPrimary, type Primary } from './primary.ts'
import { withPreparedStatements } from './query/prepared-statement.ts'
import type { DB } from './schema.ts'

/** A connection or a transaction. */
export type Db = Kysely<DB> | Transaction<DB>

/**
 * Connections that keep their session even behind a transaction pooler: for LISTEN, session locks and the job queue. `listeners`: one for
 * each kind of job, which waits for new jobs; `pool` is for statements.
 */
export type DirectAccess = { primary: Primary; pool: pg.Pool; listeners: pg.Pool }

export type Database = {
  db: Kysely<DB>
  pool: pg.Pool
  primary: Primary
  direct: DirectAccess
  /** Milliseconds for which the outcome of a commit without a response is queried. */
  outcomeTimeoutMs: number
  close(): Promise<void>
}

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
 * Milliseconds. `connection`: to get a connection. `statement`: PostgreSQL's statement_timeout. `answer`: client side, for dead
 * connections.
 */
type Timeouts = { connection: number; statement: number; answer: number }

/** `directUrl`: set if `url` leads to a transaction pooler; used for what needs a session. `outcome`: `outcomeTimeoutMs`. */
type PoolOptions = Partial<Timeouts> & { outcome?: number; directUrl?: string | undefined }

/** Default of `statement`, also for connections of a transaction pooler. */
export const sessionTimeoutMs = 30_000

/** Direct connections of the job queue behind a transaction pooler: the schedule, jobs and their results. */
const directPoolSize = 4

/**
 * Opens a pool of at most `size` connections. Lost connections are passed to `onError`; the next query opens a new one.
 * Connections without a response are closed after a timeout.
 */
export function openPool(
  url: string,
  size: number,
  onError: (error: Error) => void,
  // A request that waits for its commit and for the outcome is answered within the browser's timeout of 60 s.
  { directUrl, connection = 5_000, statement = sessionTimeoutMs, answer = 33_000, outcome = 25_000 }: PoolOptions = {},
): Database {
  const primary = openPrimary(url)
  const timeouts = { connection, statement, answer }
  const pool = createPool({ url, primary, size, onError, timeouts, isTransactionPooler: directUrl !== undefined })
  const directPrimary = directUrl === undefined ? primary : openPrimary(directUrl)
  const openDirect = (size: number) =>
    createPool({ url: directUrl ?? url, primary: directPrimary, size, onError, timeouts, isTransactionPooler: false })
  const direct = {
    primary: directPrimary,
    pool: directUrl === undefined ? pool : openDirect(directPoolSize),
    listeners: openDirect(Object.keys(jobPlaces).length),
  }
  // Each pooler serves one server. When that server fails, connections to the pooler stay open.
  if (direct.primary !== primary) direct.primary.onSwitch(() => primary.suspect())
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }) })
  const close = async () => {
    await db.destroy()
    // Kysely ends the pool only if it was used through Kysely.
    if (!pool.ending) await pool.end()
    if (!direct.pool.ending) await direct.pool.end()
    await direct.listeners.end()
    primary.close()
    direct.primary.close()
  }
  return { db, pool, primary, direct, outcomeTimeoutMs: outcome, close }
}

type CreateOptions = {
  url: string
  primary: Primary
  size: number
  onError: (error: Error) => void
  timeouts: Timeouts
  isTransactionPooler: boolean
}

/** Connections to the current primary. */
export function createPool({ url, primary, size, onError, timeouts, isTransactionPooler }: CreateOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: clientOf(primary, isTransactionPooler),
    max: size,
    types: typeParsers,
    application_name: 'gya',
    connectionTimeoutMillis: timeouts.connection,
    query_timeout: timeouts.answer,
    // Detects dead idle connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(isTransactionPooler ? {} : sessionSettings(timeouts)),
    // Awaited by the pool; a failure closes the connection.
    onConnect: (client) => primary.verify(client) as unknown as void,
  })
  pool.on('error', onError)
  closeReadOnly(pool)
  // Without a listener, an error on a checked-out connection would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** Closes connections on which a write was refused: their server has become a standby or is being replaced. */
function closeReadOnly(pool: pg.Pool): void {
  const readOnly = new WeakSet<pg.PoolClient>()
  pool.on('connect', (client) => {
    client.connection.on('errorMessage', ({ code }: { code?: string }) => code === readOnlyCode && readOnly.add(client))
  })
  pool.on('release', (_error, client) => readOnly.has(client) && void client.end())
}

/**
 * Sent when a connection opens. A transaction pooler refuses these parameters; there they are settings of the role (transaction-pooler.ts).
 */
const sessionSettings = ({ statement }: Timeouts) => ({
  options: '-c TimeZone=UTC',
  statement_timeout: statement,
  idle_in_transaction_session_timeout: statement,
})

/** Connects to the current primary, and disconnects when another server becomes the primary. */
const clientOf = (primary: Primary, isTransactionPooler: boolean): (new () => pg.Client) =>
  class extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, connectionString: primary.url() })
      const { connection } = this
      const forget = primary.onSwitch(() => connection.stream.destroy())
      let isEstablished = false
      connection.once('readyForQuery', () => (isEstablished = true))
      this.once('end', () => {
        forget()
        if (!isEstablished) primary.suspect()
      })
      connection.on('errorMessage', ({ code }: { code?: string }) => code === readOnlyCode && primary.suspect())
      if (isTransactionPooler) sendUnnamed(this)
    }
  }

/** The next statement of a session may run on another connection of the pooler, where it is not prepared. */
function sendUnnamed(client: pg.Client): void {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown
  const query = (statement: unknown, ...rest: unknown[]) => send(withoutName(statement), ...rest)
  Object.assign(client, { query })
}

const withoutName = (statement: unknown): unknown =>
  typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement)
    ? { ...statement, name: undefined }
    : statement
