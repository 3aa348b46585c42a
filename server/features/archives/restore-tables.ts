import type { Instant } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ReadManifest } from './archive-manifest.ts'
import type { ArchiveZip } from './archive-zip.ts'
import { fillColumns, insertRows } from './insert-rows.ts'
import type { OutsidePerson } from './outside-people.ts'
import { readTable } from './read-table.ts'
import { type ForeignKey, restoreOrder, shapeOf } from './restore-order.ts'
import { restoredColumns } from './restored-columns.ts'

export type Restoring = {
  archiveId: string
  zip: ArchiveZip
  manifest: ReadManifest
  sums: ReadonlyMap<string, string>
  /** Of the verification: what is switched off says since when, also after a crash. */
  now: Instant
}

/** Names that are unique over all companies: after these nothing that is restored can belong to somebody else. */
const firstTables = ['company', 'app_user', 'company_domain']
/** What waits to be sent comes last. */
const lastTables = ['vendor_news', 'automatic_waiting']
/** Refers to items that are derived. */
const afterDerived = ['action_item_snooze']

/** Tables by transaction, in the order in which references lead to rows that are there. */
export function restoreSteps(keys: readonly ForeignKey[]): string[][] {
  const others = restoreOrder(keys).filter((name) => ![...firstTables, ...lastTables, ...afterDerived].includes(name))
  return [firstTables, ...others.map((name) => [name])]
}

/** Inserts the rows of tables; references to rows that come later are set once all are there. */
export async function restoreTables(
  restoring: Restoring & { db: Db },
  tables: readonly string[],
  keys: readonly ForeignKey[],
): Promise<void> {
  const later = tables.map((table, at) => ({
    table,
    columns: keys.filter(({ from, to }) => from === table && tables.indexOf(to) >= at).flatMap(({ columns }) => columns),
  }))
  for (const { table, columns } of later) await insertTable(restoring, table, columns)
  for (const { table, columns } of later) if (columns.length > 0) await fillTable(restoring, table, columns)
}

async function insertTable({ db, zip, manifest, sums, now }: Restoring & { db: Db }, table: string, empty: readonly string[]) {
  if (!manifest.tables[table]) return
  const shape = await shapeOf(db, table)
  const restored = {
    ...restoredColumns[table]?.({ now, position: manifest.position }),
    ...(table === 'company' ? hidden(now) : {}),
  }
  for await (const { lines, columns: brought } of readTable(zip, { manifest, sums, shape }))
    await insertRows(
      db,
      { table, schema: 'public', columns: shape.columns.filter(({ name }) => brought.includes(name)), restored, empty },
      lines,
    )
}

const hidden = (now: Instant) => ({ deleted_on: sql`${now}::timestamptz` })

async function fillTable({ db, zip, manifest, sums }: Restoring & { db: Db }, table: string, columns: readonly string[]) {
  const shape = await shapeOf(db, table)
  for await (const { lines, rows } of readTable(zip, { manifest, sums, shape }))
    await fillColumns(
      db,
      { table, key: shape.key, columns },
      lines.filter((_line, at) => columns.some((column) => typeof rows[at]?.[column] === 'string')),
    )
}

/** Administrators of the platform who are named: accounts that nobody can sign in to, restore or invite. */
export async function insertOutsidePeople(db: Db, people: readonly OutsidePerson[], now: Instant): Promise<void> {
  if (people.length === 0) return
  await db
    .insertInto('app_user')
    .values(
      people.map(({ id, firstName, lastName }) => ({
        id,
        type: 'GYA_ADMIN',
        first_name: firstName,
        last_name: lastName,
        email: `outside-${id}@placeholder.invalid`,
        contact_by_email: false,
        weekly_summary: false,
        createdon: now,
        deleted_on: now,
        erased_on: now,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/**
 * Snoozes of items that are there; items depend on the day, and the snoozes of others wait like those of deleted sales.
 */
export async function restoreSnoozes(restoring: Restoring & { db: Db }): Promise<void> {
  const { db, zip, manifest, sums } = restoring
  const shape = await shapeOf(db, 'action_item_snooze')
  const columns = shape.columns.map(({ name }) => sql.ref(name))
  for await (const { lines } of readTable(zip, { manifest, sums, shape })) {
    const rows = sql`json_populate_recordset(null::public.action_item_snooze, ${`[${lines.join(',')}]`}::json) r`
    const isThere = sql`exists (select from action_item i
      where i.company_id = r.company_id and i.subject_id = r.subject_id and i.key = r.key)`
    await sql`insert into action_item_snooze (${sql.join(columns)}) select ${sql.join(columns)} from ${rows} where ${isThere}`.execute(
      db,
    )
    await sql`
      insert into deleted_snooze (${sql.join(columns)}) select ${sql.join(columns)} from ${rows}
      where not ${isThere} and exists (select from property p where p.company_id = r.company_id and p.id = r.subject_id)
      on conflict do nothing`.execute(db)
  }
}
