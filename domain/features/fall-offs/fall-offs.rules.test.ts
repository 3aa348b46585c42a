import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { whyNotFallOff, whyNotRestoreFallOff } from '../sale-now/may.ts'
import { stepKeys } from '../timeline/step-definitions.ts'
import { sold, withStates } from '../timeline/testing/timelines.ts'
import { fallOffPhaseOf } from './fall-off-reasons.ts'
import { type ArchivedBuyer, type ArchivedLink, removeBuyer, restoreBuyer } from './fall-offs.rules.ts'

const [accepted, pending] = [
  { _id: 'a', state: 'A' },
  { _id: 'p', state: 'P' },
] as const
const none = { data: [] }
const fallen = { offers: [pending], active: true, timeline: none }

test('whyNotFallOff: "It is offered while an offer is accepted and the sale has not completed."', () => {
  expect(whyNotFallOff({ offers: [pending, accepted], timeline: none })).toBeNull()
  expect(whyNotFallOff({ offers: [pending], timeline: none })).toBe('FALL_OFF_WITHOUT_SALE')
  expect(whyNotFallOff({ offers: [accepted], timeline: { data: [{ key: stepKeys.Completed, state: 'C' }] } })).toBe(
    'FALL_OFF_COMPLETED',
  )
})

test('whyNotRestoreFallOff: "A fall-off record is restorable only while it has no restoredOn and there is no accepted offer."', () => {
  expect(whyNotRestoreFallOff({ restoredOn: null }, fallen)).toBeNull()
  expect(whyNotRestoreFallOff({ restoredOn: '2026-03-10T09:00:00.000Z' }, fallen)).toBe('FALL_OFF_RESTORED')
  expect(whyNotRestoreFallOff({ restoredOn: null }, { ...fallen, offers: [accepted] })).toBe('RESTORE_WITH_ACCEPTED_OFFER')
  expect(whyNotRestoreFallOff({ restoredOn: null }, { ...fallen, active: false })).toBe('OFFER_ON_WITHDRAWN')
})

test('fallOffPhaseOf: the first step that is not done, but the sale stays past the memorandum that is open again', () => {
  const memoOpen = (states: Parameters<typeof withStates>[1]) =>
    fallOffPhaseOf(withStates(sold(), { MemoOfSaleSent: 'IP', ...states }))
  expect(memoOpen({})).toBe('beforeMemo')
  expect(memoOpen({ MortgageApproved: 'C' })).toBe('beforeMemo')
  expect(memoOpen({ DraftContractsIssued: 'C' })).toBe('beforeSearches')
  expect(memoOpen({ SearchesBack: 'C', MortgageApproved: 'NA' })).toBe('beforeEnquiries')
  expect(memoOpen({ SearchesBack: 'C', EnquiriesAnswered: 'C' })).toBe('beforeMortgageOffer')
  expect(memoOpen({ Exchanged: 'C' })).toBe('readyToExchange')
})

/** Texts wherever the buyer is named. */
const named = 'Peregrine Sallow'
const aboutBuyer = fc.constantFrom('', named, `Ask ${named} first`)
const aboutVendor = fc.constantFrom('', 'Thimblewood', 'Rings at noon')
const person = fc.record({ _id: fc.uuid(), name: aboutBuyer, email: fc.constant(''), tel: fc.constant('') })
const party = fc.option(fc.record({ contact: person, poc: fc.option(person) }))
const instant = fc.option(fc.constant('2026-03-10T12:00:00.000Z'))

