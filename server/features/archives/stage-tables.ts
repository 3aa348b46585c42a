import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { tablesByName } from '../../db/tables.ts'
import type { ReadManifest } from './archive-manifest.ts'
import { type ArchiveZip, damaged } from './archive-zip.ts'
import type { PlatformPerson } from './find-platform-people.ts'
import { insertRows } from './insert-rows.ts'
import { type CheckedRows, readTable } from './read-table.ts'
import { type ForeignKey, shapeOf, tableNames } from './restore-order.ts'
import { restoredColumns } from './restored-columns.ts'
import { whyNotStore } from './why-not-store.ts'

export type Verifying = {
  /** A transaction that is rolled back at the end. The rows of the archive are in temporary tables with the names of the real ones. */
  db: Db
  zip: ArchiveZip
  manifest: ReadManifest
  sums: ReadonlyMap<string, string>
  now: string
  onProgress: (name: string, rows: number) => Promise<void>
}

export type NamedFiles = { originals: Set<string>; pictures: Set<string>; companies: number }

/** An empty temporary table with the columns, checks and unique indexes of a real one. It shadows the real table in this transaction. */
export async function createStage(db: Db, table: string): Promise<void> {
  await sql`
    create temporary table ${sql.id(table)}
    (like ${sql.id('public', table)} including constraints including defaults including generated) on commit drop`.execute(db)
}

/** Creates the unique indexes of a staged table. Throws if two rows have the same key. */
export async function indexStage(db: Db, table: string): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = ${`public.${table}`}::regclass and i.indisunique`.execute(db)
  for (const { definition } of rows) {
    const staged = definition.replace(` ON public.${table} `, ` ON pg_temp.${table} `).replace(/ INDEX \S+ /, ' INDEX ')
    await sql.raw(staged).execute(db)
  }
}

/** Reads all tables into temporary ones and checks checksums, columns, values and keys. Returns the files that rows name. Throws ArchiveRefusedError. */
export async function stageTables(verifying: Verifying): Promise<NamedFiles> {
  const { db, zip, manifest, sums, now, onProgress } = verifying
  const named: NamedFiles = { originals: new Set(), pictures: new Set(), companies: 0 }
  for (const table of tableNames) {
    await createStage(db, table)
    if (!manifest.tables[table]) continue
    const shape = await shapeOf(db, table)
    const restored = restoredColumns[table]?.({ now, position: manifest.position }) ?? {}
    let rows = 0
    for await (const batch of readTable(zip, { manifest, sums, shape })) {
      const columns = shape.columns.filter(({ name }) => batch.columns.includes(name))
      await stageRows(db, { table, schema: 'pg_temp', columns, restored }, batch)
      noteFiles(named, table, batch)
      rows += batch.lines.length
    }
    await indexStage(db, table).catch((error: unknown) => {
      throw damaged(`tables/${table}.jsonl`, null, `two rows have the same key (${reasonOf(error)}).`)
    })
    if (table === 'company') named.companies = rows
    await sql`analyze ${sql.id('pg_temp', table)}`.execute(db)
    await onProgress(table, rows)
  }
  return named
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function stageRows(db: Db, target: Parameters<typeof insertRows>[1], { lines, rows, from }: CheckedRows): Promise<void> {
  const file = `tables/${target.table}.jsonl`
  for (const [at, row] of rows.entries()) {
    const refused = whyNotStore(target.table, row)
    if (refused !== null) throw damaged(file, from + at, `this row is not valid (${refused}).`)
  }
  const insert = async (some: readonly string[]): Promise<unknown> => {
    await sql`savepoint rows`.execute(db)
    try {
      await insertRows(db, target, some)
      return null
    } catch (error) {
      await sql`rollback to savepoint rows`.execute(db)
      if (!isDataError(error)) throw error
      return error
    }
  }
  if ((await insert(lines)) === null) return
  for (const [at, line] of lines.entries()) {
    const error = await insert([line])
    if (error !== null) throw damaged(file, from + at, `this row is not valid (${reasonOf(error)}).`)
  }
}

/** PostgreSQL refused the values; other errors concern the connection or the statement. */
const isDataError = (error: unknown): boolean => /^(22|23)/.test((error as { code?: string }).code ?? '')

function noteFiles({ originals, pictures }: NamedFiles, table: string, { rows }: CheckedRows): void {
  const of = tablesByName[table]
  if (of?.as !== 'archived') return
  const note = (into: Set<string>, columns: readonly string[] = []) => {
    for (const column of columns) for (const row of rows) if (typeof row[column] === 'string') into.add(row[column])
  }
  note(originals, of.files)
  note(pictures, of.pictures)
}

/** Adds the accounts outside the company that rows may refer to. */
export async function stageOutsidePeople(db: Db, people: readonly PlatformPerson[]): Promise<void> {
  await sql`create temporary table outside_person (id uuid primary key) on commit drop`.execute(db)
  await sql`
    insert into outside_person select id from json_to_recordset(${JSON.stringify(people)}::json) p (id uuid)
    on conflict do nothing`.execute(db)
}

/** Checks the foreign keys of staged rows. Throws ArchiveRefusedError with the first line that violates one. */
export async function checkReferences(db: Db, keys: readonly ForeignKey[]): Promise<void> {
  for (const { from, to, all, toAll } of keys) {
    // Derived tables are not staged.
    if (!tableNames.includes(to)) continue
    const same = all.map((column, at) => sql`t.${sql.id(toAll[at] ?? '')} = f.${sql.id(column)}`)
    const set = all.map((column) => sql`f.${sql.id(column)} is not null`)
    const outside =
      to === 'app_user' ? sql`and not exists (select from outside_person o where o.id = f.${sql.id(all[0] ?? '')})` : sql``
    const { rows } = await sql<{ line: number }>`
      with lost as (
        select f.ctid as place from ${sql.id('pg_temp', from)} f
        where ${sql.join(set, sql` and `)}
          and not exists (select from ${sql.id('pg_temp', to)} t where ${sql.join(same, sql` and `)}) ${outside}
        order by f.ctid limit 1
      )
      select (select count(*)::int from ${sql.id('pg_temp', from)} f where f.ctid <= lost.place) as line from lost`.execute(db)
    const [lost] = rows
    if (lost) throw damaged(`tables/${from}.jsonl`, lost.line, `${all.join(', ')} refers to a missing row of ${to}.`)
  }
}
