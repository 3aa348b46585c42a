import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysBetween } from '../../common/dates.ts'
import { calculateFees, feeDeductionFor } from './fees.ts'
import {
  contractEnd,
  contractTone,
  decideManagementInfo,
  endsInsideContract,
  isNoticeOver,
  type ManagementInfoChange,
  type ManagementInfoFields,
  noticeEnd,
  whyNotGiveNotice,
} from './management-info.rules.ts'

const plain: ManagementInfoFields = {
  chain: 3,
  cTerm: null,
  cSigned: null,
  listed: null,
  agencyFeeType: 0,
  agencyFee: null,
  agencyFeePercent: 1250,
  noticeGiven: null,
  noticeDays: null,
  agreedPrice: null,
  invoiceSent: false,
}
const onNotice = { ...plain, noticeGiven: '2026-03-01', noticeDays: 14 }
const sold = { ...plain, agreedPrice: 28_500_000 }
const decide = (before: ManagementInfoFields, change: ManagementInfoChange, around = {}) =>
  decideManagementInfo(before, change, { noticePeriodInDays: 14, sold: false, ...around })

describe('decideManagementInfo: a save names what it changes', () => {
  test('only differing fields are changed', () => {
    expect(decide(plain, { ...plain, chain: 2 })).toEqual({ changed: { chain: 2 }, refused: null })
    expect(decide(plain, plain).changed).toEqual({})
    expect(decide(plain, {}).changed).toEqual({})
  })
})

describe('decideManagementInfo: when notice is turned on, negotiated notice days default to 1', () => {
  test('given notice days are kept, 0 included', () => {
    expect(decide(plain, { noticeGiven: '2026-03-01' }).changed).toEqual({ noticeGiven: '2026-03-01', noticeDays: 1 })
    expect(decide(plain, { noticeGiven: '2026-03-01', noticeDays: 0 }).changed.noticeDays).toBe(0)
    expect(decide(onNotice, { noticeDays: null }).changed).toEqual({ noticeDays: 1 })
  })

  test('notice days are cleared when notice is turned off', () => {
    expect(decide(onNotice, { noticeGiven: null }).changed).toEqual({ noticeGiven: null, noticeDays: null })
    expect(decide(plain, { noticeDays: 20 }).changed).toEqual({})
  })
})

describe('decideManagementInfo: notice requires the company’s noticePeriodInDays', () => {
  const without = { noticePeriodInDays: null }
  test('turning it on or moving it is refused', () => {
    for (const before of [plain, onNotice])
      expect(decide(before, { noticeGiven: '2026-03-02', chain: 1 }, without)).toEqual({
        changed: {},
        refused: 'NOTICE_PERIOD_NOT_SET',
      })
  })

  test('an existing notice stays and can be removed', () => {
    expect(decide(onNotice, { ...onNotice, chain: 1 }, without)).toEqual({ changed: { chain: 1 }, refused: null })
    expect(decide(onNotice, { noticeGiven: null }, without).refused).toBeNull()
  })
})

describe('decideManagementInfo: the sold price is set once an offer is accepted', () => {
  test('refused before; afterwards it can be changed but not removed', () => {
    expect(decide(plain, { agreedPrice: 28_000_000 }).refused).toBe('SOLD_PRICE_WITHOUT_SALE')
    expect(decide(sold, { agreedPrice: 28_000_000 }, { sold: true }).changed).toEqual({ agreedPrice: 28_000_000 })
    for (const agreedPrice of [null, 0]) expect(decide(sold, { agreedPrice }, { sold: true }).refused).toBe('SOLD_PRICE_REQUIRED')
  })

  test('an unchanged value is always accepted', () => {
    expect(decide(plain, { agreedPrice: null }).refused).toBeNull()
    expect(decide(sold, { agreedPrice: 28_500_000 }, { sold: true })).toEqual({ changed: {}, refused: null })
  })
})

const terms = { agreedPrice: 28_500_000, askingPrice: 30_000_000, type: 0 as const, fixedFee: null, percent: 1_250, deduction: 0 }

