import type { Instant } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { ImportKind } from '@gya/domain/features/imports/import-kinds.ts'
import {
  emptyCounts,
  type ImportCounts,
  type ImportState,
  type MadeContacts,
  makeAll,
} from '@gya/domain/features/imports/imports.model.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { countRows } from '../../db/query/coalesced-count.ts'
import type { ImportFile as FileTable, ImportPart, Import as ImportTable } from '../../db/schema.ts'
import type { ColumnSummary } from './files/column-summary.ts'
import type { FileIds, ImportIds } from './import-ids.ts'

export type { FileIds, ImportIds }

export type FileRow = Omit<
  Selectable<FileTable>,
  'columns' | 'mapping' | 'mapped_by' | 'codes' | 'strict' | 'notices' | 'kind' | 'format' | 'index_format' | 'state'
> & {
  kind: ImportKind | null
  format: 'csv' | 'xlsx' | 'blm' | 'zip' | null
  index_format: 'csv' | 'xlsx' | 'blm' | null
  state: 'uploading' | 'reading' | 'read' | 'failed'
  columns: ColumnSummary[]
  mapping: Record<string, string | null>
  mapped_by: Record<string, 'recognised' | 'remembered' | 'person'>
  codes: Record<string, Record<string, string | number | null>>
  /** Columns whose unreadable cells are errors. */
  strict: string[]
  notices: string[]
}
/** A feed, alone or in a ZIP with its media. */
export const isBlm = ({ format, index_format }: Pick<FileRow, 'format' | 'index_format'>): boolean =>
  format === 'blm' || index_format === 'blm'

export type ImportRowOf = Omit<Selectable<ImportTable>, 'state' | 'counts' | 'make'> & {
  state: ImportState
  counts: ImportCounts
  make: MadeContacts
}

export const insertImport = (db: Db, row: Insertable<ImportTable>) => db.insertInto('import').values(row).execute()

const ofImport = (db: Db, { companyId, importId }: ImportIds) =>
  db.selectFrom('import').where('company_id', '=', companyId).where('id', '=', importId)

/** Undefined: the import was deleted. */
export async function findAndLockImport(db: Db, ids: ImportIds): Promise<ImportRowOf | undefined> {
  const row = await ofImport(db, ids).selectAll().forUpdate().executeTakeFirst()
  return row && toImportRow(row)
}

/** Throws NOT_FOUND. */
export async function lockImport(db: Db, ids: ImportIds): Promise<ImportRowOf> {
  const found = await findAndLockImport(db, ids)
  if (!found) throw new DomainError('NOT_FOUND')
  return found
}

export const findImport = async (db: Db, ids: ImportIds): Promise<ImportRowOf | undefined> => {
  const row = await ofImport(db, ids).selectAll().executeTakeFirst()
  return row && toImportRow(row)
}

const toImportRow = (row: Selectable<ImportTable>): ImportRowOf => ({
  ...row,
  state: row.state as ImportState,
  counts: { ...emptyCounts, ...(row.counts as Partial<ImportCounts>) },
  make: (row.make as MadeContacts | null) ?? makeAll,
})

const named = (db: Db, companyId: string) =>
  db
    .selectFrom('import as i')
    .leftJoin('app_user as u', 'u.id', 'i.created_by')
    .leftJoin('app_user as c', 'c.id', 'i.confirmed_by')
    .leftJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'i.company_id').onRef('b.id', '=', 'i.branch_id'))
    .where('i.company_id', '=', companyId)
    .selectAll('i')
    .select(['b.name as branch_name'])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('created_name'))
    .select(sql<string | null>`c.first_name || ' ' || c.last_name`.as('confirmed_name'))

export type NamedImport = ImportRowOf & { branch_name: string | null; created_name: string | null; confirmed_name: string | null }

const toNamed = ({
  branch_name,
  created_name,
  confirmed_name,
  ...row
}: Selectable<ImportTable> & Omit<NamedImport, keyof ImportRowOf>) => ({
  ...toImportRow(row),
  branch_name,
  created_name,
  confirmed_name,
})

/** Throws NOT_FOUND. */
export async function readNamedImport(db: Db, { companyId, importId }: ImportIds): Promise<NamedImport> {
  const row = await named(db, companyId).where('i.id', '=', importId).executeTakeFirst()
  if (!row) throw new DomainError('NOT_FOUND')
  return toNamed(row)
}

export async function listImportRows(db: Db, companyId: string, page: PageRequest) {
  const listed = named(db, companyId)
  const rows = await listed
    .orderBy('i.createdon', 'desc')
    .orderBy('i.id', 'desc')
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  const count = await countRows(db.selectFrom('import').where('company_id', '=', companyId).selectAll())
  return { rows: rows.map(toNamed), count }
}

/** The states of a company's imports. Takes a lock, so that concurrent calls cannot exceed the limits. */
export async function lockImportStates(db: Db, companyId: string): Promise<{ id: string; state: ImportState }[]> {
  await sql`select pg_advisory_xact_lock(4729031, hashtext(${companyId}))`.execute(db)
  const rows = await db.selectFrom('import').select(['id', 'state']).where('company_id', '=', companyId).execute()
  return rows as { id: string; state: ImportState }[]
}

