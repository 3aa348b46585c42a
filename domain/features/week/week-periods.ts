import { type EndOfWeek, lastDayOfWeek } from '../../common/company-week.ts'
import { addDays, addYears, type DateOnly, daysBetween, monthName, showDate, weekdayName } from '../../common/dates.ts'
import type { DateRange } from '../dashboard/periods.ts'

/** The periods of the manager's week and those they are compared with: [seat §4](docs/design/seat.md#4). Both ends included. */

export const weekPeriodKinds = ['week', 'month', 'quarter', 'year', 'own'] as const
export type WeekPeriodKind = (typeof weekPeriodKinds)[number]
type WholeKind = Exclude<WeekPeriodKind, 'own'>

/** "own dates 1 to 366 days". */
export const maxOwnDays = 366

/** `yearStarts`: first month of the financial year, 1 to 12; quarters count from it. */
export type WeekSettings = { endOfWeek: EndOfWeek; yearStarts: number }

const monthsOf: Record<Exclude<WholeKind, 'week'>, number> = { month: 1, quarter: 3, year: 12 }

/** The first day of the month that is `months` after that of a day. */
export function firstOfMonth(day: DateOnly, months = 0): DateOnly {
  const nth = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  return `${String(Math.floor(nth / 12)).padStart(4, '0')}-${String((nth % 12) + 1).padStart(2, '0')}-01`
}

/** The whole week, month, quarter or financial year that contains a day. */
export function wholePeriod(kind: WholeKind, day: DateOnly, { endOfWeek, yearStarts }: WeekSettings): DateRange {
  if (kind === 'week') {
    const last = lastDayOfWeek(day, endOfWeek)
    return { first: addDays(last, -6), last }
  }
  const months = monthsOf[kind]
  const first = firstOfMonth(day, -((Number(day.slice(5, 7)) - yearStarts + 12) % months))
  return { first, last: addDays(firstOfMonth(first, months), -1) }
}

const earlier = (one: DateOnly, other: DateOnly): DateOnly => (one < other ? one : other)

/** "each so far": up to today. */
export function periodSoFar(kind: WholeKind, today: DateOnly, settings: WeekSettings): DateRange {
  const { first, last } = wholePeriod(kind, today, settings)
  return { first, last: earlier(last, today) }
}

/** Whether the range is a whole period, or the beginning of one. */
const begins = (kind: WholeKind, { first, last }: DateRange, settings: WeekSettings): boolean => {
  const whole = wholePeriod(kind, first, settings)
  return whole.first === first && last <= whole.last
}

/** How a range is compared: as asked if it is such a period, else as the shortest that it begins. */
export function kindOfPeriod(range: DateRange, settings: WeekSettings, asked?: WeekPeriodKind): WeekPeriodKind {
  const kinds = weekPeriodKinds.filter((kind) => kind === 'own' || begins(kind, range, settings))
  return kinds.find((kind) => kind === asked) ?? kinds[0] ?? 'own'
}

const moved = ({ first, last }: DateRange, days: number): DateRange => ({
  first: addDays(first, days),
  last: addDays(last, days),
})

/** Whether the range is a whole month, quarter or year: it is compared with whole ones, whatever their number of days. */
const isWhole = (kind: WeekPeriodKind, { first, last }: DateRange, settings: WeekSettings): kind is WholeKind =>
  kind !== 'own' && wholePeriod(kind, first, settings).first === first && wholePeriod(kind, first, settings).last === last

/** "a week moves by 7 days; months, quarters and years take the same number of days of the one before, cut at its end; own dates the same
 * number of days that end the day before." */
function periodBefore(kind: WeekPeriodKind, range: DateRange, settings: WeekSettings): DateRange {
  const days = daysBetween(range.first, range.last)
  if (kind === 'week') return moved(range, -7)
  if (kind === 'own') return moved(range, -days - 1)
  const { first, last } = wholePeriod(kind, addDays(range.first, -1), settings)
  return { first, last: isWhole(kind, range, settings) ? last : earlier(addDays(first, days), last) }
}

/** "a week moves by 364 days (the same weekdays), others by one year, 29/02 becoming 28/02." */
function lastYear(kind: WeekPeriodKind, range: DateRange, settings: WeekSettings): DateRange {
  if (kind === 'week') return moved(range, -364)
  const first = addYears(range.first, -1)
  return isWhole(kind, range, settings) ? wholePeriod(kind, first, settings) : { first, last: addYears(range.last, -1) }
}

/** The period, the one before and that of last year; "where both are the same days one column is left out." */
export function comparedPeriods(kind: WeekPeriodKind, range: DateRange, settings: WeekSettings): DateRange[] {
  const before = periodBefore(kind, range, settings)
  const year = lastYear(kind, range, settings)
  return before.first === year.first && before.last === year.last ? [range, before] : [range, before, year]
}

/** "arrows go to the whole one before or after"; the current one is so far. Null: it has not begun. */
export function neighbouringPeriod(
  { kind, range, step }: { kind: WeekPeriodKind; range: DateRange; step: -1 | 1 },
  settings: WeekSettings,
  today: DateOnly,
): DateRange | null {
  const whole = kind === 'own' ? range : wholePeriod(kind, range.first, settings)
  const outside = step < 0 ? addDays(whole.first, -1) : addDays(whole.last, 1)
  const days = daysBetween(range.first, range.last) + 1
  const next = kind === 'own' ? moved(range, step * days) : wholePeriod(kind, outside, settings)
  return next.first > today ? null : { first: next.first, last: earlier(next.last, today) }
}

/** Whether the period ends today and goes on after it. */
export const isSoFar = (kind: WeekPeriodKind, { first, last }: DateRange, settings: WeekSettings, today: DateOnly): boolean =>
  kind !== 'own' && last === today && wholePeriod(kind, first, settings).last > last

/** The end of the next company week, of the period's end or, where that has passed, of today. */
export function lookAheadTo(last: DateOnly, today: DateOnly, { endOfWeek }: Pick<WeekSettings, 'endOfWeek'>): DateOnly {
  const [ofPeriod = last, ofToday = today] = [last, today].map((day) => addDays(lastDayOfWeek(day, endOfWeek), 7))
  return ofPeriod < today ? ofToday : ofPeriod
}

const dayMonth = (day: DateOnly): string => showDate(day).slice(0, 5)
const yearOf = (day: DateOnly): string => day.slice(0, 4)

/** `06/12`, with the year if it is not today's. */
export const showNearDay = (day: DateOnly, today: DateOnly): string =>
  yearOf(day) === yearOf(today) ? dayMonth(day) : showDate(day)

/** The heading of a column: `23/11–28/11`, `24/11–29/11/2025`. */
export function showRange({ first, last }: DateRange, today: DateOnly): string {
  if (yearOf(first) !== yearOf(last)) return `${showDate(first)}–${showDate(last)}`
  return first === last ? showNearDay(last, today) : `${dayMonth(first)}–${showNearDay(last, today)}`
}

const inWords = (day: DateOnly, withMonth: boolean, withYear: boolean): string =>
  [
    weekdayName(day),
    Number(day.slice(8)),
    ...(withMonth || withYear ? [monthName(day)] : []),
    ...(withYear ? [yearOf(day)] : []),
  ].join(' ')

/** `Monday 23 to Saturday 28 November 2026`. */
export function rangeInWords({ first, last }: DateRange): string {
  if (first === last) return inWords(last, true, true)
  const [sameYear, sameMonth] = [yearOf(first) === yearOf(last), first.slice(0, 7) === last.slice(0, 7)]
  return `${inWords(first, !sameMonth, !sameYear)} to ${inWords(last, true, true)}`
}
