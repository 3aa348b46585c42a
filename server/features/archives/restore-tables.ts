import type { Instant } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ReadManifest } from './archive-manifest.ts'
import type { ArchiveZip } from './archive-zip.ts'
import type { PlatformPerson } from './find-platform-people.ts'
import { fillColumns, insertRows } from './insert-rows.ts'
import { readTable } from './read-table.ts'
import { type ForeignKey, notRestored, restoreOrder, shapeOf } from './restore-order.ts'
import { restoredColumns } from './restored-columns.ts'

export type Restoring = {
  archiveId: string
  zip: ArchiveZip
  manifest: ReadManifest
  sums: ReadonlyMap<string, string>
  /** Time of the verification, the same in every attempt: when keys and feeds were switched off. */
  now: Instant
}

/** Tables with values that are unique across companies. They come first, so that a conflict is found before anything else is written. */
const firstTables = ['company', 'app_user']
/** Pending messages. */
const lastTables = ['vendor_news', 'automatic_waiting']
/** Refers to action items, which are derived. */
const afterDerived = ['action_item_snooze']

/** The tables of each transaction, in the order of their foreign keys. */
export function restoreSteps(keys: readonly ForeignKey[]): string[][] {
  const elsewhere = [...firstTables, ...lastTables, ...afterDerived, ...notRestored]
  const others = restoreOrder(keys).filter((name) => !elsewhere.includes(name))
  return [firstTables, ...others.map((name) => [name])]
}

/** Inserts the rows of tables. References to rows that come later are set at the end. */
export async function restoreTables(
  restoring: Restoring & { db: Db },
  tables: readonly string[],
  keys: readonly ForeignKey[],
): Promise<void> {
  // An archive of an older version lacks tables that were added since.
  const later = tables
    .filter((table) => restoring.manifest.tables[table])
    .map((table) => ({
      table,
      columns: keys
        .filter(({ from, to }) => from === table && tables.indexOf(to) >= tables.indexOf(table))
        .flatMap(({ columns }) => columns),
    }))
  for (const { table, columns } of later) await insertTable(restoring, table, columns)
  for (const { table, columns } of later) if (columns.length > 0) await fillTable(restoring, table, columns)
}

async function insertTable({ db, zip, manifest, sums, now }: Restoring & { db: Db }, table: string, empty: readonly string[]) {
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

/** Creates deleted accounts for the platform administrators whom the archive names. Nobody can sign in to or restore them. */
export async function insertOutsidePeople(db: Db, people: readonly PlatformPerson[], now: Instant): Promise<void> {
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
 * Restores the snoozes of existing action items. Items depend on the day: other snoozes are kept like those of deleted sales.
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
