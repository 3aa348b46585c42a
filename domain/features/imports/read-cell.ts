import { type Address, normalisePostcode } from '../../common/address.ts'
import type { DateOnly } from '../../common/dates.ts'
import { type Pence, showPounds, showPoundsAndPence } from '../../common/money.ts'
import { splitNumbers } from '../../common/telephone.ts'
import { isNameWithLink, noWebAddress } from '../../common/web-address.ts'
import { Email, Tel, visible } from '../../common/wire.ts'
import { readCodes } from '../../fields/fields.ts'
import { splitAddress } from '../addresses/split-address.ts'
import { viewingMinuteStep } from '../viewings/viewings.rules.ts'
import { type ChoiceValue, findChoice, priceOptionChoices } from './choices.ts'
import { quoteCell, tidyCell } from './clean-cell.ts'
import type { ImportField, ImportReader } from './import-field.ts'
import { readDay } from './read-day.ts'

/**
 * Readers of cells: [connect §1.2](docs/design/connect.md#1.2). A reader converts the text of a cell to a value, with or without a warning,
 * to `null` if the cell is empty, or to an issue with a message.
 */
export type CellResult<Value> =
  | { value: Value | null; warning?: string; parts?: Readonly<Record<string, ChoiceValue>> }
  | { issue: string }

export type PersonName = { firstName: string; lastName: string }
export type AddressParts = Omit<Address, 'country'>

/** Amounts are pence, days `YYYY-MM-DD`, times `HH:mm`. */
export type CellValue = string | number | boolean | PersonName | AddressParts

type Values = {
  text: string
  day: DateOnly
  time: string
  pounds: Pence
  /** Pounds; per cent is a part. */
  fee: Pence
  number: number
  'yes-no': boolean
  person: PersonName
  address: AddressParts
  postcode: string
  email: string
  telephone: string
}

const readers: { [Reader in keyof Values]: (text: string) => CellResult<Values[Reader]> } = {
  text: (text) => ({ value: text }),
  day: readDay,
  time: readTime,
  pounds: readPounds,
  fee: readFee,
  number: readNumber,
  'yes-no': readYesNo,
  person: readPerson,
  address: readAddress,
  postcode: readPostcode,
  email: readEmail,
  telephone: readTelephone,
}

/** Words for a value that there is not. [seat §6](docs/design/seat.md#6). */
const nothing = /^(?:tb[cad]|t\.b\.[cad]\.?|n\/a|n\.a\.?|null|nil|none|unknown|not known|asap|[-\u2013\u2014?]+)$/i

/** A code of a register, or several with "; " between them. */
export function readCode({ of: field }: Pick<ImportField, 'of'>, raw: string): CellResult<string> {
  const text = tidyCell(raw)
  if (!field || text === '' || nothing.test(text)) return { value: null }
  const codes = field.kind === 'codes' ? readCodes(field, text) : [field.read?.(text) ?? null]
  if (codes === null || codes.includes(null) || codes.length > (field.max ?? 1))
    return { issue: `${quoteCell(text)} cannot be read. ${field.ask}` }
  return { value: codes.join('; ') || null }
}

/** Choices need a code list and codes their field. An empty "yes/no" is no. */
export function readCell<Reader extends Exclude<ImportReader, 'choice' | 'code'>>(
  reader: Reader,
  raw: string,
): CellResult<Values[Reader]> {
  const text = tidyCell(raw)
  if (text === '' && reader !== 'yes-no') return { value: null }
  if (nothing.test(text) && reader !== 'text' && reader !== 'person' && reader !== 'address') return { value: null }
  return readers[reader](text)
}

const signs = /^(?:\u00A3)?(-?)(?:\u00A3)?(\d+(?:\.\d+)?|\.\d+)(k|m|mn|million)?$/
const grouped = /\d{1,3}(?:,\d{3})+(?!\d)/g
const mostPounds = 1_000_000_000
const multiples: Readonly<Record<string, number>> = { k: 1000, m: 1_000_000, mn: 1_000_000, million: 1_000_000 }

/** Longer texts are not amounts. */
const longestAmount = 60

