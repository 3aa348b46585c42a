import { expect, test } from 'vitest'
import { analyseFallOffs, type FallenSale } from './fall-through-analysis.ts'

const fall = (more: Partial<FallenSale> = {}): FallenSale => ({
  reason: 'Survey',
  party: 'buyer',
  phase: 'beforeSearches',
  fee: 300_000,
  days: 40,
  ...more,
})
const times = (count: number, more: Partial<FallenSale> = {}) => Array.from({ length: count }, () => fall(more))

test('by reason, party and phase: count, share, fees lost, median days; most frequent first', () => {
  const falls = [
    ...times(6),
    ...times(3, { reason: 'Mortgage refused', party: 'lender', phase: 'beforeMortgageOffer', days: 60 }),
    fall({ reason: null, party: null, days: null, fee: null }),
  ]
  const { reasons, parties, phases, rate, fees } = analyseFallOffs(falls, 30)
  expect(reasons).toEqual([
    { name: 'Survey', count: 6, share: 0.6, fees: 1_800_000, medianDays: 40 },
    { name: 'Mortgage refused', count: 3, share: 0.3, fees: 900_000, medianDays: 60 },
    { name: 'Not classified', count: 1, share: 0.1, fees: 0, medianDays: null },
  ])
  expect(parties.map(({ name, count }) => [name, count])).toEqual([
    ['Buyer', 6],
    ['Lender', 3],
    ['Not classified', 1],
  ])
  expect(phases[0]).toMatchObject({ name: 'Before the searches', count: 7 })
  expect([rate, fees]).toEqual([0.25, 2_700_000])
})

test('under 10 fall-offs: counts, but no shares', () => {
  const { reasons, rate } = analyseFallOffs(times(9), 30)
  expect(reasons[0]).toMatchObject({ count: 9, share: null })
  expect(rate).toBeNull()
})
