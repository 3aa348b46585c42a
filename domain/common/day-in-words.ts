import { addDays, type DateOnly } from './dates.ts'

/** Days as they are written to vendors and parties. */

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const partsOf = (day: DateOnly) => {
  const date = new Date(`${day}T00:00:00Z`)
  return {
    weekday: weekdays[date.getUTCDay()] ?? '',
    words: `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''}`,
    year: date.getUTCFullYear(),
  }
}

/** "27 November 2026" */
const dayWithYear = (day: DateOnly): string => {
  const { words, year } = partsOf(day)
  return `${words} ${year}`
}

/** "27 November", with the year unless it is the current one. */
export const dayInWords = (day: DateOnly, today: DateOnly): string =>
  day.slice(0, 4) === today.slice(0, 4) ? partsOf(day).words : dayWithYear(day)

/** A day to come: "Friday 4 December", with the year from twelve months ahead on. */
export const dayAhead = (day: DateOnly, today: DateOnly): string =>
  day < addDays(today, 365) ? `${partsOf(day).weekday} ${partsOf(day).words}` : longDay(day)

/** "around 4 December" */
export const aroundDay = (day: DateOnly, today: DateOnly): string =>
  `around ${day < addDays(today, 365) ? partsOf(day).words : dayWithYear(day)}`

/** "Friday 27 November 2026" */
export const longDay = (day: DateOnly): string => `${partsOf(day).weekday} ${dayWithYear(day)}`
