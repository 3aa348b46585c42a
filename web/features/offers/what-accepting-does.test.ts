import { takenOn } from '@gya/domain/features/timeline/testing/timelines.ts'
import { toTimelineItem } from '@gya/domain/features/timeline/timeline-item.ts'
import { describe, expect, test } from 'vitest'
import type { PropertyWithOffers } from './offer-values.ts'
import { acceptanceEffects } from './what-accepting-does.ts'

const moment = { today: '2025-11-05', now: '2025-11-05T10:00:00.000Z' }

const property = (launchedOn: string | null, currentAskingPrice: number | null) => {
  const timeline = takenOn(undefined, launchedOn)
  const data = timeline.map((step) => toTimelineItem(timeline, step, { today: moment.today, completionDate: null }))
  return { mi: { currentAskingPrice }, timeline: { data } } as unknown as PropertyWithOffers
}

describe('Before an offer is accepted the screen says what that does', () => {
  test('agreed price, buyer, the steps completed and the one started', () => {
    const offer = { name: 'Leopold Starling', amount: 378_500, cashBuy: false }
    expect(acceptanceEffects(property('2025-10-01', 385_000), offer, moment)).toEqual([
      'The agreed price becomes £378,500, 98.3 % of the asking price.',
      'Leopold Starling becomes the buyer.',
      'Completed with today’s date: Viewings and Sale agreed.',
      'Started: Memo of sale sent.',
    ])
  })

  test('a property that was not launched has that step completed too', () => {
    const said = acceptanceEffects(property(null, null), { name: 'Ada Vale', amount: 300_000, cashBuy: false }, moment)
    expect(said[0]).toBe('The agreed price becomes £300,000.')
    expect(said[2]).toBe('Completed with today’s date: Property launched, Viewings and Sale agreed.')
  })

  test('a cash buyer sets the financial steps aside', () => {
    const said = acceptanceEffects(property('2025-10-01', 385_000), { name: 'Ada Vale', amount: 300_000, cashBuy: true }, moment)
    expect(said.at(-1)).toBe(
      'Not applicable, because the buyer pays cash: Mortgage app submitted, Mortgage valuation booked, Mortgage valuation completed and Mortgage approved.',
    )
  })
})
