import { londonDay } from '@gya/domain/common/dates.ts'
import { oneLine } from '@gya/domain/common/one-line.ts'
import { addressOfRef } from '@gya/domain/features/imports/address-ref.ts'
import {
  type DecidedRow,
  type FieldValues,
  isConfirmed,
  isCreating,
  keptChoice,
} from '@gya/domain/features/imports/decide-row.ts'
import { fellThroughOn } from '@gya/domain/features/imports/fallen-sale.ts'
import { foldFirmName } from '@gya/domain/features/imports/fold-firm-name.ts'
import { importKindNames } from '@gya/domain/features/imports/import-kinds.ts'
import { acceptedOnOfSale, phaseOfSale } from '@gya/domain/features/imports/imported-sale.ts'
import { isTakenOnDated } from '@gya/domain/features/imports/imported-timeline.ts'
import type { ImportCounts, RowIssue } from '@gya/domain/features/imports/imports.model.ts'
import { furtherPhase, markedSoldWarning } from '@gya/domain/features/imports/marked-sold.ts'
import { unreadable } from '@gya/domain/features/imports/read-row.ts'
import { countStepsWithoutStart } from '@gya/domain/features/imports/step-starts.ts'
import type { Phase } from '@gya/domain/features/timeline/phase.ts'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import { addressesOf } from './address-columns.ts'
import { loadCompanyIndex } from './company-index.ts'
import { decidePrepared, findMatches, noBranchCode, noVendorEmail } from './decide-rows.ts'
import { fitRow } from './fit-row.ts'
import { storeJobFailure } from './import-jobs.ts'
import {
  addIssues,
  type CheckedRow,
  countImportRows,
  listRowsAfter,
  orderGroups,
  saveCheckedRows,
} from './import-rows.repository.ts'
import {
  type FileRow,
  findAndLockImport,
  findImport,
  type ImportIds,
  type ImportRowOf,
  listFiles,
  updateImport,
} from './imports.repository.ts'
import { loadParties } from './matching/load-parties.ts'
import type { Made, MatchContext } from './matching/match.ts'
import { sameWarning } from './matching/match-properties.ts'
import { type PrepareContext, type PreparedRow, prepareRow } from './prepare-row.ts'
import { RowIndex, rememberRow } from './row-index.ts'
import { loadEntries } from './zip-entries.repository.ts'

export type CheckImportJob = ImportIds & { position: number }

type JobContext = { database: Database; clock: Clock }

const rowsPerBatch = 500

/**
 * The dry run: decides every row that is not written yet, and saves only these decisions. Idempotent: after a crash it starts again.
 * [connect §1.3](docs/design/connect.md#1.3).
 */
export const checkImport = (context: JobContext, job: CheckImportJob): Promise<void> =>
  storeJobFailure(context, job, () => checkRows(context, job))

async function checkRows({ database, clock }: JobContext, { companyId, importId, position }: CheckImportJob): Promise<void> {
  const ids = { companyId, importId }
  const { db } = database
  const isChecked = (one: ImportRowOf | undefined) => one?.state === 'checking' && one.check_position === position
  const checked = await findImport(db, ids)
  if (!checked || !isChecked(checked)) return
  const today = londonDay(clock.now())
  const index = await loadCompanyIndex(db, companyId)
  const files = (await listFiles(db, ids)).filter(({ state, kind }) => state === 'read' && kind !== null)
  const entries = await loadEntries(db, files)
  const parties = await loadParties(db, companyId, files)
  const contents = new RowIndex()
  const context: MatchContext = { db, companyId, system: checked.system, importId, today, index, contents, make: checked.make }
  const preparing: PrepareContext = { index, today, branchId: checked.branch_id, addresses: addressesOf(files), parties, entries }
  const seen: SeenRows = new Map()
  const unsold: SoldRow[] = []
  const unnamed: RowOfProperty[] = []
  const whileChecking: WhileChecking = (work) =>
    db.transaction().execute(async (transaction) => {
      const isStill = isChecked(await findAndLockImport(transaction, ids))
      if (isStill) await work(transaction)
      return isStill
    })
  const withoutProgressor = new Set<string>()
  const cells: UnreadableCells = new Map()
  const made: MadeFirms = { firms: new Map(), people: new Set() }
  let [emptied, stepsWithoutStart, withoutTakeOn, withoutBranch] = [0, 0, 0, 0]
  for (const kind of importKindNames)
    for (const file of files.filter((one) => one.kind === kind)) {
      const checkedFile = await checkFile({
        context,
        file,
        seen,
        unsold,
        unnamed,
        withoutProgressor,
        cells,
        made,
        preparing,
        whileChecking,
      })
      if (checkedFile === null) return
      stepsWithoutStart += checkedFile.stepsWithoutStart
      emptied += checkedFile.emptied
      withoutTakeOn += checkedFile.withoutTakeOn
      withoutBranch += checkedFile.withoutBranch
    }
  await whileChecking(async (transaction) => {
    await warnOfUnsold(transaction, context, unsold)
    await warnRows(transaction, companyId, withoutEmail(contents, unnamed))
    await orderGroups(ids, transaction)
    const counts = await countImportRows(transaction, ids, {
      stepsWithoutStart,
      withoutTakeOn,
      withoutBranch,
      withoutProgressor: withoutProgressor.size,
      emptied,
      unreadable: [...cells.values()],
      made: {
        firms: alikeFirst([...made.firms.values()]).slice(0, mostMade),
        ...(made.firms.size > mostMade && { more: made.firms.size - mostMade }),
        people: made.people.size,
      },
    })
    await updateImport(transaction, ids, { state: 'checked', counts: JSON.stringify(counts), last_beat: clock.now() })
  })
}

