import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SaleRole } from '../property-contacts/parties.ts'
import { stepKeys } from '../timeline/step-definitions.ts'
import { underOffer } from '../timeline/testing/timelines.ts'
import { type CueName, cues } from './cues.ts'
import { daysSaid } from './days-said.ts'
import { proposalsOf, type ReadFacts } from './proposals-of.ts'

/** A Friday. */
const written = '2026-11-27'
const facts = (of: Partial<ReadFacts> = {}): ReadFacts => ({
  kind: 'mail',
  senderCheck: 'verified',
  role: 'buyerSolicitor',
  writtenOn: written,
  arrivedOn: written,
  hasFallenOff: false,
  standing: 'agreed',
  acceptedOn: '2026-09-01',
  completionDate: null,
  timeline: underOffer(),
  line1: '27 Rodway Road',
  otherLines: [],
  ...of,
})
const { HomeBuyersSurvey, FullStructural } = stepKeys

/** "SearchesBack 2026-11-27" or "exchange 2027-01-05". */
const read = (text: string, of: Partial<ReadFacts> = {}): string[] =>
  proposalsOf(text, facts(of)).map(({ stepKey, dateKind, onDay }) => {
    const step = Object.entries(stepKeys).find(([, key]) => key === stepKey)?.[0]
    return [dateKind, step, onDay].filter(Boolean).join(' ')
  })

const done = (step: string) => [`${step} ${written}`]

