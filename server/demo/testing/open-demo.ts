import { sql } from 'kysely'
import { createTestDatabase } from '../../../test/support/test-database.ts'
import { type Database, openPool } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { fillDemo } from '../fill-demo.ts'

export const demoClock: Clock = { now: () => '2026-03-30T10:20:00.000Z', newId: () => crypto.randomUUID() }

/** An empty, migrated database; `close` drops it. */
export async function openEmptyDatabase(): Promise<Database> {
  const { url, drop } = await createTestDatabase()
  const database = openPool(url, 4, () => {})
  return {
    ...database,
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

/** A database with the demo company. */
export async function openDemo(): Promise<Database> {
  const database = await openEmptyDatabase()
  await fillDemo(database, demoClock, () => {})
  return database
}

const tables = [
  'company',
  'branch',
  'app_user',
  'branch_member',
  'property',
  'property_step',
  'asking_price',
  'offer',
  'offer_amount',
  'viewing',
]
const moreTables = [
  'relaunch',
  'sale_start',
  'fall_off',
  'chain_item',
  'event',
  'property_report',
  'mail',
  'company_contact',
  'company_contact_poc',
  'property_contact',
]

/** A checksum per table, without the salted password hash and the random tokens of party links. */
export async function contents({ db }: Database): Promise<Record<string, { rows: number; sum: string }>> {
  const sums: Record<string, { rows: number; sum: string }> = {}
  for (const table of [...tables, ...moreTables]) {
    const { rows } = await sql<{ rows: number; sum: string }>`
      select count(*)::int as rows, md5(coalesce(string_agg(row, '' order by row), '')) as sum
      from (select regexp_replace((to_jsonb(t) - 'password_hash')::text, '/p#[A-Za-z0-9_-]{43}', '', 'g') as row from ${sql.table(table)} t) as r`.execute(
      db,
    )
    sums[table] = rows[0] ?? { rows: 0, sum: '' }
  }
  return sums
}
