import { addDays, type DateOnly, isDateOnly } from './dates.ts'

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

/** The year assumed for a day without a year: so that the day is not in the future, or not in the past. */
export type Nearest = 'past' | 'future'

/** 29 February is at most eight years away (1896 to 1904). */
const yearsToTry = 9

/** The nearest day with this day and month, today included. */
const nearestDay = (month: number, day: string, nearest: Nearest, today: DateOnly): DateOnly | undefined => {
  const year = Number(today.slice(0, 4))
  for (let away = 0; away < yearsToTry; away += 1) {
    const date = dayOf(String(nearest === 'past' ? year - away : year + away), month, day)
    if (date && (nearest === 'past' ? date <= today : date >= today)) return date
  }
  return undefined
}

/**
 * "`5/11`, `5 nov`, `t` today, `y` yesterday; no year: the nearest such day not in the future for done days, not in the past for expected
 * ones". Day design, section 8. A day with a year is read as typed.
 */
export const parseDayWords = (text: string, nearest: Nearest, today: DateOnly): DateOnly | undefined => {
  const bare = text.trim().toLowerCase()
  if (/^(t|today)$/.test(bare)) return today
  if (/^(y|yesterday)$/.test(bare)) return addDays(today, -1)
  const figures = /^(\d{1,2})[/.\-\s](\d{1,2})$/.exec(bare)
  if (figures) return nearestDay(Number(figures[2]), figures[1] ?? '', nearest, today)
  const words = /^(\d{1,2})[\s-]?([a-z]{3,9})$/.exec(bare)
  const month = monthOf(words?.[2] ?? '')
  return words && month > 0 ? nearestDay(month, words[1] ?? '', nearest, today) : parseDate(bare)
}