const linkBefore = fc.record({
  thisProperty: fc.constant(false),
  propertyRef: fc.option(fc.uuid()),
  personName: fc.constant(''),
  saleType: fc.constant('ND'),
  note: aboutVendor,
})
const ownLink = fc.record({
  thisProperty: fc.constant(true),
  propertyRef: fc.constant('own'),
  personName: aboutBuyer,
  saleType: fc.constantFrom('ND', 'FTB'),
  note: aboutBuyer,
})
const linkBeyond = fc.record({
  thisProperty: fc.constant(false),
  propertyRef: fc.option(fc.uuid()),
  personName: aboutBuyer,
  saleType: fc.constantFrom('ND', 'CB'),
  note: aboutBuyer,
})
const anyChain: fc.Arbitrary<ArchivedLink[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<ArchivedLink[]>([]) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.array(linkBefore, { maxLength: 3 }), ownLink, fc.array(linkBeyond, { maxLength: 3 }))
      .map(([before, own, beyond]): ArchivedLink[] => [...before, own, ...beyond]),
  },
)

const anyPart: fc.Arbitrary<ArchivedBuyer> = fc.record({
  buyer: fc.record({
    buyer: fc.record({ name: aboutBuyer, email: fc.constant(''), tel: fc.constant(''), cashBuyer: fc.boolean() }),
    solicitor: party,
    mBroker: party,
    other: aboutBuyer,
    additionalContacts: fc.array(
      fc.record({
        _id: fc.uuid(),
        firstName: aboutBuyer,
        lastName: aboutBuyer,
        email: fc.constant('a@b.example'),
        tel: fc.constant('1'),
        options: fc.record({ memo: fc.boolean() }),
      }),
      { maxLength: 2 },
    ),
  }),
  memo: fc.record({ buyerCustom: aboutBuyer, remarks: aboutBuyer }),
  referrals: fc.record({ buyerSolicitor: instant, buyerBroker: instant }),
  chain: anyChain,
})

describe('removeBuyer removes everything that belongs to the buyer', () => {
  test('nothing names the buyer afterwards', () => {
    fc.assert(
      fc.property(anyPart, (part) => {
        expect(JSON.stringify(removeBuyer(part))).not.toContain(named)
      }),
    )
  })

  test('links before this sale stay, and it becomes the last of the chain', () => {
    fc.assert(
      fc.property(anyPart, (part) => {
        const own = part.chain.findIndex(({ thisProperty }) => thisProperty)
        const { chain } = removeBuyer(part)
        expect(chain.slice(0, -1)).toEqual(part.chain.slice(0, Math.max(own, 0)))
        expect(chain).toHaveLength(own + 1)
      }),
    )
  })

  test('it is idempotent', () => {
    fc.assert(
      fc.property(anyPart, (part) => {
        expect(removeBuyer(removeBuyer(part))).toEqual(removeBuyer(part))
      }),
    )
  })
})

describe('restoreBuyer returns exactly the archived data', () => {
  test('if nothing changed in between', () => {
    fc.assert(
      fc.property(anyPart, (part) => {
        expect(restoreBuyer(removeBuyer(part), part)).toEqual(part)
      }),
    )
  })

  test('after a second buyer with texts and links of their own', () => {
    fc.assert(
      fc.property(anyPart, anyPart, (first, second) => {
        const between = removeBuyer({
          ...second,
          chain: [...removeBuyer(first).chain, ...second.chain.filter(({ thisProperty }) => !thisProperty)],
        })
        expect(restoreBuyer(between, first)).toEqual({ ...first, chain: first.chain.length === 0 ? between.chain : first.chain })
      }),
    )
  })

  test('after the chain was reset', () => {
    fc.assert(
      fc.property(anyPart, (part) => {
        expect(restoreBuyer({ ...removeBuyer(part), chain: [] }, part).chain).toEqual(part.chain)
      }),
    )
  })

  test('a property added before this sale since is not linked twice', () => {
    const link = (propertyRef: string, thisProperty = false) => ({
      thisProperty,
      propertyRef,
      personName: '',
      saleType: 'ND',
      note: '',
    })
    const part = (...chain: ArchivedLink[]): ArchivedBuyer => ({
      ...removeBuyer({ chain: [] } as unknown as ArchivedBuyer),
      chain,
    })
    const restored = restoreBuyer(part(link('a'), link('own', true)), part(link('own', true), link('a'), link('b')))
    expect(restored.chain.map(({ propertyRef }) => propertyRef)).toEqual(['a', 'own', 'b'])
  })
})
