import { isDateOnly } from '../../common/dates.ts'
import { addressAfterLine1 } from '../addresses/split-address.ts'
import type { ChoiceValue } from './choices.ts'
import { endsInHouseNumber } from './join-cells.ts'
import { type CodeLists, type RawRow, type ReadRow, type ReadRowOptions, type RowIssue, readRow } from './read-row.ts'
import type { ColumnMapping } from './recognise-columns.ts'

/** Rules for the records of a BLM file, which are all properties: [connect §1.2](docs/design/connect.md#1.2), "BLM rules". */

/** Mapping that the screen shows. BLM has fixed columns, which cannot be mapped. */
export const blmMapping: ColumnMapping = {
  AGENT_REF: 'ref',
  BRANCH_ID: 'branch',
  ADDRESS_1: 'line1',
  ADDRESS_2: 'line2',
  ADDRESS_3: 'town',
  ADDRESS_4: 'county',
  POSTCODE: 'postcode',
  BEDROOMS: 'bedrooms',
  PRICE: 'askingPrice',
  PRICE_QUALIFIER: 'priceOption',
  TENURE_TYPE_ID: 'ownership',
  STATUS_ID: 'status',
  CREATE_DATE: 'launchedOn',
}

const { POSTCODE: postcode = null, ...others } = blmMapping
const columns: ColumnMapping = { ...others, POSTCODE1: postcode }

/** The columns of a feed as the screen shows them, with the parts of addresses and days combined. "In BLM `TOWN` is the town." */
export function blmColumnsOf(names: readonly string[]): ColumnMapping {
  const hasTown = names.includes('TOWN')
  const own: ColumnMapping = {
    ...columns,
    ...(hasTown && { TOWN: 'town', ADDRESS_3: 'line2', COUNTY: 'county', ADDRESS_4: null }),
  }
  return Object.fromEntries(names.map((name) => [name, own[name] ?? null]))
}

/** Qualifiers without an equivalent price option, with their names for the warning. */
const priceQualifiers: Readonly<Record<string, { option: ChoiceValue; unlike?: string }>> = {
  0: { option: 3 },
  1: { option: 4 },
  2: { option: 0 },
  3: { option: 3 },
  4: { option: 2 },
  5: { option: 1 },
  6: { option: 3, unlike: 'sale by tender' },
  7: { option: 3, unlike: 'from' },
  9: { option: 3, unlike: 'shared ownership' },
  10: { option: 2 },
  11: { option: 3, unlike: 'part buy, part rent' },
  12: { option: 3, unlike: 'shared equity' },
  15: { option: 1 },
  16: { option: 3, unlike: 'coming soon' },
}

const ownerships: ReadonlyMap<string, ChoiceValue> = new Map([
  ['1', 'freehold'],
  ['2', 'leasehold'],
])

const soldStatuses = ['1', '2', '3', '4']
const directColumns = ['AGENT_REF', 'BRANCH_ID', 'BEDROOMS', 'PRICE'] as const

export function readBlmRow(codes: CodeLists, record: RawRow, { today }: Pick<ReadRowOptions, 'today'>): ReadRow {
  const cell = (name: string): string => (record[name] ?? '').trim()
  if (cell('TRANS_TYPE_ID') === '2') return { values: {}, issues: [], skip: 'A letting: GYA holds sales.' }

  const issues: RowIssue[] = []
  const warn = (column: string, message: string): void => {
    issues.push({ level: 'warning', column, value: cell(column), message })
  }
  const price = Number(cell('PRICE')) === 0 ? '' : cell('PRICE')
  if (price === '') warn('PRICE', 'There is no price.')
  const raw: Record<string, string> = {
    ...Object.fromEntries(directColumns.map((name) => [name, cell(name)])),
    ...addressOf(cell),
    PRICE: price,
  }
  const read = readRow('property', blmMapping, codes, raw, { today })
  const isPublished = cell('PUBLISHED_FLAG') !== '0'
  const createdOn = cell('CREATE_DATE').match(/^\d{4}-\d{2}-\d{2}/)?.[0] ?? ''
  const isCreated = isDateOnly(createdOn) && createdOn >= '1900-01-01' && createdOn <= today
  if (cell('CREATE_DATE') !== '' && !isCreated)
    warn('CREATE_DATE', 'This is not a day up to today. The day of the import is used.')

  const status = cell('STATUS_ID')
  if (soldStatuses.includes(status))
    warn('STATUS_ID', 'Marked sold in the feed, but no offer came with it: add an offers or sales file.')
  else if (status !== '0' && status !== '') warn('STATUS_ID', `Status ${status} is not known. The property is taken as for sale.`)

  return {
    values: {
      ...read.values,
      priceOption: priceOptionOf(cell('PRICE_QUALIFIER'), warn),
      ownership: ownerships.get(cell('TENURE_TYPE_ID')) ?? 'unknown',
      status: isPublished ? 'forSale' : 'preForSale',
      ...(isCreated ? { takenOn: createdOn } : {}),
      // Without a creation day the property is launched on the day of the import, and later imports do not change that.
      ...(isPublished && isCreated ? { launchedOn: createdOn } : {}),
    },
    issues: [...read.issues, ...issues],
  }
}