/** A transaction of the check. False: the check was stopped, or the import was changed or deleted meanwhile. */
type WhileChecking = (work: (transaction: Db) => Promise<void>) => Promise<boolean>

type RowOfProperty = { fileId: string; rowNo: number; names: readonly string[] }

/** A row that marks its property as sold, and how far the property is before the import. */
type SoldRow = RowOfProperty & { values: FieldValues; phase: Phase }

/** Warns of properties that are marked as further than their rows of offers and sales take them. */
async function warnOfUnsold(db: Db, { companyId, contents }: MatchContext, marked: readonly SoldRow[]): Promise<void> {
  const rows = marked.flatMap(({ fileId, rowNo, names: [name = ''], values, phase }) => {
    const inFiles = contents.properties.get(name)?.salePhase ?? null
    const warning = markedSoldWarning(values, inFiles === null ? phase : furtherPhase(phase, inFiles))
    return warning === null ? [] : [{ fileId, rowNo, warning }]
  })
  await warnRows(db, companyId, rows)
}

/** New properties without the e-mail of their vendor, neither in their row nor in a file of vendors. */
const withoutEmail = ({ properties }: RowIndex, rows: readonly RowOfProperty[]) =>
  rows.flatMap(({ fileId, rowNo, names: [name = ''] }) => {
    const vendor = properties.get(name)?.vendor
    return vendor?.email ? [] : [{ fileId, rowNo, warning: noVendorEmail(vendor != null) }]
  })

async function warnRows(db: Db, companyId: string, rows: Parameters<typeof addIssues>[2]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerBatch)
    await addIssues(db, companyId, rows.slice(from, from + rowsPerBatch))
}

type FileCheck = {
  context: MatchContext
  file: FileRow
  seen: SeenRows
  unsold: SoldRow[]
  /** Rows of new properties without the e-mail of their vendor. */
  unnamed: RowOfProperty[]
  /** The references of sales that nobody would run. */
  withoutProgressor: Set<string>
  cells: UnreadableCells
  made: MadeFirms
  preparing: PrepareContext
  whileChecking: WhileChecking
}

type CountsOfFile = Pick<ImportCounts, 'stepsWithoutStart' | 'withoutTakeOn' | 'withoutBranch' | 'emptied'>

