import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'

/**
 * The database rows that an import wrote, for its undo: created rows, and the previous columns of changed rows.
 * [connect §1.3](docs/design/connect.md#1.3), rule 13.
 */

export type NewChange = {
  what: string
  objectId: string
  propertyId: string | null
  key: Record<string, unknown>
  before: Record<string, unknown> | null
  afterVersion: number | null
  afterDigest: string | null
}

/** Tables outside properties that an import writes. */
type OtherTable = 'app_user' | 'company_contact' | 'company_contact_poc' | 'external_ref'

type Key = Record<string, unknown>

export const madeRow = (what: OtherTable, objectId: string, key: Key, afterVersion: number | null = null): NewChange => ({
  what,
  objectId,
  propertyId: null,
  key,
  before: null,
  afterVersion,
  afterDigest: null,
})

/** `before`: the previous values of the changed columns. */
export const changedRow = (
  what: OtherTable,
  objectId: string,
  key: Key,
  before: Key,
  afterVersion: number | null,
): NewChange => ({
  ...madeRow(what, objectId, key, afterVersion),
  before,
})

/** Tables of a property that an import writes, with the columns that identify a row within its property. */
const tables = {
  property: [],
  property_step: ['key'],
  asking_price: ['id'],
  offer: ['id'],
  offer_amount: ['offer_id', 'position'],
  viewing: ['id'],
  property_contact: ['role'],
  property_additional_contact: ['id'],
  property_side: ['side'],
  memo: [],
  referral: ['kind'],
  sale_start: [],
  fall_off: ['id'],
  note: ['id'],
  document: ['id'],
} as const satisfies Record<string, readonly string[]>
type Table = keyof typeof tables

/** Columns that every save sets, which are not compared. */
const bookkeeping = ['version', 'updatedon', 'updated_by', 'saved_version', 'saved_on', 'saved_by']

/** Generated columns, which cannot be set. */
const generatedColumns = (table: string) => sql`
  (select coalesce(array_agg(attname::text), '{}') from pg_attribute where attrelid = ${table}::regclass and attgenerated <> '')`

type SnapshotRow = { table: Table; row: Record<string, unknown> }
export type Snapshot = Map<string, SnapshotRow>

/** All rows of a property, without generated columns. */
export async function snapshotProperty(db: Db, { companyId, propertyId }: PropertyIds): Promise<Snapshot> {
  const parts = (Object.keys(tables) as Table[]).map((table) => {
    const where =
      table === 'property'
        ? sql`t.id = ${propertyId}`
        : table === 'offer_amount'
          ? sql`t.offer_id in (select id from offer o where o.company_id = ${companyId} and o.property_id = ${propertyId})`
          : sql`t.property_id = ${propertyId}`
    return sql`select ${table} as "table", to_jsonb(t) - ${generatedColumns(table)} as row from ${sql.table(table)} t where t.company_id = ${companyId} and ${where}`
  })
  const { rows } = await sql<{ table: Table; row: Record<string, unknown> }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return new Map(rows.map((one) => [[one.table, ...tables[one.table].map((name) => String(one.row[name]))].join(' '), one]))
}

/** The differences between two snapshots of a property. A deleted row has all its columns in `before`. */
export function changesBetween(before: Snapshot, after: Snapshot, propertyId: string): NewChange[] {
  const changes: NewChange[] = []
  const add = ({ table, row }: SnapshotRow, was: Key | null) =>
    changes.push({
      what: table,
      objectId: (row.id ?? row.offer_id ?? propertyId) as string,
      propertyId,
      key: Object.fromEntries(tables[table].map((column) => [column, row[column]])),
      before: was,
      afterVersion: null,
      afterDigest: null,
    })
  for (const [name, one] of before) if (!after.has(name)) add(one, one.row)
  for (const [name, one] of after) {
    const { row } = one
    const was = before.get(name)?.row
    const changed = was && Object.keys(row).filter((column) => !bookkeeping.includes(column) && !isSame(row[column], was[column]))
    if (changed?.length !== 0)
      add(one, was && changed ? Object.fromEntries(changed.map((column) => [column, was[column] ?? null])) : null)
  }
  return changes
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * The number of entries that other changes wrote to the record of a property. If it is higher at the time of the undo, the property was
 * changed since.
 */
export async function digestOfProperty(db: Db, { companyId, propertyId }: PropertyIds, importId: string): Promise<string> {
  const { rows } = await sql<{ count: string }>`
    select count(*)::text as count from event e
    where e.company_id = ${companyId} and e.property_id = ${propertyId} and not (e.via = 'import' and e.via_id = ${importId})`.execute(
    db,
  )
  return rows[0]?.count ?? '0'
}

/** Appends what a group wrote. The import is locked. */
export async function insertChanges(
  db: Db,
  { companyId, importId, groupKey }: { companyId: string; importId: string; groupKey: string },
  changes: readonly NewChange[],
): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into import_change (company_id, import_id, ordinal, group_key, what, object_id, property_id, key, before, after_version, after_digest)
    select ${companyId}, ${importId}, (select coalesce(max(ordinal), 0) from import_change where company_id = ${companyId} and import_id = ${importId}) + c.n,
      ${groupKey}, c.what, c."objectId", c."propertyId", c.key, nullif(c.before, 'null'::jsonb), c."afterVersion", c."afterDigest"
    from rows from (jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as (what text, "objectId" uuid, "propertyId" uuid, key jsonb, before jsonb, "afterVersion" int, "afterDigest" text))
      with ordinality c (what, "objectId", "propertyId", key, before, "afterVersion", "afterDigest", n)`.execute(db)
}

/** Reverts a changed row, deletes a created one, or inserts a deleted one again. `propertyId`: null for tables that do not belong to properties. */
export async function revertRow(
  db: Db,
  { companyId, propertyId }: { companyId: string; propertyId: string | null },
  { what, key, before }: Pick<NewChange, 'what' | 'key' | 'before'>,
): Promise<void> {
  const named = Object.entries(key).map(([column, value]) => sql`t.${sql.ref(column)}::text = ${String(value)}`)
  const own =
    propertyId === null || what === 'offer_amount'
      ? sql`true`
      : what === 'property'
        ? sql`t.id = ${propertyId}`
        : sql`t.property_id = ${propertyId}`
  const where = sql.join([sql`t.company_id = ${companyId}`, own, ...named], sql` and `)
  if (before === null) {
    await sql`delete from ${sql.table(what)} t where ${where}`.execute(db)
    return
  }
  const columns = Object.keys(before)
  if (columns.length === 0) return
  if ('company_id' in before) {
    const names = sql.join(columns.map((column) => sql.ref(column)))
    await sql`
      insert into ${sql.table(what)} (${names})
      select ${names} from jsonb_populate_record(null::${sql.table(what)}, ${JSON.stringify(before)}::jsonb)`.execute(db)
    return
  }
  await sql`
    update ${sql.table(what)} t set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = b.${sql.ref(column)}`))}
    from jsonb_populate_record(null::${sql.table(what)}, ${JSON.stringify(before)}::jsonb) b where ${where}`.execute(db)
}
