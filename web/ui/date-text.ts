import { type DateOnly, isDateOnly } from '@gya/domain/common/dates.ts'

const names = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Two figures mean this century up to 69, the last one from 70 on. */
const fullYear = (year: string): string => (year.length === 2 ? `${Number(year) < 70 ? 20 : 19}${year}` : year)

const built = (year: string, month: string | number, day: string): DateOnly | undefined => {
  const date = `${fullYear(year)}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDateOnly(date) ? date : undefined
}

/**
 * A day from what people type: 05/11/2025, 5.11.25, 5-11-2025, 05112025, 5 Nov 2025, 2025-11-05. Day before month, as in
 * Britain. Undefined for anything else and for days that do not exist.
 */
export const parseDate = (text: string): DateOnly | undefined => {
  const bare = text.trim().toLowerCase()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(bare)
  if (iso) return built(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '')
  const figures = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4}|\d{2})$/.exec(bare) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(bare)
  if (figures) return built(figures[3] ?? '', figures[2] ?? '', figures[1] ?? '')
  const words = /^(\d{1,2})[\s-]?([a-z]{3})[a-z]*[\s-]?(\d{4}|\d{2})$/.exec(bare)
  const month = names.indexOf(words?.[2] ?? '')
  return words && month >= 0 ? built(words[3] ?? '', month + 1, words[1] ?? '') : undefined
}
