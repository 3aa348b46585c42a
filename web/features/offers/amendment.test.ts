import { describe, expect, test } from 'vitest'
import { amendmentEffects } from './amendment.ts'
import type { PropertyWithOffers } from './offer-values.ts'

type Mi = PropertyWithOffers['mi']

const terms = (more: Partial<Mi>): Mi =>
  ({
    agreedPrice: 378_500,
    currentAskingPrice: 385_000,
    agencyFeeType: 0,
    agencyFee: null,
    agencyFeePercent: 1.25,
    fees: { gross: 4731.25, deduction: 473.13, expected: 4258.12, percent: 1.25, estimate: false },
    ...more,
  }) as Mi

const said = (mi: Mi, to: number): string[] =>
  amendmentEffects(mi, 378_500, to).map(({ what, from, to: next }) => `${what}: ${from ? `${from} to ` : ''}${next}`)

describe('Amending the accepted offer shows what changes with it', () => {
  test('agreed price, the change, the share of the asking price, the expected fee after its deduction', () => {
    expect(said(terms({}), 375_000)).toEqual([
      'Agreed price: £378,500 to £375,000',
      'Change: \u2212£3,500 (\u22120.9 %)',
      'Of asking: 98.3 % to 97.4 %',
      'Expected fee: £4,258.12 to £4,218.75',
    ])
  })

  test('a fixed fee stays as it is', () => {
    const fees = { gross: 3000, deduction: 300, expected: 2700, percent: 0.793, estimate: false }
    const fixed = terms({ agencyFeeType: 1, agencyFee: 3000, agencyFeePercent: null, fees })
    expect(said(fixed, 375_000).at(-1)).toBe('Expected fee: £2,700.00 to £2,700.00')
  })

  test('what is not known is not shown', () => {
    const fees = { gross: null, deduction: null, expected: null, percent: null, estimate: true }
    expect(said(terms({ currentAskingPrice: null, fees }), 380_000)).toEqual([
      'Agreed price: £378,500 to £380,000',
      'Change: +£1,500 (+0.4 %)',
    ])
  })
})
