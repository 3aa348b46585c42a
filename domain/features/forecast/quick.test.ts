import { expect, test } from 'vitest'
import { hiddenInWords, isShownAsQuick, timesAsLong } from './quick.ts'

test('18 steps where 26.4 were expected take 1.3 × as long, between 1.04 and 1.70', () => {
  const firm = timesAsLong({ observed: 18, expected: 26.4 })
  expect(firm.words).toBe('Takes 1.3 × as long')
  expect(1 / firm.times).toBeCloseTo(0.7692, 4)
  expect([1 / firm.high, 1 / firm.low].map((factor) => factor.toFixed(4))).toEqual(['0.5899', '0.9603'])
})

test('no clear difference if the interval contains 1; quicker firms take less than 1 × as long', () => {
  expect(timesAsLong({ observed: 24, expected: 26.4 }).words).toBe('No clear difference')
  expect(timesAsLong({ observed: 60, expected: 40 }).words).toBe('Takes 0.7 × as long')
})

test('hidden with fewer than 10 finished sales or 20 steps; the number of hidden ones is returned', () => {
  expect(isShownAsQuick({ finishedSales: 10, observed: 20 })).toBe(true)
  expect(isShownAsQuick({ finishedSales: 9, observed: 90 })).toBe(false)
  expect(isShownAsQuick({ finishedSales: 90, observed: 19 })).toBe(false)
  expect(hiddenInWords(7, ['firm', 'firms'])).toBe('7 more firms with fewer than 10 sales')
  expect(hiddenInWords(1, ['firm', 'firms'])).toBe('1 more firm with fewer than 10 sales')
  expect(hiddenInWords(0, ['firm', 'firms'])).toBe('')
})