/** The words before or after an amount: "OIEO £450,000", "450,000 OIRO", "£1.25m". */
function splitAmount(text: string): { amount: string; words: string[] } {
  const start = text.search(/[\d£(.-]/)
  if (start === -1) return { amount: text, words: [] }
  const rest = text.slice(start)
  const letter = rest.search(/[a-z]/i)
  const [digits, tail] = letter === -1 ? [rest, ''] : [rest.slice(0, letter), rest.slice(letter)]
  const unit = /^(?:k|mn|million|m)(?![a-z])/i.exec(tail)?.[0] ?? ''
  const words = [text.slice(0, start).replace(':', ''), tail.slice(unit.length)].map((word) => word.trim())
  return { amount: digits.trim() + unit, words: words.filter((word) => word !== '') }
}

/**
 * "£, commas, spaces and .00 fall away; negative or 0 is an error." A comma that does not separate thousands is refused, and so are three
 * digits after a full stop, which may separate thousands. Words of a price option become a part.
 */
function readPounds(text: string): CellResult<Pence> {
  if (text.length > longestAmount) return { issue: `${quoteCell(text)} is not an amount in pounds.` }
  const plain = text.replace(/GBP/gi, '').replace(/\s+/g, ' ').trim()
  const whole = findChoice(priceOptionChoices, plain)
  if (whole !== undefined && !/\d/.test(plain)) return { value: null, parts: { priceOption: whole } }
  const { amount, words } = splitAmount(plain)
  const option = words.length === 1 ? findChoice(priceOptionChoices, words[0] ?? '') : undefined
  if (words.length > 0 && option === undefined) return { issue: `${quoteCell(text)} is not an amount in pounds.` }
  const read = readAmount(text, amount)
  return 'issue' in read || option === undefined ? read : { ...read, parts: { priceOption: option } }
}

function readAmount(text: string, amount: string): CellResult<Pence> {
  const plain = amount.replace(/\s/g, '').toLowerCase().replace('\u2212', '-')
  const unbracketed = /^\((.*)\)$/.exec(plain)
  const joined = (unbracketed ? `-${unbracketed[1]}` : plain).replace(grouped, (digits) => digits.replaceAll(',', ''))
  const [, minus, digits, unit] = signs.exec(joined) ?? []
  if (digits === undefined) return { issue: `${quoteCell(text)} is not an amount in pounds.` }
  if (unit === undefined && /^\d{1,3}\.\d{3}$/.test(digits) && !plain.includes(','))
    return {
      issue: `${quoteCell(text)} can be ${showPounds(Number(digits.replace('.', '')))} or ${showPoundsAndPence(Number(Number(digits).toFixed(2)))}. Write thousands with a comma or without a sign.`,
    }
  const pounds = Number(digits) * (multiples[unit ?? ''] ?? 1)
  const pence = Math.round(pounds * 100)
  if (minus !== '' || pence === 0) return { issue: `${quoteCell(text)} is not an amount above \u00A30.` }
  if (Math.abs(pounds * 100 - pence) > 1e-4) return { issue: `${quoteCell(text)}: use pounds and pence.` }
  if (pence > mostPounds * 100) return { issue: `${quoteCell(text)} is too large.` }
  return { value: pence }
}

const vat = /,? ?\(?(?:(?<with>incl?(?:uding|usive of|\.)?)|\+|plus|ex(?:cl?|cluding|clusive of|\.)?) ?vat\)?$/i
const withVat = 1.2

/** Without VAT: "1.5 % inc VAT" is 1.25 %. */
function withoutVat<Value extends number>(text: string, read: (rest: string) => CellResult<Value>): CellResult<Value> | null {
  const found = vat.exec(text)
  if (!found || text.length > longestAmount) return null
  const result = read(text.slice(0, found.index).trim())
  if (found.groups?.with === undefined || 'issue' in result || result.value === null) return result
  const value = Math.round((result.value / withVat) * 1000) / 1000
  return { value: value as Value, warning: `${quoteCell(text)} is read without VAT.` }
}

/** "Studio", "5+", "2/3", "12 weeks". */
const ofWords = /^(\d{1,3})(?:(\+| ?(?:\/|-|to|or) ?\d{1,3})| (?:weeks?|days?|beds?|bedrooms?))$/i

function readNumber(text: string): CellResult<number> {
  const [, first, more] = /^studio$/i.test(text) ? [text, '0', text] : (ofWords.exec(text) ?? [])
  if (first !== undefined)
    return { value: Number(first), ...(more === undefined ? {} : { warning: `${quoteCell(text)} is read as ${first}.` }) }
  const untaxed = withoutVat(text, readNumber)
  if (untaxed) return untaxed
  const joined = text.replace(/\s|%$/g, '').replace(grouped, (digits) => digits.replaceAll(',', ''))
  if (!/^-?(\d+(\.\d+)?|\.\d+)$/.test(joined)) return { issue: `${quoteCell(text)} is not a number.` }
  const value = Number(joined)
  return Number.isFinite(value) && Math.abs(value) < 1e12 ? { value } : { issue: `${quoteCell(text)} is too large.` }
}

const mostPercent = 10
/** "At most 0.1 is read as fractions." */
const mostFraction = 0.1
const leastPounds = 100

/** "With % or at most 10: percent; with £ or above 100: pounds; between: left empty." [seat §6](docs/design/seat.md#6). */
function readFee(text: string): CellResult<Pence> {
  const plain = text.replace(/ ?\(?(?:fixed|flat)(?: fee)?\)?/i, '').trim()
  const untaxed = vat.test(plain)
  const amount = untaxed ? plain.slice(0, vat.exec(plain)?.index).trim() : plain
  const isPercent = amount.includes('%') || (!amount.includes('\u00A3') && Number(amount) <= mostPercent)
  if (isPercent) {
    const percent = readNumber(plain)
    if ('issue' in percent || percent.value === null) return { issue: `${quoteCell(text)} is not a fee.` }
    const isFraction = !amount.includes('%') && percent.value <= mostFraction
    const value = isFraction ? Math.round(percent.value * 100_000) / 1000 : percent.value
    const said = isFraction
      ? { warning: `${quoteCell(text)} is read as ${value} %.` }
      : { ...(percent.warning && { warning: percent.warning }) }
    return value > 0 && value <= 100
      ? { ...said, value: null, parts: { agencyFeePercent: value } }
      : { issue: `${quoteCell(text)} is not a fee.` }
  }
  if (!amount.includes('\u00A3') && Number(amount) < leastPounds)
    return { issue: `${quoteCell(text)} can be per cent or pounds. Write a % or a \u00A3 with it.` }
  return withoutVat(plain, readPounds) ?? readPounds(plain)
}

function readYesNo(text: string): CellResult<boolean> {
  const word = text.toLowerCase()
  if (['y', 'yes', 'true', '1', 'x', '\u2713', '\u2714', 'cash', 'cash buyer', 'cash purchase'].includes(word))
    return { value: true }
  if (['n', 'no', 'false', '0', '', 'mortgage', 'mortgaged', 'mtg', 'mort'].includes(word)) return { value: false }
  return { issue: `${quoteCell(text)} is neither yes nor no.` }
}

/** In capitals, with one space. */
export const ukPostcode = /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/

function readPostcode(text: string): CellResult<string> {
  const value = normalisePostcode(text).replace(/\s+/g, ' ')
  if (value.length > 10) return { issue: `${quoteCell(text)} is not a postcode.` }
  return ukPostcode.test(value) ? { value } : { value, warning: `"${value}" does not look like a British postcode.` }
}

/** `Grace Otter <grace@otter.example>`; "the first of two addresses or numbers, the others in the warning". */
function readEmail(text: string): CellResult<string> {
  const words = text.split(/[\s<>;,|()"']+/).filter((word) => word.includes('@'))
  const [first, ...others] = words.flatMap((word) => Email.safeParse(word.replace(/^mailto:/i, '').replace(/\.$/, '')).data ?? [])
  if (first === undefined) return { issue: `${quoteCell(text)} is not an e-mail address.` }
  return { value: first, ...(others.length > 0 && { warning: onlyFirst(first, others) }) }
}

const onlyFirst = (first: string, others: readonly string[]): string =>
  `Only ${first} is taken. Not taken: ${others.join(', ').slice(0, 200).toWellFormed()}.`

/** A British number that a spreadsheet has taken for an amount. */
const withoutZero = /^[1-37-9]\d{9}$/

/** A number among words. */
const digitsOfNumber = /(?<![\d.])\+?\(?\d[\d ()-]{7,20}\d/
/** "Tel: …", "Mob …", "… (work)" */
const labelOfNumber =
  /^(?:tel(?:ephone)?|t|phone|mob(?:ile)?|m|home|h|work|w|office)\b[.:]*|\((?:mobile|mob|m|home|h|work|w|office|o)\)$/gi

function readTelephone(text: string): CellResult<string> {
  if (withoutZero.test(text))
    return { value: `0${text}`, warning: `${quoteCell(text)} is read as 0${text}: its first 0 was missing.` }
  const numbers = splitNumbers(text.replace(/[^\S\n]+/g, ' ')).flatMap((number) => {
    const plain = number.trim().replace(labelOfNumber, '').trim()
    return plain === '' ? [] : [{ plain, read: Tel.safeParse(plain).data || digitsOfNumber.exec(plain)?.[0] }]
  })
  const first = numbers.find(({ read }) => read !== undefined)
  if (first?.read === undefined) return { issue: `${quoteCell(text)} is not a telephone number.` }
  const others = numbers.filter((one) => one !== first).map(({ plain, read }) => read ?? plain)
  if (others.length > 0) return { value: first.read, warning: onlyFirst(first.read, others) }
  return first.read === first.plain
    ? { value: first.read }
    : { value: first.read, warning: `${quoteCell(text)} is read as ${first.read}.` }
}

const clock = /^(\d{1,2})(?:[:.](\d{2}))?(?:[:.]\d{2})? ?([ap])?\.?(?:m\.?)?$/i
const dayAndTime = /^\d{4}-\d{2}-\d{2}[T ](\d{2}:\d{2})/

/** `14:30`, `2.30pm`, `9am`, or the fraction of a day that Excel stores. */
function readTime(text: string): CellResult<string> {
  const fraction = /^0?\.\d+$/.test(text) ? Math.round(Number(text) * 1440) : null
  const [, hourText = '', minuteText, half] = clock.exec(dayAndTime.exec(text)?.[1] ?? text) ?? []
  const isClock = hourText !== '' && (minuteText !== undefined || half !== undefined)
  if (fraction === null && !isClock) return { issue: `${quoteCell(text)} is not a time. Use a form such as 14:30.` }
  const twelve = half ? (Number(hourText) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hourText)
  const minutes = fraction ?? twelve * 60 + Number(minuteText ?? 0)
  if (minutes >= 1440 || Number(minuteText ?? 0) > 59 || (half && Number(hourText) > 12))
    return { issue: `${quoteCell(text)} is not a time of day.` }
  if (minutes % viewingMinuteStep !== 0)
    return { issue: `${quoteCell(text)}: use a time in steps of ${viewingMinuteStep} minutes.` }
  return { value: `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}` }
}

/** What somebody is beside the name: "Mr J Smith (executor)", "Mrs A Smith - dec'd". */
const withCapacity =
  /^(.*\S)(?: ?\([^()]+\)|(?:, ?| [-\u2013] )(?:exec|exor|admin|attorney|trustee|deceased|dec['\u2019]?d|personal rep|deputy)[\w'\u2019 ]*)\.?$/i

const joint = /\s(?:and|&)\s/i

/** "A person 'Mr A & Mrs B Otter' becomes first 'Mr A & Mrs B', last 'Otter', with a warning." `Otter, Grace` is read as well, and what stands in brackets is left out. */
function readPerson(text: string): CellResult<PersonName> {
  const words = text.replace(/(\S)&(\S)/g, '$1 & $2').split(/\s+/)
  const whole = words.filter((word) => visible.test(word)).join(' ')
  const name = withCapacity.exec(whole)?.[1] ?? whole
  const [, last, first] = /^([^,&]+), ?([^,]+)$/.exec(name) ?? []
  const cut = name.lastIndexOf(' ')
  const value =
    first && last && visible.test(first) && visible.test(last)
      ? { firstName: first, lastName: last }
      : { firstName: name.slice(0, Math.max(cut, 0)), lastName: name.slice(cut + 1) }
  if (isNameWithLink(name)) return { issue: noWebAddress }
  if (value.firstName.length > 80 || value.lastName.length > 80) return { issue: `${quoteCell(text)} is too long for a name.` }
  return joint.test(name) || name !== whole
    ? { value, warning: `${quoteCell(text)} is read as first name "${value.firstName}" and last name "${value.lastName}".` }
    : { value }
}

const postcodeAtEnd = /\b([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i
/** Its first half, as in "Rose Road, Battersea, London, SW11". */
const halfPostcode = /^[A-Z]{1,2}\d[A-Z\d]?$/
const countryAtEnd = /,\s*(?:UK|United Kingdom|England|Wales|Scotland|Great Britain|Northern Ireland)\.?$/i
/** Splits an address in one cell: the postcode is at its end, before it the town, or the town and the county. */
function readAddress(text: string): CellResult<AddressParts> {
  const inland = text.replace(/\n/g, ', ').replace(countryAtEnd, '')
  const whole = postcodeAtEnd.exec(inland)?.[1] ?? ''
  const parts = inland
    .replace(postcodeAtEnd, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => visible.test(part))
  const isHalf = whole === '' && parts.length > 2 && halfPostcode.test(parts.at(-1) ?? '')
  const postcode = isHalf ? (parts.pop() ?? '') : normalisePostcode(whole)
  const { line1, line2, town, county } = splitAddress(parts)
  if (line1 === '') return { issue: `${quoteCell(text)} does not begin with a first address line.` }
  if (Math.max(line1.length, line2.length) > 120 || Math.max(town.length, county.length) > 80)
    return { issue: `${quoteCell(text)} is too long for an address.` }
  const said = isHalf ? { warning: `"${postcode}" is the first half of a postcode.` } : {}
  return { value: { line1, line2, town, county, postcode }, ...said }
}