describe('calculateFees: fees ([domain](docs/design/domain.md))', () => {
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
  test('without an agreed price: the current asking price, marked as estimate', () => {
    expect(calculateFees({ ...terms, agreedPrice: null })).toMatchObject({ gross: 375_000, estimate: true })
  })
  test('for a fixed fee, % of sale is fee ÷ agreed price', () => {
    expect(calculateFees({ ...terms, type: 1, fixedFee: 285_000 })).toMatchObject({ gross: 285_000, percent: 1_000 })
  })
  test('a fixed fee above the price has no percentage', () => {
    const fixed = { ...terms, type: 1 as const, fixedFee: 300_000 }
    expect(calculateFees({ ...fixed, agreedPrice: 300_000 })).toMatchObject({ gross: 300_000, percent: 100_000 })
    expect(calculateFees({ ...fixed, agreedPrice: 299_999 })).toMatchObject({ gross: 300_000, percent: null })
    expect(calculateFees({ ...fixed, agreedPrice: 1 })).toMatchObject({ expected: 300_000, percent: null })
  })
  test('without a price or fee terms: null', () => {
    expect(calculateFees({ ...terms, agreedPrice: null, askingPrice: null })).toMatchObject({ gross: null, expected: null })
    expect(calculateFees({ ...terms, percent: null })).toMatchObject({ gross: null, expected: null, percent: null })
  })
  test('gross = deduction + expected, and neither is negative', () => {
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
  test('feeDeductionFor: the branch deduction applies only if switched on', () => {
    expect(feeDeductionFor({ useBranchDeduction: true, feeDeduction: 500 }, 1_000)).toBe(500)
    expect(feeDeductionFor({ useBranchDeduction: false, feeDeduction: 500 }, 1_000)).toBe(1_000)
    expect(feeDeductionFor({ useBranchDeduction: true, feeDeduction: null }, 1_000)).toBe(0)
  })
})

const anyDay = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('contractEnd = cSigned + cTerm × 7 days: 01/09/2025 + 12 weeks = 24/11/2025', () => {
  expect(contractEnd('2025-09-01', 12)).toBe('2025-11-24')
  fc.assert(
    fc.property(anyDay, fc.nat({ max: 520 }), (signed, weeks) => {
      expect(daysBetween(signed, contractEnd(signed, weeks) ?? '')).toBe(7 * weeks)
    }),
  )
})

test('noticeEnd = noticeGiven + noticeDays calendar days: 01/10/2025 + 14 = 15/10/2025, across clock changes', () => {
  expect(noticeEnd('2025-10-01', 14)).toBe('2025-10-15')
  expect(noticeEnd('2025-10-20', 14)).toBe('2025-11-03')
})

test.each([
  [null, 12],
  ['2025-09-01', null],
  ['01/09/2025', 12],
  ['2025-09-01', Number.NaN],
  ['2025-09-01', -1],
  ['2025-09-01', 1.5],
])('contractEnd and noticeEnd: null for missing or invalid inputs: %s, %s', (day, length) => {
  expect(contractEnd(day, length)).toBeNull()
  expect(noticeEnd(day, length)).toBeNull()
})

test('endsInsideContract: true if the notice ends before the contract, false on the same day', () => {
  expect(endsInsideContract('2025-11-23', '2025-11-24')).toBe(true)
  expect(endsInsideContract('2025-11-24', '2025-11-24')).toBe(false)
  expect(endsInsideContract(null, '2025-11-24')).toBe(false)
  expect(endsInsideContract('2025-11-23', null)).toBe(false)
})

test('isNoticeOver: from the day after noticeEnd', () => {
  expect(isNoticeOver('2025-10-15', '2025-10-15')).toBe(false)
  expect(isNoticeOver('2025-10-15', '2025-10-16')).toBe(true)
  expect(isNoticeOver(null, '2025-10-16')).toBe(false)
})

test('whyNotGiveNotice: allowed only if the company has a notice period; 0 days is one', () => {
  expect(whyNotGiveNotice(null)).toBe('NOTICE_PERIOD_NOT_SET')
  expect(whyNotGiveNotice(0)).toBeNull()
})

test('contractTone: contract end from today to 14 days ahead, both included', () => {
  expect(['2025-11-04', '2025-11-05', '2025-11-19', '2025-11-20', null].map((end) => contractTone(end, '2025-11-05'))).toEqual([
    'past',
    'soon',
    'soon',
    null,
    null,
  ])
})
