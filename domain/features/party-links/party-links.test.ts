import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SaleFacts, type Standing, saleNow } from '../sale-now/sale-now.ts'
import { surveyTypes } from '../timeline/survey-types.ts'
import { anySituation } from '../timeline/testing/arbitraries.ts'
import { withStates } from '../timeline/testing/timelines.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { addresseeOf } from './addressee.ts'
import { chainLines } from './party-chain.ts'
import { linkParties, type ProposalContent } from './party-links.model.ts'
import { isEmailChanged, isPartyReplaced, linkExpiry, whyNotSendAgain, whyNotSendLink } from './party-links.rules.ts'
import { type PartySaleFacts, partySaleOf } from './party-sale.ts'
import { partyStepName, stepsProposedBy, stepsSeenBy } from './party-steps.ts'
import {
  describeProposal,
  describeStepChanges,
  isForExpectedDay,
  requestedStep,
  topicOf,
  whyNotPropose,
} from './proposals.rules.ts'

const today = '2026-03-10'
const step = (key: number, type: Timeline[number]['type'], state: Timeline[number]['state'], completedOn: string | null = null) =>
  ({ key, type, state, order: 1, completedOn, startedOn: null, survey: null }) as unknown as Timeline[number]
const timeline: Timeline = [
  step(32, 'L', 'C', '2026-03-03'),
  step(33, 'L', 'IP'),
  step(34, 'L', 'NS'),
  step(31, 'L', 'IP'),
  step(29, 'F', 'IP'),
  step(24, 'C', 'NA'),
]
const sale = { timeline, standing: 'agreed' as const, acceptedOn: '2026-02-01', today }
const content = (more: Partial<ProposalContent>): ProposalContent => ({
  what: 'step',
  stepKey: null,
  state: null,
  dateKind: null,
  onDay: null,
  text: '',
  fileName: null,
  ...more,
})
const done = (stepKey: number, onDay = today) => content({ stepKey, state: 'C', onDay })

