import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addSurveyItem } from '../timeline/rules/surveys.ts'
import type { StepName } from '../timeline/step-definitions.ts'
import { complete as completeSteps, saving, set, sold, survey, takenOn, underOffer } from '../timeline/testing/timelines.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { type Checklist, checklistSteps, isTicked, newChecklist, type SaleType, tickedSteps } from './chain.model.ts'
import {
  chainStatusFromLinks,
  checklistFromTimeline,
  hasReadOnlyName,
  type LinkState,
  normaliseChain,
  proposeChainStatus,
  whyNotSaveChain,
} from './chain.rules.ts'

const own = { thisProperty: true, standing: 'unknown' as const }
const link = (standing: LinkState) => ({ thisProperty: false, standing })

test.each([
  ['no links', [], null],
  ['this sale alone', [own], 0],
  ['every other link moves', [link('complete'), own, link('complete')], 1],
  ['one link stands in the way', [link('complete'), own, link('incomplete')], 2],
  ['a red link outranks one that is not known', [link('unknown'), link('incomplete'), own], 2],
  ['one link is not known', [link('complete'), own, link('unknown')], null],
] as const)('%s', (_case, links, status) => expect(chainStatusFromLinks(links)).toBe(status))

const [none, complete, incomplete, unknown] = [0, 1, 2, 3] as const

test.each([
  ['unknown, and nothing says more', unknown, [], null, null],
  ['unknown, and the links tell', unknown, [own, link('complete')], null, { status: complete, from: 'links' }],
  ['unknown, and the links outrank the offer', unknown, [own, link('incomplete')], false, { status: incomplete, from: 'links' }],
  ['unknown, and a link is not known', unknown, [own, link('unknown')], false, null],
  [
    'unknown, a link is not known, and the buyer is in a chain',
    unknown,
    [own, link('unknown')],
    true,
    { status: incomplete, from: 'offer' },
  ],
  ['unknown, and the buyer is in a chain', unknown, [], true, { status: incomplete, from: 'offer' }],
  ['unknown, and the buyer is in no chain', unknown, [], false, { status: none, from: 'offer' }],
  ['unknown, and this sale alone is in its chain', unknown, [own], null, { status: none, from: 'links' }],
  ['no chain, and there are links', none, [own, link('unknown')], false, { status: incomplete, from: 'links' }],
  ['no chain, and the buyer is in one', none, [own], true, { status: incomplete, from: 'offer' }],
  ['no chain, and the buyer says so too', none, [], false, null],
  ['complete, and a link stands in the way', complete, [own, link('incomplete')], true, { status: incomplete, from: 'links' }],
  ['incomplete, and every link moves', incomplete, [own, link('complete')], true, { status: complete, from: 'links' }],
  ['incomplete: the vendor may buy where the buyer sells nothing', incomplete, [], false, null],
] as const)('proposeChainStatus: %s', (_case, status, links, buyerInChain, proposed) =>
  expect(proposeChainStatus({ status, links, buyerInChain })).toEqual(proposed),
)

const mortgage = { cashBuy: false }
const of = (timeline: Timeline) => checklistFromTimeline(timeline, mortgage)
/** A sold timeline with one step in the given state. */
const withStep = (name: StepName, state: 'C' | 'IP' | 'NA'): Timeline =>
  underOffer().map((step) => (step.keyName === name ? { ...step, state } : step))

test('checklistFromTimeline: a property just taken on has an empty checklist', () => {
  expect(of(takenOn())).toEqual(newChecklist)
})

describe('checklistFromTimeline: surveyBooked is', () => {
  test('Yes if any survey entries exist, and surveyDate shows the earliest survey date', () => {
    const timeline = saving(
      sold(),
      addSurveyItem(15, survey('2025-12-02')),
      addSurveyItem(6, survey('2025-11-28')),
      addSurveyItem(10, survey('2026-01-05')),
    ).timeline
    expect(of(timeline)).toMatchObject({ surveyBooked: 'Yes', surveyDate: '28/11/2025' })
  })
  test('Yes even when not having a survey is complete', () => {
    const booked = saving(sold(), addSurveyItem(6, survey('2025-11-28'))).timeline
    const both = booked.map((step) => (step.keyName === 'NotHavingSurvey' ? { ...step, state: 'C' as const } : step))
    expect(of(both).surveyBooked).toBe('Yes')
  })
  test('No if NotHavingSurvey is complete and there is no survey', () => {
    expect(of(withStep('NotHavingSurvey', 'C'))).toMatchObject({ surveyBooked: 'No', surveyDate: '' })
  })
  test('otherwise NA', () => {
    expect(of(withStep('NotHavingSurvey', 'IP')).surveyBooked).toBe('NA')
    expect(of(withStep('NotHavingSurvey', 'NA')).surveyBooked).toBe('NA')
  })
})

describe('checklistFromTimeline: mortgageOffer is', () => {
  test('Cash if the accepted offer is a cash buy, whether or not MortgageApproved is complete', () => {
    for (const timeline of [sold(), withStep('MortgageApproved', 'C')])
      expect(checklistFromTimeline(timeline, { cashBuy: true }).mortgageOffer).toBe('Cash')
  })
  test('Yes if MortgageApproved is complete', () => {
    expect(of(withStep('MortgageApproved', 'C')).mortgageOffer).toBe('Yes')
  })
  test('otherwise No', () => {
    expect(of(withStep('MortgageApproved', 'IP')).mortgageOffer).toBe('No')
  })
})

