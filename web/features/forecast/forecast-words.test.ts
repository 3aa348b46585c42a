import { expect, test } from 'vitest'
import { sameBasisInWords } from './forecast-words.ts'

test('sameBasisInWords: today’s forecast beside one of a day before the history of chains', () => {
  expect(sameBasisInWords({ onDay: '2026-11-28', halfBy: '2027-01-12', by80: null })).toBe(
    'Today’s forecast on the same basis, without them: half by 12/01/2027, 8 in 10 by later than 28/11/2027.',
  )
  expect(sameBasisInWords(null)).toBe('Today’s forecast would include them.')
})
