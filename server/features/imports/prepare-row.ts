import type { DateOnly } from '@gya/domain/common/dates.ts'
import { oneLine } from '@gya/domain/common/one-line.ts'
import { addressRef } from '@gya/domain/features/imports/address-ref.ts'
import { quoteCell } from '@gya/domain/features/imports/clean-cell.ts'
import type { FieldValues } from '@gya/domain/features/imports/decide-row.ts'
import { kindsOfProperties } from '@gya/domain/features/imports/find-further-kind.ts'
import { foldName } from '@gya/domain/features/imports/fold-name.ts'
import { findImportField, type ImportKind, importKinds } from '@gya/domain/features/imports/import-kinds.ts'
import { readSale } from '@gya/domain/features/imports/imported-sale.ts'
import type { RowIssue } from '@gya/domain/features/imports/imports.model.ts'
import { blmMedia, readBlmRow } from '@gya/domain/features/imports/read-blm-row.ts'
import { type RawRow, type ReadRow, readRow, unreadable, unreadableIssue } from '@gya/domain/features/imports/read-row.ts'
import { groupKeyOf, identityOf, titleOfRow } from '@gya/domain/features/imports/row-identity.ts'
import type { Party } from '@gya/domain/features/imports/split-parties.ts'
import { type Phase, phaseLabels } from '@gya/domain/features/timeline/phase.ts'
import type { AddressColumns } from './address-columns.ts'
import type { CompanyIndex } from './company-index.ts'
import type { RowOf } from './import-rows.repository.ts'
import { type FileRow, isBlm } from './imports.repository.ts'
import { contactFieldKeys, partyTitles } from './matching/match-sale-contacts.ts'
import type { EntryRow, FindEntry } from './zip-entries.repository.ts'

/** A colleague whom a row names. `elsewhere`: what the row says if they do not work in the branch of its property. */
export type NamedPerson = 'bStaff' | 'negotiator'

export type PreparedRow = {
  row: RowOf
  kind: ImportKind
  fileName: string
  /** Values for comparison, plan and display. */
  values: FieldValues
  issues: RowIssue[]
  skip: string | undefined
  ref: string | null
  /** Of a property: what rows of the files name it by, its reference and its address. */
  names: string[]
  identity: string | null
  /** Of a property, which comes before its address: "reference, then UPRN, then postcode and folded first line". */
  uprn: string | null
  groupKey: string
  title: string
  branchId: string | null
  people: Partial<Record<NamedPerson, { id: string; elsewhere: RowIssue }>>
  /** For a document: its file in the ZIP. */
  entry: EntryRow | null
  /** For a property in a feed: its media. */
  media: { entry: EntryRow; caption: string; isPhoto: boolean }[]
}

export type PrepareContext = {
  index: CompanyIndex
  today: DateOnly
  /** Branch of properties without a branch in their file. */
  branchId: string | null
  /** The columns of addresses of files whose rows may have no reference, by file. */
  addresses: ReadonlyMap<string, AddressColumns>
  /** Of solicitors and brokers whose names hold a person and a firm. */
  parties: ReadonlyMap<string, Party>
  /** The files in the ZIPs. */
  entries: ReadonlyMap<string, FindEntry>
}

