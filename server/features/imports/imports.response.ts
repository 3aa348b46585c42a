import { londonInstant } from '@gya/domain/common/dates.ts'
import type { FurtherKind } from '@gya/domain/features/imports/find-further-kind.ts'
import { findImportField } from '@gya/domain/features/imports/import-kinds.ts'
import type {
  ImportDetail,
  ImportSummary,
  VendorInvitations,
  ImportFile as WireFile,
} from '@gya/domain/features/imports/imports.model.ts'
import { isBusy, undoUntil, whyNotInvite, whyNotTake } from '@gya/domain/features/imports/imports.rules.ts'
import { monthFirstNotice } from '@gya/domain/features/imports/read-day.ts'
import { canRead } from '@gya/domain/features/imports/recognise-columns.ts'
import type { Db } from '../../db/pool.ts'
import { countErrorsOfFiles } from './import-rows.repository.ts'
import {
  type FileRow,
  type ImportIds,
  isBlm,
  listFiles,
  listParts,
  type NamedImport,
  readNamedImport,
} from './imports.repository.ts'
import { countInvitations } from './invite-vendors.ts'
import { furtherKindOf, isCodeList, missingOf } from './recognise-file.ts'

export const toSummary = (row: NamedImport): ImportSummary => ({
  _id: row.id,
  name: row.name,
  system: row.system,
  branch: row.branch_id === null ? null : { _id: row.branch_id, name: row.branch_name ?? '' },
  state: row.state,
  counts: row.counts,
  make: row.make,
  position: row.check_position,
  createdBy: row.created_name,
  createdOn: row.createdon,
  confirmedBy: row.confirmed_name,
  confirmedOn: row.confirmed_on,
  finishedOn: row.finished_on,
  undoneOn: row.undone_on,
  undoUntil:
    row.finished_on === null || row.emptied_on !== null || whyNotTake('undo', row)
      ? null
      : londonInstant(undoUntil(row.finished_on), '23:59'),
  failure: row.failure,
  jobFailedOn: isBusy(row.state) ? row.job_failed_on : null,
  version: row.version,
})

type Counted = { arrived: readonly number[]; errors: number; files: readonly FileRow[] }

export const toFile = (file: FileRow, { arrived, errors, files }: Counted): WireFile => ({
  _id: file.id,
  name: file.name,
  state: file.state,
  failure: file.failure,
  kind: file.kind,
  format: file.format,
  sheet: file.sheet,
  bytes: file.bytes,
  parts: file.parts,
  arrived: [...arrived],
  rows: file.row_count,
  errors,
  columns: file.columns.map(({ name, samples, filled, codes }) => {
    const key = file.mapping[name] ?? null
    const isChoice = isCodeList(file, name)
    return {
      name,
      samples,
      filled: file.row_count === 0 ? 0 : Math.round((filled * 100) / file.row_count),
      field: key,
      mappedBy: key === null ? null : (file.mapped_by[name] ?? null),
      codes: isChoice
        ? (codes ?? []).map(({ value, count }) => {
            const ours = file.codes[name]?.[value]
            return { value, count, ...(ours === undefined ? {} : { ours: ours === null ? null : String(ours) }) }
          })
        : [],
      isUnread: isUnread(file, name, codes?.map(({ value }) => value) ?? samples),
    }
  }),
  strict: file.strict,
  notices: [
    ...file.notices,
    ...file.columns.flatMap(({ name, monthFirst }) =>
      monthFirst && isDayColumn(file, name) ? [monthFirstNotice(name, monthFirst)] : [],
    ),
  ],
  missing: missingOf(file, files),
  also: alsoOf(furtherKindOf(file, files)),
})

/** "A column of which more than half of the filled cells cannot be read is named on Columns too." [seat §6](docs/design/seat.md#6). */
function isUnread(file: FileRow, name: string, values: readonly string[]): boolean {
  const field = file.kind === null || isBlm(file) ? undefined : findImportField(file.kind, file.mapping[name] ?? '')
  if (field === undefined || field.reader === 'choice') return false
  return values.filter((value) => !canRead(field, value)).length * 2 > values.length
}

const isDayColumn = ({ kind, mapping }: FileRow, name: string): boolean =>
  kind !== null && findImportField(kind, mapping[name] ?? '')?.reader === 'day'

const alsoOf = (other: FurtherKind | null): WireFile['also'] => other && { kind: other.kind, columns: other.columns }

export async function toDetail(db: Db, ids: ImportIds): Promise<ImportDetail> {
  const row = await readNamedImport(db, ids)
  const files = await listFiles(db, ids)
  const parts = await listParts(
    db,
    ids.companyId,
    files.filter(({ state }) => state === 'uploading').map(({ id }) => id),
  )
  const arrived = Map.groupBy(parts, ({ file_id }) => file_id)
  const read = files.filter(({ state }) => state === 'read').map(({ id }) => id)
  // Rows of an emptied import have no cells to download.
  const errors = row.emptied_on === null ? await countErrorsOfFiles(db, ids.companyId, read) : new Map<string, number>()
  return {
    ...toSummary(row),
    vendors: await vendorsOf(db, row, ids),
    files: files.map((file) =>
      toFile(file, {
        arrived: (arrived.get(file.id) ?? []).map(({ part_no }) => part_no),
        errors: errors.get(file.id) ?? 0,
        files,
      }),
    ),
  }
}

async function vendorsOf(db: Db, row: NamedImport, ids: ImportIds): Promise<VendorInvitations | null> {
  if (whyNotInvite({ state: row.state, confirmedOn: row.confirmed_on })) return null
  const isSending = row.inviting_since !== null
  return { ...(await countInvitations(db, ids)), isSending, failedOn: isSending ? row.job_failed_on : null }
}
