import type { Instant } from '@gya/domain/common/dates.ts'
import { maxFilesPerImport } from '@gya/domain/features/imports/imports.rules.ts'
import type { Db } from '../../db/pool.ts'
import type { AddJob } from '../../jobs/queue.ts'
import { addImportJob } from './import-jobs.ts'
import { deleteRowsOfFile } from './import-rows.repository.ts'
import { deleteFileRow, type FileIds, type FileRow, insertFile, listFiles, updateFile } from './imports.repository.ts'

/**
 * "XLSX: every visible sheet is listed; each with a recognised kind is a file of the import." [seat §6](docs/design/seat.md#6). The first
 * sheet is the file that was uploaded; a file of another sheet has no parts of its own and is read by a job of its own.
 */

/** Whether a file is another sheet of an uploaded workbook. */
export const isFurtherSheet = ({ copy_of, sheet }: Pick<FileRow, 'copy_of' | 'sheet'>): boolean =>
  copy_of !== null && sheet !== null

/** Whether a file is the rows of another one again, for another kind. */
export const isSecondUse = ({ copy_of, sheet }: FileRow, files: readonly FileRow[]): boolean =>
  files.some((file) => file.id === copy_of && file.sheet === sheet)

type Context = { db: Db; now: Instant; newId: () => string; addJob: AddJob }

/** Adds files for the other sheets of a workbook and reads them. Returns notices of sheets for which there is no room. */
export async function addFurtherSheets(
  { db, now, newId, addJob }: Context,
  { companyId, importId, fileId }: FileIds,
  file: FileRow,
  sheets: readonly string[],
): Promise<string[]> {
  const files = await listFiles(db, { companyId, importId })
  const room = Math.max(maxFilesPerImport - files.length, 0)
  const last = Math.max(...files.map(({ ordinal }) => ordinal))
  for (const [at, sheet] of sheets.slice(0, room).entries()) {
    const id = newId()
    await insertFile(db, {
      company_id: companyId,
      id,
      import_id: importId,
      ordinal: last + 1 + at,
      name: nameOfSheet(file.name, sheet),
      state: 'reading',
      sheet,
      copy_of: fileId,
      bytes: file.bytes,
      sha256: file.sha256,
      parts: file.parts,
      createdon: now,
    })
    await addImportJob(addJob, { name: 'read-import', payload: { companyId, importId, fileId: id } })
  }
  return sheets.slice(room).map((sheet) => sheetNotice(sheet, `an import has ${maxFilesPerImport} files at most.`))
}

const nameOfSheet = (name: string, sheet: string): string =>
  `${name.slice(0, 150).toWellFormed()} (${sheet.slice(0, 40).toWellFormed()})`

const sheetNotice = (sheet: string, why: string): string => `The sheet “${sheet}” is not read: ${why}`

/** Removes a sheet that cannot be imported, and says so at its workbook. */
export async function removeFurtherSheet(db: Db, ids: FileIds, { sheet, copy_of }: FileRow, why: string): Promise<void> {
  const workbook = (await listFiles(db, ids)).find(({ id }) => id === copy_of)
  await deleteRowsOfFile(db, ids.companyId, ids.fileId)
  await deleteFileRow(db, ids)
  if (!workbook) return
  const notices = [...workbook.notices, sheetNotice(sheet ?? '', why)]
  await updateFile(db, { companyId: ids.companyId, fileId: workbook.id }, { notices: JSON.stringify(notices) })
}