describe('Links', () => {
  test('"Lasts 60 days."', () => expect(linkExpiry('2026-03-10T09:00:00.000Z')).toBe('2026-05-09T09:00:00.000Z'))

  test('a link needs a sale that completed less than 14 days ago, and a sale has at most 10 open links', () => {
    const fine = { isSold: true, completedOn: null, openLinks: 0 }
    expect(whyNotSendLink(fine, today)).toBeNull()
    expect(whyNotSendLink({ ...fine, isSold: false }, today)).toBe('FALL_OFF_WITHOUT_SALE')
    expect(whyNotSendLink({ ...fine, completedOn: '2026-02-25' }, today)).toBeNull()
    expect(whyNotSendLink({ ...fine, completedOn: '2026-02-24' }, today)).toBe('PARTY_LINK_ENDED')
    expect(whyNotSendLink({ ...fine, openLinks: 10 }, today)).toBe('TOO_MANY_PARTY_LINKS')
  })

  test('only open and expired links can be sent again', () => {
    expect(
      [null, 'expired', 'revoked', 'fell-off'].map((one) => whyNotSendAgain(one as Parameters<typeof whyNotSendAgain>[0])),
    ).toEqual([null, null, 'PARTY_LINK_ENDED', 'PARTY_LINK_ENDED'])
  })

  test('"Ends when the party’s e-mail is changed": not for a link to another address, or when only case differs', () => {
    const [a, upper, b] = [{ email: 'a@firm.example' }, { email: 'A@firm.example' }, { email: 'b@firm.example' }]
    expect([isEmailChanged(a, b, a), isEmailChanged(a, null, a), isEmailChanged(a, upper, a), isEmailChanged(b, a, a)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('a link ends when its party is another firm, also one that was sent to a typed address', () => {
    const [one, other] = [
      { contactId: 'one', name: 'One LLP', email: 'one@law.example' },
      { contactId: 'other', name: 'Other LLP', email: 'other@law.example' },
    ]
    for (const contactId of ['one', null]) {
      const link = { contactId, email: 'clerk@law.example' }
      expect(isPartyReplaced(one, other, link)).toBe(true)
      expect(isPartyReplaced(one, null, link)).toBe(true)
      expect(isPartyReplaced(one, { ...one, email: 'new@law.example' }, link)).toBe(false)
      expect(isPartyReplaced(one, { ...other, email: 'clerk@law.example' }, link)).toBe(false)
      expect(isPartyReplaced(null, one, link)).toBe(false)
    }
    expect(isPartyReplaced(other, one, { contactId: 'one', email: 'clerk@law.example' })).toBe(false)
  })

  test('a link of a buyer ends when the buyer is another person, not when a name or an address is corrected', () => {
    const ann = { contactId: null, name: 'Ann', email: 'ann@post.example' }
    const link = { contactId: null, email: 'partner@post.example' }
    expect(isPartyReplaced(ann, { ...ann, name: 'Bea', email: 'bea@post.example' }, link)).toBe(true)
    expect(isPartyReplaced(ann, null, link)).toBe(true)
    expect(isPartyReplaced(ann, { ...ann, name: 'Anne' }, link)).toBe(false)
    expect(isPartyReplaced(ann, { ...ann, email: 'ann@new.example' }, link)).toBe(false)
  })

  test('addresseeOf returns the person who acts, otherwise the firm, the buyer, or null', () => {
    const contact = { _id: 'c', name: 'Alder & Law', email: 'office@alder.example', tel: '' }
    const poc = { _id: 'p', name: 'J. Tolliver', email: '', tel: '' }
    const buyerDetails = {
      buyer: { name: '', email: '', tel: '', cashBuyer: false },
      solicitor: { contact, poc },
      mBroker: null,
      other: '',
      additionalContacts: [],
    }
    expect(addresseeOf({ solicitor: { contact, poc: null }, buyerDetails }, 'vendor-conveyancer')).toEqual({
      name: 'Alder & Law',
      email: 'office@alder.example',
      contactId: 'c',
      pocId: null,
    })
    expect(addresseeOf({ solicitor: null, buyerDetails }, 'buyer-conveyancer')).toMatchObject({
      name: 'J. Tolliver',
      email: 'office@alder.example',
      pocId: 'p',
    })
    expect(addresseeOf({ solicitor: null, buyerDetails }, 'buyer')).toBeNull()
  })
})

describe('whyNotPropose: what the sale has passed', () => {
  const completion = content({ what: 'date', dateKind: 'completion', onDay: '2026-03-27' })
  const message = content({ what: 'message', text: 'When do we get the keys?' })
  const document = content({ what: 'document', fileName: 'searches.pdf' })
  const codeOf = (standing: Standing, one: ProposalContent) =>
    whyNotPropose('buyer-conveyancer', one, { ...sale, standing, timeline: [...timeline, step(25, 'C', 'IP')] })?.code ?? null

  test.each([
    ['exchanged', { step: 'PROPOSAL_TOO_LATE', completed: null, completion: null, document: 'PROPOSAL_TOO_LATE', message: null }],
    [
      'completed',
      {
        step: 'PROPOSAL_TOO_LATE',
        completed: 'PROPOSAL_TOO_LATE',
        completion: 'PROPOSAL_TOO_LATE',
        document: 'PROPOSAL_TOO_LATE',
        message: null,
      },
    ],
    [
      'stopped',
      {
        step: 'PROPOSAL_TOO_LATE',
        completed: 'PROPOSAL_TOO_LATE',
        completion: 'PROPOSAL_TOO_LATE',
        document: 'PROPOSAL_TOO_LATE',
        message: null,
      },
    ],
    ['agreed', { step: null, completed: null, completion: null, document: null, message: null }],
  ] as const)('%s', (standing, codes) => {
    expect({
      step: codeOf(standing, done(33)),
      completed: codeOf(standing, done(25)),
      completion: codeOf(standing, completion),
      document: codeOf(standing, document),
      message: codeOf(standing, message),
    }).toEqual(codes)
  })

  test('a step that is done says so, also after exchange', () => {
    expect(codeOf('exchanged', done(32))).toBe('STEP_DONE_ALREADY')
  })
})

test('isForExpectedDay: a buyer wishes for a completion date until one is agreed; then another one is asked for', () => {
  const wish = { what: 'date' as const, dateKind: 'completion' as const }
  expect(isForExpectedDay('buyer', wish, null)).toBe(true)
  expect(isForExpectedDay('buyer', wish, '2026-03-27')).toBe(false)
  expect(isForExpectedDay('buyer-conveyancer', wish, null)).toBe(false)
})

describe('whyNotPropose', () => {
  test('each party proposes only its own steps and days, and sees every step that it may propose', () => {
    expect(whyNotPropose('buyer-conveyancer', done(33), sale)).toBeNull()
    expect(whyNotPropose('vendor-conveyancer', done(31), sale)).toBeNull()
    expect(whyNotPropose('buyer', done(29), sale)).toBeNull()
    for (const [party, key] of [
      ['buyer-conveyancer', 31],
      ['vendor-conveyancer', 33],
      ['buyer', 33],
    ] as const)
      expect(whyNotPropose(party, done(key), sale)).toMatchObject({ code: 'VALIDATION_FAILED', path: 'stepKey' })
    const exchange = content({ what: 'date', dateKind: 'exchange', onDay: '2026-04-01' })
    expect(whyNotPropose('buyer-conveyancer', exchange, sale)).toBeNull()
    expect(whyNotPropose('buyer', exchange, sale)).toMatchObject({ path: 'dateKind' })
    for (const party of linkParties) {
      expect(stepsProposedBy[party].filter((key) => !stepsSeenBy[party].includes(key))).toEqual([])
      expect(stepsSeenBy[party].map((key) => partyStepName(key, party))).not.toContain('')
    }
  })

  test('"Days for steps ≤ today", and not before the offer was accepted', () => {
    expect(whyNotPropose('buyer-conveyancer', done(33, '2026-03-11'), sale)).toMatchObject({ code: 'STEP_DATE_IN_FUTURE' })
    expect(whyNotPropose('buyer-conveyancer', done(33, '2026-01-31'), sale)).toMatchObject({ code: 'STEP_DATE_BEFORE_SALE' })
  })

  test('"If the step is complete already: ‘The agent has this as done on 03/11/2026’"', () => {
    expect(whyNotPropose('buyer-conveyancer', done(32), sale)).toMatchObject({
      code: 'STEP_DONE_ALREADY',
      message: 'The agent has this as done on 03/03/2026.',
    })
    const because = { kind: 'imported', steps: [], on: '2026-03-05', assumed: true } as const
    const assumed = sale.timeline.map((step) => ({ ...step, because }))
    expect(whyNotPropose('buyer-conveyancer', done(32), { ...sale, timeline: assumed })).toMatchObject({
      message: 'The agent has this as done.',
    })
    const underWay = content({ stepKey: 33, state: 'IP', onDay: today })
    expect(whyNotPropose('buyer-conveyancer', underWay, sale)?.code).toBe('STEP_DONE_ALREADY')
  })

  test('steps that do not apply, past days, files without a document and empty messages are refused', () => {
    const codes = [
      done(24),
      content({ what: 'date', dateKind: 'completion', onDay: '2026-03-09' }),
      content({ what: 'date', dateKind: 'completion', onDay: '2030-01-01' }),
      content({ what: 'message', text: 'Hello', fileName: 'a.pdf' }),
      content({ what: 'document' }),
      content({ what: 'message' }),
    ].map((one) => whyNotPropose('buyer-conveyancer', one, sale)?.code)
    expect(codes).toEqual([
      'VALIDATION_FAILED',
      'EXPECTED_IN_PAST',
      'VALIDATION_FAILED',
      'VALIDATION_FAILED',
      'FILE_MISSING',
      'VALIDATION_FAILED',
    ])
  })

  test('no input lets a party propose what the table does not allow', () => {
    const input = fc.record({
      what: fc.constantFrom('step', 'date', 'document', 'message'),
      stepKey: fc.option(fc.integer({ min: 1, max: 36 })),
      state: fc.option(fc.constantFrom('C', 'IP')),
      dateKind: fc.option(fc.constantFrom('completion', 'exchange', 'survey')),
      onDay: fc.option(fc.constantFrom('2026-01-01', '2026-03-01', today, '2026-03-11', '2027-01-01')),
      text: fc.constantFrom('', 'Hello'),
      fileName: fc.option(fc.constant('a.pdf')),
    }) as fc.Arbitrary<ProposalContent>
    fc.assert(
      fc.property(fc.constantFrom(...linkParties), input, (party, one) => {
        if (whyNotPropose(party, one, sale) !== null) return
        if (one.what === 'step') {
          expect(stepsProposedBy[party]).toContain(one.stepKey)
          expect((one.onDay ?? '') <= today).toBe(true)
        }
        if (one.what === 'document') expect(one.fileName).not.toBeNull()
        else expect(one.fileName).toBeNull()
      }),
    )
  })
})

test('for any history: each party’s page offers the proposals that the call accepts', () => {
  const day = '2027-06-01'
  const partySale = (party: (typeof linkParties)[number], facts: SaleFacts, phase: string) =>
    partySaleOf({
      property: {
        address: { line1: '1 Road', postcode: 'AB1 2CD' },
        company: { name: 'Hartwell' },
        completionDate: facts.completionDate,
        chain: { items: [] },
        mi: { chain: 3 },
        phase,
        offers: [],
        viewings: [],
        relaunches: [],
        saleResets: [],
        shareExpected: false,
        contacts: { solicitor: null, buyerDetails: { solicitor: null } },
      },
      timeline: facts.timeline,
      sale: saleNow(facts, day),
      contact: { name: '', email: '', tel: '' },
      brandColour: null,
      link: { party, name: 'A', endsOn: day, tellMe: false },
      proposals: [],
      today: day,
    } as unknown as PartySaleFacts)
  const completionDate = fc.option(fc.constantFrom('2026-03-27', '2027-07-01'))
  const states = fc.constantFrom('NS', 'IP', 'C')
  const histories = fc
    .tuple(anySituation, states, states)
    .map(([{ timeline: any }, first, last]) => withStates(any, { Exchanged: first, Completed: last }))
  fc.assert(
    fc.property(histories, fc.boolean(), completionDate, fc.constantFrom(...linkParties), (any, active, agreedFor, party) => {
      const facts = {
        active,
        hasAcceptedOffer: true,
        timeline: any,
        completionDate: agreedFor,
        expectedExchange: null,
        expectedCompletion: null,
      }
      const { standing, phase } = saleNow(facts, day)
      const accepts = (more: Partial<ProposalContent>) =>
        whyNotPropose(party, content(more), { timeline: any, standing, acceptedOn: '2025-10-20', today: day }) === null
      const page = partySale(party, facts, phase)
      const onPage = page.groups
        .flatMap(({ steps }) => steps)
        .flatMap((one) => (one.mayPropose && one.key !== null ? [one.key] : []))
      // A survey that is not on the page yet can be booked, and then reported.
      const reportable = any.filter(({ key }) => accepts({ what: 'step', stepKey: key, state: 'C', onDay: day }))
      expect(new Set(onPage)).toEqual(new Set(reportable.map(({ key }) => key)))
      for (const ask of page.asks) expect(onPage).toContain(ask.key)
      for (const dateKind of ['completion', 'exchange'] as const)
        expect([dateKind, page.mayPropose.dates.includes(dateKind)]).toEqual([
          dateKind,
          accepts({ what: 'date', dateKind, onDay: day }),
        ])
      const bookable = surveyTypes.filter(({ key }) => accepts({ what: 'date', dateKind: 'survey', stepKey: key, onDay: day }))
      expect(page.mayPropose.surveys.map(({ key }) => key)).toEqual(bookable.map(({ key }) => key))
      expect(page.mayPropose.documents).toBe(accepts({ what: 'document', fileName: 'a.pdf' }))
      expect(accepts({ what: 'message', text: 'Hello' })).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('describeProposal and describeStepChanges describe the content and the effect of a proposal', () => {
  expect([
    describeProposal(done(33)),
    describeProposal(content({ stepKey: 34, state: 'IP', onDay: today })),
    describeProposal(content({ what: 'date', dateKind: 'completion', onDay: '2026-11-28' })),
    describeProposal(content({ what: 'date', dateKind: 'survey', stepKey: 5, onDay: '2026-03-20' })),
    describeProposal(content({ what: 'document', fileName: 'searches.pdf' })),
    describeProposal(content({ what: 'message', text: 'x' })),
  ]).toEqual([
    'Searches back on 10/03/2026',
    'Enquiries raised under way since 10/03/2026',
    'Completion on 28/11/2026',
    'Home buyers survey booked for 20/03/2026',
    'Document: searches.pdf',
    'Message',
  ])
  expect(
    describeStepChanges([
      { key: 33, from: 'IP', to: 'C' },
      { key: 34, from: 'NS', to: 'IP' },
    ]),
  ).toBe('completes Searches back, starts Enquiries raised')
})

test('requestedStep returns done and under way with their day, and a new survey with its date', () => {
  expect(requestedStep(done(33), timeline)).toEqual({ key: 33, state: 'C', completedOn: today })
  expect(requestedStep(content({ stepKey: 34, state: 'IP', onDay: today }), timeline)).toEqual({
    key: 34,
    state: 'IP',
    startedOn: today,
  })
  expect(requestedStep(done(5), timeline)).toEqual({ key: 5, state: 'C', completedOn: today, survey: { date: today } })
  expect(requestedStep(content({ what: 'date', dateKind: 'survey', stepKey: 5, onDay: today }), timeline)).toEqual({
    key: 5,
    state: 'IP',
    survey: { date: today },
  })
  expect(requestedStep(content({ what: 'date', dateKind: 'exchange', onDay: today }), timeline)).toBeNull()
})

test('topicOf: one open proposal per step or day; documents and messages never replace each other', () => {
  expect([
    topicOf(done(33)),
    topicOf(content({ what: 'date', dateKind: 'survey', stepKey: 5 })),
    topicOf(content({ what: 'date', dateKind: 'exchange' })),
    topicOf(content({ what: 'document' })),
  ]).toEqual(['33', '5', 'exchange', null])
})

describe('chainLines: "chain position without names"', () => {
  const checklist = {
    mosSent: true,
    draftContracts: true,
    searchesApplied: true,
    searchesBack: true,
    enquiriesRaised: false,
    enquiriesAnswered: false,
    surveyBooked: 'NA' as const,
    surveyDate: '',
    mortgageOffer: 'Yes' as const,
    contractSigned: false,
    depositPaid: false,
  }
  const item = (more: object) => ({
    thisProperty: false,
    saleType: 'ND' as const,
    timeline: checklist,
    propertyName: '3 Secret Lane',
    propertyRef: null,
    agent: { name: 'Nightjar Estates' },
    ...more,
  })

  test('lists links from the buyer’s end to the top: a linked sale with its progress, an outside link as known', () => {
    const lines = chainLines(
      [
        item({}),
        item({ propertyRef: { deleted: false } }),
        item({ thisProperty: true, propertyRef: { deleted: false }, saleType: 'FTB' }),
      ],
      { status: 1, buyerInChain: false },
      'buyer-conveyancer',
    )
    expect(lines.map(({ title, words }) => `${title}: ${words}`)).toEqual([
      'Buyer’s end: Your client, nothing to sell',
      'This sale: Link 1 of 3',
      'Next link: Mortgage offer is in, searches back',
      'Link 3: Known',
      'End of the chain: Complete',
    ])
    expect(JSON.stringify(lines)).not.toMatch(/Secret|Nightjar/)
  })

  test('covers a sale without a chain, and one whose chain is not entered', () => {
    expect(chainLines([], { status: 3, buyerInChain: null }, 'buyer').map(({ words }) => words)).toEqual([
      'Not known',
      'Link 1 of 1',
      'Not known',
    ])
  })

  test('"no chain": the buyer has nothing to sell, unless their offer or a link says otherwise', () => {
    const own = item({ thisProperty: true, propertyRef: { deleted: false } })
    const words = (items: ReturnType<typeof item>[], buyerInChain: boolean | null) =>
      chainLines(items, { status: 0, buyerInChain }, 'buyer')[0]
    for (const items of [[], [own]])
      expect(words(items, false)).toEqual({ title: 'Buyer’s end', words: 'You, nothing to sell', state: 'ready' })
    expect(words([], true)).toMatchObject({ words: 'Not known' })
    expect(words([own, item({})], false)).toMatchObject({ words: 'Not known' })
    const linked = chainLines([item({}), item({}), own, item({})], { status: 0, buyerInChain: false }, 'buyer')
    expect([linked[0]?.words, linked.at(-1)?.words]).toEqual(['Not known', 'Not known'])
    expect(chainLines([item({}), own], { status: 0, buyerInChain: false }, 'buyer')[0]?.words).toBe('Not known')
  })
})
