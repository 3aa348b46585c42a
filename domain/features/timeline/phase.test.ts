import { describe, expect, test } from 'vitest'
import { type SetupFacts, setupWarningsOf, setupWarningTexts } from '../properties/setup-warnings.ts'
import { phaseLabels, phaseOf } from './phase.ts'
import { sold, takenOn, withStates } from './testing/timelines.ts'

describe('phaseOf: withdrawn › completed › exchanged › sold › forSale › preForSale, first match wins', () => {
  const launched = takenOn(undefined, '2025-10-01')
  const exchanged = withStates(sold(), { Exchanged: 'C' })
  const completed = withStates(exchanged, { Completed: 'C' })

  test.each([
    ['Pre for sale', 'taken on, not launched', { active: true, hasAcceptedOffer: false, timeline: takenOn() }],
    ['For sale', 'property launched complete', { active: true, hasAcceptedOffer: false, timeline: launched }],
    ['Sold STC', 'an offer is accepted', { active: true, hasAcceptedOffer: true, timeline: sold() }],
    ['Sold STC', 'an offer is accepted before the launch', { active: true, hasAcceptedOffer: true, timeline: takenOn() }],
    ['For sale', 'sale agreed by hand, no offer accepted', { active: true, hasAcceptedOffer: false, timeline: sold() }],
    ['Exchanged', 'step Exchanged', { active: true, hasAcceptedOffer: true, timeline: exchanged }],
    ['Completed', 'step Completed', { active: true, hasAcceptedOffer: true, timeline: completed }],
    ['Withdrawn', 'active = false', { active: false, hasAcceptedOffer: true, timeline: completed }],
  ])('%s: %s', (words, _why, property) => expect(phaseLabels[phaseOf(property)]).toBe(words))
})

describe('setupWarningsOf: setup warnings (sold or for sale)', () => {
  const nothing: SetupFacts = {
    phase: 'sold',
    ownership: 'leasehold',
    leaseholdPackSent: 'no',
    hasVendorSolicitor: false,
    hasVendorBroker: false,
    isVendorKnown: true,
  }

  test('leasehold and pack not yes; no vendor’s solicitor; no vendor’s mortgage broker', () => {
    expect(setupWarningsOf(nothing).map((one) => setupWarningTexts[one])).toEqual([
      'Leasehold pack has not been sent.',
      'No solicitor assigned to vendor.',
      'No mortgage broker assigned to vendor.',
    ])
  })

  test.each([
    ['the pack unknown', { leaseholdPackSent: 'unknown' }, 3],
    ['the pack sent', { leaseholdPackSent: 'yes' }, 2],
    ['freehold', { ownership: 'freehold' }, 2],
    ['ownership unknown', { ownership: 'unknown' }, 2],
    ['a solicitor', { hasVendorSolicitor: true }, 2],
    ['a broker', { hasVendorBroker: true }, 2],
    ['for sale', { phase: 'forSale' }, 3],
    ['not launched yet', { phase: 'preForSale' }, 0],
    ['exchanged', { phase: 'exchanged' }, 0],
    ['withdrawn', { phase: 'withdrawn' }, 0],
  ] as const)('%s', (_case, facts, count) => expect(setupWarningsOf({ ...nothing, ...facts })).toHaveLength(count))
})