/** Reads a row by the mapping of its file, and looks up the branch, the colleague and the files that it names. */
export function prepareRow(
  file: FileRow,
  row: RowOf,
  { index, today, branchId, addresses, parties, entries }: PrepareContext,
): PreparedRow {
  const kind = file.kind ?? 'property'
  const raw = Object.fromEntries(file.columns.map(({ name }, at) => [name, row.raw[at] ?? '']))
  const byAddress = refFromAddress(file, row, raw, { of: addresses.get(file.id), today })
  const read = readCells(file, raw, today, byAddress)
  const sale = kind === 'sale' && read.skip === undefined ? readSale(toFieldValues(read.values), today) : null
  const values: Record<string, FieldValues[string]> = { ...(sale?.values ?? toFieldValues(read.values)) }
  // Issues of reading the line belong to no column.
  const structural = row.issues.filter(({ code }) => code === 'line')
  const issues: RowIssue[] = [...structural, ...read.issues.map((issue) => ({ code: 'cell', ...issue })), ...(sale?.issues ?? [])]
  if (kind === 'sale') issues.push(...nameParties(values, parties))
  if (values.cashBuy === true && Number(values.depositSize ?? 0) > 0) {
    delete values.depositSize
    const message = 'Deposit is left empty: a cash buy has none.'
    issues.push({ level: 'warning', column: null, value: '', message, code: 'not-needed' })
  }
  if (kind === 'property' && values.priceOption !== undefined && values.askingPrice === undefined) {
    // "POA" alone. GYA keeps an option with its price.
    delete values.priceOption
    const [column] = Object.entries(file.mapping).find(([, key]) => key === 'priceOption') ?? []
    const value = column === undefined ? '' : (raw[column] ?? '')
    if (value.trim() !== '')
      issues.push({
        level: 'warning',
        column: column ?? null,
        value,
        message: 'Not imported: it has no price.',
        code: 'not-needed',
      })
  }
  const columnOf = (field: string) => Object.entries(file.mapping).find(([, key]) => key === field)?.[0] ?? ''
  const named = typeof values.branch === 'string' && index.branches.has(values.branch) ? values.branch : null
  const onlyBranch = index.branches.size === 1 ? ([...index.branches.keys()][0] ?? null) : null
  if (values.branch !== undefined) values.branch = named === null ? undefined : index.branches.get(named)
  const ofRow = named ?? branchId ?? onlyBranch
  const people: PreparedRow['people'] = {}
  for (const field of ['bStaff', 'negotiator'] as const) {
    const value = values[field]
    const colleague = typeof value === 'string' ? findStaff(index, value) : undefined
    if (colleague === undefined) continue
    const column = columnOf(field)
    const nobody = (works: string): RowIssue => {
      const said = unreadableIssue(file.strict.includes(column), `Nobody called ${quoteCell(String(value))} works ${works}.`)
      return { code: unreadable, ...said, column, value: String(value) }
    }
    if (colleague === null) {
      issues.push(nobody('here'))
      delete values[field]
    } else {
      people[field] = { id: colleague.id, elsewhere: nobody('in this branch') }
      values[field] = colleague.name
    }
  }
  const findEntry = entries.get(file.id)
  const entry = kind === 'document' ? (findEntry?.(String(values.fileName ?? '')) ?? null) : null
  if (kind === 'document' && values.fileName !== undefined && (entry === null || entry.refusal !== null))
    issues.push({
      level: 'error',
      code: 'no-file',
      column: columnOf('fileName'),
      value: String(values.fileName),
      message: entry?.refusal ?? `The ZIP has no file “${String(values.fileName)}”.`,
    })
  const ref = typeof values.ref === 'string' && values.ref !== '' ? values.ref : null
  const identity = identityOf(kind, values)
  return {
    row,
    kind,
    fileName: file.name,
    values,
    issues,
    skip: read.skip,
    ref,
    names:
      kind === 'property'
        ? [...(ref === null ? [] : [ref]), identity === null ? lineRef(file.id, row) : addressRef(identity)]
        : [],
    identity,
    uprn: kind === 'property' && typeof values.uprn === 'string' ? values.uprn : null,
    groupKey: groupKeyOf(kind, values, `${file.name}, line ${row.row_no}`),
    title: titleOfRow(kind, values)
      .replace(/^@(?:(line\d+) .*)?/, '$1')
      .slice(0, 200)
      .toWellFormed(),
    branchId: ofRow,
    people,
    entry,
    media: isBlm(file) && findEntry && read.skip === undefined ? mediaOf(raw, findEntry, issues) : [],
  }
}

/** Puts the person and the firm of "Quill Law - Sarah" into their fields. */
function nameParties(values: Record<string, FieldValues[string]>, parties: PrepareContext['parties']): RowIssue[] {
  return contactFieldKeys.flatMap((key): RowIssue[] => {
    const [whole, ofPerson] = [String(values[key] ?? ''), `${key}Person`]
    const party = parties.get(whole)
    if (!party) return []
    values[key] = party.firm
    values[ofPerson] ??= party.person
    const message = `${partyTitles[key]}: ${quoteCell(whole)} is read as ${party.person} at ${party.firm}.`
    return [{ level: 'warning', column: null, value: whole, message, code: 'read-as', fields: [key, ofPerson] }]
  })
}

/** Stands for the reference of a property that has neither one nor a postcode, in the second use of its file. */
const lineRef = (firstUse: string, { row_no }: RowOf): string => addressRef(`line${row_no} ${firstUse}`)

/** What stands for the reference of its property in a row that has none, but its address; null if it has one, or no address. */
function refFromAddress(
  { kind, mapping }: FileRow,
  row: RowOf,
  raw: RawRow,
  { of, today }: { of: AddressColumns | undefined; today: DateOnly },
): string | null {
  if (!of || kind === null || kind === 'property' || findImportField(kind, 'propertyRef') === undefined) return null
  const [column = ''] = Object.entries(mapping).find(([, key]) => key === 'propertyRef') ?? []
  if ((raw[column] ?? '').trim() !== '') return null
  const identity = identityOf('property', toFieldValues(readRow('property', of.columns, {}, raw, { today }).values))
  if (identity !== null) return addressRef(identity)
  return of.firstUse === null ? null : lineRef(of.firstUse, row)
}

