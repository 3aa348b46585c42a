import { sql } from 'kysely'
import type { Database, Db } from '../server/db/pool.ts'
import { reportRowsStatement } from '../server/features/properties/projections/report-row.ts'
import { loadProperty } from '../server/features/properties/read/load-property.ts'
import { dataDay } from './data/large-database.ts'
import { median, percentile } from './measure.ts'

export type Saves = { name: string; p50: number; p95: number; walBytes: number }

const saveCount = 400

/**
 * The cost of the indexes of the derived row: 400 sold properties with one completed step are saved with all indexes, without
 * the sort indexes, and with the primary key only. Indexes are dropped in a transaction that is rolled back, so the commit is
 * not included.
 */
export async function measureSaves({ db }: Database): Promise<Saves[]> {
  const indexes = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index
    where indrelid = 'property_report'::regclass and not indisprimary`.execute(db)
  const names = indexes.rows.map(({ name }) => name)
  const properties = await soldProperties(db)
  // The first write to a page after a checkpoint logs the whole page, which would distort the first variant.
  await measureWithout(db, { name: 'unmeasured', drop: [], properties })
  return [
    await measureWithout(db, { name: 'all indexes', drop: [], properties }),
    await measureWithout(db, {
      name: 'without those for newest first',
      drop: names.filter((name) => name.includes('_newest_')),
      properties,
    }),
    await measureWithout(db, { name: 'with the primary key alone', drop: names, properties }),
  ]
}

type Sold = Awaited<ReturnType<typeof soldProperties>>

async function soldProperties(db: Db) {
  const rows = await db
    .selectFrom('property_report')
    .select(['company_id', 'property_id'])
    .where('phase', '=', 'sold')
    .orderBy((order) => order.fn('random'))
    .limit(saveCount)
    .execute()
  return Promise.all(rows.map((row) => loadProperty(db, { companyId: row.company_id, propertyId: row.property_id }, dataDay)))
}

class RollbackSignal extends Error {}

async function measureWithout(
  db: Database['db'],
  { name, drop, properties }: { name: string; drop: string[]; properties: Sold },
): Promise<Saves> {
  const times: number[] = []
  let walBytes = 0
  const measure = async (transaction: Db) => {
    for (const index of drop) await sql`drop index ${sql.ref(index)}`.execute(transaction)
    const before = await walAt(transaction)
    for (const whole of properties) {
      const timeline = whole.timeline.map((step) =>
        step.key === 35 ? { ...step, state: 'C' as const, startedOn: dataDay, completedOn: dataDay, blockedOn: null } : step,
      )
      const started = performance.now()
      await transaction.executeQuery(reportRowsStatement([{ ...whole, timeline }]))
      times.push(performance.now() - started)
    }
    walBytes = ((await walAt(transaction)) - before) / properties.length
    throw new RollbackSignal()
  }
  await db
    .transaction()
    .execute(measure)
    .catch((error: unknown) => {
      if (!(error instanceof RollbackSignal)) throw error
    })
  return { name, p50: median(times), p95: percentile(times, 0.95), walBytes: Math.round(walBytes) }
}

async function walAt(db: Db): Promise<number> {
  const { rows } = await sql<{ at: number }>`select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint as at`.execute(db)
  return rows[0]?.at ?? 0
}

export function printSaves(saves: Saves[], print: (line: string) => void): void {
  print(`\nSaving the derived row of a sold property, ${saveCount} of them, in a transaction and without its commit.`)
  for (const { name, p50, p95, walBytes } of saves)
    print(`  ${name.padEnd(32)} p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, ${walBytes} bytes of write-ahead log`)
}
