import type { Instant } from '@gya/domain/common/dates.ts'
import { type Options, stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import { type Table, tablesByName } from '../../db/tables.ts'
import { FileNotFoundError, type FileStore, fileKey, fileKeys } from '../../infra/files/file-store.ts'
import { ArchiveFolder } from './archive-folder.ts'
import { archiveReadme } from './archive-readme.ts'
import { columnsOf, type DumpColumn, dumpTable } from './dump-table.ts'
import { findPlatformPeople } from './find-platform-people.ts'
import { writeRecord } from './write-record.ts'

export type ArchiveRequest = { companyId: string; withFiles: boolean; now: Instant }

/** `folder`: an empty folder with space for all unpacked files; `path`: of the ZIP. */
type Target = { folder: string; path: string }

export type ArchiveManifest = {
  format: 'gya-archive/1'
  product: 'GYA'
  exportedAt: Instant
  /** Entries of the record that have a position. */
  position: number
  company: { _id: string; name: string }
  tables: Record<string, { rows: number; sha256Csv: string; sha256Jsonl: string }>
  withFiles: boolean
  files: number
  leftOut: Record<string, string>
}

/** A file that the snapshot names is missing from the file store: the archive would be incomplete. */
export class MissingFileError extends Error {
  override name = 'MissingFileError'
}

/**
 * Writes everything of a company into one ZIP, from one repeatable-read snapshot: [connect §2.1](docs/design/connect.md#2.1). Memory use
 * does not depend on the size of the company.
 */
export const writeArchive = (
  { database, files }: { database: Database; files: Pick<FileStore, 'read'> },
  request: ArchiveRequest,
  { folder, path }: Target,
): Promise<ArchiveManifest> =>
  database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((db) => writeParts({ db, files, archive: new ArchiveFolder(folder) }, request, path))

type Writing = { db: Db; files: Pick<FileStore, 'read'>; archive: ArchiveFolder }

async function writeParts(
  writing: Writing,
  { companyId, withFiles, now }: ArchiveRequest,
  path: string,
): Promise<ArchiveManifest> {
  const { db, archive } = writing
  // Copying files takes longer than a transaction may usually be idle.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
  const company = await db.selectFrom('company').select(['id', 'name']).where('id', '=', companyId).executeTakeFirstOrThrow()
  const tables: ArchiveManifest['tables'] = {}
  let files = 0
  for (const [table, of] of Object.entries(tablesByName)) {
    if (of.as === 'audit') await writeAudit(writing, table, companyId)
    if (of.as !== 'archived') continue
    const columns = await columnsOf(db, table, Object.keys(of.without ?? {}))
    const dumped = dumpTable(db, table, columns, companyId)
    const { stored, ...written } = await writeTable(archive, table, columns, dumped, of)
    tables[table] = written
    if (withFiles) for (const file of stored) files += await writeFile(writing, file)
  }
  const people = await findPlatformPeople(db, companyId)
  await archive.add('outside-people.jsonl', people.map((person) => `${JSON.stringify(person)}\n`).join(''))
  const position = await writeRecord(db, archive, companyId)
  const manifest: ArchiveManifest = {
    format: 'gya-archive/1',
    product: 'GYA',
    exportedAt: now,
    position,
    company: { _id: company.id, name: company.name },
    tables,
    withFiles,
    files,
    leftOut: leftOut(withFiles),
  }
  await archive.add('gya-archive.json', `${JSON.stringify(manifest, null, 2)}\n`)
  await archive.add('README.txt', archiveReadme(manifest))
  await archive.add('SHA256SUMS', archive.sums())
  await archive.zip(path, new Date(now))
  return manifest
}

/** The tables and columns that the archive leaves out, with the reason. */
function leftOut(withFiles: boolean): Record<string, string> {
  const entries = Object.entries(tablesByName).flatMap(([table, of]): [string, string][] => {
    if (of.why !== undefined) return [[table, of.why]]
    return of.as === 'archived' ? Object.entries(of.without ?? {}).map(([column, why]) => [`${table}.${column}`, why]) : []
  })
  return Object.fromEntries(withFiles ? entries : [...entries, ['files and pictures', 'not asked for']])
}

type StoredName = { id: string; name: string; isPicture: boolean }
export type Row = Readonly<Record<string, unknown>>

const csvOptions: Options = { record_delimiter: '\r\n', quoted_match: /[\r\n]/, escape_formulas: true }

/** Rows of a table's CSV. */
export const csvLines = (columns: readonly string[], rows: readonly Row[]): string =>
  stringify(
    rows.map((row) => columns.map((name) => csvCell(row[name]))),
    csvOptions,
  )

export const csvHeader = (columns: readonly string[]): string => stringify([[...columns]], csvOptions)

async function writeTable(
  archive: ArchiveFolder,
  table: string,
  columns: readonly DumpColumn[],
  chunks: AsyncIterable<string[]>,
  { files = [], pictures = [] }: Table,
): Promise<{ rows: number; sha256Csv: string; sha256Jsonl: string; stored: StoredName[] }> {
  const csv = await archive.open(`tables/${table}.csv`)
  const jsonl = await archive.open(`tables/${table}.jsonl`)
  const stored: StoredName[] = []
  let rows = 0
  const names = columns.map(({ name }) => name)
  await csv.write(csvHeader(names))
  for await (const chunk of chunks) {
    rows += chunk.length
    const parsed = chunk.map((json) => JSON.parse(json) as Row)
    await jsonl.write(chunk.map((json) => `${json}\n`).join(''))
    await csv.write(csvLines(names, parsed))
    for (const row of parsed) {
      for (const column of files) addStored(stored, row, column, false)
      for (const column of pictures) addStored(stored, row, column, true)
    }
  }
  return { rows, sha256Csv: await csv.end(), sha256Jsonl: await jsonl.end(), stored }
}

/** The rows of a table without a CSV of their own: `audit/audit.jsonl`. */
async function writeAudit({ db, archive }: Writing, table: string, companyId: string): Promise<void> {
  const file = await archive.open('audit/audit.jsonl')
  for await (const chunk of dumpTable(db, table, await columnsOf(db, table, []), companyId))
    await file.write(chunk.map((json) => `${json}\n`).join(''))
  await file.end()
}

const csvCell = (value: unknown): string | number => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}

function addStored(stored: StoredName[], row: Row, column: string, isPicture: boolean): void {
  const id = row[column]
  if (typeof id === 'string') stored.push({ id, name: typeof row.file_name === 'string' ? row.file_name : 'file', isPicture })
}

/** A file name that is valid on every system and cannot leave the folder. */
export const safeName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-120)
    .trimEnd() || 'file'

async function writeFile({ files, archive }: Writing, { id, name, isPicture }: StoredName): Promise<number> {
  const parts = isPicture
    ? fileKeys(id, 'picture').map((key) => ({ key, to: `pictures/${id}-${key.split('/').at(-1)}.webp` }))
    : [{ key: fileKey(id, 'original'), to: `files/${id}/${safeName(name)}` }]
  for (const { key, to } of parts) {
    try {
      await archive.add(to, await files.read(key))
    } catch (error) {
      if (error instanceof FileNotFoundError) throw new MissingFileError(`The file store no longer has “${name}” (${id}).`)
      throw error
    }
  }
  return parts.length
}