test.each([
  [['contractSigned', 'depositPaid'], 'DocumentsAndDepositsReceived'],
  [['mosSent'], 'MemoOfSaleSent'],
  [['searchesApplied'], 'SearchesAppliedFor'],
  [['searchesBack'], 'SearchesBack'],
  [['draftContracts'], 'DraftContractsIssued'],
  [['enquiriesRaised'], 'EnquiriesRaised'],
  [['enquiriesAnswered'], 'EnquiriesAnswered'],
] as [(keyof Checklist)[], StepName][])('checklistFromTimeline: %s follow %s only', (fields, step) => {
  const expected = { ...newChecklist, ...Object.fromEntries(fields.map((field) => [field, true])) }
  expect(of(withStep(step, 'C'))).toEqual(expected)
  expect(of(withStep(step, 'IP'))).toEqual(newChecklist)
})

test('tickedSteps: a booked survey and cash count, No and N/A do not', () => {
  const timeline = saving(
    sold(),
    ...completeSteps('DraftContractsIssued', 'SearchesAppliedFor'),
    addSurveyItem(6, survey('2025-11-28')),
    set('MortgageAppSubmitted', 'IP'),
  ).timeline
  const checklist = checklistFromTimeline(timeline, { cashBuy: true })
  expect(checklistSteps).toHaveLength(10)
  expect(tickedSteps(checklist)).toBe(5)
  expect(tickedSteps(newChecklist)).toBe(0)
  expect(isTicked({ ...newChecklist, surveyBooked: 'No' }, 'surveyBooked')).toBe(false)
})

const savedLink = (more: object = {}) => ({
  thisProperty: false,
  propertyRef: null as string | null,
  propertyName: '',
  personName: '',
  saleType: 'ND' as SaleType,
  ...more,
})
const ownItem = savedLink({ thisProperty: true })
const why = (...items: ReturnType<typeof savedLink>[]) => whyNotSaveChain(items, 'here')

describe('whyNotSaveChain accepts a chain', () => {
  test('that is empty, of this property alone, or with buyer and sale type on the last link', () => {
    expect(why()).toBeNull()
    expect(why(ownItem)).toBeNull()
    expect(why({ ...ownItem, propertyRef: 'here' }, savedLink({ personName: 'Leopold', saleType: 'FTB' }))).toBeNull()
  })
  test('of fifty links, but not more', () => {
    const links = (count: number) => Array.from({ length: count }, () => savedLink())
    expect(why(ownItem, ...links(49))).toBeNull()
    expect(why(ownItem, ...links(50))).toBe('CHAIN_TOO_LONG')
  })
})

describe('whyNotSaveChain refuses a chain', () => {
  test('without exactly one item that is this property', () => {
    expect(why(savedLink())).toBe('CHAIN_WITHOUT_THIS_PROPERTY')
    expect(why(ownItem, ownItem)).toBe('CHAIN_WITHOUT_THIS_PROPERTY')
    expect(why({ ...ownItem, propertyRef: 'near' })).toBe('CHAIN_WITHOUT_THIS_PROPERTY')
  })
  test('with a property twice', () => {
    expect(why(savedLink({ propertyRef: 'near' }), ownItem, savedLink({ propertyRef: 'near' }))).toBe('CHAIN_PROPERTY_TWICE')
    expect(why(ownItem, savedLink({ propertyRef: 'here' }))).toBe('CHAIN_PROPERTY_TWICE')
  })
  test('with a buyer’s name or sale type before the last item', () => {
    expect(why(savedLink({ personName: 'Leopold' }), ownItem)).toBe('CHAIN_BUYER_NOT_LAST')
    expect(why(savedLink({ saleType: 'CB' }), ownItem)).toBe('CHAIN_SALE_TYPE_NOT_LAST')
  })
})

describe('normaliseChain: the item that is this property or that is linked, in a chain of more than one, has a read-only name', () => {
  const typed = { propertyName: 'Typed', personName: 'Typed' }
  test('a name sent for it is dropped', () => {
    const [linked, here, byHand] = normaliseChain(
      [savedLink({ ...typed, propertyRef: 'near' }), { ...ownItem, ...typed }, savedLink(typed)],
      'here',
    )
    expect(linked).toMatchObject({ propertyName: '', personName: '' })
    expect(here).toMatchObject({ propertyName: '', personName: '', propertyRef: 'here' })
    expect(byHand).toMatchObject(typed)
  })
  test('an item alone in its chain keeps its buyer’s name', () => {
    expect(hasReadOnlyName(ownItem, 1)).toBe(false)
    expect(normaliseChain([{ ...ownItem, ...typed }], 'here')).toMatchObject([{ propertyName: '', personName: 'Typed' }])
  })
})

test('normalising is idempotent and does not make a refused chain valid, except for read-only names', () => {
  const anyLink = fc.record({
    thisProperty: fc.boolean(),
    propertyRef: fc.constantFrom(null, 'near', 'far', 'here'),
    propertyName: fc.constantFrom('', 'Larch House'),
    personName: fc.constantFrom('', 'Leopold'),
    saleType: fc.constantFrom<SaleType>('ND', 'FTB'),
  })
  fc.assert(
    fc.property(fc.array(anyLink, { maxLength: 5 }), (items) => {
      const settled = normaliseChain(items, 'here')
      expect(normaliseChain(settled, 'here')).toEqual(settled)
      const before = whyNotSaveChain(items, 'here')
      const after = whyNotSaveChain(settled, 'here')
      if (before !== 'CHAIN_BUYER_NOT_LAST') expect(after).toBe(before)
    }),
  )
})
