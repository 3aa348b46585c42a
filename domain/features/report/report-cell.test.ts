import { describe, expect, test } from 'vitest'
import { contractTone, freshness, shortAddress, stepCell, surveysCell } from './report-cell.ts'

const today = '2025-11-05'
const step = { state: 'IP' as const, completedOn: null, warningDate: null }
const surveys = { cell: 'date' as const, booked: 1, done: 0, updatedOn: null, upcomingSurveyDate: null }

describe('A step cell (reports document, section 2.2)', () => {
  test('shows the completion date (DD-MMM)', () => {
    expect(stepCell({ ...step, state: 'C', completedOn: '2025-07-23' }, today)).toMatchObject({ tone: 'done', text: '23-Jul' })
  })
  test('or the days remaining until the warning date', () => {
    expect(stepCell({ ...step, warningDate: '2025-11-16' }, today)).toMatchObject({ tone: 'due', text: 'in 11 days' })
    expect(stepCell({ ...step, warningDate: '2025-11-05' }, today)).toMatchObject({ tone: 'due', title: 'Due today' })
  })
  test('or an overdue icon titled Overdue by N days', () => {
    expect(stepCell({ ...step, warningDate: '2025-11-01' }, today)).toMatchObject({ tone: 'over', title: 'Overdue by 4 days' })
    expect(stepCell({ ...step, warningDate: '2025-11-04' }, today).title).toBe('Overdue by 1 day')
  })
  test('or N/A for items marked not applicable', () => {
    expect(stepCell({ ...step, state: 'NA' }, today).text).toBe('N/A')
  })
  test('a blocked step says that it is delayed, overdue or not', () => {
    expect(stepCell({ ...step, state: 'B', warningDate: '2025-11-16' }, today)).toMatchObject({
      tone: 'over',
      text: 'Delayed',
      blocked: true,
    })
    expect(stepCell({ ...step, state: 'B', warningDate: '2025-11-03' }, today).title).toBe('Overdue by 2 days, delayed')
  })
  test('a step that is not started is empty to the eye and said to a screen reader', () => {
    expect(stepCell(undefined, today)).toEqual({ tone: 'empty', text: '', title: 'Not started', blocked: false })
  })
})

describe('The surveys cell (domain decisions, "Workflow report")', () => {
  test('N/A when not having a survey is complete', () => {
    expect(surveysCell({ ...surveys, cell: 'not-applicable' }, today).text).toBe('N/A')
  })
  test('else done ÷ booked', () => {
    expect(surveysCell({ ...surveys, cell: 'ratio', booked: 2, done: 1 }, today)).toMatchObject({ text: '1 of 2', tone: 'due' })
  })
  test('else the next survey date: red when it has passed, amber when its reports are awaited', () => {
    const next = { key: 5, date: '2025-10-24', awaitingReports: false }
    expect(surveysCell({ ...surveys, upcomingSurveyDate: next }, today)).toMatchObject({ text: '24-Oct', tone: 'over' })
    expect(surveysCell({ ...surveys, upcomingSurveyDate: { ...next, awaitingReports: true } }, today).tone).toBe('amber')
  })
})

describe('Cells are tinted when updated in the last 24 hours (stronger) or the last 168 hours (lighter)', () => {
  const now = '2025-11-05T12:00:00.000Z'
  test.each([
    ['2025-11-05T11:00:00.000Z', 'strong'],
    ['2025-11-04T12:00:00.001Z', 'strong'],
    ['2025-11-04T12:00:00.000Z', 'light'],
    ['2025-10-29T12:00:00.001Z', 'light'],
    ['2025-10-29T12:00:00.000Z', null],
    [null, null],
  ])('updated %s: %s', (updatedOn, tint) => {
    expect(freshness(updatedOn, null, now)).toBe(tint)
  })
  test('unless notice has been given', () => {
    expect(freshness('2025-11-05T11:00:00.000Z', '2025-11-01', now)).toBeNull()
  })
})

test('Contract expiring: contract end from today to 14 days ahead, both included', () => {
  expect(['2025-11-04', '2025-11-05', '2025-11-19', '2025-11-20', null].map((end) => contractTone(end, today))).toEqual([
    'past',
    'soon',
    'soon',
    null,
    null,
  ])
})

test('Address truncated to 70 characters in the report', () => {
  expect(shortAddress('x'.repeat(80))).toHaveLength(70)
  expect(shortAddress('27 Rodway Road')).toBe('27 Rodway Road')
})
