import { generateKeyPairSync } from 'node:crypto'
import type pg from 'pg'

/** A new Ed25519 key in the format of RECORD_KEY. */
export const newRecordKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')

/** Runs statements as the database owner, with the triggers disabled. */
export async function tamper(pool: pg.Pool, ...statements: readonly string[]): Promise<void> {
  const tables = ['event', 'event_seal', 'record_amendment', 'record_checkpoint']
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
    for (const statement of statements) await client.query(statement)
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Inserts entries into the record of a company. They are sealed by `sealEntries`. */
export const insertEntries = (pool: pg.Pool, companyId: string, count: number, since = '2026-01-05T09:00:00Z') =>
  pool.query(
    `insert into event (company_id, id, property_id, at, kind, data)
     select $1, gen_random_uuid(), null, $3::timestamptz + n * interval '1 minute', 'offer-added',
       jsonb_build_object('name', 'B. Uyer ' || n, 'amount', 25000000 + n)
     from generate_series(1, $2::int) n`,
    [companyId, count, since],
  )

/** Where clause of entry n of a company, in `event`. */
export const entryAt = (companyId: string, n: number) =>
  `company_id = '${companyId}' and id = (select event_id from event_seal where company_id = '${companyId}' and position = ${n})`

/** Where clause of the seal of entry n of a company, in `event_seal`. */
export const sealAt = (companyId: string, n: number) => `company_id = '${companyId}' and position = ${n}`
