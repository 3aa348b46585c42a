import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SpokenFacts } from '../sale-now/claims.ts'
import { saleNow } from '../sale-now/sale-now.ts'
import type { MarketChange } from '../sale-now/sentences.ts'
import { stepDefinitions, stepKeys } from '../timeline/step-definitions.ts'
import { anySituation } from '../timeline/testing/arbitraries.ts'
import { complete, later, save, saving, set, sold, survey, takenOn, underOffer, withStep } from '../timeline/testing/timelines.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import {
  notifiedStates,
  notifiedSteps,
  stepMessage,
  vendorMessages,
  vendorNews,
  vendorNewsBySave,
  vendorPortalSale,
} from './vendor-portal.rules.ts'

const spoken = (timeline: Timeline, today: string): SpokenFacts => ({
  timeline,
  viewings: 0,
  fellOffOn: null,
  solicitors: { vendor: true, buyer: true },
  today,
})
const viewOf = (timeline: Timeline, hasAcceptedOffer: boolean, today: string, completionDate: string | null = null) =>
  vendorPortalSale(
    spoken(timeline, today),
    saleNow(
      { active: true, hasAcceptedOffer, timeline, completionDate, expectedExchange: null, expectedCompletion: null },
      today,
    ),
  )
const names = (timeline: Timeline, hasSale = true) =>
  viewOf(timeline, hasSale, '2025-11-05').tracks.flatMap(({ steps }) => steps.map(({ name }) => name))

describe('vendorPortalSale: a vendor sees what is done, what is happening and what is next, in plain words', () => {
  test('before an offer, the steps up to one', () => {
    const view = viewOf(takenOn(undefined, '2025-10-01'), false, '2025-11-05')
    expect(view.tracks.map(({ title }) => title)).toEqual(['Your sale'])
    expect(view.tracks[0]?.steps.map(({ name, state }) => [name, state])).toEqual([
      ['Agreed to sell with us', 'done'],
      ['On the market', 'done'],
      ['Viewings', 'now'],
      ['Offer accepted', 'next'],
    ])
    expect(view).toMatchObject({ done: 2, total: 4, next: { name: 'Offer accepted' } })
  })

  test('no day of the take-on of a property that was entered after its launch', () => {
    const launched = takenOn(undefined, '2025-10-01')
    const entered = launched.map((step) => (step.key === stepKeys.TakeOn ? { ...step, completedOn: '2025-11-01' } : step))
    const dayIn = (timeline: Timeline) => viewOf(timeline, false, '2025-11-05').tracks[0]?.steps[0]
    expect(dayIn(launched)).toMatchObject({ name: 'Agreed to sell with us', on: '2025-10-01' })
    // Nor a day that an import only assumed.
    const because = { kind: 'imported', steps: [], on: '2025-11-05', assumed: true } as const
    expect(dayIn(withStep(launched, 'TakeOn', { because }))).toMatchObject({ on: null })
    expect(dayIn(entered as Timeline)).toMatchObject({ state: 'done', on: null })
  })

  test('once sold, the sale from the offer on', () => {
    expect(names(sold())).toEqual([
      'Offer accepted',
      'Memorandum of sale sent',
      'Draft contract issued',
      'Searches applied for',
      'Searches back',
      'Enquiries raised',
      'Enquiries answered',
      'Application submitted',
      'Valuation booked',
      'Valuation completed',
      'Mortgage approved',
      'Report to the buyer',
      'Documents and deposit',
      'Exchange of contracts',
      'Completion',
    ])
  })

  test('late steps come first with the delay; held-up steps say so', () => {
    const started = save(sold(), [set('DraftContractsIssued', 'IP', { startedOn: '2025-10-21' })]).timeline
    const byPerson = withStep(started, 'DraftContractsIssued', { wasAutoSetToInProgress: false })
    const blocked = save(byPerson, [set('MortgageAppSubmitted', 'B')]).timeline
    const { now } = viewOf(blocked, true, '2025-12-05')
    expect(now[0]?.state).toBe('late')
    expect(now.find(({ key }) => key === stepKeys.DraftContractsIssued)?.sentence).toBe(
      'Your solicitor is preparing the draft contract. This is taking longer than expected.',
    )
    expect(now.find(({ key }) => key === stepKeys.MortgageAppSubmitted)?.sentence).toContain('held up at the moment')
  })

  test('a step started by an import is late only if a due date was set', () => {
    const started = withStep(sold(), 'DraftContractsIssued', {
      wasAutoSetToInProgress: true,
      because: { kind: 'import-started', steps: [], on: '2025-11-05' },
    })
    const stepOn = (timeline: Timeline) =>
      viewOf(timeline, true, '2025-12-05').now.find(({ key }) => key === stepKeys.DraftContractsIssued)
    const sentence = 'The draft contract is awaited.'
    expect(stepOn(started)).toMatchObject({ state: 'now', on: null, sentence })
    const moved = withStep(started, 'DraftContractsIssued', {
      wasAutoSetToInProgress: false,
      dueOn: '2025-12-01',
      dueReason: 'Solicitor away',
    })
    expect(stepOn(moved)).toMatchObject({
      state: 'late',
      sentence: 'Your solicitor is preparing the draft contract. This is taking longer than expected.',
    })
  })

  test('a survey with an awaited report is waiting, whatever its date', () => {
    const booked = saving(sold(), set('HomeBuyersSurvey', 'IP', { survey: survey('2025-10-24', { awaitingReports: true }) }))
    const { now } = viewOf(booked.timeline, true, '2025-11-05')
    expect(now.find(({ key }) => key === stepKeys.HomeBuyersSurvey)).toMatchObject({
      state: 'waiting',
      sentence: 'The surveyor has been. The buyer is waiting for the report.',
    })
  })

  test('a cash buy shows no mortgage', () => {
    const cash = save(sold(), [], { cashBuyer: true }).timeline
    expect(viewOf(cash, true, '2025-11-05').tracks.map(({ track }) => track)).not.toContain('F')
  })

  test('a decision against a survey is shown once made', () => {
    expect(names(sold())).not.toContain('No survey wanted')
    expect(names(saving(sold(), ...complete('NotHavingSurvey')).timeline)).toContain('No survey wanted')
  })
})

