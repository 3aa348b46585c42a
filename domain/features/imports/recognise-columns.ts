import { findChoice } from './choices.ts'
import { foldName } from './fold-name.ts'
import { inTradeWords, namesDay } from './head-words.ts'
import { type ImportField, isKept } from './import-field.ts'
import { findImportField, type ImportKind, importKindNames, importKinds } from './import-kinds.ts'
import { readCell, readCode, ukPostcode } from './read-cell.ts'
import { isMonthFirst, isWithoutYear } from './read-day.ts'

/** The column that a download of errors adds. It is not imported, and names the kind, because one file can be used for two. */
export const errorsColumn = (kind: ImportKind | null): string =>
  kind === null ? 'What is wrong' : `What is wrong (${importKinds[kind].title.toLowerCase()})`

const errorsColumns = new Map([null, ...importKindNames].map((kind) => [foldName(errorsColumn(kind)), kind]))

export const isErrorsColumn = (column: string): boolean => errorsColumns.has(foldName(column))

/** The kind of a download of errors; null: it is another file, or does not say. */
export const kindOfErrors = (columnNames: readonly string[]): ImportKind | null =>
  errorsColumns.get(foldName(columnNames.find(isErrorsColumn) ?? '')) ?? null

/** The field of each column; `null`: the column is not imported. */
export type ColumnMapping = Readonly<Record<string, string | null>>

export type ColumnSamples = Readonly<Record<string, readonly string[]>>

/**
 * A field matches a column if it has that name and its reader can read a sample. Its title has priority over other names, and these over
 * the same names in other words of the trade; of its other names an earlier one over a later one, whatever the order of the columns. A
 * column with the name of a field that no other column matches is matched although no sample can be read: the check reports its cells,
 * which would be left out without a word otherwise.
 */
export function recogniseColumns(kind: ImportKind, columnNames: readonly string[], samples: ColumnSamples = {}): ColumnMapping {
  const { fields } = importKinds[kind]
  const mapping: Record<string, string | null> = Object.fromEntries(columnNames.map((name) => [name, null]))
  const foldedColumns = columnNames.map((column): FoldedColumn => {
    const words = inTradeWords(column, { withoutDay: false })
    return { column, name: foldName(column), words, ofDay: namesDay(column) ? inTradeWords(column, { withoutDay: true }) : words }
  })
  const taken = new Set<string>()
  for (const column of houseColumns(kind, foldedColumns)) {
    mapping[column] = 'line1'
    taken.add('line1')
  }
  for (const [rankIn, isGoodEnough] of [
    [rankAsOwnName, isReadable],
    [rankAsOtherName, isReadable],
    [rankInTradeWords, isReadable],
    [rankAsOwnName, isReported],
    [rankAsOtherName, isReported],
    [rankInTradeWords, isReported],
  ] as const)
    for (const field of fields) {
      if (taken.has(field.key)) continue
      const [best] = foldedColumns
        .map((of) => ({ column: of.column, rank: rankIn(field, of) }))
        .filter(({ column, rank }) => rank >= 0 && mapping[column] === null && isGoodEnough(field, samples[column] ?? []))
        .toSorted((a, b) => a.rank - b.rank)
      if (!best) continue
      mapping[best.column] = field.key
      taken.add(field.key)
    }
  return mapping
}

const namesIn = (names: string): ReadonlySet<string> => new Set(names.split(', ').map(foldName))

const streetNames = namesIn('Street, Street name, Road, Road name, Thoroughfare, Thoroughfare name, Address street')
/** Columns of a first address line, in the order in which they are written: "Flat 2, Mill House, 14 High Street". */
const houseNames = [
  namesIn('Flat, Flat number, Flat no, Apartment, Unit, Unit number, Sub building, Sub building name, SAON'),
  namesIn('House name, Building, Building name, Address building name, Property name, Address name'),
  namesIn(
    'House, House number, House no, House num, House name number, House number name, House name or number, House number or name, Street number, Street no, Building number, Address building number, Address number, PAON, Door, Door number, Door no',
  ),
  namesIn('Dependent thoroughfare, Dependent thoroughfare name'),
]
/** They name a house only beside a street. */
const numberNames = namesIn('Number, No, Name number, Name or number')

const rankOfHouse = (name: string): number => (numberNames.has(name) ? 2 : houseNames.findIndex((names) => names.has(name)))

/** Whether a column holds a part of a first line before the street. */
export const isHouseColumn = (column: string): boolean => rankOfHouse(foldName(column)) !== -1

