import { expect, test } from 'vitest'
import { priceChartLine } from './price-entries.ts'

const entry = (price: number, effectiveDate: string) => ({ _id: `${price}`, price, effectiveDate })

test('Each price holds until the next one, the last until today; the highest is on top', () => {
  const line = priceChartLine(
    [entry(280_000, '2026-03-26'), entry(300_000, '2026-03-06'), entry(290_000, '2026-03-01')],
    '2026-04-20',
  )
  expect(line).toMatchObject({ lowest: 280_000, highest: 300_000, start: '2026-03-01', end: '2026-04-20' })
  expect(line?.points.map(({ x, y }) => [x, y])).toEqual([
    [0, 50],
    [10, 12],
    [50, 88],
  ])
  expect(line?.path).toBe('M0 50H10V12H50V88H100')
})

test('A price that is still to come ends the line', () => {
  expect(priceChartLine([entry(2, '2026-05-01'), entry(1, '2026-03-01')], '2026-04-01')).toMatchObject({ end: '2026-05-01' })
})

test('Two prices of one day, or twice the same price, still make a line that can be drawn', () => {
  expect(priceChartLine([entry(2, '2026-03-01'), entry(1, '2026-03-01')], '2026-03-01')?.path).toBe('M0 88H0V12H100')
  expect(priceChartLine([entry(2, '2026-03-11'), entry(2, '2026-03-01')], '2026-03-21')?.path).toBe('M0 50H50V50H100')
})

test('One price is no history', () => {
  expect(priceChartLine([], '2026-03-01')).toBeNull()
  expect(priceChartLine([entry(1, '2026-03-01')], '2026-03-01')).toBeNull()
})
