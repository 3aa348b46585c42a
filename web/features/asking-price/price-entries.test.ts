import { expect, test } from 'vitest'
import { type PriceEntry, priceChartLine, priceRows } from './price-entries.ts'

const entry = (_id: string, price: number): PriceEntry => ({
  _id,
  price,
  effectiveDate: '2025-11-05',
  priceOption: 3,
  createdon: '2025-11-05T10:00:00.000Z',
})

test('priceRows pairs each price with the previous one and marks the newest as current', () => {
  const rows = priceRows([entry('c', 385_000), entry('b', 390_000), entry('a', 395_000)], '2025-11-05')
  expect(rows.map(({ _id, previousPrice: before, current }) => [_id, before, current])).toEqual([
    ['c', 390_000, true],
    ['b', 395_000, false],
    ['a', null, false],
  ])
})

test('priceRows marks a future price as scheduled and keeps the previous one current', () => {
  const later = { ...entry('c', 380_000), effectiveDate: '2025-12-01' }
  const rows = priceRows([later, entry('b', 390_000)], '2025-11-30')
  expect(rows.map(({ current, scheduled }) => [current, scheduled])).toEqual([
    [false, true],
    [true, false],
  ])
  expect(priceRows([later, entry('b', 390_000)], '2025-12-01')[0]).toMatchObject({ current: true, scheduled: false })
})

const dated = (price: number, effectiveDate: string) => ({ _id: `${price}`, price, effectiveDate })

test('priceChartLine steps at each price, ends today and puts the highest price on top', () => {
  const line = priceChartLine(
    [dated(280_000, '2026-03-26'), dated(300_000, '2026-03-06'), dated(290_000, '2026-03-01')],
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
  expect(priceChartLine([dated(2, '2026-05-01'), dated(1, '2026-03-01')], '2026-04-01')).toMatchObject({ end: '2026-05-01' })
})

test('priceChartLine draws two prices of one day and two equal prices', () => {
  expect(priceChartLine([dated(2, '2026-03-01'), dated(1, '2026-03-01')], '2026-03-01')?.path).toBe('M0 88H0V12H100')
  expect(priceChartLine([dated(2, '2026-03-11'), dated(2, '2026-03-01')], '2026-03-21')?.path).toBe('M0 50H50V50H100')
})

test('priceChartLine is null for fewer than two prices', () => {
  expect(priceChartLine([], '2026-03-01')).toBeNull()
  expect(priceChartLine([dated(1, '2026-03-01')], '2026-03-01')).toBeNull()
})
