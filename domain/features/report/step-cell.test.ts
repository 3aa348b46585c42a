import { describe, expect, test } from 'vitest'
import { freshness, stepCell, surveysCell } from './step-cell.ts'

const today = '2025-11-05'
const step = { state: 'IP' as const, completedOn: null, warningDate: null }
type Cell = 'not-applicable' | 'ratio' | 'date' | 'nothing'

describe('stepCell ([reports §2.2](docs/design/reports.md#2.2))', () => {
  test('shows the completion date (DD-MMM)', () => {
    expect(stepCell({ ...step, state: 'C', completedOn: '2025-07-23' }, today)).toMatchObject({ tone: 'done', text: '23-Jul' })
  })
  test('an assumed day says so in the title', () => {
    expect(stepCell({ ...step, state: 'C', completedOn: '2025-07-23', assumed: true }, today)).toMatchObject({
      text: '23-Jul',
      title: 'Assumed: completed 23/07/2025',
    })
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
  test('a blocked step is shown as delayed, overdue or not', () => {
    expect(stepCell({ ...step, state: 'B', warningDate: '2025-11-16' }, today)).toMatchObject({
      tone: 'over',
      text: 'Delayed',
      blocked: true,
    })
    expect(stepCell({ ...step, state: 'B', warningDate: '2025-11-03' }, today).title).toBe('Overdue by 2 days, delayed')
    // The sale has passed it: it is neither due nor overdue.
    expect(stepCell({ ...step, state: 'B', warningDate: null }, today)).toMatchObject({ tone: 'due', text: 'Delayed' })
  })
  test('a step that is not started is an empty cell with a title for screen readers', () => {
    expect(stepCell(undefined, today)).toEqual({ tone: 'empty', text: '', title: 'Not started', blocked: false })
  })
})

describe('surveysCell ([domain, Workflow report](docs/design/domain.md#workflow-report))', () => {
  const open = (key: number, warningDate: string, awaitingReports = false) => ({
    key,
    state: 'IP' as const,
    warningDate,
    surveyData: { awaitingReports },
  })
  const shown = (cell: Cell, ...data: ReturnType<typeof open>[]) =>
    surveysCell({ data, info: { surveys: { cell, booked: 2, done: cell === 'ratio' ? 1 : 0 } } }, today)

  test('N/A when not having a survey is complete', () => {
    expect(shown('not-applicable').text).toBe('N/A')
  })
  test('else done ÷ booked', () => {
    expect(shown('ratio', open(5, '2025-11-09'))).toMatchObject({ text: '1 of 2', tone: 'due' })
  })
  test('else the next survey date: red if it has passed, amber if reports are awaited', () => {
    expect(shown('date', open(5, '2025-11-09'))).toMatchObject({ text: '09-Nov', tone: 'due', title: 'Survey 09/11/2025' })
    expect(shown('date', open(5, '2025-10-24'))).toMatchObject({ text: '24-Oct', tone: 'over', title: 'Overdue by 12 days' })
    expect(shown('date', open(5, '2025-10-24', true))).toMatchObject({
      text: '24-Oct',
      tone: 'amber',
      title: 'Awaiting reports, overdue by 12 days',
    })
  })
  test('the most urgent survey counts: an awaited report does not hide an overdue survey', () => {
    expect(shown('date', open(5, '2025-09-01', true), open(11, '2025-11-04'))).toMatchObject({
      text: '04-Nov',
      tone: 'over',
      title: 'Overdue by 1 day',
    })
    expect(shown('date', open(5, '2025-11-09'), open(11, '2025-10-24', true)).tone).toBe('amber')
  })
  test('"1 of 2" includes the overdue days', () => {
    expect(shown('ratio', open(11, '2025-11-02'))).toEqual({
      text: '1 of 2',
      tone: 'over',
      title: '1 of 2 surveys complete, overdue by 3 days',
      blocked: false,
    })
    expect(shown('ratio', open(11, '2025-11-02', true)).tone).toBe('amber')
  })
})

describe('freshness: cells are tinted when updated in the last 24 hours (stronger) or the last 168 hours (lighter)', () => {
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
  test('a step saved after the page was opened, whose time `now` is, is tinted at once', () => {
    expect(freshness('2025-11-05T12:00:01.000Z', null, now)).toBe('strong')
  })
  test('unless notice has been given', () => {
    expect(freshness('2025-11-05T11:00:00.000Z', '2025-11-01', now)).toBeNull()
  })
})
