import { addDays, type DateOnly, daysBetween, isDateOnly, weekdayOf, weekdays } from './dates.ts'

/** Days as people type them, day before month. */

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Two-digit years: 00–69 are 20xx, 70–99 are 19xx. */
const fullYear = (year: string): string => (year.length === 2 ? `${Number(year) < 70 ? 20 : 19}${year}` : year)

const dayOf = (year: string, month: string | number, day: string): DateOnly | undefined => {
  const date = `${fullYear(year)}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDateOnly(date) ? date : undefined
}

/** 1 to 12 for `nov` and `november`; 0 for other words. */
const monthOf = (word: string): number => monthNames.indexOf(word.slice(0, 3)) + 1

/**
 * Parses 05/11/2025, 5.11.25, 5-11-2025, 05112025, 5 Nov 2025 and 2025-11-05, day before month. Undefined for anything else
 * and for dates that do not exist.
 */
export const parseDate = (text: string): DateOnly | undefined => {
  const bare = text.trim().toLowerCase()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(bare)
  if (iso) return dayOf(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '')
  const figures = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4}|\d{2})$/.exec(bare) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(bare)
  if (figures) return dayOf(figures[3] ?? '', figures[2] ?? '', figures[1] ?? '')
  const words = /^(\d{1,2})[\s-]?([a-z]{3})[a-z]*[\s-]?(\d{4}|\d{2})$/.exec(bare)
  const month = monthOf(words?.[2] ?? '')
  return words && month > 0 ? dayOf(words[3] ?? '', month, words[1] ?? '') : undefined
}

/** The year assumed for a day without a year: so that the day is not in the future, not in the past, or at most half a year away. */
export type Nearest = 'past' | 'future' | 'either'

/** 29 February is at most eight years away (1896 to 1904). */
const yearsToTry = 9

/** The nearest day with this day and month, today included. */
const nearestDay = (month: number, day: string, nearest: Nearest, today: DateOnly): DateOnly | undefined => {
  if (nearest === 'either') {
    const [last, next] = (['past', 'future'] as const).map((way) => nearestDay(month, day, way, today))
    return last && next && daysBetween(today, next) < daysBetween(last, today) ? next : last
  }
  const year = Number(today.slice(0, 4))
  for (let away = 0; away < yearsToTry; away += 1) {
    const date = dayOf(String(nearest === 'past' ? year - away : year + away), month, day)
    if (date && (nearest === 'past' ? date <= today : date >= today)) return date
  }
  return undefined
}

/** Monday is 0; -1 for other words. A day may be shortened: "tue", "tues", "tuesday". */
const weekdayIn = (word: string): number =>
  /^(mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)$/.test(word)
    ? weekdays.findIndex((name) => name.toLowerCase().startsWith(word.slice(0, 3)))
    : weekdays.findIndex((name) => name.toLowerCase() === word)

const mondayOf = (day: DateOnly): DateOnly => addDays(day, -weekdayOf(day))

const lastOfMonth = (day: DateOnly): DateOnly => {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return addDays(dayOf(String(month === 12 ? year + 1 : year), (month % 12) + 1, '1') ?? day, -1)
}

/** The same day of the next month, or its last one. */
const inAMonth = (day: DateOnly): DateOnly => {
  const last = lastOfMonth(addDays(lastOfMonth(day), 1))
  return last.slice(8) < day.slice(8) ? last : `${last.slice(0, 8)}${day.slice(8)}`
}

const daysOfUnit: Readonly<Record<string, number>> = { d: 1, day: 1, days: 1, w: 7, week: 7, weeks: 7 }

/**
 * "tomorrow, tom, tmw · mon … sunday (expected days: the next one after today, its own name in 7 days; done days: the last one, today
 * included) · next mon (of the next Monday–Sunday week) · in 3 days, +3, 2w, in 2 weeks, in a month · end of week, eow (Friday), end of
 * month, eom, month end · next week (its Monday)". [seat §10](docs/design/seat.md#10). On a weekend the week ends on the Friday after it.
 */
export const parseRelativeDay = (text: string, nearest: Nearest, today: DateOnly): DateOnly | undefined => {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ')
  if (/^(t|today)$/.test(words)) return today
  if (/^(y|yesterday)$/.test(words)) return addDays(today, -1)
  if (/^(tom|tmw|tomorrow)$/.test(words)) return addDays(today, 1)
  if (/^(eow|end of( the)? week|week end)$/.test(words)) return addDays(today, (4 - weekdayOf(today) + 7) % 7)
  if (/^(eom|end of( the)? month|month end)$/.test(words)) return lastOfMonth(today)
  if (/^in (a|1|one) month$/.test(words)) return inAMonth(today)
  if (words === 'next week') return addDays(mondayOf(today), 7)
  const ahead = /^(?:\+|in )?(\d{1,3}|a) ?(d|days?|w|weeks?)$/.exec(words) ?? /^\+(\d{1,3})$/.exec(words)
  if (ahead) return addDays(today, (ahead[1] === 'a' ? 1 : Number(ahead[1])) * (daysOfUnit[ahead[2] ?? 'd'] ?? 1))
  const [, next, name = ''] = /^(next )?([a-z]+)$/.exec(words) ?? []
  const weekday = weekdayIn(name)
  if (weekday < 0) return undefined
  if (next) return addDays(mondayOf(today), 7 + weekday)
  const passed = (weekdayOf(today) - weekday + 7) % 7
  return addDays(today, nearest === 'past' ? -passed : 7 - passed)
}

/**
 * "`5/11`, `5 nov`, `t` today, `y` yesterday; no year: the nearest such day not in the future for done days, not in the past for expected
 * ones". [day §8](docs/design/day.md#8). Also the words of `parseRelativeDay`. A day with a year is read as typed.
 */
export const parseDayWords = (text: string, nearest: Nearest, today: DateOnly): DateOnly | undefined => {
  const bare = text.trim().toLowerCase()
  const relative = parseRelativeDay(bare, nearest, today)
  if (relative !== undefined) return relative
  const figures = /^(\d{1,2})[/.\-\s](\d{1,2})$/.exec(bare)
  if (figures) return nearestDay(Number(figures[2]), figures[1] ?? '', nearest, today)
  const words = /^(\d{1,2})[\s-]?([a-z]{3,9})$/.exec(bare)
  const month = monthOf(words?.[2] ?? '')
  return words && month > 0 ? nearestDay(month, words[1] ?? '', nearest, today) : parseDate(bare)
}
