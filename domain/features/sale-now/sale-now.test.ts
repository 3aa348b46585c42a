import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayFactsOf } from '../dashboard/day-facts.ts'
import { openStepInfo } from '../report/report-facts.ts'
import { byUrgency, warningColour } from '../timeline/most-urgent-step.ts'
import { stepKeys } from '../timeline/step-definitions.ts'
import { anySituation } from '../timeline/testing/arbitraries.ts'
import { moment, sold, takenOn, underOffer, withStates } from '../timeline/testing/timelines.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { isOpenStep, leftOpenNote, type SaleFacts, saleNow, standingOf, storedSteps, toldDayOf } from './sale-now.ts'

const now = (timeline: Timeline, facts: Partial<SaleFacts> = {}, today = '2025-11-30') =>
  saleNow(
    {
      active: true,
      hasAcceptedOffer: true,
      completionDate: null,
      expectedExchange: null,
      expectedCompletion: null,
      ...facts,
      timeline,
    },
    today,
  )
const keysOf = (steps: readonly { key: number }[]) => steps.map(({ key }) => key)

const surveys = { done: 0, booked: 0 }
const exchanged = withStates(sold(), { Exchanged: 'C', Completed: 'IP' })
const completed = withStates(sold(), { Exchanged: 'C', Completed: 'C' })
const everyStepOpen = (timeline: Timeline): Timeline =>
  timeline.map((step) => (step.state === 'NS' ? { ...step, state: 'IP', startedOn: '2025-10-01' } : step))

describe('saleNow: which steps somebody may be asked for', () => {
  test('without an accepted offer: those up to Sale agreed', () => {
    const { open, leftOpen } = now(everyStepOpen(takenOn()), { hasAcceptedOffer: false })
    expect(keysOf(open)).toEqual([stepKeys.PropertyLaunched, stepKeys.Viewings, stepKeys.SaleAgreed])
    expect(leftOpen).toContain(stepKeys.MemoOfSaleSent)
    expect(leftOpen).toContain(stepKeys.MortgageAppSubmitted)
  })

  test('of a sale that is agreed: every step that is in progress or delayed', () => {
    const { open, leftOpen, late } = now(withStates(sold(), { SearchesBack: 'B' }))
    expect(keysOf(open)).toEqual([
      stepKeys.MortgageAppSubmitted,
      stepKeys.DraftContractsIssued,
      stepKeys.SearchesBack,
      ...keysOf(open).slice(3),
    ])
    expect(leftOpen).toEqual([])
    expect(keysOf(late)).toContain(stepKeys.DraftContractsIssued)
  })

  test('after exchange: Completed alone, dated by the completion date', () => {
    const sale = now(exchanged, { completionDate: '2025-12-12' })
    expect(sale).toMatchObject({ phase: 'exchanged', standing: 'exchanged', late: [] })
    expect(sale.open).toMatchObject([{ key: stepKeys.Completed, date: '2025-12-12' }])
    expect(sale.leftOpen).toEqual(expect.arrayContaining([stepKeys.MortgageAppSubmitted, stepKeys.DraftContractsIssued]))
    expect(keysOf(now(exchanged, { completionDate: '2025-11-29' }).late)).toEqual([stepKeys.Completed])
  })

  test.each([
    ['completed', completed, {}, 'completed'],
    ['withdrawn with an accepted offer', sold(), { active: false }, 'stopped'],
    ['withdrawn without one', takenOn(), { active: false, hasAcceptedOffer: false }, 'none'],
    ['withdrawn after exchange', exchanged, { active: false }, 'stopped'],
  ] as const)('%s: none', (_name, timeline, facts, standing) => {
    const sale = now(timeline, facts)
    expect(sale).toMatchObject({ standing, open: [], late: [], next: null })
    expect(sale.leftOpen.length).toBeGreaterThan(0)
  })

  test('isSold: an offer is accepted, whatever the phase', () => {
    expect(
      [now(sold()), now(sold(), { active: false }), now(takenOn(), { hasAcceptedOffer: false })].map((one) => one.isSold),
    ).toEqual([true, true, false])
  })
})

describe('leftOpenNote: a step that the sale has passed, or that waits', () => {
  test.each([
    [exchanged, {}, 'Left open at exchange'],
    [completed, {}, 'Left open at completion'],
    [sold(), { active: false }, 'Waits: withdrawn'],
    [sold(), { hasAcceptedOffer: false }, 'Waits: no offer accepted'],
    [sold(), {}, ''],
  ] as const)('%#: %s', (timeline, facts, words) => {
    expect(leftOpenNote(now(timeline, facts), stepKeys.DraftContractsIssued)).toBe(words)
  })

  test('nothing for a step that is done or not started', () => {
    expect(leftOpenNote(now(completed), stepKeys.MemoOfSaleSent)).toBe('')
    expect(leftOpenNote(now(completed), stepKeys.SearchesBack)).toBe('')
  })
})

