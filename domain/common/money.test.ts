import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { proportion, showChange, showPercentOf, showPounds, showPoundsAndPence, toPence, toPounds } from './money.ts'

const anyPence = fc.integer({ min: 0, max: 100_000_000_000 })
const check = <Ts>(property: fc.IProperty<Ts>) => fc.assert(property, { numRuns: 2000 })

describe('toPence and toPounds: whole pence internally, pounds with two decimals on the wire', () => {
  test('a round trip loses nothing, up to a thousand million pounds', () => {
    check(fc.property(anyPence, (pence) => void expect(toPence(toPounds(pence))).toBe(pence)))
  })

  test('pounds and pence as people write them', () => {
    check(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 99 }), (pounds, pence) => {
        expect(toPence(Number(`${pounds}.${String(pence).padStart(2, '0')}`))).toBe(pounds * 100 + pence)
      }),
    )
  })

  test.each([
    [19.99, 1999],
    [0.29, 29],
    [1.15, 115],
    [8.2, 820],
    [4.35, 435],
    [1_234_567.89, 123_456_789],
  ])('£%d is %d pence, although it has no exact binary fraction', (pounds, pence) => expect(toPence(pounds)).toBe(pence))
})

describe('proportion: rounding is half-up to the penny, once, at the end', () => {
  test('285,000 at 1.25 % = 3,562.50, less 10 % = 3,206.25', () => {
    const gross = proportion(toPence(285_000), 1250, 100_000)
    expect(toPounds(gross)).toBe(3562.5)
    expect(toPounds(gross - proportion(gross, 1000, 10_000))).toBe(3206.25)
  })

  test('exactly half a penny is rounded up', () => {
    expect(proportion(1, 1, 2)).toBe(1)
    expect(proportion(3, 1, 2)).toBe(2)
    expect(proportion(101, 50, 100)).toBe(51)
    expect(proportion(1, 1, 3)).toBe(0)
    expect(proportion(2, 1, 3)).toBe(1)
  })

  test('the result is the nearest penny, the higher one on a tie', () => {
    check(
      fc.property(
        anyPence,
        fc.integer({ min: 0, max: 100_000 }),
        fc.constantFrom(3, 7, 100, 10_000, 100_000),
        (pence, numerator, denominator) => {
          const miss = BigInt(proportion(pence, numerator, denominator)) * BigInt(denominator) - BigInt(pence) * BigInt(numerator)
          expect(2n * miss <= BigInt(denominator)).toBe(true)
          expect(2n * miss > -BigInt(denominator)).toBe(true)
        },
      ),
    )
  })

  test('100 % is the whole amount, 0 % is 0', () => {
    check(
      fc.property(
        anyPence,
        (pence) => void expect([proportion(pence, 100_000, 100_000), proportion(pence, 0, 100_000)]).toEqual([pence, 0]),
      ),
    )
  })

  test('a larger percentage never gives less', () => {
    const percent = fc.integer({ min: 0, max: 100_000 })
    check(
      fc.property(anyPence, percent, percent, (pence, a, b) => {
        expect(proportion(pence, Math.min(a, b), 100_000)).toBeLessThanOrEqual(proportion(pence, Math.max(a, b), 100_000))
      }),
    )
  })
})

describe('showPounds: amounts are in pounds sterling', () => {
  test('whole pounds without pence, others with two digits', () => {
    expect(showPounds(1_234_500)).toBe('£1,234,500')
    expect(showPounds(3562.5)).toBe('£3,562.50')
    expect(showPounds(0)).toBe('£0')
    expect(showPoundsAndPence(285_000)).toBe('£285,000.00')
  })

  test('the text can be parsed back to the penny', () => {
    check(
      fc.property(anyPence, (pence) => {
        for (const show of [showPounds, showPoundsAndPence])
          expect(toPence(Number(show(toPounds(pence)).replaceAll(/[£,]/g, '')))).toBe(pence)
      }),
    )
  })
})

describe('showChange: a change is shown in pounds and percent', () => {
  test.each([
    [385_000, 375_000, '\u2212£10,000 (\u22122.6 %)'],
    [378_500, 380_000, '+£1,500 (+0.4 %)'],
    [100, 100.5, '+£0.50 (+0.5 %)'],
    [0, 285_000, '+£285,000'],
    [285_000, 285_000, 'No change'],
  ])('from %d to %d', (from, to, said) => {
    expect(showChange(from, to)).toBe(said)
  })

  test('showPercentOf: null for a whole of 0 or null', () => {
    expect(showPercentOf(378_500, 385_000)).toBe('98.3 %')
    expect(showPercentOf(378_500, 0)).toBeNull()
    expect(showPercentOf(378_500, null)).toBeNull()
  })
})