describe('vendorPortalSale: they see nothing that is not theirs', () => {
  test('neither the agency’s titles and descriptions nor survey notes', () => {
    const secret = 'ring 0118 496 0123, gate code'
    const renamed = withStep(underOffer(), 'MemoOfSaleSent', { title: secret, description: secret })
    const noted = save(renamed, [set('Roof', 'IP', { survey: survey('2025-11-20', { reference: secret }) })], { at: later })
    expect(JSON.stringify(viewOf(noted.timeline, true, '2025-11-12'))).not.toContain('gate code')
  })
})

describe('vendorPortalSale for any timeline', () => {
  test('every step counts once, and open steps are among the steps shown', () => {
    fc.assert(
      fc.property(anySituation, fc.boolean(), ({ timeline }, hasSale) => {
        const view = viewOf(timeline, hasSale, '2025-11-05', '2025-12-01')
        const steps = view.tracks.flatMap((track) => track.steps)
        expect(new Set(steps.map(({ key }) => key)).size).toBe(view.total)
        expect(steps.filter(({ state }) => state === 'done')).toHaveLength(view.done)
        expect(view.tracks.reduce((sum, { done }) => sum + done, 0)).toBe(view.done)
        // A step whose standing is said, and one without a sentence, are not repeated.
        const open = steps.filter(({ state }) => state !== 'done' && state !== 'next')
        for (const { key } of view.now) expect(open.map((one) => one.key)).toContain(key)
        expect(view.now.filter(({ sentence }) => sentence === '')).toEqual([])
        expect(view.standing === null).toBe(
          saleNow(
            {
              active: true,
              hasAcceptedOffer: hasSale,
              timeline,
              completionDate: '2025-12-01',
              expectedExchange: null,
              expectedCompletion: null,
            },
            '2025-11-05',
          ).standing === 'agreed',
        )
        for (const { sentence, name } of view.now) expect(`${name} ${sentence}`).not.toMatch(/undefined|null|NaN/)
      }),
    )
  })
})