/** Sentences that each cue reads, with what it proposes, and sentences that it must not read. */
const examples: Readonly<Record<CueName, { proposes: string[]; reads: string[]; not: string[] }>> = {
  applied: {
    proposes: done('MortgageAppSubmitted'),
    reads: [
      'The mortgage application has been submitted.',
      'We have now submitted the full application to the lender.',
      'The application went in this morning.',
    ],
    not: [
      'The mortgage application will be submitted this week.',
      'Has the mortgage application been submitted?',
      'We are chasing the mortgage application.',
    ],
  },
  valuationBooked: {
    proposes: done('MortgageValuationBooked'),
    reads: [
      'The valuation has been booked for 3 December.',
      'The lender has instructed the valuation.',
      'Their mortgage valuation is now booked.',
    ],
    not: [
      'The valuation has not been booked.',
      'Once the valuation is booked we will tell you.',
      'The valuation is to be booked.',
    ],
  },
  valued: {
    proposes: done('MortgageValuationCompleted'),
    reads: ['The valuation took place today.', 'The lender’s valuation has been carried out.', 'The valuer came this morning.'],
    not: ['The valuation takes place on Tuesday.', 'I hope the valuation has been done.', 'The valuer has not been.'],
  },
  offered: {
    proposes: done('MortgageApproved'),
    reads: [
      'I am pleased to confirm that the mortgage offer has been issued.',
      'We’ve received the formal mortgage offer.',
      'Good news, my mortgage has been approved!',
    ],
    not: [
      'The mortgage offer is expected this week.',
      'Subject to the mortgage offer having been issued.',
      'I understand that the mortgage offer has been issued.',
    ],
  },
  drafted: {
    proposes: done('DraftContractsIssued'),
    reads: [
      'The draft contract pack was issued today.',
      'We have sent the draft contract to the buyer’s solicitors.',
      'Draft papers have gone out.',
    ],
    not: [
      'We will issue the draft contract shortly.',
      'We have not issued the draft contract.',
      'We are awaiting ID before the draft contract is issued.',
    ],
  },
  answered: {
    proposes: done('EnquiriesAnswered'),
    reads: [
      'All enquiries have now been answered.',
      'We have replied to all the enquiries.',
      'Replies to your enquiries were sent this afternoon.',
    ],
    not: [
      'Some of the enquiries have been answered.',
      'We have still to reply to the enquiries.',
      'Our client is answering the enquiries.',
    ],
  },
  ordered: {
    proposes: done('SearchesAppliedFor'),
    reads: ['The searches have been ordered.', 'We have applied for our searches.', 'Searches were requested today.'],
    not: [
      'The searches will be ordered on receipt of funds.',
      'We have not ordered the searches.',
      'Have the searches been ordered?',
    ],
  },
  searched: {
    proposes: done('SearchesBack'),
    reads: [
      'Searches are back, all satisfactory.',
      'We have now received all search results.',
      'Hope you are well, the searches have all come back.',
    ],
    not: [
      'The searches are not back.',
      'All searches are back apart from the drainage.',
      'When the searches are back we can report.',
      'On their onward purchase the searches are back.',
    ],
  },
  raised: {
    proposes: done('EnquiriesRaised'),
    reads: [
      'We have raised our enquiries.',
      'Enquiries have been raised with the seller’s solicitors.',
      'We raised enquiries today.',
    ],
    not: ['We will raise enquiries.', 'We have raised further enquiries.', 'We have not raised any enquiries.'],
  },
  reported: {
    proposes: done('ReportedToBuyer'),
    reads: [
      'We have reported to our client.',
      'I have now reported fully to our clients.',
      'The report on title has been sent to our client.',
    ],
    not: [
      'We hope to report to our client next week.',
      'We have yet to report to our client.',
      'We are reporting to our client.',
    ],
  },
  deposited: {
    proposes: done('DocumentsAndDepositsReceived'),
    reads: [
      'We hold the signed contract and the deposit.',
      'We have received the signed contract and deposit from our client.',
      'We hold the deposit and the signed contract.',
    ],
    not: [
      'We hold the signed contract but not the deposit.',
      'We are awaiting the signed contract and deposit.',
      'We need the signed contract and the deposit.',
    ],
  },
  exchanged: {
    proposes: done('Exchanged'),
    reads: ['Contracts were exchanged at 2.15pm.', 'We have now exchanged.', 'Exchange has taken place.'],
    not: [
      'We have exchanged e-mails about this.',
      'Contracts have not been exchanged.',
      'We are ready once contracts have been exchanged.',
    ],
  },
  completed: {
    proposes: done('Completed'),
    reads: [
      'Completion has taken place.',
      'The sale completed at noon.',
      'We have now completed the sale, please release the keys.',
    ],
    not: ['The sale will be completed at noon.', 'The sale has not completed.', 'Has the sale completed?'],
  },
  surveyDone: {
    proposes: done('HomeBuyersSurvey'),
    reads: ['The survey took place today.', 'Our survey has been carried out.', 'The surveyor has been.'],
    not: ['The survey is on Tuesday.', 'The survey has not been done.', 'Could you ask whether the survey has been carried out.'],
  },
  surveyBooked: {
    proposes: [`survey HomeBuyersSurvey 2026-12-03`],
    reads: [
      'The survey is booked for 3 December.',
      'We have booked the survey for Thursday.',
      'The home buyers survey has been arranged for 3/12.',
    ],
    not: ['The survey is not booked.', 'Can the survey be booked for 3 December?', 'The survey has been booked.'],
  },
  mayExchange: {
    proposes: ['exchange 2027-01-05'],
    reads: [
      'Happy to exchange on 5 January.',
      'We are in a position to exchange contracts on Tuesday 5 January 2027.',
      'Exchange is set for 05/01/2027.',
    ],
    not: [
      'We can not exchange on 5 January.',
      'We are happy to exchange on 5 January if the deposit is in.',
      'The agent is talking of exchange next Friday.',
      'Happy to exchange on Sunday 3 January.',
      'Happy to exchange on 1 January.',
    ],
  },
  mayComplete: {
    proposes: ['expected-completion 2026-12-18'],
    reads: [
      'My client is happy to complete on 18 December.',
      'We would be able to complete on Friday 18 December.',
      'Completion on 18 December works for us.',
    ],
    not: ['We hope to complete on 18 December.', 'Can you complete on 18 December?', 'Happy to complete on 25 December.'],
  },
  completionSet: {
    proposes: ['expected-completion 2026-12-18'],
    reads: [
      'Completion is set for 18 December.',
      'Completion has been agreed for Friday 18 December.',
      'The completion date is 18 December 2026.',
    ],
    not: ['Is completion set for 18 December?', 'Completion is not set.', 'Completion set for 18 December or 21 December.'],
  },
  offerExpires: {
    proposes: ['mortgage-expiry 2027-03-14'],
    reads: [
      'The offer expires on 14 March 2027.',
      'The mortgage offer is valid until 14 March.',
      'Their offer runs out on 14/03/2027.',
    ],
    not: ['When does the offer expire?', 'The offer does not expire on 14 March.', 'The offer expires soon.'],
  },
  mortgageExpires: {
    proposes: ['mortgage-expiry 2027-03-14'],
    reads: [
      'My mortgage offer expires on 14 March 2027.',
      'The mortgage offer is valid until 14 March.',
      'Our mortgage offer runs out on 14/03/2027.',
    ],
    not: [
      'Our offer is valid until 14 March.',
      'Our mortgage offer was valid until 14 March.',
      'If our mortgage offer runs out on 14 March we are stuck.',
    ],
  },
}

