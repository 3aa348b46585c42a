import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import type { StepState } from '../timeline/timeline.model.ts'
import { publishedFallRates } from './falling-through.ts'
import { forecastSale, type SaleToForecast } from './forecast-sale.ts'
import { publishedOnly, tablesFor } from './learning.ts'
import { historyOf, type StepFacts, standingIfDone, standingOf } from './sale-facts.ts'
import { stepsToReady } from './step-network.ts'

const today = '2026-03-10'
const step = (key: StepKey, state: StepState, startedOn: string | null, completedOn: string | null = null): StepFacts => ({
  key,
  state,
  startedOn,
  completedOn,
  blockedOn: null,
  surveyDate: null,
})
const memo = stepKeys.MemoOfSaleSent
const draft = step(stepKeys.DraftContractsIssued, 'C', '2026-01-20', '2026-02-08')
const standing = (...steps: StepFacts[]) => standingOf(steps, today, []).steps

describe('standingOf', () => {
  test('a memorandum that was never entered is complete if a later step is complete', () => {
    expect(standing(step(memo, 'IP', '2026-01-17'), draft).get(memo)).toEqual({ status: 'done', days: null })
    expect(standing(step(memo, 'NS', null), draft).get(memo)).toEqual({ status: 'done', days: null })
  })

  test('without a later step it is running', () => {
    const notIssued = step(stepKeys.DraftContractsIssued, 'IP', '2026-01-20')
    expect(standing(step(memo, 'IP', '2026-01-17'), notIssued).get(memo)).toMatchObject({ status: 'running', days: 52 })
  })

  test('searches do not imply draft contracts, nor do enquiries imply searches; steps that do not apply stay so', () => {
    const running = step(stepKeys.DraftContractsIssued, 'IP', '2026-01-20')
    const back = step(stepKeys.SearchesBack, 'C', '2026-01-22', '2026-02-10')
    expect(standing(running, back).get(stepKeys.DraftContractsIssued)).toMatchObject({ status: 'running' })
    const raised = step(stepKeys.EnquiriesRaised, 'C', '2026-02-01', '2026-02-02')
    const searching = step(stepKeys.SearchesBack, 'IP', '2026-01-22')
    expect(standing(searching, raised).get(stepKeys.SearchesBack)).toMatchObject({ status: 'running' })
    expect(standing(step(memo, 'NA', null), draft).has(memo)).toBe(false)
  })

  test('Property-based: entering such a step today does not change the state of the sale', () => {
    const day = fc
      .integer({ min: 1, max: 60 })
      .map((ago) => new Date(Date.parse(today) - ago * 86_400_000).toISOString().slice(0, 10))
    const state = fc.constantFrom<StepState>('NS', 'IP', 'C', 'B')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(state, day, day), { minLength: stepsToReady.length, maxLength: stepsToReady.length }),
        (drawn) => {
          const steps = stepsToReady.map((key, at) => {
            const [state, a, b] = drawn[at] as [StepState, string, string]
            const [from, until] = [a, b].toSorted() as [string, string]
            return step(key, state, state === 'NS' ? null : from, state === 'C' ? until : null)
          })
          const before = standing(...steps)
          for (const { key, state, startedOn } of steps)
            if (state !== 'C' && before.get(key)?.status === 'done')
              expect(standing(...steps.map((of) => (of.key === key ? step(key, 'C', startedOn, today) : of)))).toEqual(before)
        },
      ),
    )
  })
})

test('nothing is learned from a step entered late', () => {
  const sale = { agreedOn: '2026-01-15', endedOn: null, outcome: 'open' as const, traits: {} as never }
  const memoOf = (completedOn: string) =>
    historyOf({ ...sale, steps: [step(memo, 'C', '2026-01-17', completedOn), draft] }, today, []).steps.find(
      ({ key }) => key === memo,
    )
  expect(memoOf('2026-03-09')).toBeUndefined()
  expect(memoOf('2026-01-19')).toMatchObject({ finished: true, days: 2 })
})

describe('standingIfDone: "if it were done today" is what the timeline has once it is done', () => {
  const done = (key: StepKey) => step(key, 'C', '2026-01-20', '2026-02-08')
  const { EnquiriesAnswered, ReportedToBuyer, DocumentsAndDepositsReceived, Exchanged, Roof } = stepKeys
  /** Only the enquiries are open; the report of the survey comes later. */
  const tracks = stepsToReady.filter((key) => ![EnquiriesAnswered, ReportedToBuyer, DocumentsAndDepositsReceived].includes(key))
  const toCome = [DocumentsAndDepositsReceived, Exchanged].map((key) => step(key, 'NS', null))
  const survey = { ...step(Roof, 'IP', today), surveyDate: '2026-03-30' }
  const facts = [
    ...tracks.map(done),
    step(EnquiriesAnswered, 'IP', '2026-02-20'),
    step(ReportedToBuyer, 'NS', null),
    ...toCome,
    survey,
  ]

  test('completing the last track starts the first completing step, which then runs beside the survey', () => {
    const { steps, surveys } = standingIfDone(facts, EnquiriesAnswered, today, [])
    expect(steps.get(EnquiriesAnswered)).toEqual({ status: 'done', days: 18, ago: 0 })
    expect(steps.get(ReportedToBuyer)).toEqual({ status: 'running', days: 0, blocked: false })
    expect(steps.get(DocumentsAndDepositsReceived)).toEqual({ status: 'toCome' })
    expect(surveys).toEqual([{ status: 'booked', inDays: 20 }])
  })

  test('the days sooner are those that the forecast gains once the step is done', () => {
    const traits = {
      leasehold: false,
      inChain: false,
      branch: 'a',
      vendorFirm: null,
      buyerFirm: null,
      broker: null,
      lender: null,
    }
    const sale = (steps: readonly StepFacts[]): SaleToForecast => ({
      standing: standingOf(steps, today, []),
      ifDone: (key) => standingIfDone(steps, key, today, []),
      tables: tablesFor(publishedOnly, { ...traits, progressor: null }),
      links: [],
      inChain: false,
      daysSinceAgreed: 50,
      falls: publishedFallRates,
      reasonFactor: 1,
    })
    const now = forecastSale(sale(facts))
    const after = forecastSale(
      sale([
        ...tracks.map(done),
        step(EnquiriesAnswered, 'C', '2026-02-20', today),
        step(ReportedToBuyer, 'IP', today),
        ...toCome,
        survey,
      ]),
    )
    const ifDone = forecastSale({ ...sale(facts), standing: sale(facts).ifDone(EnquiriesAnswered) })
    expect(ifDone.halfBy).toBe(after.halfBy)
    expect(ifDone.halfBy ?? 0).toBeLessThan(now.halfBy ?? 0)
  })

  test('a memorandum that is still open is complete with a step that needs it', () => {
    const open = [step(memo, 'IP', '2026-01-17'), step(stepKeys.DraftContractsIssued, 'IP', '2026-01-20')]
    expect(standingIfDone(open, stepKeys.DraftContractsIssued, today, []).steps.get(memo)).toEqual({ status: 'done', days: null })
  })
})
