import { londonDay } from '@gya/domain/common/dates.ts'
import { type DecidedRow, isConfirmed, keptChoice } from '@gya/domain/features/imports/decide-row.ts'
import { importKindNames } from '@gya/domain/features/imports/import-kinds.ts'
import type { RowIssue } from '@gya/domain/features/imports/imports.model.ts'
import { markedSoldWarning } from '@gya/domain/features/imports/marked-sold.ts'
import type { Database } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { loadCompanyIndex } from './company-index.ts'
import { decidePrepared, findMatches } from './decide-rows.ts'
import { storeJobFailure } from './import-jobs.ts'
import {
  addIssues,
  type CheckedRow,
  countImportRows,
  listRowsAfter,
  orderGroups,
  saveCheckedRows,
} from './import-rows.repository.ts'
import { type FileRow, findImport, type ImportIds, listFiles, lockImport, updateImport } from './imports.repository.ts'
import type { Match, MatchContext } from './matching/match.ts'
import { type PrepareContext, type PreparedRow, prepareRow } from './prepare-row.ts'
import { RowIndex, rememberRow } from './row-index.ts'
import { loadEntries } from './zip-entries.repository.ts'

export type CheckImportJob = ImportIds & { position: number }

type JobContext = { database: Database; clock: Clock }

const rowsPerBatch = 500

/**
 * The dry run: decides every row that is not written yet, and saves only these decisions. Idempotent: after a crash it starts again.
 * Connect design, section 1.3.
 */
export const checkImport = (context: JobContext, job: CheckImportJob): Promise<void> =>
  storeJobFailure(context, job, () => checkRows(context, job))

async function checkRows({ database, clock }: JobContext, { companyId, importId, position }: CheckImportJob): Promise<void> {
  const ids = { companyId, importId }
  const { db } = database
  const checked = await findImport(db, ids)
  if (checked?.state !== 'checking' || checked.check_position !== position) return
  const today = londonDay(clock.now())
  const index = await loadCompanyIndex(db, companyId)
  const files = (await listFiles(db, ids)).filter(({ state, kind }) => state === 'read' && kind !== null)
  const entries = await loadEntries(db, files)
  const contents = new RowIndex()
  const context: MatchContext = { db, companyId, system: checked.system, today, index, contents }
  const preparing: PrepareContext = { index, today, branchId: checked.branch_id, entries }
  const seen = new Map<string, string>()
  const unsold: UnsoldRow[] = []
  for (const kind of importKindNames)
    for (const file of files.filter((one) => one.kind === kind)) await checkFile({ context, file, seen, unsold, preparing })
  await warnOfUnsold(context, unsold)
  await orderGroups(ids, db)
  await db.transaction().execute(async (transaction) => {
    const now = await lockImport(transaction, ids)
    if (now.state !== 'checking' || now.check_position !== position) return
    const counts = await countImportRows(transaction, ids)
    await updateImport(transaction, ids, { state: 'checked', counts: JSON.stringify(counts), last_beat: clock.now() })
  })
}

/** A row of a property that has no accepted offer yet. */
type UnsoldRow = { fileId: string; rowNo: number; ref: string | null; warning: RowIssue }

/** Warns of properties that are marked as sold although no row of offers or sales contains an accepted offer. */
async function warnOfUnsold({ db, companyId, contents }: MatchContext, unsold: readonly UnsoldRow[]): Promise<void> {
  const rows = unsold.filter(({ ref }) => ref === null || !contents.properties.get(ref)?.hasSale)
  for (let from = 0; from < rows.length; from += rowsPerBatch)
    await addIssues(db, companyId, rows.slice(from, from + rowsPerBatch))
}

type FileCheck = {
  context: MatchContext
  file: FileRow
  seen: Map<string, string>
  unsold: UnsoldRow[]
  preparing: PrepareContext
}

async function checkFile({ context, file, seen, unsold, preparing }: FileCheck): Promise<void> {
  const { db, companyId, contents } = context
  let after = 0
  for (;;) {
    const rows = await listRowsAfter(db, companyId, file.id, { after, most: rowsPerBatch })
    const last = rows.at(-1)
    if (!last) return
    after = last.row_no
    const prepared = rows.map((row) => prepareRow(file, row, preparing))
    const find = await findMatches(context, prepared)
    const decided: CheckedRow[] = []
    for (const before of prepared) {
      const label = `${file.name}, line ${before.row.row_no}`
      const found = find(before)
      const result = decidePrepared(context, before, found, findEarlier(seen, before, file))
      const choice = keptChoice(before.row, result)
      const row: PreparedRow = { ...before, row: { ...before.row, choice } }
      if (isFirst(row, result)) for (const key of keysOf(row)) if (!seen.has(key)) seen.set(key, label)
      const groupKey = (groupOf(contents, row) ?? row.groupKey).slice(0, 400)
      rememberRow(contents, { ...row, groupKey }, result, label)
      if (row.row.written_on !== null) continue
      decided.push({ rowNo: row.row.row_no, groupKey, title: row.title, choice, ...result })
      const warning = unsoldWarning(row, result, found)
      if (warning) unsold.push({ fileId: file.id, rowNo: row.row.row_no, ref: row.ref, warning })
    }
    await saveCheckedRows(db, companyId, file.id, decided)
  }
}

function unsoldWarning({ kind, values, row }: PreparedRow, { decision }: DecidedRow, { property }: Match): RowIssue | null {
  if (kind !== 'property' || !isConfirmed(decision, row.choice)) return null
  const isSold = property?.detail.offers.some(({ state }) => state === 'A')
  return isSold ? null : markedSoldWarning(values, property?.detail.phase ?? 'forSale')
}

/** The group of a person is that of their firm, found by its reference or name. */
const groupOf = (contents: RowIndex, { kind, values }: PreparedRow): string | undefined =>
  kind === 'person-at-firm' ? contents.findFirm(String(values.firm ?? ''))?.groupKey : undefined

/** Identification of a row: its reference and its identifying fields. */
const keysOf = ({ kind, ref, identity }: PreparedRow): string[] =>
  [ref === null ? null : `${kind} ref ${ref}`, identity === null ? null : `${kind} is ${identity}`].filter((key) => key !== null)

/** "Two rows of the files that are the same thing: the second is an error 'The same as line 14'." */
function findEarlier(seen: ReadonlyMap<string, string>, row: PreparedRow, file: FileRow): string | null {
  const found = keysOf(row)
    .map((key) => seen.get(key))
    .find((line) => line !== undefined)
  return found === undefined ? null : found.startsWith(`${file.name}, `) ? found.slice(file.name.length + 2) : found
}

/** Whether later rows for the same object are duplicates of this row: an error is not written, so a corrected row may follow it. */
const isFirst = ({ row }: PreparedRow, { decision }: DecidedRow): boolean =>
  row.written_on !== null || (decision !== 'error' && decision !== 'skip')