describe.each(Object.entries(examples))('%s', (name, { proposes, reads, not }) => {
  const { by }: { by: readonly SaleRole[] } = cues[name as CueName]
  test.each(reads)('reads %j', (text) => {
    for (const role of by) expect(read(text, { role })).toEqual(proposes)
    expect(read(text, { role: 'chainAgent' })).toEqual([])
  })
  test.each(not)('not %j', (text) => {
    for (const role of by) expect(read(text, { role })).toEqual([])
  })
  test('at least three of each', () => expect(Math.min(reads.length, not.length)).toBeGreaterThanOrEqual(3))
})

test('Only Exchanged together with its day sets the completion date: the day first', () => {
  const both = ['completion 2026-12-18', `Exchanged ${written}`]
  expect(read('Contracts were exchanged at 2.15pm with completion set for 18 December.')).toEqual(both)
  expect(read('We have exchanged today. Completion is on 18 December.')).toEqual(both)
  const exchanged = underOffer().map((step) => (step.key === stepKeys.Exchanged ? { ...step, state: 'C' as const } : step))
  const after = { standing: 'exchanged' as const, timeline: exchanged, completionDate: '2026-12-18' }
  expect(read('Completion is set for 18 December.', after)).toEqual([])
  expect(read('Searches are back. Completion is set for 21 December.', after)).toEqual(['completion 2026-12-21'])
  expect(read('Completion has taken place.', { ...after, standing: 'completed' })).toEqual([])
})

test('the day: said, else the day it was written, never later than the arrival; two days or one to come: none', () => {
  const searches = (day: string) => read(`Searches were received ${day}.`)
  expect(searches('on 12 November')).toEqual(['SearchesBack 2026-11-12'])
  expect(searches('yesterday')).toEqual(['SearchesBack 2026-11-26'])
  expect(searches('on Monday')).toEqual(['SearchesBack 2026-11-23'])
  expect(searches('on Monday 23rd November')).toEqual(['SearchesBack 2026-11-23'])
  for (const day of [
    'on Monday 24 November',
    'on 12 or 13 November',
    'on 12 December 2026',
    'on 12 November 2025',
    'next Friday',
  ])
    expect(searches(day)).toEqual([])
  expect(read('Searches are back.', { writtenOn: '2026-12-01' })).toEqual(done('SearchesBack'))
  expect(read('Searches are back. Searches were received on 12 November.')).toEqual([])
  expect(read('On 12 November, we received all search results.')).toEqual(['SearchesBack 2026-11-12'])
  expect(read('We have received the search\nresults today.')).toEqual(done('SearchesBack'))
})

