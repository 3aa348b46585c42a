import { type Database, openPool } from '../server/db/pool.ts'
import { fillDemo } from '../server/demo/fill-demo.ts'
import { systemClock } from '../server/infra/clock.ts'
import { createFreshDatabase } from '../test/support/fresh-database.ts'
import { type ClientLoad, runClients } from './measure.ts'
import { measureLoad } from './processes.ts'
import { signInHeaders } from './served/ask.ts'
import { startProcess } from './served/start-process.ts'

/** Bytes on disk per property, indexes included; `tables` are the ten largest. */
export type Sizes = { properties: number; perProperty: number; tables: { name: string; rows: number; perProperty: number }[] }
export type SaveCost = ClientLoad & { app: number; postgres: number; walBytes: number }

/** Disk usage per property in the large database: all tables and indexes. */
export async function measureSizes({ pool }: Database): Promise<Sizes> {
  const { rows } = await pool.query<{ name: string; rows: number; bytes: number }>(
    `select relname::text as name, greatest(reltuples, 0)::bigint as rows, pg_total_relation_size(oid) as bytes from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by 3 desc`,
  )
  const counted = await pool.query<{ count: number }>('select count(*) as count from property')
  const properties = counted.rows[0]?.count ?? 0
  const perProperty = (bytes: number) => Math.round(bytes / properties)
  return {
    properties,
    perProperty: perProperty(rows.reduce((sum, { bytes }) => sum + bytes, 0)),
    tables: rows.slice(0, 10).map(({ name, rows: count, bytes }) => ({ name, rows: count, perProperty: perProperty(bytes) })),
  }
}

/**
 * The processor time of a save: eight clients alternately start and reset a timeline step of the demo company's properties.
 * Includes rules, events, derived rows and notifications.
 */
export async function measureSave(serverUrl: string, seconds: number): Promise<SaveCost> {
  const url = await createFreshDatabase(serverUrl, 'gya_bench_capacity')
  const database = openPool(url, 2, () => {})
  const app = await startProcess('app-process', { DATABASE_URL: url })
  try {
    await fillDemo(database, systemClock, () => {})
    const { addresses, companyId } = await forSale(database, app.address)
    const headers = await signInHeaders(database, companyId)
    // Each visit of a property reverses the previous change.
    const visits = addresses.map(() => 0)
    const change = (turn: number) => {
      const at = turn % addresses.length
      const state = visits[at] === 0 ? 'IP' : 'NS'
      visits[at] = 1 - (visits[at] ?? 0)
      return { method: 'PUT' as const, body: { timeline: [{ key: viewingsStep, state }] } }
    }
    const load = (clients: number, lasting: number) => runClients(addresses, { clients, seconds: lasting, headers, change })
    await load(2, 2)
    const before = await walAt(database)
    const { cpuMs, ...clients } = await measureLoad([app], database, () => load(8, seconds))
    return { ...clients, ...cpuMs, walBytes: ((await walAt(database)) - before) / clients.calls }
  } finally {
    await app.stop()
    await database.close()
  }
}

const viewingsStep = 3

async function forSale({ pool }: Database, address: string) {
  const { rows } = await pool.query<{ company: string; branch: string; id: string }>(
    `select company_id as company, branch_id as branch, property_id as id from property_report where phase = 'forSale' order by 3`,
  )
  return {
    companyId: rows[0]?.company ?? '',
    addresses: rows.map(({ company, branch, id }) => `${address}/api/property/${company}/${branch}/${id}/timeline`),
  }
}

const walAt = async ({ pool }: Database): Promise<number> =>
  (await pool.query<{ at: number }>(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as at`)).rows[0]?.at ?? 0

export function printCapacity({ sizes, save }: { sizes: Sizes; save: SaveCost }, print: (line: string) => void): void {
  print(
    `\nOn disk, with indexes: ${(sizes.perProperty / 1024).toFixed(1)} kB a property, of ${sizes.properties.toLocaleString('en-GB')}`,
  )
  for (const { name, rows, perProperty } of sizes.tables)
    print(
      `  ${name.padEnd(20)} ${(perProperty / 1024).toFixed(2).padStart(6)} kB a property, ${(rows / sizes.properties).toFixed(1)} rows`,
    )
  print(
    `\nA save of a step, eight clients: ${save.perSecond.toFixed(0)} a second, p50 ${save.p50.toFixed(0)} ms, p95 ${save.p95.toFixed(0)} ms; processor time: ` +
      `product ${save.app.toFixed(1)} ms, PostgreSQL ${save.postgres.toFixed(1)} ms; ${(save.walBytes / 1024).toFixed(1)} kB of log`,
  )
}