describe('moveDay', () => {
  test.each([
    ['agreed, a day to come', sold(), '2025-12-12', { on: '2025-12-12', is: 'agreed' }],
    ['agreed, on the day', sold(), '2025-11-30', { on: '2025-11-30', is: 'agreed' }],
    ['agreed, a day that is over', sold(), '2025-11-29', { on: '2025-11-29', is: 'missed' }],
    ['exchanged, a day to come', exchanged, '2025-12-12', { on: '2025-12-12', is: 'agreed' }],
    ['exchanged, a day that is over', exchanged, '2025-11-29', { on: '2025-11-29', is: 'unconfirmed' }],
    ['without a day', exchanged, null, null],
  ] as const)('%s', (_name, timeline, completionDate, day) => {
    expect(now(timeline, { completionDate }).moveDay).toEqual(day)
  })

  test('completed: the day on which it was completed', () => {
    const on = completed.map((step) => (step.key === stepKeys.Completed ? { ...step, completedOn: '2025-11-27' } : step))
    expect(now(on, { completionDate: '2025-11-28' }).moveDay).toEqual({ on: '2025-11-27', is: 'past' })
  })

  test('a missed day is the one late step more, in lists from its day on without a save, and asked of nobody', () => {
    const on = (today: string) => now(sold(), { completionDate: '2025-11-29' }, today)
    const lists = (today: string) => openStepInfo({ openSteps: storedSteps(on('2025-11-01')), surveys }, today).nextStep
    expect(keysOf(on('2025-11-29').open)).not.toContain(stepKeys.Completed)
    expect(on('2025-11-30').late.at(-1)).toMatchObject({ key: stepKeys.Completed, date: '2025-11-29' })
    expect(isOpenStep(on('2025-11-30'), { key: stepKeys.Completed })).toBe(false)
    expect(dayFactsOf(on('2025-11-01'))).toEqual(dayFactsOf(on('2025-11-30')))
    const calm = sold().map((step) => (step.state === 'IP' ? { ...step, dueOn: '2026-02-01' } : step))
    const calmLists = (today: string) =>
      openStepInfo({ openSteps: storedSteps(now(calm, { completionDate: '2025-11-29' }, '2025-11-01')), surveys }, today).nextStep
    expect([calmLists('2025-11-29')?.key, calmLists('2025-11-30')]).toMatchObject([
      stepKeys.MortgageAppSubmitted,
      { key: stepKeys.Completed, warning: 'red' },
    ])
    expect(lists('2025-11-30')?.warning).toBe('red')
    for (const facts of [{ active: false }, { hasAcceptedOffer: false }])
      expect(keysOf(now(sold(), { completionDate: '2025-11-01', ...facts }).open)).not.toContain(stepKeys.Completed)
  })

  test('an expected day is the day of Exchanged, and of Completed until its day is agreed', () => {
    const started = withStates(sold(), { Exchanged: 'IP', Completed: 'IP' })
    const days = (facts: Partial<SaleFacts>, today: string) => {
      const { open, late } = now(started, facts, today)
      const dayOf = (key: number) => open.find((one) => one.key === key)?.date
      return [dayOf(stepKeys.Exchanged), dayOf(stepKeys.Completed), keysOf(late).includes(stepKeys.Exchanged)]
    }
    const expected = { expectedExchange: '2026-02-01', expectedCompletion: '2026-02-10' }
    expect(days(expected, '2026-01-31')).toEqual(['2026-02-01', '2026-02-10', false])
    expect(days({ ...expected, completionDate: '2026-02-12' }, '2026-02-02')[2]).toBe(true)
    expect(toldDayOf(now(started, expected), stepKeys.Exchanged)).toBeNull()
    expect(toldDayOf(now(started), stepKeys.Exchanged)).toBe('2025-11-12')
    expect(days({}, '2026-01-31')).toEqual(['2025-11-12', '2025-12-03', true])
  })

  test('none while the sale is paused, and none without a sale', () => {
    expect(now(exchanged, { active: false, completionDate: '2025-12-12' }).moveDay).toBeNull()
    expect(now(underOffer(), { hasAcceptedOffer: false, completionDate: '2025-12-12' }).moveDay).toBeNull()
  })
})

test('saleNow for any history: open and left open are the steps under way, and only open steps are late or next', () => {
  fc.assert(
    fc.property(
      anySituation,
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: -10, max: 60 }),
      ({ timeline }, active, hasAcceptedOffer, days) => {
        const today = new Date(Date.parse(moment.today) + days * 86_400_000).toISOString().slice(0, 10)
        const completionDate = moment.today
        const sale = saleNow(
          { active, hasAcceptedOffer, timeline, completionDate, expectedExchange: null, expectedCompletion: null },
          today,
        )
        const underWay = timeline.filter(({ state }) => state === 'IP' || state === 'B')
        const openNow = sale.open.filter(({ isPlanned }) => !isPlanned)
        expect(new Set([...keysOf(openNow), ...sale.leftOpen])).toEqual(new Set(keysOf(underWay)))
        expect(openNow.length + sale.leftOpen.length).toBe(underWay.length)
        expect(sale.open.some(({ isPlanned }) => isPlanned)).toBe(sale.moveDay?.is === 'missed' && sale.planned !== null)
        expect(sale.late).toEqual(sale.open.filter((step) => warningColour(step, today) !== null).toSorted(byUrgency(today)))
        expect(sale.next).toEqual(sale.open.toSorted(byUrgency(today))[0] ?? null)
        expect(sale.standing).toBe(standingOf(sale.phase, sale.isSold))
        if (!active || sale.standing === 'completed') expect(sale.open).toEqual([])
        if (sale.standing === 'exchanged') expect(keysOf(sale.open).filter((key) => key !== stepKeys.Completed)).toEqual([])
        if (sale.moveDay?.is === 'unconfirmed') expect(sale.standing).toBe('exchanged')
      },
    ),
  )
})