/** Null: the check was stopped. */
async function checkFile(of: FileCheck): Promise<CountsOfFile | null> {
  const { context, file, seen, unsold, unnamed, withoutProgressor, cells, made, preparing, whileChecking } = of
  const { db, companyId, contents } = context
  let after = 0
  let [emptied, stepsWithoutStart, withoutTakeOn, withoutBranch] = [0, 0, 0, 0]
  for (;;) {
    const rows = await listRowsAfter(db, companyId, file.id, { after, most: rowsPerBatch })
    const last = rows.at(-1)
    if (!last) return { stepsWithoutStart, withoutTakeOn, withoutBranch, emptied }
    after = last.row_no
    const prepared = rows.map((row) => prepareRow(file, row, preparing))
    const find = await findMatches(context, prepared)
    const decided: CheckedRow[] = []
    for (const one of prepared) {
      const label = `${file.name}, line ${one.row.row_no}`
      const { row: before, found } = fitRow(context, one, find(one))
      const { same, sharing, clash } = findEarlier(seen, before, file)
      if (clash !== null) before.issues.push(otherPostcode(before, clash))
      if (sharing !== null && found.issues === undefined) before.issues.push(sameWarning(sharing.what, sharing.line))
      const result = decidePrepared(context, before, found, same)
      if (before.kind === 'sale' && result.decision !== 'error' && result.decision !== 'skip')
        stepsWithoutStart += countStepsWithoutStart(before.values, acceptedOnOfSale(before.values))
      if (before.skip === undefined) addUnreadable(cells, file, before.issues)
      if (result.decision !== 'error') emptied += result.issues.filter(({ level }) => level === 'empty').length
      if (result.issues.some(({ code }) => code === noBranchCode)) withoutBranch += 1
      const choice = keptChoice(before.row, result)
      const row: PreparedRow = { ...before, row: { ...before.row, choice } }
      if (isFirst(row, result))
        for (const key of keysOf(row))
          if (!seen.has(key))
            seen.set(key, { label, ref: row.ref, uprn: row.uprn, identity: row.identity, postcode: postcodeOf(row) })
      const groupKey = (groupOf(contents, row) ?? row.groupKey).slice(0, 400)
      rememberRow(contents, { ...row, groupKey }, result, label)
      if (row.row.written_on !== null) continue
      if (isConfirmed(result.decision, choice) && lacksProgressor(contents, row, found.property))
        withoutProgressor.add(String(row.values.propertyRef))
      if (found.made && isConfirmed(result.decision, choice)) addMade(made, found.made)
      decided.push({ rowNo: row.row.row_no, groupKey, title: row.title, choice, ...result })
      if (row.kind === 'property' && isCreating(result.decision, choice) && !isTakenOnDated(row.values)) withoutTakeOn += 1
      const isNamed = row.kind !== 'property' || row.values.vendorEmail !== undefined || found.byReference !== null
      if (!isNamed && (result.decision === 'create' || result.decision === 'duplicate'))
        unnamed.push({ fileId: file.id, rowNo: row.row.row_no, names: row.names })
      if (row.kind === 'property' && isConfirmed(result.decision, choice)) {
        const phase = found.property?.detail.phase ?? 'forSale'
        const isBehind = markedSoldWarning(row.values, phase) !== null
        if (isBehind) unsold.push({ fileId: file.id, rowNo: row.row.row_no, names: row.names, values: row.values, phase })
      }
    }
    const isSaved = await whileChecking(async (transaction) => {
      await saveCheckedRows(transaction, companyId, file.id, decided)
    })
    if (!isSaved) return null
  }
}

type UnreadableCells = Map<string, ImportCounts['unreadable'][number]>

const mostExamples = 3

/** "The check shows one row a column: examples, number, what becomes of them." [seat §6](docs/design/seat.md#6). */
function addUnreadable(cells: UnreadableCells, { id: fileId, columns, mapping }: FileRow, issues: readonly RowIssue[]): void {
  for (const { code, column, value, message } of issues) {
    if (code !== unreadable || column === null) continue
    const key = `${fileId} ${column}`
    const of = columns.find(({ name }) => name === column)?.filled ?? 0
    const one = cells.get(key) ?? { fileId, column, field: mapping[column] ?? '', cells: 0, of, examples: [], message }
    const example = oneLine(value).slice(0, 60).toWellFormed()
    const isNew = one.examples.length < mostExamples && !one.examples.includes(example)
    cells.set(key, { ...one, cells: one.cells + 1, examples: isNew ? [...one.examples, example] : one.examples })
  }
}

type MadeFirm = ImportCounts['made']['firms'][number]
type MadeFirms = { firms: Map<string, MadeFirm>; people: Set<string> }

const mostMade = 1000

function addMade(made: MadeFirms, { firms, people }: Made): void {
  for (const { name, alike } of firms)
    made.firms.set(foldFirmName(name), { name, alike: alike && { _id: alike.id, name: alike.name } })
  for (const person of people) made.people.add(person)
}