test.each([
  ['5 january', 'ahead', '2027-01-05'],
  ['november 20', 'ahead', '2027-11-20'],
  ['27 november', 'ahead', written],
  ['30 december', 'back', '2025-12-30'],
  ['3.12.26', 'ahead', '2026-12-03'],
  ['at 2.10 pm', 'ahead', undefined],
  ['29 february', 'ahead', null],
  ['friday', 'ahead', written],
  ['last friday', 'back', '2026-11-20'],
] as const)('%s, %s: %s', (text, direction, day) =>
  expect(daysSaid(text, written, direction)).toEqual(day === undefined ? [] : [day]),
)

test('Not proposed: done already, not applicable, before the sale, automatic, a failed check, nobody’s, a sale that fell off', () => {
  const text = 'Searches are back.'
  const timeline = (state: 'C' | 'NA') =>
    underOffer().map((step) => (step.key === stepKeys.SearchesBack ? { ...step, state } : step))
  for (const of of [
    { timeline: timeline('C') },
    { timeline: timeline('NA') },
    { acceptedOn: '2026-11-28' },
    { kind: 'automatic' as const },
    { senderCheck: 'failed' as const },
    { role: null },
    { role: 'vendorSolicitor' as const },
    { hasFallenOff: true },
    { standing: 'none' as const },
  ])
    expect(read(text, of)).toEqual([])
})

test('kinds of survey: by its words, else the one under way', () => {
  expect(read('The building survey took place today.', { role: 'buyer' })).toEqual([`FullStructural ${written}`])
  const [step] = underOffer()
  const survey = (key: number, state: 'IP' | 'C') => ({
    ...(step as NonNullable<typeof step>),
    key,
    type: 'S' as const,
    order: null,
    state,
  })
  const text = 'The survey took place today.'
  expect(read(text, { role: 'buyer', timeline: [survey(FullStructural, 'IP')] })).toEqual([`FullStructural ${written}`])
  const two = [survey(FullStructural, 'IP'), survey(HomeBuyersSurvey, 'IP')]
  expect(read(text, { role: 'buyer', timeline: two })).toEqual([])
})

test('in an e-mail about several sales, what stands below another’s address is not about this', () => {
  const of = { otherLines: ['3 Elm Close'] }
  expect(read('27 Rodway Road: searches are back.\n3 Elm Close: we have raised our enquiries.', of)).toEqual(done('SearchesBack'))
  expect(read('Searches are back on both.', of)).toEqual([])
  expect(read('On 14 Mill Lane the searches are back.')).toEqual([])
  expect(read('At 27 Rodway Road the searches are back.')).toEqual(done('SearchesBack'))
})

test('at most 5, in the order in which they are accepted, each with its sentence', () => {
  const text = `Hello,\n\nSearches are back. We have raised our enquiries. We have reported to our client. The mortgage offer has been issued.
We hold the signed contract and the deposit. The offer expires on 14 March 2027.`
  const all = proposalsOf(text, facts())
  expect(all.map(({ stepKey }) => stepKey)).toEqual([29, 33, 34, 22, 23])
  expect(all[1]?.sentence).toBe('Searches are back.')
})

test('Property-based: days are never later than the arrival for what is done, and long hostile texts are quick', () => {
  const piece = fc.constantFrom(
    'Searches are back',
    'on 12 November',
    ', ',
    '. ',
    'and',
    'exchanged',
    'contracts were',
    'with completion on',
    '18 December',
    'Friday',
    'not',
    'survey booked for',
    '\n',
    '31/12',
  )
  const roles = fc.constantFrom<SaleRole>('buyerSolicitor', 'vendorSolicitor', 'buyer', 'buyerBroker')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), roles, (pieces, role) => {
      const all = proposalsOf(pieces.join(' '), facts({ role }))
      expect(all.length).toBeLessThanOrEqual(5)
      for (const { what, onDay } of all) expect(what === 'step' ? onDay <= written : onDay >= written).toBe(true)
    }),
  )
  for (const text of [
    'and ',
    'searches ',
    ', ',
    'the mortgage ',
    'have now ',
    '. A',
    '12 ',
    'offer ',
    'exchanged for completion ',
    'a\n',
  ])
    for (const length of [900, 100_000]) proposalsOf(text.repeat(length / text.length), facts())
})