function readCells(file: FileRow, raw: RawRow, today: DateOnly, byAddress: string | null): ReadRow {
  if (isBlm(file)) return readBlmRow(file.codes, raw, { today })
  const monthFirst = Object.fromEntries(file.columns.flatMap(({ name, monthFirst: shown }) => (shown ? [[name, shown]] : [])))
  const read = readRow(file.kind ?? 'property', file.mapping, file.codes, raw, {
    today,
    monthFirst,
    isFrom1904: file.columns.some((column) => column.isFrom1904),
    strict: file.strict,
    optional: byAddress === null ? undefined : 'propertyRef',
  })
  if (byAddress !== null) read.values.propertyRef = byAddress
  const skip = whyNothingToRead(file, raw, read.values)
  return skip === null ? read : { values: read.values, issues: [], skip }
}

/** "TOTAL", "Grand total:", "Total (27)" at the beginning of a line. */
const isTotal = /^(?:grand |sub[ -]?)?totals?:?(?: \(?\d+\)?)?$/i

/** A line of totals has nothing to read. A file of properties that is also used for sales has lines of properties without a sale. */
function whyNothingToRead({ kind, mapping, copy_of }: FileRow, raw: RawRow, values: ReadRow['values']): string | null {
  const { status, fellThroughOn } = values
  const filled = Object.entries(raw).filter(([, cell]) => cell.trim() !== '')
  if (isTotal.test(filled[0]?.[1].trim() ?? '')) return 'This line has totals.'
  if (filled.length === 1 && filled[0]?.[1].trim().startsWith('*')) return 'This line is a footnote.'
  if (kind === 'sale' && status === 'fallenThrough' && fellThroughOn === undefined)
    return 'It fell through, but the day is not given: no sale is written.'
  if (kind === null || !kindsOfProperties.includes(kind)) return null
  const isSold = status === 'sold' || status === 'exchanged' || status === 'completed'
  const isEmpty = filled.every(([column]) => {
    const field = mapping[column] ?? null
    return field === null || field === 'propertyRef' || (field === 'status' && (!isSold || copy_of !== null))
  })
  if (!isEmpty && (kind !== 'sale' || isSold || status === undefined || namesSale(values))) return null
  return status !== undefined && !isSold
    ? `${phaseLabels[status as Phase]}: there is no sale in this row.`
    : `This line has nothing for ${importKinds[kind].title.toLowerCase()}.`
}

/** Whether a row has a buyer, a price or days of a sale. Solicitors, fees and people alone are not one. */
const namesSale = (values: ReadRow['values']): boolean =>
  Object.keys(values).some((key) => facts.has(key) || key.startsWith('step.') || key.startsWith('survey.'))
const facts = new Set(['buyerName', 'agreedPrice', 'acceptedOn', 'completionDate', 'fellThroughOn'])

/** Joins the parts of addresses; other values are unchanged. */
const toFieldValues = (values: ReadRow['values']): FieldValues =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'object' && value !== null ? Object.values(value).filter(Boolean).join(', ') : value,
    ]),
  )

/** Length of a note of a document. */
const maxCaption = 1000

/** "`MEDIA_IMAGE_00` out of the ZIP becomes the photo, plans and documents become files." [connect §1.2](docs/design/connect.md#1.2). */
function mediaOf(raw: RawRow, findEntry: FindEntry, issues: RowIssue[]): PreparedRow['media'] {
  const { photo, files } = blmMedia(raw)
  const named = [
    ...(photo === null ? [] : [{ name: photo, caption: '', isPhoto: true }]),
    ...files.map((file) => ({ ...file, isPhoto: false })),
  ]
  return named.flatMap(({ name, caption, isPhoto }) => {
    const entry = findEntry(name)
    if (entry && entry.refusal === null)
      return [{ entry, caption: oneLine(caption).slice(0, maxCaption).toWellFormed(), isPhoto }]
    const message = entry?.refusal ?? `The ZIP has no file “${name}”.`
    issues.push({ level: 'warning', column: null, value: name, message, code: 'no-file' })
    return []
  })
}

/** Undefined for an empty name, null for an unknown one. */
const findStaff = ({ staff }: CompanyIndex, words: string) =>
  words === '' ? undefined : (staff.get(words.toLowerCase()) ?? staff.get(foldName(words)) ?? null)