const alikeFirst = (firms: MadeFirm[]): MadeFirm[] =>
  firms.toSorted((a, b) => Number(a.alike === null) - Number(b.alike === null) || a.name.localeCompare(b.name))

/** Whether a row takes its property to a sale that nobody runs, by the files and what is there. */
function lacksProgressor(contents: RowIndex, { kind, values, people }: PreparedRow, property: LoadedProperty | null): boolean {
  const own = contents.properties.get(String(values.propertyRef ?? ''))
  if (kind !== 'sale' || people.bStaff || fellThroughOn(values) !== null || phaseOfSale(values) === 'completed') return false
  return !property?.detail.contacts.bStaff && own?.created?.values.bStaff === undefined
}

/** The group of a person is that of their firm, found by its reference or name; of a row without a reference that of its address. */
function groupOf(contents: RowIndex, { kind, values }: PreparedRow): string | undefined {
  if (kind === 'person-at-firm') return contents.findFirm(String(values.firm ?? ''))?.groupKey
  const ref = String(values.propertyRef ?? '')
  return addressOfRef(ref) === null ? undefined : (contents.properties.get(ref)?.groupKey ?? undefined)
}

/** Identification of a row: its reference and its identifying fields. */
const keysOf = ({ kind, ref, uprn, identity }: PreparedRow): string[] =>
  [
    ref === null ? null : `${kind} ref ${ref}`,
    uprn === null ? null : `${kind} uprn ${uprn}`,
    identity === null ? null : `${kind} is ${identity}`,
  ].filter((key) => key !== null)

/** The first line of each reference and of each set of identifying fields, with its reference. */
type SeenRows = Map<string, Pick<PreparedRow, 'ref' | 'uprn' | 'identity'> & { label: string; postcode: string }>

const postcodeOf = ({ values: { postcode } }: PreparedRow): string => (typeof postcode === 'string' ? postcode : '')

/** "A UPRN with two different postcodes in one file is an error on the second row." [sale-file §1](docs/design/sale-file.md#1). */
const otherPostcode = ({ uprn }: PreparedRow, line: string): RowIssue => ({
  level: 'error',
  column: null,
  value: uprn ?? '',
  message: `It has the UPRN of ${line}, and another postcode.`,
  code: 'uprn-postcodes',
})

/**
 * "Two rows of the files that are the same thing: the second is an error 'The same as line 14'" (`same`). "Two rows with one address and
 * different references are two properties: a warning" (`sharing`; [seat §6](docs/design/seat.md#6)).
 */
function findEarlier(
  seen: SeenRows,
  row: PreparedRow,
  file: FileRow,
): { same: string | null; sharing: { line: string; what: 'address' | 'UPRN' } | null; clash: string | null } {
  const lines = keysOf(row).flatMap((key) => seen.get(key) ?? [])
  const isOther = ({ ref }: { ref: string | null }): boolean =>
    row.kind === 'property' && ref !== null && row.ref !== null && ref !== row.ref
  const short = (label: string): string => (label.startsWith(`${file.name}, `) ? label.slice(file.name.length + 2) : label)
  const hasUprn = (line: { uprn: string | null }): boolean => row.uprn !== null && line.uprn === row.uprn
  const postcode = postcodeOf(row)
  const clash = lines.find((line) => hasUprn(line) && postcode !== '' && line.postcode !== '' && line.postcode !== postcode)
  if (clash) return { same: null, sharing: null, clash: short(clash.label) }
  const same = lines.find((line) => !isOther(line))
  const isSameAddress =
    row.kind !== 'property' || row.identity === null || (same && (same.identity === row.identity || hasUprn(same)))
  const byReference = isSameAddress ? '' : ', by its reference alone: the address is another'
  const sharing = lines.find(isOther)
  return {
    same: same ? short(same.label) + byReference : null,
    sharing: sharing && !same ? { line: short(sharing.label), what: hasUprn(sharing) ? 'UPRN' : 'address' } : null,
    clash: null,
  }
}

/** Whether later rows for the same object are duplicates of this row: an error is not written, so a corrected row may follow it. */
const isFirst = ({ row }: PreparedRow, { decision }: DecidedRow): boolean =>
  row.written_on !== null || (decision !== 'error' && decision !== 'skip')
