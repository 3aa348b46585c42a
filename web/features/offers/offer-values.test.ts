import { takenOn } from '@gya/domain/features/timeline/testing/timelines.ts'
import { toTimelineItem } from '@gya/domain/features/timeline/timeline.schemas.ts'
import { describe, expect, test } from 'vitest'
import { acceptanceEffects, amendmentEffects, type PropertyWithOffers } from './offer-values.ts'

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

describe('amendmentEffects', () => {
  test('agreed price, change, share of the asking price, expected fee after the deduction', () => {
    expect(said(terms({}), 375_000)).toEqual([
      'Agreed price: £378,500 to £375,000',
      'Change: \u2212£3,500 (\u22120.9 %)',
      'Of asking: 98.3 % to 97.4 %',
      'Expected fee: £4,258.12 to £4,218.75',
    ])
  })

  test('a fixed fee does not change', () => {
    const fees = { gross: 3000, deduction: 300, expected: 2700, percent: 0.793, estimate: false }
    const fixed = terms({ agencyFeeType: 1, agencyFee: 3000, agencyFeePercent: null, fees })
    expect(said(fixed, 375_000).at(-1)).toBe('Expected fee: £2,700.00 to £2,700.00')
  })

  test('unknown values are omitted', () => {
    const fees = { gross: null, deduction: null, expected: null, percent: null, estimate: true }
    expect(said(terms({ currentAskingPrice: null, fees }), 380_000)).toEqual([
      'Agreed price: £378,500 to £380,000',
      'Change: +£1,500 (+0.4 %)',
    ])
  })
})

const moment = { today: '2025-11-05', now: '2025-11-05T10:00:00.000Z' }

const property = (launchedOn: string | null, currentAskingPrice: number | null) => {
  const timeline = takenOn(undefined, launchedOn)
  const data = timeline.map((step) => toTimelineItem(step, null))
  return { mi: { currentAskingPrice }, timeline: { data } } as unknown as PropertyWithOffers
}

describe('acceptanceEffects', () => {
  test('agreed price, buyer, completed steps, started step', () => {
    const offer = { name: 'Leopold Starling', amount: 378_500, cashBuy: false }
    expect(acceptanceEffects(property('2025-10-01', 385_000), offer, moment)).toEqual([
      'The agreed price becomes £378,500, 98.3 % of the asking price.',
      'Leopold Starling becomes the buyer.',
      'Completed with today’s date: Viewings and Sale agreed.',
      'Started: Memo of sale sent.',
    ])
  })

  test('completes Property launched too if it is open', () => {
    const said = acceptanceEffects(property(null, null), { name: 'Ada Vale', amount: 300_000, cashBuy: false }, moment)
    expect(said[0]).toBe('The agreed price becomes £300,000.')
    expect(said[2]).toBe('Completed with today’s date: Property launched, Viewings and Sale agreed.')
  })

  test('a cash buyer makes the financial steps not applicable', () => {
    const said = acceptanceEffects(property('2025-10-01', 385_000), { name: 'Ada Vale', amount: 300_000, cashBuy: true }, moment)
    expect(said.at(-1)).toBe(
      'Not applicable, because the buyer pays cash: Mortgage app submitted, Mortgage valuation booked, Mortgage valuation completed and Mortgage approved.',
    )
  })
})
