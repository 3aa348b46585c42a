import { addDays, addYears, type DateOnly, isDateOnly, weekdayOf, weekdays } from '../../common/dates.ts'

/** The days that a clause says. [mail-in §6.2](docs/design/mail-in.md#6.2). */

const months = 'january february march april may june july august september october november december'.split(' ')
const monthWords = months
  .map((month) => `${month.slice(0, 3)}(?:${month.slice(3)})?`)
  .join('|')
  .replace('sep(?:tember)?', 'sept?(?:ember)?')
const dayFirst = new RegExp(String.raw`\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? (${monthWords})\b(?:,? (\d{4})\b)?`, 'g')
const monthFirst = new RegExp(String.raw`\b(${monthWords}) (\d{1,2})(?:st|nd|rd|th)?\b(?:,? (\d{4})\b)?`, 'g')
/** "12 or 13 November". */
const twoDays = new RegExp(
  String.raw`\b\d{1,2}(?:st|nd|rd|th)? ?(?:or|and|to|[-\u2013/]) ?\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:${monthWords})\b`,
)
/** "In September", "last week": some day. */
const vague = new RegExp(
  String.raw`\b(?:in|since|during) (?:early |mid |late |mid-)?(?:${monthWords})\b(?! \d)|\b(?:last|previous|earlier this) (?:week|month)\b|\bago\b|\bthe other day\b`,
)
const numeric = /\b(\d{1,2})(?:\/(\d{1,2})(?:\/(\d{4}|\d{2}))?|\.(\d{1,2})\.(\d{4}|\d{2}))\b/g
const weekday = new RegExp(String.raw`\b(?:(next|last|this|coming) )?(${weekdays.join('|').toLowerCase()})\b`, 'g')

const monthOf = (word: string): number => months.findIndex((month) => month.startsWith(word.slice(0, 3))) + 1

/** `back`: what was done; `ahead`: what is to come. Without a year the nearest in that direction, within 12 months. */
export type Direction = 'back' | 'ahead'

function dayOf(day: string, month: number, year: string | undefined, from: DateOnly, direction: Direction): DateOnly | null {
  const of = (fullYear: string): DateOnly | null => {
    const date = `${fullYear}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
    return isDateOnly(date) ? date : null
  }
  if (year !== undefined) return of(year.length === 2 ? `20${year}` : year)
  const [this_, before, after] = [from, addYears(from, -1), addYears(from, 1)].map((date) => of(date.slice(0, 4)))
  return direction === 'back'
    ? ([this_, before].find((date) => date && date <= from) ?? null)
    : ([this_, after].find((date) => date && date >= from) ?? null)
}

function weekdayDay(word: string, name: string, from: DateOnly, direction: Direction): DateOnly | null {
  // "Next Friday" is tomorrow for some and in eight days for others.
  if (word === 'next') return null
  const forwards = (weekdays.findIndex((one) => one.toLowerCase() === name) - weekdayOf(from) + 7) % 7
  if (direction === 'ahead' && word !== 'last') return addDays(from, forwards)
  return addDays(from, forwards === 0 ? (word === 'last' ? -7 : 0) : forwards - 7)
}

/**
 * `null` in the list: a day is said that cannot be told. `clause` is in lower case.
 */
export function daysSaid(clause: string, from: DateOnly, direction: Direction): (DateOnly | null)[] {
  const found: (DateOnly | null)[] = [
    ...[...clause.matchAll(dayFirst)].map(([, day = '', month = '', year]) => dayOf(day, monthOf(month), year, from, direction)),
    ...[...clause.matchAll(monthFirst)].map(([, month = '', day = '', year]) =>
      dayOf(day, monthOf(month), year, from, direction),
    ),
    ...[...clause.matchAll(numeric)].map(([, day = '', month, year, dotMonth, dotYear]) =>
      dayOf(day, Number(month ?? dotMonth), year ?? dotYear, from, direction),
    ),
    ...(twoDays.test(clause) || vague.test(clause) ? [null] : []),
    ...(/\byesterday\b/.test(clause) ? [addDays(from, -1)] : []),
    ...(/\btoday\b|\bthis (?:morning|afternoon)\b/.test(clause) ? [from] : []),
  ]
  const named = [...clause.matchAll(weekday)]
  // "Friday 4 December": the weekday must be that of the day.
  const isSame = (date: DateOnly | null): boolean =>
    date !== null && named.every(([, , name]) => weekdays[weekdayOf(date)]?.toLowerCase() === name)
  if (found.length > 0) return [...new Set(found.map((date) => (isSame(date) ? date : null)))]
  return [...new Set(named.map(([, word = '', name = '']) => weekdayDay(word, name, from, direction)))]
}
