import { describe, expect, test } from 'vitest'
import { describeDue, dueOf, originalDueDate, warningDateOf, warningsOf, worstWarning } from './due.ts'
import { isDueMovable } from './rules/step-dates.ts'
import { addSurveyItem } from './rules/surveys.ts'
import { type StepName, stepKeys } from './step-definitions.ts'
import { complete, given, later, save, saving, set, sold, step, survey, withStates, withStep } from './testing/timelines.ts'
import type { Timeline } from './timeline.model.ts'

const due = (timeline: Timeline, name: StepName, today: string, completionDate: string | null = null) =>
  dueOf(timeline, step(timeline, name), { today, completionDate })
const dueText = (timeline: Timeline, name: StepName, today: string) => {
  const found = due(timeline, name, today)
  return found && describeDue(found)
}
const surveyed = (awaitingReports = false) =>
  saving(sold(), addSurveyItem(stepKeys.HomeBuyersSurvey, survey('2025-10-24', { awaitingReports }))).timeline

describe('warningDateOf: warning date of an in-progress step = startedOn + daysToComplete', () => {
  test('draft contracts, started on 21 October, 21 days, across the clock change', () => {
    expect(warningDateOf(sold(), step(sold(), 'DraftContractsIssued'), null)).toBe('2025-11-11')
  })

  test('null for a step that is not started, complete or not applicable', () => {
    for (const state of ['NS', 'C', 'NA'] as const) {
      expect(due(withStates(sold(), { DraftContractsIssued: state }), 'DraftContractsIssued', '2026-01-01')).toBeNull()
    }
  })

  test('0 days to complete: due on the start date', () => {
    const timeline = withStep(sold(), 'DraftContractsIssued', { daysToComplete: 0 })
    expect(due(timeline, 'DraftContractsIssued', '2025-10-21')).toMatchObject({ daysLeft: 0, overdue: false })
    expect(due(timeline, 'DraftContractsIssued', '2025-10-22')).toMatchObject({ daysLeft: -1, overdue: true })
  })
})

describe('dueOf: overdue: in progress, not complete, and started more than daysToComplete days ago', () => {
  test.each([
    ['2025-11-08', 'Due in 3 days', null],
    ['2025-11-10', 'Due in 1 day', null],
    ['2025-11-11', 'Due today', null],
    ['2025-11-12', 'Overdue by 1 day', 'red'],
    ['2025-11-15', 'Overdue by 4 days', 'red'],
  ])('on %s: %s', (today, inWords, warning) => {
    expect(dueText(sold(), 'DraftContractsIssued', today)).toBe(inWords)
    expect(due(sold(), 'DraftContractsIssued', today)?.warning).toBe(warning)
  })

  test('a blocked step is overdue like one in progress', () => {
    expect(dueText(saving(sold(), set('DraftContractsIssued', 'B')).timeline, 'DraftContractsIssued', '2025-11-15')).toBe(
      'Overdue by 4 days',
    )
  })
})

describe('dueOf: of a survey = its survey date; a survey awaiting reports is amber, all else red', () => {
  test('on the survey date it is not overdue, the day after it is', () => {
    expect(due(surveyed(), 'HomeBuyersSurvey', '2025-10-24')).toMatchObject({ warningDate: '2025-10-24', overdue: false })
    expect(due(surveyed(), 'HomeBuyersSurvey', '2025-10-25')).toMatchObject({ overdue: true, warning: 'red' })
  })

  test('awaiting reports', () => {
    expect(due(surveyed(true), 'HomeBuyersSurvey', '2025-11-05')).toMatchObject({ warning: 'amber', awaitingReports: true })
    expect(dueText(surveyed(true), 'HomeBuyersSurvey', '2025-11-05')).toBe('Awaiting reports for 12 days')
    expect(dueText(surveyed(true), 'HomeBuyersSurvey', '2025-10-24')).toBe('Awaiting reports')
  })
})

describe('dueOf: of Completed after exchange = the completion date', () => {
  test('exchanged', () => {
    const exchanged = withStates(sold(), { Exchanged: 'C', Completed: 'IP' })
    expect(due(exchanged, 'Completed', '2025-11-05', '2025-12-12')).toMatchObject({ warningDate: '2025-12-12', daysLeft: 37 })
    expect(due(exchanged, 'Completed', '2025-12-13', '2025-12-12')).toMatchObject({ overdue: true })
  })

  test('before exchange, or without a completion date, it is start date plus days as usual', () => {
    const started = withStates(sold(), { Completed: 'IP' })
    expect(due(started, 'Completed', '2025-11-05', '2025-12-12')?.warningDate).toBe('2025-12-03')
    expect(due(withStates(started, { Exchanged: 'C' }), 'Completed', '2025-11-05', null)?.warningDate).toBe('2025-12-03')
  })
})

describe('warningsOf: warnings = overdue steps', () => {
  const facts = { today: '2025-11-15', completionDate: null }

  test('longest overdue first, with the data of the dialog', () => {
    const warnings = warningsOf(surveyed(true), facts)
    expect(warnings.map(({ title, warning, daysLeft }) => [title, warning, daysLeft])).toEqual([
      ['Home buyers survey', 'amber', -22],
      ['Mortgage app submitted', 'red', -11],
      ['Draft contracts issued', 'red', -4],
    ])
  })

  test('empty if nothing is overdue', () => {
    expect(warningsOf(sold(), { today: '2025-10-25', completionDate: null })).toEqual([])
  })
})

