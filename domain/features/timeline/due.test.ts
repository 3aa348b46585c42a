import { describe, expect, test } from 'vitest'
import { describeDue, dueOf, warningDateOf } from './due.ts'
import type { StepName } from './steps.ts'
import { stepKeys } from './steps.ts'
import { addSurveyItem } from './surveys.ts'
import { complete, saving, set, sold, step, survey, withStates, withStep } from './testing/timelines.ts'
import type { Timeline } from './timeline.model.ts'
import { nextWarning, warningsOf } from './warnings.ts'

const due = (timeline: Timeline, name: StepName, today: string, completionDate: string | null = null) =>
  dueOf(timeline, step(timeline, name), { today, completionDate })
const words = (timeline: Timeline, name: StepName, today: string) => {
  const found = due(timeline, name, today)
  return found && describeDue(found)
}
const surveyed = (awaitingReports = false) =>
  saving(sold(), addSurveyItem(stepKeys.HomeBuyersSurvey, survey('2025-10-24', { awaitingReports }))).timeline

describe('Warning date of an in-progress step = startedOn + daysToComplete', () => {
  test('draft contracts, started on 21 October, 21 days, across the clock change', () => {
    expect(warningDateOf(sold(), step(sold(), 'DraftContractsIssued'), null)).toBe('2025-11-11')
  })

  test('a step that is not started, complete or not applicable has none', () => {
    for (const state of ['NS', 'C', 'NA'] as const) {
      expect(due(withStates(sold(), { DraftContractsIssued: state }), 'DraftContractsIssued', '2026-01-01')).toBeNull()
    }
  })

  test('0 days to complete: due the day it starts', () => {
    const timeline = withStep(sold(), 'DraftContractsIssued', { daysToComplete: 0 })
    expect(due(timeline, 'DraftContractsIssued', '2025-10-21')).toMatchObject({ daysLeft: 0, overdue: false })
    expect(due(timeline, 'DraftContractsIssued', '2025-10-22')).toMatchObject({ daysLeft: -1, overdue: true })
  })
})

describe('Overdue: in progress, not complete, and started more than daysToComplete days ago', () => {
  test.each([
    ['2025-11-08', 'Due in 3 days', null],
    ['2025-11-10', 'Due in 1 day', null],
    ['2025-11-11', 'Due today', null],
    ['2025-11-12', 'Overdue by 1 day', 'red'],
    ['2025-11-15', 'Overdue by 4 days', 'red'],
  ])('on %s: %s', (today, inWords, warning) => {
    expect(words(sold(), 'DraftContractsIssued', today)).toBe(inWords)
    expect(due(sold(), 'DraftContractsIssued', today)?.warning).toBe(warning)
  })

  test('a blocked step is overdue like one in progress', () => {
    expect(words(saving(sold(), set('DraftContractsIssued', 'B')).timeline, 'DraftContractsIssued', '2025-11-15')).toBe(
      'Overdue by 4 days',
    )
  })
})

describe('Of a survey = its survey date; a survey awaiting reports is amber, all else red', () => {
  test('the day of the survey is not overdue, the day after is', () => {
    expect(due(surveyed(), 'HomeBuyersSurvey', '2025-10-24')).toMatchObject({ warningDate: '2025-10-24', overdue: false })
    expect(due(surveyed(), 'HomeBuyersSurvey', '2025-10-25')).toMatchObject({ overdue: true, warning: 'red' })
  })

  test('awaiting reports', () => {
    expect(due(surveyed(true), 'HomeBuyersSurvey', '2025-11-05')).toMatchObject({ warning: 'amber', awaitingReports: true })
    expect(words(surveyed(true), 'HomeBuyersSurvey', '2025-11-05')).toBe('Awaiting reports for 12 days')
    expect(words(surveyed(true), 'HomeBuyersSurvey', '2025-10-24')).toBe('Awaiting reports')
  })
})

describe('Of Completed after exchange = the completion date', () => {
  test('exchanged', () => {
    const exchanged = withStates(sold(), { Exchanged: 'C', Completed: 'IP' })
    expect(due(exchanged, 'Completed', '2025-11-05', '2025-12-12')).toMatchObject({ warningDate: '2025-12-12', daysLeft: 37 })
    expect(due(exchanged, 'Completed', '2025-12-13', '2025-12-12')).toMatchObject({ overdue: true })
  })

  test('before exchange, or without a completion date, it is started plus days like any other', () => {
    const started = withStates(sold(), { Completed: 'IP' })
    expect(due(started, 'Completed', '2025-11-05', '2025-12-12')?.warningDate).toBe('2025-12-03')
    expect(due(withStates(started, { Exchanged: 'C' }), 'Completed', '2025-11-05', null)?.warningDate).toBe('2025-12-03')
  })
})

describe('Warnings = overdue steps', () => {
  const facts = { today: '2025-11-15', completionDate: null }

  test('the longest overdue first, with what the dialog shows', () => {
    const warnings = warningsOf(surveyed(true), facts)
    expect(warnings.map(({ title, warning, daysLeft }) => [title, warning, daysLeft])).toEqual([
      ['Home buyers survey', 'amber', -22],
      ['Mortgage app submitted', 'red', -11],
      ['Draft contracts issued', 'red', -4],
    ])
  })

  test('none while nothing is overdue', () => {
    expect(warningsOf(sold(), { today: '2025-10-25', completionDate: null })).toEqual([])
  })

  test('the next warning is the most urgent step: overdue before an awaited report, then what is due first', () => {
    expect(nextWarning(sold(), { ...facts, today: '2025-10-25' })).toMatchObject({
      keyName: 'MortgageAppSubmitted',
      daysLeft: 10,
    })
    expect(nextWarning(surveyed(), facts)).toMatchObject({ keyName: 'HomeBuyersSurvey', overdue: true })
    expect(nextWarning(surveyed(true), facts)).toMatchObject({ keyName: 'MortgageAppSubmitted', warning: 'red' })
    expect(nextWarning(surveyed(true), { ...facts, today: '2025-10-30' })).toMatchObject({ keyName: 'HomeBuyersSurvey' })
    expect(
      nextWarning(saving(sold(), ...complete('MortgageAppSubmitted', 'DraftContractsIssued', 'NotHavingSurvey')).timeline, {
        ...facts,
        today: '2025-11-05',
      }),
    ).toMatchObject({
      keyName: 'MortgageValuationBooked',
    })
    expect(nextWarning([], facts)).toBeNull()
  })
})