/**
 * The address lines, or the overseas fields of version 3i. Counties are recognised by name in any line. "`TOWN` is the town and
 * `ADDRESS_1` of a bare number joins `ADDRESS_2`." [seat §6](docs/design/seat.md#6).
 */
function addressOf(cell: (name: string) => string): Record<string, string> {
  const first = cell('ADDRESS_1') || [cell('HOUSE_NAME_NUMBER'), cell('STREET_NAME')].join(' ').trim()
  const [second = '', ...rest] = ['ADDRESS_2', 'ADDRESS_3', 'ADDRESS_4'].map(cell)
  const isNumber = endsInHouseNumber(first) && second !== ''
  const others = [isNumber ? '' : second, ...rest]
  const given = cell('TOWN') === '' ? addressAfterLines(others) : addressWithTown(others, cell('TOWN'), cell('COUNTY'))
  const postcode = `${cell('POSTCODE1')} ${cell('POSTCODE2')}`.trim() || cell('ZIPCODE')
  return {
    ADDRESS_1: isNumber ? `${first} ${second}` : first,
    ADDRESS_2: given.line2,
    ADDRESS_3: given.town || cell('OS_TOWN_CITY'),
    ADDRESS_4: given.county || cell('OS_REGION'),
    POSTCODE: postcode,
  }
}

type Rest = ReturnType<typeof addressAfterLine1>

const addressAfterLines = (lines: readonly string[]): Rest =>
  lines[2] === '' ? addressAfterLine1(lines) : { ...addressAfterLine1(lines.slice(0, 2)), county: lines[2] ?? '' }

/** The lines may repeat the town and the county. */
function addressWithTown(lines: readonly string[], town: string, county: string): Rest {
  const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
  const own = lines.filter((line) => line !== '' && !isSame(line, town) && !isSame(line, county))
  const found = addressAfterLine1([...own, town])
  const last = own.at(-1)
  const inLines = county === '' && last !== undefined ? addressAfterLine1([town, last]).county : ''
  return { line2: (inLines === '' ? own : own.slice(0, -1)).join(', '), town, county: county || inLines || found.county }
}

function priceOptionOf(qualifier: string, warn: (column: string, message: string) => void): ChoiceValue {
  const key = qualifier === '' ? '0' : qualifier
  const known = Object.hasOwn(priceQualifiers, key) ? priceQualifiers[key] : undefined
  if (!known) warn('PRICE_QUALIFIER', `Price qualifier ${qualifier} is not known. The price is taken as fixed.`)
  else if (known.unlike)
    warn('PRICE_QUALIFIER', `The price qualifier "${known.unlike}" has no equivalent in GYA. The price is taken as fixed.`)
  return known?.option ?? 3
}

/** The files a record names: "`MEDIA_IMAGE_00` out of the ZIP becomes the photo, plans and documents become files; web addresses are not fetched". */
export type BlmMedia = { photo: string | null; files: { name: string; caption: string }[]; webAddresses: number }

const mediaColumn = /^MEDIA_(IMAGE|FLOOR_PLAN|DOCUMENT)_(\d\d)$/

export function blmMedia(record: RawRow): BlmMedia {
  const media: BlmMedia = { photo: null, files: [], webAddresses: 0 }
  for (const [column, value] of Object.entries(record)) {
    const [, kind, number] = mediaColumn.exec(column) ?? []
    const name = value.trim()
    if (kind === undefined || name === '') continue
    if (/^[a-z]+:\/\//i.test(name)) media.webAddresses += 1
    else if (kind !== 'IMAGE') media.files.push({ name, caption: (record[`MEDIA_${kind}_TEXT_${number}`] ?? '').trim() })
    else if (number === '00') media.photo = name
    // Picture 60 is the energy performance certificate: a document.
    else if (number === '60') media.files.push({ name, caption: (record.MEDIA_IMAGE_TEXT_60 ?? '').trim() || 'EPC' })
  }
  return media
}
