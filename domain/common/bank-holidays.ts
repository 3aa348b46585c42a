import { addDays, type DateOnly, weekdayOf } from './dates.ts'

/**
 * Bank holidays of England and Wales (Banking and Financial Dealings Act 1971, schedule 1, and common law), with their substitute days.
 * Days proclaimed for a single year are not known.
 */

const saturday = 5

const dayOf = (year: number, monthDay: string): DateOnly => `${String(year).padStart(4, '0')}-${monthDay}`

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
function easterSunday(year: number): DateOnly {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const leapCenturies = Math.floor(century / 4)
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - leapCenturies - moonShift + 15) % 30
  const ofYear = year % 100
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofYear / 4) - epact - (ofYear % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  return addDays(dayOf(year, '03-22'), epact + weekday - 7 * late)
}

const nextMonday = (day: DateOnly): DateOnly => addDays(day, (7 - weekdayOf(day)) % 7)

/** The day itself, or the next weekday that is not another holiday. */
function observed(day: DateOnly, others: readonly DateOnly[] = []): DateOnly {
  let result = day
  while (weekdayOf(result) >= saturday || (result !== day && others.includes(result))) result = addDays(result, 1)
  return result
}

function bankHolidaysOf(year: number): DateOnly[] {
  const easter = easterSunday(year)
  const [christmas, boxing] = [dayOf(year, '12-25'), dayOf(year, '12-26')]
  const boxingObserved = observed(boxing, weekdayOf(christmas) === saturday ? [addDays(christmas, 2)] : [])
  return [
    observed(dayOf(year, '01-01')),
    addDays(easter, -2),
    addDays(easter, 1),
    nextMonday(dayOf(year, '05-01')),
    nextMonday(dayOf(year, '05-25')),
    nextMonday(dayOf(year, '08-25')),
    observed(christmas, [boxing]),
    boxingObserved,
  ]
}

/** In England and Wales. */
export const isBankHoliday = (day: DateOnly): boolean => bankHolidaysOf(Number(day.slice(0, 4))).includes(day)

export const isWeekend = (day: DateOnly): boolean => weekdayOf(day) >= saturday

/** The day itself, or the next one on which banks and solicitors work: what is expected around a holiday is said of it. */
export function workingDayFrom(day: DateOnly): DateOnly {
  let result = day
  while (isWeekend(result) || isBankHoliday(result)) result = addDays(result, 1)
  return result
}
