import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculateFees, feeDeductionFor } from './fees.ts'

const terms = { agreedPrice: 28_500_000, askingPrice: 30_000_000, type: 0 as const, fixedFee: null, percent: 1_250, deduction: 0 }

describe('Fees (domain decisions)', () => {
  test('285,000 at 1.25 % = 3,562.50', () => {
    expect(calculateFees(terms)).toMatchObject({ gross: 356_250, percent: 1_250, estimate: false })
  })
  test('3,562.50 less 10 % = 3,206.25', () => {
    expect(calculateFees({ ...terms, deduction: 1_000 })).toMatchObject({ deduction: 35_625, expected: 320_625 })
  })
  test('rounding is half-up to the penny: 4,731.25 less 10 % = 4,258.13', () => {
    expect(calculateFees({ ...terms, agreedPrice: 37_850_000, deduction: 1_000 })).toMatchObject({
      gross: 473_125,
      expected: 425_813,
      deduction: 47_312,
    })
  })
  test('the expected fee is rounded once: 224,950 at 1.35 % less 10 % = 2,733.14', () => {
    expect(calculateFees({ ...terms, agreedPrice: 22_495_000, percent: 1_350, deduction: 1_000 })).toMatchObject({
      gross: 303_683,
      expected: 273_314,
      deduction: 30_369,
    })
  })
  test('no agreed price yet: the current asking price, marked estimate', () => {
    expect(calculateFees({ ...terms, agreedPrice: null })).toMatchObject({ gross: 375_000, estimate: true })
  })
  test('for a fixed fee, % of sale is fee ÷ agreed price', () => {
    expect(calculateFees({ ...terms, type: 1, fixedFee: 285_000 })).toMatchObject({ gross: 285_000, percent: 1_000 })
  })
  test('a fixed fee above the price itself is no percentage of it', () => {
    const fixed = { ...terms, type: 1 as const, fixedFee: 300_000 }
    expect(calculateFees({ ...fixed, agreedPrice: 300_000 })).toMatchObject({ gross: 300_000, percent: 100_000 })
    expect(calculateFees({ ...fixed, agreedPrice: 299_999 })).toMatchObject({ gross: 300_000, percent: null })
    expect(calculateFees({ ...fixed, agreedPrice: 1 })).toMatchObject({ expected: 300_000, percent: null })
  })
  test('no price at all or no fee terms: nothing is made up', () => {
    expect(calculateFees({ ...terms, agreedPrice: null, askingPrice: null })).toMatchObject({ gross: null, expected: null })
    expect(calculateFees({ ...terms, percent: null })).toMatchObject({ gross: null, expected: null, percent: null })
  })
  test('gross is always deduction plus expected, and neither is negative', () => {
    const whole = fc.integer({ min: 0, max: 100_000_000_000 })
    fc.assert(
      fc.property(
        whole,
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (agreedPrice, percent, deduction) => {
          const fees = calculateFees({ ...terms, agreedPrice, percent, deduction })
          expect((fees.deduction ?? 0) + (fees.expected ?? 0)).toBe(fees.gross)
          expect(Math.min(fees.deduction ?? 0, fees.expected ?? 0)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
  test('the branch deduction governs only when it is switched on', () => {
    expect(feeDeductionFor({ useBranchDeduction: true, feeDeduction: 500 }, 1_000)).toBe(500)
    expect(feeDeductionFor({ useBranchDeduction: false, feeDeduction: 500 }, 1_000)).toBe(1_000)
    expect(feeDeductionFor({ useBranchDeduction: true, feeDeduction: null }, 1_000)).toBe(0)
  })
})
