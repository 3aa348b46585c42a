import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byUrgency, warningColour } from '../timeline/most-urgent-step.ts'
import { stepKeys } from '../timeline/step-definitions.ts'
import { anySituation } from '../timeline/testing/arbitraries.ts'
import { moment, sold, takenOn, underOffer, withStates } from '../timeline/testing/timelines.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { leftOpenNote, type SaleFacts, saleNow, standingOf } from './sale-now.ts'

const now = (timeline: Timeline, facts: Partial<SaleFacts> = {}, today = '2025-11-30') =>
  saleNow({ active: true, hasAcceptedOffer: true, completionDate: null, ...facts, timeline }, today)
const keysOf = (steps: readonly { key: number }[]) => steps.map(({ key }) => key)

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
    ['agreed, a day that is over', sold(), '2025-11-29', null],
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
        const sale = saleNow({ active, hasAcceptedOffer, timeline, completionDate }, today)
        const underWay = timeline.filter(({ state }) => state === 'IP' || state === 'B')
        expect(new Set([...keysOf(sale.open), ...sale.leftOpen])).toEqual(new Set(keysOf(underWay)))
        expect(sale.open.length + sale.leftOpen.length).toBe(underWay.length)
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
