/**
 * Dates and instants as strings. A date is `YYYY-MM-DD` without a time zone; an instant is an ISO 8601 timestamp in UTC.
 * "Today", day boundaries, weeks and months are Europe/London ([domain, Time and money](docs/design/domain.md#time-and-money)). Arithmetic
 * uses day numbers, never milliseconds, so clock changes cannot move a date. No function reads the clock.
 */
export type DateOnly = string
export type Instant = string

const dayNumber = (date: DateOnly): number => {
  const ms = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)))
  return Math.round(ms / 86_400_000)
}

const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** False for days that do not exist, such as `2026-02-30`. */
export const isDateOnly = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8, 10))
  const last = month === 2 && isLeapYear(Number(text.slice(0, 4))) ? 29 : (daysOfMonth[month - 1] ?? 0)
  return day >= 1 && day <= last
}

/** 20/10/2025 + 14 = 03/11/2025. `days` may be negative. */
export const addDays = (date: DateOnly, days: number): DateOnly =>
  new Date((dayNumber(date) + days) * 86_400_000).toISOString().slice(0, 10)

/** Negative if `to` is earlier than `from`. */
export const daysBetween = (from: DateOnly, to: DateOnly): number => dayNumber(to) - dayNumber(from)

/** 29 February becomes 28 February in a common year. */
export const addYears = (date: DateOnly, years: number): DateOnly => {
  const moved = `${String(Number(date.slice(0, 4)) + years).padStart(4, '0')}${date.slice(4)}`
  return isDateOnly(moved) ? moved : addDays(`${moved.slice(0, 7)}-28`, 0)
}

const londonParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const londonOf = (instant: Instant): Record<string, string> =>
  Object.fromEntries(londonParts.formatToParts(new Date(instant)).map((part) => [part.type, part.value]))

/** London date at an instant: 2026-06-30T23:30:00Z is 2026-07-01. */
export const londonDay = (instant: Instant): DateOnly => {
  const { year, month, day } = londonOf(instant)
  return `${year}-${month}-${day}`
}

/** 0 Monday to 6 Sunday. 5 January 1970 was a Monday. */
export const weekdayOf = (date: DateOnly): number => (((dayNumber(date) - 4) % 7) + 7) % 7

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export const weekdayName = (date: DateOnly): string => weekdays[weekdayOf(date)] ?? ''

/**
 * Instant at which London clocks show a time (`HH:mm`) on a day. An ambiguous time is the first of the two; a skipped
 * time moves forward by the offset: 01:30 on 29/03/2026 is 02:30.
 */
export const londonInstant = (date: DateOnly, time: string): Instant => {
  const inWinter = new Date(`${date}T${time}:00Z`)
  const inSummer = new Date(inWinter.getTime() - 3_600_000)
  const { day, hour, minute } = londonOf(inSummer.toISOString())
  return (`${day} ${hour}:${minute}` === `${date.slice(8)} ${time}` ? inSummer : inWinter).toISOString()
}

/** DD/MM/YYYY, the product's date format ([administration §9](docs/design/administration.md#9)). */
export const showDate = (date: DateOnly): string => `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const offsetFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeZoneName: 'longOffset' })

/** `UTC+01:00`: how far London is ahead. */
export function londonOffset(instant: Instant): string {
  const name = offsetFormat.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `UTC${name.replace('GMT', '') || '+00:00'}`
}

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** `November`. */
export const monthName = (date: DateOnly): string => monthFormat.format(new Date(`${date}T00:00:00Z`))

/** DD-MMM, as in a step cell of the workflow report: `23-Jul`. */
export const showDayMonth = (date: DateOnly): string => `${date.slice(8, 10)}-${months[Number(date.slice(5, 7)) - 1]}`

/** DD-MMM, with the year if it is not the current year: a day that was meant to be in the past may have been read as next year's. */
export const showDayNear = (date: DateOnly, today: DateOnly): string =>
  date.slice(0, 4) === today.slice(0, 4) ? showDayMonth(date) : `${showDayMonth(date)}-${date.slice(0, 4)}`

/** HH:mm in London, for a time that is shown without its date. */
export const showTime = (instant: Instant): string => {
  const { hour, minute } = londonOf(instant)
  return `${hour}:${minute}`
}

/** DD/MM/YYYY hh:mma in London, on every screen: `05/11/2025 03:07pm`. The specification asks for it at the last login. */
export const showDateTime = (instant: Instant): string => {
  const { year, month, day, hour, minute } = londonOf(instant)
  const h = Number(hour)
  return `${day}/${month}/${year} ${String(h % 12 || 12).padStart(2, '0')}:${minute}${h < 12 ? 'am' : 'pm'}`
}

/** `1 day`, `4 days`. */
export const showDays = (count: number): string => (count === 1 ? '1 day' : `${count} days`)
