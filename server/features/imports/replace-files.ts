import type { Instant } from '@gya/domain/common/dates.ts'
import { type ImportKind, importKinds } from '@gya/domain/features/imports/import-kinds.ts'
import type { Db } from '../../db/pool.ts'
import type { AddJob } from '../../jobs/queue.ts'
import { discardFiles } from '../files/file-lifecycle.ts'
import { copyRows } from './import-rows.repository.ts'
import { copyFile, deleteFileRow, type FileIds, type FileRow, listFiles, requireFile, takeParts } from './imports.repository.ts'
import { codesFor } from './recognise-file.ts'

export const nameOfCopy = (name: string, kind: ImportKind): string =>
  `${name.slice(0, 180).toWellFormed()} (${importKinds[kind].title.toLowerCase()})`

/** The files that a file takes the place of: the earlier ones of its name, and their other uses. */
export function findReplaced(file: FileRow, files: readonly FileRow[]): FileRow[] {
  if (!file.replaces) return []
  const named = files.filter(({ name, ordinal }) => name === file.name && ordinal < file.ordinal)
  return [...named, ...files.filter(({ copy_of }) => named.some(({ id }) => id === copy_of))]
}

/** Whether the columns that a file uses are among these, so that its kind and mapping apply to them. */
export const isUsableFor = ({ kind, mapping }: FileRow, columns: readonly { name: string }[]): boolean => {
  const used = Object.entries(mapping).flatMap(([column, field]) => (field === null ? [] : [column]))
  return kind !== null && used.length > 0 && used.every((column) => columns.some(({ name }) => name === column))
}

type ReplaceContext = { db: Db; now: Instant; newId(): string; addJob: AddJob }

/**
 * Removes the files that a file has replaced, once it has been read. The other uses of the replaced content become uses of the new one,
 * with their mapping, if it has their columns.
 */
export async function replaceFiles(context: ReplaceContext, ids: FileIds): Promise<void> {
  const { db, now, newId } = context
  const { companyId, importId, fileId } = ids
  const file = await requireFile(db, ids)
  const replaced = findReplaced(file, await listFiles(db, ids))
  if (replaced.length === 0) return
  const parts = await takeParts(
    db,
    companyId,
    replaced.map(({ id }) => id),
  )
  await discardFiles(context, parts, 'original')
  for (const { id } of replaced) await deleteFileRow(db, { companyId, importId, fileId: id })
  const last = Math.max(...(await listFiles(db, ids)).map((one) => one.ordinal))
  for (const [n, use] of replaced.entries()) {
    const { kind, copy_of } = use
    if (copy_of === null || kind === null || kind === file.kind || !isUsableFor(use, file.columns)) continue
    const mapping = Object.fromEntries(file.columns.map(({ name }) => [name, use.mapping[name] ?? null]))
    const codes = await codesFor(db, companyId, { kind, mapping, columns: file.columns, known: use.codes })
    const copy = { id: newId(), ordinal: last + 1 + n, name: nameOfCopy(file.name, kind), kind, createdon: now }
    const mapped = {
      mapping: JSON.stringify(mapping),
      mapped_by: JSON.stringify(use.mapped_by),
      codes: JSON.stringify(codes),
      strict: JSON.stringify(use.strict.filter((name) => name in mapping)),
    }
    await copyFile(db, ids, { ...copy, ...mapped })
    await copyRows(db, { companyId, importId, fileId }, { fileId: copy.id, ordinal: copy.ordinal })
  }
}
