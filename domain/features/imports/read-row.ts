import { type DateOnly, showDate } from '../../common/dates.ts'
import { showPounds, showPoundsAndPence, toPounds } from '../../common/money.ts'
import { hasWebAddress, isNameWithLink, noWebAddress } from '../../common/web-address.ts'
import { visible } from '../../common/wire.ts'
import { type ChoiceValue, findChoice } from './choices.ts'
import { maxCellLength, quoteCell, removeHiddenCharacters, tidyCell } from './clean-cell.ts'
import { whyErrorCell } from './error-cell.ts'
import { type ImportField, isAmount, isKept } from './import-field.ts'
import { findImportField, type ImportKind, importKinds } from './import-kinds.ts'
import { endsInHouseNumber, joinCells } from './join-cells.ts'
import { type CellResult, type CellValue, readCell, readCode } from './read-cell.ts'
import { isMonthFirst, readDayWithoutYear, serialFrom1904 } from './read-day.ts'
import { type ColumnMapping, inLineOrder, isHouseColumn, readDone } from './recognise-columns.ts'

/** Meaning of the values of choice columns, by column and tidied value; `null`: leave empty. */
export type CodeLists = Readonly<Record<string, Readonly<Record<string, ChoiceValue | null>>>>

/** The cells of a row, by column name. */
export type RawRow = Readonly<Record<string, string>>

/** The message is shown after the column name and does not repeat it. */
export type RowIssue = {
  level: 'error' | 'empty' | 'warning'
  column: string
  value: string
  message: string
  code?: typeof unreadable
}

/** Of a cell of an optional field that could not be read: it is left empty, or an error in a strict column. */
export const unreadable = 'unreadable'

/** Values by field key. Fields of empty cells are absent: "an empty cell never empties a field". */
export type RowValues = Record<string, CellValue>

export type ReadRow = {
  values: RowValues
  issues: RowIssue[]
  /** Why the row is skipped, for example because it is a letting. */
  skip?: string
}

export type ReadRowOptions = {
  /** The current day in London. Later days are errors unless the field allows them. */
  today: DateOnly
  /** Columns with month-first days, each with the first such line and value (from `columns` of `readImportFile`). */
  monthFirst?: Readonly<Record<string, { rowNo: number; value: string }>>
  /** Numbers that are days count from 1 January 1904. */
  isFrom1904?: boolean
  /** Columns whose unreadable cells are errors. */
  strict?: readonly string[]
  /** A needed field that the row may leave out. */
  optional?: string | undefined
}

/** Reads one row by its mapping and code lists. A row with an error among its issues is not imported. */
export function readRow(
  kind: ImportKind,
  mapping: ColumnMapping,
  codes: CodeLists,
  raw: RawRow,
  { today, monthFirst = {}, isFrom1904 = false, strict = [], optional }: ReadRowOptions,
): ReadRow {
  const issues: RowIssue[] = []
  const values: RowValues = {}
  const filled: RowValues = {}
  const columns: Record<string, string> = {}
  for (const { field, column, original } of cellsOf(kind, mapping, raw)) {
    columns[field.key] = column
    const report = (level: 'error' | 'warning', message: string): void => {
      const value = original.slice(0, maxCellLength).toWellFormed()
      if (level === 'warning' || isKept(field)) issues.push({ level, column, value, message })
      else issues.push({ ...unreadableIssue(strict.includes(column), message), column, value })
    }
    const text = cleaned(field, original, report)
    if (text === null || text === '' || (field.zeroIsNone && isZero.test(text))) continue
    const broken = whyErrorCell(text)
    if (broken !== null) {
      report('error', broken)
      continue
    }
    const isDone = readDone(field, text)
    if (isDone !== null) {
      if (isDone) Object.assign(filled, spread(field.fills ?? {}, { isDone: 'C' }))
      continue
    }
    const shown = monthFirst[column]
    if (field.reader === 'day' && shown && !isMonthFirst(text)) {
      report('error', `Not read, because of ${quoteCell(shown.value)} in line ${shown.rowNo}.`)
      continue
    }
    if (field.reader === 'text' && !field.cut && changedToDay.test(text))
      report('warning', `${quoteCell(text)} begins with a day: the spreadsheet may have changed what was typed, such as 3-5.`)
    const result =
      field.reader === 'choice'
        ? readChoice(field, text, codes[column])
        : field.reader === 'day'
          ? readDayOf(field, isFrom1904 ? serialFrom1904(text) : text, today)
          : field.reader === 'code'
            ? readCode(field, text)
            : readCell(field.reader, text)
    if (field.later && 'value' in result && typeof result.value === 'string' && result.value > today) {
      const title = findImportField(kind, field.later)?.title.toLowerCase() ?? ''
      report('warning', `${showDate(result.value)} is later than today: it is taken as ${title}.`)
      filled[field.later] = result.value
      continue
    }
    const value = judged(field, result, today, report)
    if ('parts' in result && result.parts) {
      if (field.fills) Object.assign(filled, spread(field.fills, result.parts))
      else if (typeof value === 'number') report('warning', `${quoteCell(text)} is read as ${showPounds(toPounds(value))}.`)
    }
    if (value === null) continue
    if (field.fills && typeof value === 'object') Object.assign(filled, spread(field.fills, value))
    else values[field.key] = value
  }
  // A house in a column of its own, and its street in a whole address.
  const parts = [values.line1, filled.line1].filter((part) => typeof part === 'string')
  const joined = parts.length === 2 && isHouseColumn(columns.line1 ?? '') ? joinCells(parts) : ''
  if (joined !== '' && joined.length <= maxLine) values.line1 = joined
  const all = withStreet({ ...filled, ...values })
  return { values: all, issues: [...issues, ...absences(kind, { ...all, ...(optional && { [optional]: '' }) }, columns, issues)] }
}

