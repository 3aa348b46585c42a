import { describe, expect, test } from 'vitest'
import { parseDate } from './date-field.tsx'

describe('parseDate reads British dates, day before month', () => {
  test.each([
    ['05/11/2025', '2025-11-05'],
    ['5/11/25', '2025-11-05'],
    ['5.11.2025', '2025-11-05'],
    ['05-11-2025', '2025-11-05'],
    ['05112025', '2025-11-05'],
    ['051125', '2025-11-05'],
    ['5 Nov 2025', '2025-11-05'],
    ['5 november 25', '2025-11-05'],
    ['2025-11-05', '2025-11-05'],
    ['29/02/2024', '2024-02-29'],
    ['1/1/71', '1971-01-01'],
  ])('%s is %s', (text, date) => {
    expect(parseDate(text)).toBe(date)
  })

  test.each(['', '31/02/2025', '29/02/2025', '11/25/2025', '5/11', 'tomorrow', '5 Foo 2025', '0/1/2025', '05/11/20255'])(
    '%j is not a day',
    (text) => {
      expect(parseDate(text)).toBeUndefined()
    },
  )
})
