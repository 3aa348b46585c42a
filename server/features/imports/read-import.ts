import { join } from 'node:path'
import type { Instant } from '@gya/domain/common/dates.ts'
import { maxRowsPerImport, readingStopped, tooManyRows } from '@gya/domain/features/imports/imports.rules.ts'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import type { FileStore } from '../../infra/files/file-store.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../infra/temporary-folders.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { checkZipEntries } from './files/check-zip-entries.ts'
import type { ColumnSummary } from './files/column-summary.ts'
import { ImportFileError } from './files/import-file-error.ts'
import { readImportFile } from './files/read-import-file.ts'
import { storeJobFailure } from './import-jobs.ts'
import { deleteRowsOfFile, insertRows, type ReadCells } from './import-rows.repository.ts'
import {
  type FileIds,
  type FileRow,
  findAndLockImport,
  findImport,
  type ImportIds,
  isBlm,
  listFiles,
  lockImport,
  updateFile,
  updateImport,
} from './imports.repository.ts'
import { recogniseFile, stateOfFiles } from './recognise-file.ts'
import { findReplaced, isUsableFor, replaceFiles } from './replace-files.ts'
import { addFurtherSheets, isFurtherSheet, removeFurtherSheet } from './workbook-sheets.ts'
import { writeUpload } from './write-upload.ts'
import { deleteEntriesOfFile, insertEntry } from './zip-entries.repository.ts'

export type ReadImportJob = FileIds

type JobContext = { database: Database; files: FileStore; clock: Clock }

const rowsPerInsert = 500
/** Characters of the cells of one statement. */
const lengthPerInsert = 4_000_000

/** Reads columns and rows of an uploaded file and recognises its columns. Idempotent. [connect §1](docs/design/connect.md#1). */
export const readImport = (context: JobContext, ids: ReadImportJob): Promise<void> =>
  storeJobFailure(context, ids, () => readFile(context, ids))

async function readFile(context: JobContext, ids: ReadImportJob): Promise<void> {
  const { database, clock } = context
  const { companyId, fileId } = ids
  const read = await findImport(database.db, ids)
  const file = (await listFiles(database.db, ids)).find(({ id }) => id === fileId)
  if (!read || file?.state !== 'reading') return
  const folder = await makeTemporaryFolder('import')
  try {
    const path = join(folder, 'file')
    await writeUpload(context, { companyId, fileId: isFurtherSheet(file) ? (file.copy_of ?? fileId) : fileId }, path)
    await readRows(context, read.system, file, path)
  } catch (error) {
    await database.db.transaction().execute(async (db) => {
      if (!(await lockReading(db, ids, file))) return
      if (!(error instanceof ImportFileError)) throw error
      await refuseFile(db, ids, file, error.message)
      await finishReading(db, ids, clock.now())
    })
  } finally {
    await removeTemporaryFolder(folder)
  }
}

