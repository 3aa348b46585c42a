import { describe, expect, test } from 'vitest'
import { originalDueDate, warningDateOf } from './due.ts'
import { isDueMovable } from './rules/step-dates.ts'
import { complete, given, later, save, saving, set, sold, step, survey } from './testing/timelines.ts'

/** `sold()`: draft contracts started on 21 October and are due after 21 days, on 11 November; today is 5 November. */
const movedDue = { dueOn: '2025-12-03', dueReason: 'Solicitor away until 3 December' }
const moved = saving(sold(), set('DraftContractsIssued', 'IP', movedDue)).timeline

describe('warningDateOf with a moved due date', () => {
  test('the moved date applies; originalDueDate returns the template’s', () => {
    const draft = step(moved, 'DraftContractsIssued')
    expect(warningDateOf(sold(), step(sold(), 'DraftContractsIssued'), null)).toBe('2025-11-11')
    expect(warningDateOf(moved, draft, null)).toBe('2025-12-03')
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