/** The texts of the columns of a first line, by column, in the order in which they are written: a flat, a house, a number, a street. */
export function inLineOrder(cells: readonly (readonly [column: string, text: string])[]): string[] {
  const ranked = cells.map(([column, text]) => {
    const rank = rankOfHouse(foldName(column))
    const isBare = rank === 0 && cells.length > 1 && /^(?:\d+ ?[a-z]?|[a-z])$/i.test(text.trim())
    return { rank: rank === -1 ? houseNames.length : rank, text: isBare ? `Flat ${text.trim()}` : text }
  })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ text }) => text)
}

/** "Recognised: number and street as two columns → line 1." [seat §6](docs/design/seat.md#6). */
function houseColumns(kind: ImportKind, columns: readonly { column: string; name: string }[]): string[] {
  const line1 = kind === 'property' ? findImportField(kind, 'line1') : undefined
  if (!line1) return []
  const street = columns.find(({ name }) => streetNames.has(name))
  const houses = columns.filter(({ name }) => rankOfHouse(name) !== -1 && (street || !numberNames.has(name)))
  const isFirst = (name: string): boolean => rankAsOwnName(line1, { name }) >= 0 || rankAsOtherName(line1, { name }) >= 0
  const first = columns.find(({ name }) => isFirst(name) && rankOfHouse(name) === -1 && !streetNames.has(name))
  const last = street && (houses.length > 0 || !first) ? street : houses.length > 0 ? first : undefined
  return [...houses, ...(last ? [last] : [])].map(({ column }) => column)
}

type Ranks = ReadonlyMap<string, number>
type Names = { own: ReadonlySet<string>; other: Ranks; inTradeWords: Ranks; withoutDay: Ranks }

/** Cached, because folding hundreds of names dominates the time. */
const folded = new WeakMap<ImportField, Names>()

function namesOf(field: ImportField): Names {
  const known = folded.get(field)
  if (known) return known
  const { title, key, keyIsNoName, otherNames } = field
  // If several names fold to the same text, the first counts.
  const ranked = (of: readonly string[], fold: (name: string) => string): Ranks =>
    new Map(of.map((name, rank): [string, number] => [fold(name), rank]).toReversed())
  const names = {
    own: new Set([title, ...(keyIsNoName ? [] : [key])].map(foldName)),
    other: ranked(otherNames, foldName),
    inTradeWords: ranked([title, ...otherNames], (name) => inTradeWords(name, { withoutDay: false })),
    withoutDay: ranked(field.reader === 'day' ? [title, ...otherNames] : [], (name) => inTradeWords(name, { withoutDay: true })),
  }
  folded.set(field, names)
  return names
}

/** `words`: in words of one family each; `ofDay`: without words for a day. */
type FoldedColumn = { column: string; name: string; words: string; ofDay: string }

/** Negative: the column does not have the name. */
const rankAsOwnName = (field: ImportField, { name }: Pick<FoldedColumn, 'name'>): number =>
  namesOf(field).own.has(name) ? 0 : -1

/** Smaller is better; negative: the column has none of the names. */
const rankAsOtherName = (field: ImportField, { name }: Pick<FoldedColumn, 'name'>): number => namesOf(field).other.get(name) ?? -1

/** The same with the names in words of one family each. "Price" is no day, so that it is not the column of "Price date". */
function rankInTradeWords(field: ImportField, { words, ofDay }: FoldedColumn): number {
  const isDay = field.reader === 'day' && ofDay !== words
  const named = isDay ? ofDay : words
  return named === '' ? -1 : (namesOf(field)[isDay ? 'withoutDay' : 'inTradeWords'].get(named) ?? -1)
}

/** Without a sample the name is enough. Month-first days are accepted here: the check reports them. */
function isReadable(field: ImportField, samples: readonly string[]): boolean {
  const filled = samples.filter((sample) => sample.trim() !== '')
  if (filled.length === 0 || (field.reader === 'choice' && !field.choices)) return true
  return filled.some((sample) => canRead(field, sample))
}

/** "Step day Y, Yes, x, ✓: complete, day unknown." [seat §6](docs/design/seat.md#6). Null: the cell says neither yes nor no. */
export function readDone({ fills }: ImportField, text: string): boolean | null {
  if (fills?.isDone === undefined) return null
  const read = readCell('yes-no', text)
  return 'issue' in read || text.trim() === '' ? null : read.value
}

export const canRead = (field: ImportField, sample: string): boolean =>
  readDone(field, sample) !== null ||
  (field.reader === 'choice'
    ? findChoice(field.choices ?? [], sample) !== undefined || sample.length <= maxCodeLength
    : field.reader === 'code'
      ? !('issue' in readCode(field, sample))
      : !('issue' in readCell(field.reader, sample)) || isMonthFirst(sample) || (field.reader === 'day' && isWithoutYear(sample)))

/**
 * Whether cells that the reader of a field refuses are reported in the check: those of an optional field are left empty, those of others
 * are errors of their rows, so that they have to look like an amount, a number or a day rather than words.
 */
