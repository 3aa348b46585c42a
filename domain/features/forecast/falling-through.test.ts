import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BandCounter } from './bands.ts'
import { after, cumulative, dayOfChance, horizonDays, later } from './distributions.ts'
import {
  chanceOfFalling,
  competingChances,
  fallBandStarts,
  fallHazard,
  fallRates,
  oneIn,
  publishedFallRates,
} from './falling-through.ts'
import { forecastPeriod } from './forecast-period.ts'

// Worked examples of [forecast §12](docs/design/forecast.md#12).

const distribution = (...chances: number[]) => Float64Array.from({ length: horizonDays }, (_, day) => chances[day] ?? 0)

test('chance of falling through', () => {
  const exchange = new Float64Array(horizonDays)
  exchange[10] = 0.5
  exchange[20] = 0.5
  const hazard = Float64Array.from({ length: horizonDays }, (_, day) => day * 0.01)
  const chances = competingChances(exchange, hazard)
  expect(chances.exchanged.at(-1)).toBeCloseTo(0.8618, 4)
  expect(chanceOfFalling(chances)).toBeCloseTo(0.1382, 4)
})

test('sum and maximum of two steps that finish each day with a chance of one half', () => {
  const hazard = distribution(...Array.from({ length: 60 }, (_, day) => 0.5 ** (day + 1)))
  const sum = after(hazard, hazard)
  const max = later(hazard, hazard)
  ;[0.25, 0.25, 0.1875, 0.125].forEach((chance, day) => expect(sum[day]).toBeCloseTo(chance, 4))
  ;[0.25, 0.3125, 0.2031, 0.1133].forEach((chance, day) => expect(max[day]).toBeCloseTo(chance, 4))
  for (const one of [sum, max]) expect([dayOfChance(cumulative(one), 0.5), dayOfChance(cumulative(one), 0.8)]).toEqual([1, 3])
})

test('expected fees, count and range of a period', () => {
  const period = forecastPeriod([
    { chance: 0.9, sales: 1, fee: 300_000 },
    { chance: 0.5, sales: 1, fee: 400_000 },
    { chance: 0.2, sales: 1, fee: 200_000 },
  ])
  expect(period.fees).toBe(510_000)
  expect(period.count).toBeCloseTo(1.6, 9)
  expect(period.feeRange).toEqual({ low: 300_000, high: 700_000 })
})

test('property-based: sums of single sales give the same figures as the sales one by one', () => {
  const unit = fc.record({ chance: fc.double({ min: 0.01, max: 1, noNaN: true }), fee: fc.integer({ min: 0, max: 160 }) })
  fc.assert(
    fc.property(
      fc.array(unit, { minLength: 201, maxLength: 260 }),
      fc.double({ min: 1, max: 2, noNaN: true }),
      (drawn, widening) => {
        const units = drawn.map(({ chance, fee }) => ({ chance, sales: 1, fee: 2_500 * fee }))
        const singles = units.slice(3)
        const sum = (of: (unit: (typeof units)[number]) => number) => singles.reduce((total, one) => total + of(one), 0)
        const summed = forecastPeriod(units.slice(0, 3), widening, {
          sales: singles.length,
          feesInAll: sum(({ fee }) => fee),
          count: sum(({ chance }) => chance),
          fees: sum(({ chance, fee }) => chance * fee),
          countSpread: sum(({ chance }) => chance * (1 - chance)),
          feeSpread: sum(({ chance, fee }) => chance * (1 - chance) * fee ** 2),
        })
        const exact = forecastPeriod(units, widening)
        expect(summed.count).toBeCloseTo(exact.count, 6)
        expect(Math.abs(summed.fees - exact.fees)).toBeLessThanOrEqual(1)
        for (const end of ['low', 'high'] as const) {
          expect(Math.abs(summed.countRange[end] - exact.countRange[end])).toBeLessThanOrEqual(1)
          expect(Math.abs(summed.feeRange[end] - exact.feeRange[end])).toBeLessThanOrEqual(10_000)
        }
      },
    ),
  )
})

test('the published rates of falling through are used until the company has falls of its own', () => {
  expect(fallRates(new BandCounter(fallBandStarts))).toEqual([0.0028, 0.0026, 0.0024, 0.0022, 0.002])
  expect(fallHazard(publishedFallRates, 28, 1)[2]).toBeCloseTo(0.0056, 9)
})

test('a chance in words', () => {
  expect([oneIn(0.0099), oneIn(0.01), oneIn(0.26)]).toEqual(['under 1 in 100', '1 in 100', '1 in 4'])
  expect([oneIn(0.59), oneIn(0.63), oneIn(0.82), oneIn(0.99)]).toEqual(['1 in 2', '6 in 10', '8 in 10', '9 in 10'])
})
