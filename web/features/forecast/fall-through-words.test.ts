import { describe, expect, test } from 'vitest'
import { fallThroughInWords, restoredInWords } from './fall-through-words.ts'

const few = { falls: 3, exchanges: 8, rate: null, fees: 9_618.75 }

describe('What fell through', () => {
  test('fallThroughInWords: counts, fees and, from 10 on, the share', () => {
    expect(fallThroughInWords(few)).toBe(
      '3 sales fell through, with expected fees of £9,619; 8 exchanged. Shares are shown from 10 on.',
    )
    expect(fallThroughInWords({ ...few, falls: 12, exchanges: 36, rate: 0.25 })).toContain('36 exchanged. That is 25 % of both.')
    expect(fallThroughInWords({ ...few, falls: 0 })).toBe('No sale fell through; 8 exchanged.')
  })

  test('restoredInWords: says that restored sales are left out, how many, and where they are counted', () => {
    expect(restoredInWords({ restored: 2 })).toBe(
      'A sale that was restored has not fallen through: 2 more fell off and were restored, which the management dashboard counts as fall-offs.',
    )
    expect(restoredInWords({ restored: 1 })).toContain('1 more fell off and was restored, which')
    expect(restoredInWords({ restored: 0 })).toBe('A sale that was restored has not fallen through; there was none.')
  })
})
