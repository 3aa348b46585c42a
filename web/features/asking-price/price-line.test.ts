import { expect, test } from 'vitest'
import { priceChartLine } from './price-entries.ts'

const entry = (price: number, effectiveDate: string) => ({ _id: `${price}`, price, effectiveDate })

test('priceChartLine steps at each price, ends today and puts the highest price on top', () => {
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

test('priceChartLine ends at a future price', () => {
  expect(priceChartLine([entry(2, '2026-05-01'), entry(1, '2026-03-01')], '2026-04-01')).toMatchObject({ end: '2026-05-01' })
})

test('priceChartLine draws two prices of one day and two equal prices', () => {
  expect(priceChartLine([entry(2, '2026-03-01'), entry(1, '2026-03-01')], '2026-03-01')?.path).toBe('M0 88H0V12H100')
  expect(priceChartLine([entry(2, '2026-03-11'), entry(2, '2026-03-01')], '2026-03-21')?.path).toBe('M0 50H50V50H100')
})

test('priceChartLine is null for fewer than two prices', () => {
  expect(priceChartLine([], '2026-03-01')).toBeNull()
  expect(priceChartLine([entry(1, '2026-03-01')], '2026-03-01')).toBeNull()
})
