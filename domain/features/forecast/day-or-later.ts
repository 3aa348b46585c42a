import { addYears, type DateOnly, showDate } from '../../common/dates.ts'

/** A day of a forecast in words. "80 % not reached in a year: later than 05/11/2026." [forecast §5](docs/design/forecast.md#5). */
export const dayOrLater = (day: DateOnly | null, today: DateOnly): string =>
  day === null ? `Later than ${showDate(addYears(today, 1))}` : showDate(day)

/** The same within a sentence: "by 24/12/2025", "later than 05/11/2026". */
export const byDayOrLater = (day: DateOnly | null, today: DateOnly): string =>
  day === null ? dayOrLater(day, today).toLowerCase() : `by ${dayOrLater(day, today)}`