function readDayOf({ mayBeFuture, later }: ImportField, text: string, today: DateOnly): CellResult<DateOnly> {
  const value = readDayWithoutYear(text, { mayBeFuture: mayBeFuture === true || later !== undefined, today })
  return value === null ? readCell('day', text) : { value, warning: `${quoteCell(text)} is read as ${showDate(value)}.` }
}

/** A first line that ends with a number belongs to the street in the second line. */
function withStreet(values: RowValues): RowValues {
  const { line1, line2, ...others } = values
  const isNumber = typeof line1 === 'string' && typeof line2 === 'string' && endsInHouseNumber(line1)
  return isNumber && line1.length + line2.length < maxLine ? { ...others, line1: `${line1} ${line2}` } : values
}

const maxLine = 120

type Cell = { field: ImportField; column: string; original: string }

/** The cell of each field. Cells of several columns of one field are joined. */
function cellsOf(kind: ImportKind, mapping: ColumnMapping, raw: RawRow): Cell[] {
  const fields = new Map<ImportField, string[]>()
  // The stored mapping has no order: that of the file is that of the cells.
  for (const column of new Set([...Object.keys(raw), ...Object.keys(mapping)])) {
    const key = mapping[column] ?? null
    const field = key === null ? undefined : findImportField(kind, key)
    if (field) fields.set(field, [...(fields.get(field) ?? []), column])
  }
  return [...fields].map(([field, columns]) => {
    const filled = columns.filter((column) => (raw[column] ?? '').trim() !== '')
    const [column = ''] = filled.length === 0 ? columns : filled
    return {
      field,
      column,
      original:
        filled.length > 1
          ? joined(
              field,
              filled.map((name) => [name, raw[name] ?? '']),
            )
          : (raw[column] ?? ''),
    }
  })
}

const joined = ({ joined: by }: ImportField, cells: readonly (readonly [column: string, text: string])[]): string =>
  by === 'address' ? joinCells(inLineOrder(cells)) : cells.map(([, text]) => text.trim()).join(by)

/** A spreadsheet takes a house number such as 3-5 for a day. */
const changedToDay = /^\d{4}-\d{2}-\d{2}(?: |$)/

const isZero = /^\u00A3? ?0+(\.0+)?$/

/** Of a cell that names what is not there or cannot be read. */
export const unreadableIssue = (isStrict: boolean, message: string): Omit<RowIssue, 'column' | 'value'> => ({
  level: isStrict ? 'error' : 'empty',
  message: isStrict ? message : `${message} It is left empty.`,
  code: unreadable,
})

type Report = (level: 'error' | 'warning', message: string) => void

/** The text of a cell without hidden characters, cut to the maximum length; null if it is refused. */
/** What people write where a firm or a person is not known yet. */
const namesNobody =
  /^(?:tb[cak]|to be (?:confirmed|advised)|n\/?a|none|unknown|not known|in[ -]house|awaiting|pending|[?-]+)\.?$/i