/** Whether a job still reads this file: its reading was not stopped, nor started again, and the file is still there. Locks the import. */
async function lockReading(db: Db, ids: ImportIds, { id, read_no }: FileRow): Promise<boolean> {
  if (!(await findAndLockImport(db, ids))) return false
  const now = await db
    .selectFrom('import_file')
    .select(['state', 'read_no'])
    .where('company_id', '=', ids.companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return now?.state === 'reading' && now.read_no === read_no
}

async function refuseFile(db: Db, ids: ImportIds, file: FileRow, why: string): Promise<void> {
  if (isFurtherSheet(file)) return removeFurtherSheet(db, { ...ids, fileId: file.id }, file, why)
  await deleteRowsOfFile(db, ids.companyId, file.id)
  await updateFile(db, { ...ids, fileId: file.id }, { state: 'failed', failure: why })
}

/** Stops the reading of all files of a locked import. Their jobs end at their next batch of rows. */
export async function stopReading(db: Db, ids: ImportIds): Promise<void> {
  for (const file of await listFiles(db, ids)) if (file.state === 'reading') await refuseFile(db, ids, file, readingStopped)
  await updateImport(db, ids, { state: stateOfFiles(await listFiles(db, ids)), job_failed_on: null })
}

/** Sets the state of an import whose files are read. In the transaction that ends the reading of a file: a crash leaves both or neither. */
export async function finishReading(db: Db, ids: ImportIds, now: Instant): Promise<void> {
  const read = await findImport(db, ids)
  if (read?.state === 'reading') await updateImport(db, ids, { state: stateOfFiles(await listFiles(db, ids)), last_beat: now })
}

async function readRows({ database, clock }: JobContext, system: string, file: FileRow, path: string): Promise<void> {
  const { db } = database
  const { company_id: companyId, import_id: importId, id: fileId } = file
  const ids = { companyId, importId, fileId }
  const whileReading = (work: (db: Db) => Promise<unknown>): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      if (!(await lockReading(transaction, ids, file))) throw new Error('This file is no longer read.')
      await work(transaction)
      await updateImport(transaction, ids, { last_beat: clock.now() })
    })
  const opened = await readImportFile(path, { sheet: file.sheet ?? undefined })
  try {
    const files = await listFiles(db, ids)
    const replaced = findReplaced(file, files)
    const uses = replaced.filter((use) => use.copy_of !== null && isUsableFor(use, opened.columns))
    const others = files.filter((other) => other.id !== fileId && !replaced.includes(other))
    const rowCount = others.reduce((sum, { row_count }) => sum + row_count, opened.rowCount * (1 + uses.length))
    if (rowCount > maxRowsPerImport) throw new ImportFileError('FILE_TOO_LARGE', tooManyRows)
    await whileReading((transaction) => deleteRowsOfFile(transaction, companyId, fileId))
    const where = { companyId, importId, fileId, ordinal: file.ordinal }
    let batch: ReadCells[] = []
    let batchLength = 0
    for await (const { rowNo, cells, issues } of opened.rows) {
      batch.push({ rowNo, cells, issues: issues.map((issue) => ({ ...issue, column: null, code: 'line' })) })
      batchLength += cells.reduce((sum, cell) => sum + cell.length, 0)
      if (batch.length < rowsPerInsert && batchLength < lengthPerInsert) continue
      const rows = batch
      await whileReading((transaction) => insertRows(transaction, where, rows))
      batch = []
      batchLength = 0
    }
    if (batch.length > 0) await whileReading((transaction) => insertRows(transaction, where, batch))
    await whileReading((transaction) => deleteEntriesOfFile(transaction, companyId, fileId))
    if (opened.format === 'zip')
      for await (const entry of checkZipEntries(path))
        await whileReading((transaction) => insertEntry(transaction, companyId, { file_id: fileId, ...entry }))
    const formats = { format: opened.format, index_format: opened.index === 'zip' ? null : opened.index }
    const before = replaced.find((one) => one.copy_of === null && isUsableFor(one, opened.columns))
    const withKind = { ...file, ...formats, kind: file.kind ?? before?.kind ?? null }
    const recognised = await recogniseFile(db, { companyId, system }, withKind, opened.columns)
    if (isFurtherSheet(file) && recognised.kind === null)
      throw new ImportFileError('FILE_UNREADABLE', 'none of its columns is known.')
    await whileReading(async (transaction) => {
      const { confirmed_on } = await lockImport(transaction, ids)
      const adding = { db: transaction, now: clock.now(), newId: () => clock.newId(), addJob: jobAdder(transaction) }
      const isNew = opened.format === 'xlsx' && file.sheet === null && confirmed_on === null
      const further = isNew ? opened.sheets.filter((sheet) => sheet !== opened.sheet) : []
      const left = further.length === 0 ? [] : await addFurtherSheets(adding, ids, file, further)
      await updateFile(transaction, ids, {
        state: 'read',
        failure: null,
        ...formats,
        sheet: opened.sheet,
        encoding: opened.encoding,
        delimiter: opened.delimiter,
        row_count: opened.rowCount,
        notices: JSON.stringify([...opened.notices, ...left, ...mediaNotices(formats, opened.columns)]),
        columns: JSON.stringify(opened.columns),
        ...recognised,
      })
      if (confirmed_on === null) await replaceFiles(adding, ids)
      await finishReading(transaction, ids, adding.now)
    })
  } finally {
    await opened.close()
  }
}

/** "Web addresses are not fetched (one notice a file)." [connect §1.2](docs/design/connect.md#1.2). */
function mediaNotices(formats: Pick<FileRow, 'format' | 'index_format'>, columns: readonly ColumnSummary[]): string[] {
  if (!isBlm(formats)) return []
  const samples = columns.filter(({ name }) => name.startsWith('MEDIA_')).flatMap((column) => column.samples)
  const isAddress = (sample: string): boolean => /^[a-z]+:\/\//i.test(sample)
  return [
    ...(samples.some(isAddress) ? ['Pictures and documents at web addresses are not downloaded.'] : []),
    ...(formats.format === 'blm' && samples.some((sample) => /\.\w{3,4}$/.test(sample) && !isAddress(sample))
      ? ['The pictures and documents that it names are missing. To import them, put the feed and the files into a ZIP.']
      : []),
  ]
}
