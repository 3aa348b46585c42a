import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import type { Db } from '../pool.ts'
import type { DB } from '../schema.ts'
import type { Statement } from './statement.ts'

/** Names of prepared statements by their text. */
const names = new Map<string, string>()

/** Placeholder for a value while a statement is compiled. */
class Argument {
  readonly key: string

  constructor(key: string) {
    this.key = key
  }
}

/** Compiles without a connection. */
const compiler = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

type Build<Values, Row> = (db: Db, values: Values, first: Values) => Statement<Row>

/**
 * A statement whose text never varies: compiled once per process, parsed and planned once per connection. Use it for
 * statements with many joins that read few rows by key: PostgreSQL plans the query of a property in 6 ms and executes it in 1
 * ms.
 *
 * `build` must pass its values on as parameters without computing with them; `first` are the values of the first call, used
 * for column names. The plan does not depend on the values, so conditions of partial indexes must be literals. Do not select
 * `*`: a migration that adds a column would make the statement fail on open connections.
 */
export function prepareStatement<Values extends object, Row = unknown>(
  name: string,
  build: Build<Values, Row>,
): (values: Values) => Statement<Row> {
  let compiled: Statement<Row> | undefined
  return (values) => {
    compiled ??= compileNamed(name, build, values)
    const given = values as Record<string, unknown>
    return { ...compiled, parameters: compiled.parameters.map((value) => (value instanceof Argument ? given[value.key] : value)) }
  }
}

function compileNamed<Values extends object, Row>(name: string, build: Build<Values, Row>, first: Values): Statement<Row> {
  if ([...names.values()].includes(name)) throw new Error(`Two prepared statements are named ${name}.`)
  const compiled = build(compiler, new Proxy({}, { get: (_, key) => new Argument(String(key)) }) as Values, first)
  names.set(compiled.sql, name)
  return compiled
}

/** A pool for Kysely that adds the names of prepared statements, which Kysely sends without a name. */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  // Kysely identifies a known connection by its object.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const connect = async () => {
    const client = await pool.connect()
    const known = wrapped.get(client) ?? wrapClient(client)
    wrapped.set(client, known)
    return known
  }
  return { connect, end: () => pool.end(), options: pool.options }
}

function wrapClient(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: unknown[]) => {
    const name = names.get(text)
    return name === undefined ? client.query(text, values) : client.query({ name, text, values })
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}