function cleaned(field: ImportField, original: string, report: Report): string | null {
  if (original.length > maxCellLength && !field.cut) {
    report('error', `This cell has ${original.length} characters. The most is ${maxCellLength}.`)
    return null
  }
  const { text, removed } = removeHiddenCharacters(original)
  if (removed) report('warning', 'Invisible characters were removed.')
  const tidy = tidyCell(field.cut || field.reader === 'address' || field.reader === 'telephone' ? text : text.replace(/\n/g, ' '))
  if (!visible.test(tidy)) return ''
  if (field.nameOf && (field.nameOf === 'person' ? isNameWithLink : hasWebAddress)(tidy)) {
    report('error', noWebAddress)
    return null
  }
  if (field.nameOf && !isKept(field) && namesNobody.test(tidy)) {
    report('error', `${quoteCell(tidy)} is not a name.`)
    return null
  }
  if (field.max === undefined || tidy.length <= field.max) return tidy
  if (!field.cut) {
    report('error', `This has ${tidy.length} characters. The most is ${field.max}.`)
    return null
  }
  report('warning', `Cut after ${field.max} of ${tidy.length} characters.`)
  return tidy
    .slice(0, field.max)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trim()
}

function readChoice(field: ImportField, text: string, codes: CodeLists[string] = {}): CellResult<ChoiceValue> {
  const own = Object.hasOwn(codes, text) ? codes[text] : undefined
  if (own !== undefined) return { value: own }
  const known = findChoice(field.choices ?? [], text)
  return known === undefined ? { issue: `${quoteCell(text)} is not known: choose what it stands for.` } : { value: known }
}

/** The value if it is valid for the field, else null and an issue. */
function judged(field: ImportField, result: CellResult<CellValue>, today: DateOnly, report: Report): CellValue | null {
  if ('issue' in result) {
    report('error', result.issue)
    return null
  }
  const { value, warning } = result
  if (warning !== undefined) report('warning', warning)
  if (value === null) return null
  const refusal = whyNotValue(field, value, today)
  if (refusal === null) {
    const unusual = whyUnusual(field, value)
    if (unusual !== null) report('warning', unusual)
    return value
  }
  report('error', refusal)
  return null
}

/** Why a value is unlikely, with how it was read; null if it is usual. */
function whyUnusual({ reader, usual }: ImportField, value: CellValue): string | null {
  if (usual === undefined || typeof value !== 'number' || (value >= usual[0] && value <= usual[1])) return null
  const show = (of: number): string => (isAmount(reader) ? showPoundsAndPence(toPounds(of)) : `${of} %`)
  return `It is read as ${show(value)}. Usual are ${show(usual[0])} to ${show(usual[1])}: check it.`
}

function whyNotValue(
  { reader, range, least, whole, mayBeFuture }: ImportField,
  value: CellValue,
  today: DateOnly,
): string | null {
  if (reader === 'day' && !mayBeFuture && typeof value === 'string' && value > today)
    return `${showDate(value)} is later than today.`
  if (isAmount(reader) && least !== undefined && typeof value === 'number' && value < least)
    return `Use at least ${showPounds(toPounds(least))}.`
  if (reader !== 'number' || typeof value !== 'number') return null
  if (whole && !Number.isInteger(value)) return `${value} is not a whole number.`
  if (range && (value < range[0] || value > range[1])) return `Use ${range[0]} to ${range[1]}, not ${value}.`
  return null
}

/** The parts of a name or an address, by field; empty parts are absent. */
const spread = (fills: Readonly<Record<string, string>>, value: object): RowValues =>
  Object.fromEntries(
    Object.entries(value).flatMap(([part, text]: [string, unknown]) =>
      fills[part] !== undefined && (typeof text === 'string' || typeof text === 'number') && text !== ''
        ? [[fills[part], text]]
        : [],
    ),
  )

/** Issues for required fields without a value, unless the column already has an error. */
function absences(
  kind: ImportKind,
  values: RowValues,
  columns: Readonly<Record<string, string>>,
  issues: readonly RowIssue[],
): RowIssue[] {
  const refused = new Set(issues.filter(({ level }) => level === 'error').map(({ column }) => column))
  return importKinds[kind].fields
    .filter(({ key, needed }) => needed && values[key] === undefined && !refused.has(columns[key] ?? ''))
    .map(({ key, title, absence }) => ({
      level: absence ?? 'error',
      column: columns[key] ?? '',
      value: '',
      // The column name says which value is empty.
      message: columns[key] === undefined ? `${title} is empty.` : 'This is empty.',
    }))
}
