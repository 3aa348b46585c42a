import { expect, test } from 'vitest'
import { isBankHoliday, workingDayFrom } from './bank-holidays.ts'
import { addDays } from './dates.ts'

/** As published by GOV.UK, without days proclaimed for a single year (19/09/2022, 08/05/2023 and the moved days of 2020 and 2022). */
const published: Record<string, string[]> = {
  2019: ['01-01', '04-19', '04-22', '05-06', '05-27', '08-26', '12-25', '12-26'],
  2021: ['01-01', '04-02', '04-05', '05-03', '05-31', '08-30', '12-27', '12-28'],
  2023: ['01-02', '04-07', '04-10', '05-01', '05-29', '08-28', '12-25', '12-26'],
  2024: ['01-01', '03-29', '04-01', '05-06', '05-27', '08-26', '12-25', '12-26'],
  2025: ['01-01', '04-18', '04-21', '05-05', '05-26', '08-25', '12-25', '12-26'],
  2026: ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28'],
  2027: ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28'],
  2028: ['01-03', '04-14', '04-17', '05-01', '05-29', '08-28', '12-25', '12-26'],
}

test.each(Object.entries(published))('isBankHoliday: the holidays of England and Wales in %s', (year, holidays) => {
  const days = Array.from({ length: 365 }, (_, index) => addDays(`${year}-01-01`, index)).filter((day) => day.startsWith(year))
  expect(days.filter(isBankHoliday)).toEqual(holidays.map((day) => `${year}-${day}`))
})

test('isBankHoliday: Christmas on a Sunday is observed on the Tuesday', () => {
  expect(['2022-12-25', '2022-12-26', '2022-12-27', '2022-12-28'].map(isBankHoliday)).toEqual([false, true, true, false])
})

test('workingDayFrom: a weekend or holiday becomes the next working day', () => {
  const days = ['2026-12-24', '2026-12-25', '2027-01-01', '2027-01-02', '2027-03-26']
  expect(days.map(workingDayFrom)).toEqual(['2026-12-24', '2026-12-29', '2027-01-04', '2027-01-04', '2027-03-30'])
})