/** `sold()`: draft contracts started on 21 October and are due after 21 days, on 11 November; today is 5 November. */
const movedDue = { dueOn: '2025-12-03', dueReason: 'Solicitor away until 3 December' }
const moved = saving(sold(), set('DraftContractsIssued', 'IP', movedDue)).timeline
const facts = { today: '2025-11-20', completionDate: null }

describe('warningDateOf with a moved due date', () => {
  test('the moved date applies; originalDueDate returns the template’s', () => {
    const draft = step(moved, 'DraftContractsIssued')
    expect(dueOf(sold(), step(sold(), 'DraftContractsIssued'), facts)).toMatchObject({ warningDate: '2025-11-11', overdue: true })
    expect(dueOf(moved, draft, facts)).toMatchObject({ warningDate: '2025-12-03', overdue: false })
    expect(originalDueDate(draft)).toBe('2025-11-11')
    expect(draft.dueReason).toBe('Solicitor away until 3 December')
  })

  test('it is kept when the step is delayed or restarted, and cleared when it is done, not started or not applicable', () => {
    for (const state of ['B', 'IP'] as const) {
      const { timeline } = save(moved, [set('DraftContractsIssued', state, { startedOn: '2025-10-22' })], { at: later })
      expect(step(timeline, 'DraftContractsIssued')).toMatchObject({ state, dueOn: '2025-12-03' })
    }
    for (const state of ['C', 'NS', 'NA'] as const) {
      const { timeline } = save(moved, [set('DraftContractsIssued', state)])
      expect(step(timeline, 'DraftContractsIssued')).toMatchObject({ state, dueOn: null, dueReason: '' })
    }
  })

  test('null restores the template’s days', () => {
    const { timeline } = save(moved, [set('DraftContractsIssued', 'IP', { dueOn: null })])
    expect(step(timeline, 'DraftContractsIssued')).toMatchObject({ dueOn: null, dueReason: '' })
  })

  test('it is restored when a cash buy ends', () => {
    const financial = saving(sold(), set('MortgageAppSubmitted', 'IP', movedDue)).timeline
    const cash = save(financial, [], { cashBuyer: true }).timeline
    expect(step(cash, 'MortgageAppSubmitted')).toMatchObject({ state: 'NA', dueOn: null })
    expect(step(save(cash, []).timeline, 'MortgageAppSubmitted')).toMatchObject({ state: 'IP', ...movedDue })
  })
})

describe('whyNotMoveDue refuses a moved due date', () => {
  test.each([
    ['without a reason', 'DraftContractsIssued', 'IP', { dueOn: '2025-12-03' }, 'DUE_REASON_MISSING'],
    ['with a blank reason', 'DraftContractsIssued', 'IP', { dueOn: '2025-12-03', dueReason: ' ' }, 'DUE_REASON_MISSING'],
    ['to a day before the start', 'DraftContractsIssued', 'IP', { ...movedDue, dueOn: '2025-10-20' }, 'DUE_BEFORE_START'],
    ['of a step that is complete', 'MemoOfSaleSent', 'C', movedDue, 'DUE_NOT_MOVABLE'],
    ['of a step that is not started', 'SearchesBack', 'NS', movedDue, 'DUE_NOT_MOVABLE'],
  ] as const)('%s', (_case, name, state, fields, code) => {
    given(sold())
      .when(set(name, state, fields))
      .thenRefused(code)
  })

  test('of a survey, which has its own date', () => {
    given(sold())
      .when(set('Roof', 'IP', { survey: survey('2025-11-20'), ...movedDue }))
      .thenRefused('DUE_NOT_MOVABLE')
  })

  test('of Completed after exchange, which has the completion date', () => {
    const exchanged = save(sold(), complete('Exchanged'), { completionDate: '2025-12-01', acceptedOn: '2025-10-20' }).timeline
    const completed = step(exchanged, 'Completed')
    expect([isDueMovable(exchanged, completed, '2025-12-01'), isDueMovable(exchanged, completed, null)]).toEqual([false, true])
  })
})

const awaited = set('Roof', 'IP', { survey: survey('2025-10-25', { awaitingReports: true }) })
const warningFacts = { today: '2025-11-20', completionDate: null }

test('worstWarning: an overdue step outranks a report awaited for longer', () => {
  const timeline = saving(sold(), awaited).timeline
  expect(worstWarning(timeline, warningFacts)).toMatchObject({ key: stepKeys.MortgageAppSubmitted, warning: 'red' })
})

test('worstWarning: a delayed step outranks an awaited report, even before its date', () => {
  const timeline = saving(sold(), awaited, set('MortgageValuationBooked', 'B')).timeline
  expect(worstWarning(timeline, { ...warningFacts, today: '2025-10-30' })).toMatchObject({
    key: stepKeys.MortgageValuationBooked,
    delayed: true,
    overdue: false,
  })
})

test('worstWarning: an awaited report comes before steps that are not yet due', () => {
  const timeline = saving(sold(), awaited).timeline
  expect(worstWarning(timeline, { ...warningFacts, today: '2025-10-30' })).toMatchObject({ key: stepKeys.Roof, warning: 'amber' })
})
