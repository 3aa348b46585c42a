import { expect, test } from 'vitest'
import { BandCounter, dayFinishedBy, lognormalRates, shrunkRates } from './bands.ts'
import { conditionalHazard, paceOf, shrunkFactor } from './pace.ts'

// Worked examples of [forecast §12](docs/design/forecast.md#12).

test('band rates', () => {
  const finished = [3, 5, 5, 8, 12, 14].map((days) => ({ finished: true, days }))
  // The design counts the last day of an open step as complete: "after 3 full days" is open on the fourth day.
  const open = [3, 5, 8, 9].map((days) => ({ finished: false, days: days + 1 }))
  const counts = [...finished, ...open].reduce((counter, time) => counter.add(time), new BandCounter())
  const parent = lognormalRates(11, 0.7)
  const rates = shrunkRates(counts, parent)
  expect(parent[3]).toBeCloseTo(0.0439, 4)
  expect([counts.done[3], counts.days[3]]).toEqual([1, 10])
  expect(rates[3]).toBeCloseTo(0.054, 4)
  expect([counts.done[4], counts.days[4]]).toEqual([2, 16])
  expect(rates[4]).toBeCloseTo(0.0866, 4)
  expect([counts.done[6], counts.days[6]]).toEqual([1, 10])
  expect(rates[6]).toBeCloseTo(0.0968, 4)
  expect([counts.done[7], counts.days[7]]).toEqual([2, 6])
  expect(rates[7]).toBeCloseTo(0.1532, 4)
  expect([counts.done[8], counts.days[8]]).toEqual([0, 0])
  expect(rates[8]).toBeCloseTo(0.0973, 4)
  expect([dayFinishedBy(rates, 0.5), dayFinishedBy(rates, 0.8)]).toEqual([10, 17])
  expect([dayFinishedBy(parent, 0.5), dayFinishedBy(parent, 0.8)]).toEqual([11, 19])
})

test('pace', () => {
  const pace = paceOf(16, 4, 5.6)
  expect(pace.mean).toBeCloseTo(0.9259, 4)
  const expected = [0.6752, 0.8105, 0.9141, 1.0262, 1.2036]
  pace.values.forEach((value, index) => expect(value).toBeCloseTo(expected[index] ?? 0, 4))
})

test('conditional hazard', () => {
  for (const [hazard, conditional] of [
    [0.5, 0.5079],
    [1, 1.0319],
    [2, 2.1304],
  ] as const)
    expect(conditionalHazard(hazard, 16)).toBeCloseTo(conditional, 4)
})

test('factor of a firm', () => {
  expect(shrunkFactor(10, 18, 26.4)).toBeCloseTo(0.7692, 4)
})
