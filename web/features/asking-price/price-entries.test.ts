import { expect, test } from 'vitest'
import { type PriceEntry, priceOptionLabel, priceRows } from './price-entries.ts'

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

test('priceOptionLabel returns the labels of the specification', () => {
  expect(([0, 1, 2, 3, 4] as const).map(priceOptionLabel)).toEqual([
    'Guide price',
    'Offers in region of',
    'Offers over',
    'Asking price',
    'Price on application',
  ])
})