describe('stepMessage: messages when a step is saved', () => {
  test.each([
    ['SearchesBack', 'IP', 'C', 'The searches came back.'],
    ['SearchesBack', 'NS', 'IP', 'The council and other search providers are preparing the search results.'],
    ['SaleAgreed', 'NS', 'IP', 'No offer has been accepted yet.'],
    ['MemoOfSaleSent', 'NS', 'IP', 'The memorandum of sale is being prepared.'],
    ['MemoOfSaleSent', 'IP', 'B', 'The memorandum of sale is held up at the moment.'],
    ['DraftContractsIssued', 'NS', 'IP', 'The draft contract is being prepared.'],
    ['Viewings', 'NS', 'IP', 'Viewings: in progress.'],
    ['SaleAgreed', 'C', 'IP', 'No offer has been accepted yet.'],
    ['SearchesBack', 'IP', 'B', 'We are waiting for the searches, but this is held up at the moment.'],
    ['SearchesBack', 'C', 'IP', 'We are waiting again for the searches.'],
    ['SearchesBack', 'B', 'IP', 'The hold-up with the searches is over.'],
    ['SearchesBack', 'C', 'NS', null],
    ['NotHavingSurvey', 'NS', 'IP', null],
    ['NotHavingSurvey', 'NS', 'C', null],
  ] as const)('%s from %s to %s', (name, from, to, words) => {
    expect(stepMessage({ key: stepKeys[name], from, to })).toBe(words)
  })

  test.each([
    ['previous-step-completed', 'We are waiting for the signed contract and the buyer’s deposit.'],
    ['requested', 'The solicitors are collecting the signed contracts and the buyer’s deposit.'],
  ])('a step that is started with the reason %s', (because, words) => {
    expect(stepMessage({ key: stepKeys.DocumentsAndDepositsReceived, from: 'NS', to: 'IP', because })).toBe(words)
  })

  test('vendorMessages: completed steps first, then held up, then started', () => {
    expect(
      vendorMessages([
        { key: stepKeys.SearchesBack, from: 'NS', to: 'IP' },
        { key: stepKeys.MortgageApproved, from: 'IP', to: 'B' },
        { key: stepKeys.Roof, from: 'IP', to: null },
        { key: stepKeys.SearchesAppliedFor, from: 'IP', to: 'C' },
      ]),
    ).toEqual([
      'The searches were applied for.',
      'We are waiting for the lender’s decision on the buyer’s mortgage, but this is held up at the moment.',
      'The council and other search providers are preparing the search results.',
    ])
  })

  describe('vendorNews: several saves', () => {
    const fellOff = { key: stepKeys.SaleAgreed, from: 'C', to: 'IP', because: 'fall-off' }
    const restored = { key: stepKeys.SaleAgreed, from: 'IP', to: 'C', because: 'sale-restored' }
    const applied = { key: stepKeys.SearchesAppliedFor, from: 'IP', to: 'C' }
    const heldUp = { key: stepKeys.SearchesBack, from: 'IP', to: 'B' }
    const exchanged = { key: stepKeys.Exchanged, from: 'IP', to: 'C' }
    test.each([
      [
        'exchange: completed steps, none that it left open',
        [heldUp, applied, exchanged, { key: stepKeys.Completed, from: 'NS', to: 'IP', because: 'previous-step-completed' }],
        ['The searches were applied for.', 'Contracts were exchanged.', 'Completion comes next.'],
      ],
      [
        'exchange that is taken back: steps under way too',
        [heldUp, exchanged, { ...exchanged, from: 'C', to: 'IP' }],
        ['We are waiting for the searches, but this is held up at the moment.'],
      ],
      ['no step of a sale that has ended', [fellOff, heldUp], ['We are sorry that the agreed sale has fallen through.']],
      ['steps before a fall-off are not news', [applied, fellOff], ['We are sorry that the agreed sale has fallen through.']],
      [
        'another sale that is restored',
        [fellOff, { ...applied, because: 'sale-restored' }, restored],
        [
          'We are sorry that the agreed sale has fallen through.',
          'The sale that had fallen through is going ahead after all, with the same buyer.',
        ],
      ],
      ['a fall-off that is restored: what else was done', [fellOff, restored, applied], ['The searches were applied for.']],
      [
        'a step done before a fall-off that is restored',
        [
          applied,
          { ...applied, from: 'C', to: 'NS', because: 'fall-off' },
          fellOff,
          { ...applied, from: 'NS', because: 'sale-restored' },
          restored,
        ],
        ['The searches were applied for.'],
      ],
      [
        'two fall-offs, each restored, and steps between them',
        [fellOff, restored, applied, fellOff, restored, { key: stepKeys.SearchesBack, from: 'IP', to: 'C' }],
        ['The searches were applied for.', 'The searches came back.'],
      ],
      [
        'a fall-off that is restored, and another that is not',
        [applied, fellOff, restored, fellOff],
        ['We are sorry that the agreed sale has fallen through.'],
      ],
      [
        'a restore that is taken back',
        [restored, applied, { ...applied, from: 'C', to: 'IP', because: 'fall-off' }, fellOff],
        [],
      ],
    ])('%s', (_, changes, lines) => {
      expect(vendorNews(changes)).toEqual(lines)
    })

    test('a withdrawal that is taken back is no news, but what was exchanged meanwhile is', () => {
      const before = { isSold: true, isLaunched: true, isExchanged: false, isCompleted: false }
      const back = (moved: Partial<MarketChange>) =>
        vendorNews(
          [],
          [
            { is: 'withdrawn', ...before },
            { is: 'reinstated', ...before, ...moved },
          ],
        )
      expect(back({})).toEqual([])
      expect(back({ isExchanged: true })).toEqual(['Contracts have been exchanged.'])
      expect(back({ isExchanged: true, isCompleted: true })).toEqual(['Your sale has completed.'])
    })

    test('withdrawal: completed steps, none that it left open', () => {
      expect(
        vendorNews(
          [heldUp, applied],
          [{ is: 'withdrawn', isSold: true, isLaunched: true, isExchanged: false, isCompleted: false }],
        ),
      ).toEqual(['Your property is withdrawn from the market. The agreed sale is on hold.', 'The searches were applied for.'])
    })
  })

  test('for any saves within two minutes: portal and e-mail tell the same, but that another offer is accepted', () => {
    const keys = [stepKeys.SaleAgreed, stepKeys.SearchesAppliedFor, stepKeys.SearchesBack, stepKeys.Exchanged, stepKeys.Completed]
    const save = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          key: fc.constantFrom(...keys),
          to: fc.constantFrom('NS', 'IP', 'B', 'C'),
          because: fc.constantFrom('requested', 'previous-step-completed', 'fall-off', 'sale-restored'),
        }),
      },
      { weight: 1, arbitrary: fc.constantFrom('withdrawn' as const, 'reinstated' as const) },
    )
    fc.assert(
      fc.property(fc.array(save, { minLength: 1, maxLength: 8 }), (acts) => {
        const states = new Map<number, string>(keys.map((key) => [key, 'IP']))
        const isDone = (key: number) => states.get(key) === 'C'
        const saves = acts.map((act, index) => {
          const at = new Date(Date.UTC(2026, 10, 28, 9, 0, 10 * index)).toISOString()
          if (typeof act === 'string') {
            const { SaleAgreed, Exchanged, Completed } = stepKeys
            const [isSold, isExchanged, isCompleted] = [SaleAgreed, Exchanged, Completed].map(isDone)
            return { at, steps: [], market: [{ is: act, isLaunched: true, isSold, isExchanged, isCompleted } as MarketChange] }
          }
          const from = states.get(act.key) ?? null
          states.set(act.key, act.to)
          return { at, steps: [{ ...act, from }], market: [] }
        })
        const first = saves.findIndex(({ steps, market }) => market.length > 0 || vendorMessages(steps).length > 0)
        const told = first < 0 ? [] : saves.slice(first)
        const email = vendorNews(
          told.flatMap(({ steps }) => steps),
          told.flatMap(({ market }) => market),
        )
        const portal = vendorNewsBySave(saves).flatMap(({ lines }) => lines)
        const plain = email.map((line) => (line === 'You accepted another offer.' ? 'You accepted an offer.' : line))
        expect(portal.toSorted()).toEqual(plain.toSorted())
      }),
      { numRuns: 500 },
    )
  })

  test('stepMessage: a message exactly for notified steps and states', () => {
    const change = fc.record({
      key: fc.constantFrom(...stepDefinitions.map(({ key }) => key)),
      from: fc.constantFrom('C', 'B', 'IP', 'NS', 'NA', null),
      to: fc.constantFrom('C', 'B', 'IP', 'NS', 'NA', null),
    })
    fc.assert(
      fc.property(change, ({ key, from, to }) => {
        const isTold = notifiedSteps.includes(key) && notifiedStates.some((state) => state === to)
        expect(stepMessage({ key, from, to }) !== null).toBe(isTold)
      }),
    )
  })
})