const isReported = (field: ImportField, samples: readonly string[]): boolean =>
  field.reader !== 'choice' && (!isKept(field) || samples.some((sample) => /\d/.test(sample) && !/[a-z]{3,}/i.test(sample)))

/** Whether a cell of the first row is a day, an amount or a postcode, and so not the name of a column. */
export function isData(cell: string): boolean {
  const text = cell.trim()
  return /^[\d£.,/-]{3,}$/.test(text.replace(/ 00:00$/, '')) || ukPostcode.test(text.toUpperCase())
}

/** Whether the first row seems to be data instead of column names: two or more cells are days, amounts or postcodes. */
export const isHeaderMissing = (columnNames: readonly string[]): boolean => columnNames.filter(isData).length >= 2

const maxCodeLength = 60
const maxCodes = 60

/**
 * Whether a column can be a list of codes, judged by all its values: "8 first lines of a column of free text are never taken for
 * codes." [connect §1.2](docs/design/connect.md#1.2).
 */
export const isCodeColumn = (values: readonly string[]): boolean =>
  values.length <= maxCodes && values.every((value) => value.length <= maxCodeLength)

/** Columns of properties; a file of sales may repeat the address of each. */
const leastOfProperties = 6

const peopleOfTrade: readonly ImportKind[] = ['firm', 'person-at-firm']

/** The kind that matches most columns and whose required fields are present; null if no column is known. */
export function recogniseKind(columnNames: readonly string[], samples: ColumnSamples = {}): ImportKind | null {
  const scores = importKindNames.map((kind) => {
    const mapping = recogniseColumns(kind, columnNames, samples)
    const found = Object.values(mapping).filter((key) => key !== null).length
    const missing = missingFields(kind, mapping).length
    // A name, an e-mail address and a telephone number are in lists of everybody.
    const isOfAnybody = foldName(Object.keys(mapping).find((name) => mapping[name] === 'name') ?? '') === 'name'
    const isChance = peopleOfTrade.includes(kind) && (missing > 0 || (isOfAnybody && found * 2 < columnNames.length))
    return { kind, score: found === 0 || isChance ? 0 : found - 2 * missing, isWhole: missing === 0 }
  })
  // Of two alike, a list of people of the trade is more likely than properties without an address; other kinds keep their order.
  const best = scores.reduce((most, next) =>
    next.score > most.score || (next.score === most.score && peopleOfTrade.includes(next.kind) && !most.isWhole) ? next : most,
  )
  // One file of everything: its sales are offered once its properties are known.
  const property = scores.find(({ kind, isWhole, score }) => kind === 'property' && isWhole && score >= leastOfProperties)
  if (best.kind === 'sale' && property) return 'property'
  return best.score > 0 ? best.kind : null
}

/** Required fields that no column provides, neither directly nor as a part of a name or address. */
export function missingFields(kind: ImportKind, mapping: ColumnMapping): ImportField[] {
  const { fields } = importKinds[kind]
  const mapped = new Set(Object.values(mapping))
  const filled = new Set(
    fields.filter(({ key }) => mapped.has(key)).flatMap(({ key, fills }) => [key, ...Object.values(fills ?? {})]),
  )
  return fields.filter(({ key, needed }) => needed && !filled.has(key))
}

export type MappingIssue = { column: string; message: string }

/**
 * "A mapping to a field twice, to an unknown field, a code of another list: 400 with the column."
 * [connect §1.6](docs/design/connect.md#1.6).
 */
export function mappingIssues(kind: ImportKind, columnNames: readonly string[], mapping: ColumnMapping): MappingIssue[] {
  const first = new Map<string, string>()
  return Object.entries(mapping).flatMap(([column, key]) => {
    if (!columnNames.includes(column)) return [{ column, message: `The file has no column "${column}".` }]
    if (key === null) return []
    const field = importKinds[kind].fields.find((of) => of.key === key)
    if (!field) return [{ column, message: `There is no field "${key}" in a file of ${importKinds[kind].title.toLowerCase()}.` }]
    const other = first.get(key)
    if (other !== undefined && !field.joined)
      return [{ column, message: `"${field.title}" is already mapped to the column "${other}".` }]
    first.set(key, column)
    return []
  })
}

/**
 * Text whose SHA-256 is the fingerprint of a mapping: "the sorted, folded column names", whatever their order. A corrected file of
 * errors has the fingerprint of its file. The server hashes it; the domain has no cryptography.
 */
export const mappingFingerprintText = (columnNames: readonly string[]): string =>
  JSON.stringify(
    columnNames
      .filter((name) => !isErrorsColumn(name))
      .map(foldName)
      .toSorted(),
  )
