import { expect, test } from 'vitest'
import { doneAndExpected, monthsOnSameBasis, sameBasisInWords } from './forecast-words.ts'

test('doneAndExpected: more steps may be done than are expected by now', () => {
  expect(doneAndExpected(14, 12.96)).toBe('14 done, 13 expected')
})

test('sameBasisInWords: today’s forecast beside one of a day before the history of chains', () => {
  expect(sameBasisInWords({ onDay: '2026-11-28', halfBy: '2027-01-12', by80: null })).toBe(
    'Today’s forecast on the same basis, without them: half by 12/01/2027, 8 in 10 later than 28/11/2027.',
  )
  expect(sameBasisInWords(null)).toBe('Today’s forecast would include them.')
})

test('monthsOnSameBasis: the months of today’s forecast, or that they cannot be compared', () => {
  const months = [
    { first: '2026-11-01', count: 1, fees: 3200 },
    { first: '2026-12-01', count: 4.26, fees: 12_345.6 },
  ]
  expect(monthsOnSameBasis(months)).toBe(
    'Today’s forecast on the same basis, without them: November 1 exchange (£3,200) and December 4.3 exchanges (£12,346).',
  )
  expect(monthsOnSameBasis(null)).toContain('the two cannot be compared')
})
