import { addDays, type DateOnly } from './dates.ts'

/** Days as they are written to vendors and parties. */

const formatOf = (parts: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' })
  return (day: DateOnly): string => format.format(new Date(`${day}T00:00:00Z`))
}
const weekday = formatOf({ weekday: 'long' })
const withoutYear = formatOf({ day: 'numeric', month: 'long' })
const withYear = formatOf({ day: 'numeric', month: 'long', year: 'numeric' })

/** "27 November", with the year unless it is the current one. */
export const dayInWords = (day: DateOnly, today: DateOnly): string =>
  day.slice(0, 4) === today.slice(0, 4) ? withoutYear(day) : withYear(day)

/** A day to come, with the year from twelve months ahead on. */
export const dayToCome = (day: DateOnly, today: DateOnly): string =>
  day < addDays(today, 365) ? withoutYear(day) : withYear(day)

/** Days to come, in order: "1 and 3 December", "30 November and 2 December". */
export function daysAhead(days: readonly DateOnly[], today: DateOnly): string {
  const words = [...new Set(days.toSorted())].map((day) => dayToCome(day, today))
  const short = words.map((one, index) => {
    const [date = '', ...month] = one.split(' ')
    return words[index + 1]?.endsWith(` ${month.join(' ')}`) ? date : one
  })
  return joinWords(short)
}

/** "one, two and three" */
export const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** A day to come: "Friday 4 December", with the year from twelve months ahead on. */
export const dayAhead = (day: DateOnly, today: DateOnly): string => `${weekday(day)} ${dayToCome(day, today)}`

/** "around 4 December" */
export const aroundDay = (day: DateOnly, today: DateOnly): string => `around ${dayToCome(day, today)}`

/** "Friday 27 November 2026" */
export const longDay = (day: DateOnly): string => `${weekday(day)} ${withYear(day)}`
