import { parseDayWords } from '../../common/date-words.ts'
import { addDays, type DateOnly, isDateOnly, londonDay, showDate } from '../../common/dates.ts'
import { quoteCell } from './clean-cell.ts'
import type { CellResult } from './read-cell.ts'

/**
 * Days of an imported file: "ISO, `dd/mm/yyyy`, `dd-mm-yy`, `d Mon yyyy`, Excel serials; day-first always; … Two-digit years are
 * 2000\u20132069." [connect §1.2](docs/design/connect.md#1.2). A time of day after the day is ignored.
 */

const timeAfter = String.raw`(?:[T ,]+\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?(?: ?[ap]m)?)?`
const numeric = new RegExp(String.raw`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})${timeAfter}$`, 'i')
const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})$/
const iso = new RegExp(String.raw`^(\d{4})[/-](\d{1,2})[/-](\d{1,2})${timeAfter}$`, 'i')
const named = new RegExp(
  String.raw`^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -]([a-z]{3,9})\.?,?[ -]['\u2019]?(\d{4}|\d{2})${timeAfter}$`,
  'i',
)
/** The month is named, so it may come first. */
const monthNamed = /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (?=\d{4})/i
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i
/** Values that databases write for a missing date. */
const nothing = /^(0{4}[-/]00[-/]00|00[-/.]00[-/.](00)?00)( 00:00(:00)?)?$|^-+$/
const serial = /^(\d{5})(?:\.\d+)?$/

const months = 'january february march april may june july august september october november december'.split(' ')

/** 25569 is 1 January 1970. Five digits cover 1927 to 2173. */
const dayOfSerial = (days: number): DateOnly => addDays('1970-01-01', days - 25_569)

/** Days between the two date systems of workbooks. */
const days1904 = 1462

/** A number that counts days from 1 January 1904, as one that counts from 1900. */
export const serialFrom1904 = (text: string): string => (serial.test(text.trim()) ? String(Number(text) + days1904) : text)

const yearOf = (text: string): number | null => {
  if (text.length === 4) return Number(text)
  return Number(text) <= 69 ? 2000 + Number(text) : null
}

/** 0: not the name of a month, or its first letters. */
function monthNumber(word: string): number {
  const lower = word.toLowerCase().replace(/^sept$/, 'sep')
  return months.findIndex((month) => month === lower || month.slice(0, 3) === lower) + 1
}

/** Of a column with such a value, which is refused as a whole. */
export const monthFirstNotice = (column: string, { rowNo, value }: { rowNo: number; value: string }): string =>
  `${column}: ${quoteCell(value)} in line ${rowNo} can only have the month first, so no day of this column is read. Correct it, or leave the column out.`

/** Whether a value is a valid day only with the month first: `03/25/2026`. */
export function isMonthFirst(raw: string): boolean {
  const [, first = '', second = '', year = ''] = numeric.exec(raw.trim()) ?? []
  const calendarDay = `${String(yearOf(year) ?? 1970).padStart(4, '0')}-${first.padStart(2, '0')}-${second.padStart(2, '0')}`
  return year !== '' && Number(second) > 12 && isDateOnly(calendarDay)
}

export function readDay(raw: string): CellResult<DateOnly> {
  if (nothing.test(raw)) return { value: null }
  if (instant.test(raw) && !Number.isNaN(Date.parse(raw))) return checked(raw, londonDay(new Date(raw).toISOString()))
  const [, days] = serial.exec(raw) ?? []
  if (days) return checked(raw, dayOfSerial(Number(days)))
  const isoParts = iso.exec(raw) ?? compact.exec(raw)
  if (isoParts) return ofParts(raw, isoParts[1] ?? '', Number(isoParts[2]), Number(isoParts[3]))
  const parts = numeric.exec(raw)
  if (parts)
    return isMonthFirst(raw) ? { issue: monthFirstWords(raw) } : ofParts(raw, parts[3] ?? '', Number(parts[2]), Number(parts[1]))
  const words = named.exec(raw.replace(monthNamed, '$2 $1 '))
  if (words && monthNumber(words[2] ?? '') > 0) return ofParts(raw, words[3] ?? '', monthNumber(words[2] ?? ''), Number(words[1]))
  return { issue: `${quoteCell(raw)} is not a day. Use a form such as 25/03/2026 or 2026-03-25.` }
}

/** "3/4", "3-Apr": a day and a month. */
const withoutYear = /^\d{1,2}(?:[/.-]\d{1,2}|(?:st|nd|rd|th)?[ -][a-z]{3,9}\.?)$/i

export const isWithoutYear = (raw: string): boolean => withoutYear.test(raw.trim())

/**
 * A day without a year: the nearest one by the rule of typed days ([day §8](docs/design/day.md#8)). Where it may be later than today, the
 * nearer of the last and the next one, because a file has days that have passed beside agreed ones. Null: it is none.
 */
export function readDayWithoutYear(
  raw: string,
  { mayBeFuture, today }: { mayBeFuture: boolean; today: DateOnly },
): DateOnly | null {
  const text = raw.trim()
  if (!isWithoutYear(text)) return null
  const plain = text.replace(/(?<=\d)(?:st|nd|rd|th)/i, '').replace(/\.$/, '')
  return parseDayWords(plain, mayBeFuture ? 'either' : 'past', today) ?? null
}

const monthFirstWords = (raw: string): string => `${quoteCell(raw)} has the month first. Days must come first: 25/03/2026.`

function ofParts(raw: string, yearText: string, month: number, day: number): CellResult<DateOnly> {
  const year = yearOf(yearText)
  if (year === null) return { issue: `${quoteCell(raw)}: write the year with four digits. Two digits are read as 2000 to 2069.` }
  const two = (part: number): string => String(part).padStart(2, '0')
  return checked(raw, `${year}-${two(month)}-${two(day)}`)
}

function checked(raw: string, day: DateOnly): CellResult<DateOnly> {
  if (!isDateOnly(day)) return { issue: `${quoteCell(raw)} is not a day in the calendar.` }
  if (day < '1900-01-01' || day >= '2200-01-01')
    return { issue: `${quoteCell(raw)} is ${showDate(day)}: use a day from 1900 to 2199.` }
  return { value: day }
}
