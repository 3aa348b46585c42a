import { describe, expect, test } from 'vitest'
import { describeDue, warningDateOf } from '../timeline/due.ts'
import { addSurveyItem } from '../timeline/rules/surveys.ts'
import { type StepName, stepKeys } from '../timeline/step-definitions.ts'
import { complete, saving, set, sold, step, survey, withStates, withStep } from '../timeline/testing/timelines.ts'
import type { Timeline } from '../timeline/timeline.model.ts'
import { dueOf, mostUrgentDue, nextWarning, warningsOf } from './due-steps.ts'
import { saleNow } from './sale-now.ts'

const agreed = (timeline: Timeline, today: string, completionDate: string | null = null) =>
  saleNow(
    { active: true, hasAcceptedOffer: true, timeline, completionDate, expectedExchange: null, expectedCompletion: null },
    today,
  )

const due = (timeline: Timeline, name: StepName, today: string, completionDate: string | null = null) =>
  dueOf(agreed(timeline, today, completionDate), stepKeys[name], today)
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
  test('longest overdue first, with the data of the dialog', () => {
    const warnings = warningsOf(agreed(surveyed(true), '2025-11-15'), surveyed(true), '2025-11-15')
    expect(warnings.map(({ title, warning, daysLeft }) => [title, warning, daysLeft])).toEqual([
      ['Home buyers survey', 'amber', -22],
      ['Mortgage app submitted', 'red', -11],
      ['Draft contracts issued', 'red', -4],
    ])
  })

  test('empty if nothing is overdue', () => {
    expect(warningsOf(agreed(sold(), '2025-10-25'), sold(), '2025-10-25')).toEqual([])
  })
})

const awaited = set('Roof', 'IP', { survey: survey('2025-10-25', { awaitingReports: true }) })

test('mostUrgentDue: an overdue step outranks a report awaited for longer', () => {
  const timeline = saving(sold(), awaited).timeline
  expect(mostUrgentDue(agreed(timeline, '2025-11-20'), timeline, '2025-11-20')).toMatchObject({
    key: stepKeys.MortgageAppSubmitted,
    warning: 'red',
  })
})

test('mostUrgentDue: a delayed step outranks an awaited report, even before its date', () => {
  const timeline = saving(sold(), awaited, set('MortgageValuationBooked', 'B')).timeline
  expect(mostUrgentDue(agreed(timeline, '2025-10-30'), timeline, '2025-10-30')).toMatchObject({
    key: stepKeys.MortgageValuationBooked,
    delayed: true,
    overdue: false,
  })
})

test('mostUrgentDue: an awaited report comes before steps that are not yet due', () => {
  const timeline = saving(sold(), awaited).timeline
  expect(mostUrgentDue(agreed(timeline, '2025-10-30'), timeline, '2025-10-30')).toMatchObject({
    key: stepKeys.Roof,
    warning: 'amber',
  })
})

const next = (timeline: Timeline, today: string) => nextWarning(agreed(timeline, today), timeline, today)

test('nextWarning: the most urgent step: overdue before an awaited report, then the earliest due', () => {
  expect(next(sold(), '2025-10-25')).toMatchObject({ keyName: 'MortgageAppSubmitted', daysLeft: 10 })
  expect(next(surveyed(), '2025-11-15')).toMatchObject({ keyName: 'HomeBuyersSurvey', overdue: true })
  expect(next(surveyed(true), '2025-11-15')).toMatchObject({ keyName: 'MortgageAppSubmitted', warning: 'red' })
  expect(next(surveyed(true), '2025-10-30')).toMatchObject({ keyName: 'HomeBuyersSurvey' })
  const started = saving(sold(), ...complete('MortgageAppSubmitted', 'DraftContractsIssued', 'NotHavingSurvey')).timeline
  expect(next(started, '2025-11-05')).toMatchObject({ keyName: 'MortgageValuationBooked' })
  expect(next([], '2025-11-15')).toBeNull()
})

test('next: a delayed step comes before an awaited report and before a step that is less late, as Today counts them', () => {
  const delayed = saving(sold(), awaited, set('DraftContractsIssued', 'B', { blockedOn: '2025-10-21' })).timeline
  const nextOn = (today: string) => agreed(delayed, today).next
  expect(nextOn('2025-10-30')).toMatchObject({ key: stepKeys.DraftContractsIssued, delayedOn: '2025-10-21' })
  // Mortgage app submitted is one day late on 5 November: 1.15 against 1.50 + 15 x 0.15.
  expect(nextOn('2025-11-05')).toMatchObject({ key: stepKeys.DraftContractsIssued })
  const longLate = withStep(delayed, 'MortgageAppSubmitted', { startedOn: '2025-09-01' })
  expect(agreed(longLate, '2025-10-22').next).toMatchObject({ key: stepKeys.MortgageAppSubmitted })
})

test('nextWarning is a late step as long as there is one, also beside a delayed one whose day has not passed', () => {
  const delayed = saving(sold(), set('DraftContractsIssued', 'B', { blockedOn: '2025-10-21' })).timeline
  expect(next(delayed, '2025-11-06')).toMatchObject({ keyName: 'MortgageAppSubmitted', overdue: true })
})
