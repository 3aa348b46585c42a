import { describe, expect, test } from 'vitest'
import { fixedSteps, type StepKey } from '../timeline/step-definitions.ts'
import type { StepState } from '../timeline/timeline.model.ts'
import { withKnownDays } from './known-days.ts'
import { historyOf, type StepFacts } from './sale-facts.ts'
import { stepsToReady } from './step-network.ts'

type Days = [startedOn: string | null, completedOn?: string]
const ofSale: readonly StepKey[] = [...stepsToReady, 24]
/** The steps of a sale; those without days have not started. */
const steps = (given: Partial<Record<StepKey, Days>>, states: Partial<Record<StepKey, StepState>> = {}): StepFacts[] =>
  ofSale.map((key) => {
    const [startedOn, completedOn] = given[key] ?? [null]
    const state = states[key] ?? (completedOn ? 'C' : startedOn ? 'IP' : 'NS')
    return { key, state, startedOn, completedOn: completedOn ?? null, blockedOn: null, surveyDate: null }
  })
const known = (...args: Parameters<typeof steps>) =>
  new Map(withKnownDays(steps(...args), '2026-01-01').map((step) => [step.key, step]))
const learnedDays = (given: Partial<Record<StepKey, Days>>): [StepKey | 'survey', number][] =>
  historyOf(
    { agreedOn: '2026-01-01', endedOn: '2026-05-01', outcome: 'exchanged', traits: {} as never, steps: steps(given) },
    '2026-06-01',
    [],
  ).steps.map(({ key, days }) => [key, days])

test('the steps of this file are those of the product', () => {
  expect(fixedSteps.map(({ key }) => key)).toEqual(expect.arrayContaining([...ofSale]))
})

describe('what precedes a completed step is complete, on an unknown day', () => {
  test.each([
    [22, [30, 31, 32, 33, 34, 35, 26, 27, 28, 29]],
    [23, [30, 31, 32, 33, 34, 35, 26, 27, 28, 29, 22]],
    [24, [30, 31, 32, 33, 34, 35, 26, 27, 28, 29, 22, 23]],
    [29, [30, 26, 27, 28]],
    [33, [30, 32]],
  ] as const)('of step %i', (key, before) => {
    const found = known({ 31: ['2026-01-05'], [key]: ['2026-04-20', '2026-04-21'] })
    const done = [...found.values()].filter((step) => step.state === 'C' && step.key !== key)
    expect(new Set(done.map((step) => step.key))).toEqual(new Set(before))
    expect(done.every(({ completedOn }) => completedOn === null)).toBe(true)
  })

  test('steps that do not apply stay so', () => {
    expect(known({ 24: ['2026-04-20', '2026-04-21'] }, { 26: 'NA' }).get(26)?.state).toBe('NA')
  })

  test('a step completed later than its successor has no day of its own', () => {
    expect(known({ 32: ['2026-01-05', '2026-03-01'], 33: ['2026-01-20', '2026-02-01'] }).get(32)?.completedOn).toBeNull()
  })
})

describe('a step that starts on the day of its completion', () => {
  test('starts when the step before it was completed', () => {
    const imported = {
      30: ['2026-01-03', '2026-01-03'],
      31: ['2026-01-20', '2026-01-20'],
      32: ['2026-01-28', '2026-01-28'],
    } as const
    expect(learnedDays({ ...imported, 30: [...imported[30]], 31: [...imported[31]], 32: [...imported[32]] })).toEqual([
      [30, 2],
      [31, 17],
      [32, 8],
    ])
  })

  test('reported to buyer starts when enquiries are answered and the mortgage is approved', () => {
    const found = known({
      35: ['2026-02-01', '2026-03-01'],
      29: ['2026-02-01', '2026-03-05'],
      22: ['2026-03-09', '2026-03-09'],
    })
    expect(found.get(22)?.startedOn).toBe('2026-03-05')
  })

  test('has no start if the day of the step before it is unknown: nothing is learned from it', () => {
    expect(learnedDays({ 33: ['2026-02-01', '2026-02-01'] })).toEqual([])
    expect(
      learnedDays({ 31: ['2026-01-05', '2026-01-20'], 33: ['2026-02-01', '2026-02-01'], 34: ['2026-02-11', '2026-02-11'] }),
    ).toEqual([
      [31, 15],
      [34, 10],
    ])
  })

  test('has taken no day if the step before it was completed on that day', () => {
    expect(learnedDays({ 31: ['2026-01-05', '2026-01-20'], 32: ['2026-01-20', '2026-01-20'] })).toEqual([
      [31, 15],
      [32, 0],
    ])
  })

  test('has no day of its own if a step that implies it was completed on the same day', () => {
    const implied = known({
      31: ['2026-01-05', '2026-01-20'],
      32: ['2026-02-01', '2026-02-01'],
      33: ['2026-02-01', '2026-02-01'],
    })
    expect(implied.get(32)).toMatchObject({ state: 'C', completedOn: null })
    expect(implied.get(33)).toMatchObject({ startedOn: null, completedOn: '2026-02-01' })
  })
})