export const updateImport = (db: Db, { companyId, importId }: ImportIds, values: Updateable<ImportTable>) =>
  db
    .updateTable('import')
    .set((set) => ({ ...values, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', '=', importId)
    .execute()

export const deleteImportRow = (db: Db, { companyId, importId }: ImportIds) =>
  db.deleteFrom('import').where('company_id', '=', companyId).where('id', '=', importId).execute()

const toFileRow = (row: Selectable<FileTable>): FileRow => row as unknown as FileRow

/** In the order in which they were added. */
export const listFiles = async (db: Db, { companyId, importId }: ImportIds): Promise<FileRow[]> =>
  (
    await db
      .selectFrom('import_file')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('import_id', '=', importId)
      .orderBy('ordinal')
      .execute()
  ).map(toFileRow)

/** Throws NOT_FOUND, also for a file of another import. */
export async function requireFile(db: Db, { companyId, importId, fileId }: FileIds): Promise<FileRow> {
  const row = await db
    .selectFrom('import_file')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('import_id', '=', importId)
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (!row) throw new DomainError('NOT_FOUND')
  return toFileRow(row)
}

export const insertFile = (db: Db, row: Insertable<FileTable>) => db.insertInto('import_file').values(row).execute()

type Copy = Pick<
  Insertable<FileTable>,
  'id' | 'ordinal' | 'name' | 'kind' | 'mapping' | 'mapped_by' | 'codes' | 'strict' | 'createdon'
>

/** Inserts a file with the content of another file. Its parts are not copied, because it has already been read. */
export const copyFile = (db: Db, { companyId, importId, fileId }: FileIds, copy: Copy) =>
  sql`
    insert into import_file (company_id, id, import_id, ordinal, name, kind, state, format, index_format, sheet, encoding, delimiter,
      bytes, sha256, parts, row_count, columns, mapping, mapped_by, codes, strict, createdon, copy_of)
    select company_id, ${copy.id}, import_id, ${copy.ordinal}, ${copy.name}, ${copy.kind}, state, format, index_format, sheet, encoding,
      delimiter, bytes, sha256, parts, row_count, columns, ${copy.mapping}::jsonb, ${copy.mapped_by}::jsonb, ${copy.codes}::jsonb,
      ${copy.strict}::jsonb, ${copy.createdon}, id
    from import_file where company_id = ${companyId} and import_id = ${importId} and id = ${fileId}`.execute(db)

export const updateFile = (db: Db, { companyId, fileId }: Omit<FileIds, 'importId'>, values: Updateable<FileTable>) =>
  db.updateTable('import_file').set(values).where('company_id', '=', companyId).where('id', '=', fileId).execute()

export const deleteFileRow = (db: Db, { companyId, fileId }: FileIds) =>
  db.deleteFrom('import_file').where('company_id', '=', companyId).where('id', '=', fileId).execute()

export const listParts = (db: Db, companyId: string, fileIds: readonly string[]) =>
  db
    .selectFrom('import_part')
    .selectAll()
    .where('company_id', '=', companyId)
    .where(sql<boolean>`file_id = any(${fileIds}::uuid[])`)
    .orderBy('part_no')
    .execute()

/** Stores a part. Returns the stored file of the part that it replaces. */
export async function savePart(db: Db, part: Insertable<ImportPart>): Promise<string | null> {
  const before = await db
    .deleteFrom('import_part')
    .where('company_id', '=', part.company_id)
    .where('file_id', '=', part.file_id)
    .where('part_no', '=', part.part_no)
    .returning('stored_file')
    .executeTakeFirst()
  await db.insertInto('import_part').values(part).execute()
  return before?.stored_file ?? null
}

/** Deletes the parts of files and returns their stored files. */
export async function takeParts(db: Db, companyId: string, fileIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .deleteFrom('import_part')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`file_id = any(${fileIds}::uuid[])`)
    .returning('stored_file')
    .execute()
  return rows.map(({ stored_file }) => stored_file)
}

type MappingKey = { companyId: string; kind: ImportKind; fingerprint: string }

export const findMapping = async (db: Db, { companyId, kind, fingerprint }: MappingKey) =>
  (await db
    .selectFrom('import_mapping')
    .select(['mapping', 'codes', 'strict'])
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()) as Pick<FileRow, 'mapping' | 'codes' | 'strict'> | undefined

/** The kind of the last whole file with these columns. */
export const findMappedKind = async (db: Db, companyId: string, fingerprint: string): Promise<ImportKind | null> =>
  ((
    await db
      .selectFrom('import_mapping')
      .select('kind')
      .where('company_id', '=', companyId)
      .where('fingerprint', '=', fingerprint)
      .where('names_kind', '=', true)
      .orderBy('updatedon', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.kind as ImportKind | undefined) ?? null

export type SavedMapping = MappingKey &
  Pick<FileRow, 'mapping' | 'codes' | 'strict'> & { id: string; system: string; namesKind: boolean; userId: string; now: Instant }

/** "A person's later change replaces it." */
export async function saveMapping(db: Db, saved: SavedMapping): Promise<void> {
  const values = {
    system: saved.system,
    mapping: JSON.stringify(saved.mapping),
    codes: JSON.stringify(saved.codes),
    strict: JSON.stringify(saved.strict),
    updated_by: saved.userId,
    updatedon: saved.now,
  }
  const { companyId: company_id, id, kind, fingerprint, namesKind: names_kind } = saved
  await db
    .insertInto('import_mapping')
    .values({ company_id, id, kind, fingerprint, names_kind, ...values })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'kind', 'fingerprint']).doUpdateSet({ ...values, ...(names_kind && { names_kind }) }),
    )
    .execute()
  if (names_kind)
    await db
      .updateTable('import_mapping')
      .set({ names_kind: false })
      .where('company_id', '=', company_id)
      .where('fingerprint', '=', fingerprint)
      .where('kind', '!=', kind)
      .execute()
}
