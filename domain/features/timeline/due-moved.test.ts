import { describe, expect, test } from 'vitest'
import { dueOf, originalDueDate } from './due.ts'
import { given } from './testing/given.ts'
import { complete, later, save, saving, set, sold, step, survey } from './testing/timelines.ts'
import { isDueMovable } from './why-not-move-due.ts'

/** `sold()`: draft contracts are in progress since 21 October and due after 21 days, on 11 November; today is 5 November. */
const away = { dueOn: '2025-12-03', dueReason: 'Solicitor away until 3 December' }
const moved = saving(sold(), set('DraftContractsIssued', 'IP', away)).timeline
const facts = { today: '2025-11-20', completionDate: null }

describe('A due date that is moved', () => {
  test('rules when the step warns; the original stays known', () => {
    const draft = step(moved, 'DraftContractsIssued')
    expect(dueOf(sold(), step(sold(), 'DraftContractsIssued'), facts)).toMatchObject({ warningDate: '2025-11-11', overdue: true })
    expect(dueOf(moved, draft, facts)).toMatchObject({ warningDate: '2025-12-03', overdue: false })
    expect(originalDueDate(draft)).toBe('2025-11-11')
    expect(draft.dueReason).toBe('Solicitor away until 3 December')
  })

  test('stays when the step is delayed or started on another day, and goes when the step is done, not started or not applicable', () => {
    for (const state of ['B', 'IP'] as const) {
      const { timeline } = save(moved, [set('DraftContractsIssued', state, { startedOn: '2025-10-22' })], { at: later })
      expect(step(timeline, 'DraftContractsIssued')).toMatchObject({ state, dueOn: '2025-12-03' })
    }
    for (const state of ['C', 'NS', 'NA'] as const) {
      const { timeline } = save(moved, [set('DraftContractsIssued', state)])
      expect(step(timeline, 'DraftContractsIssued')).toMatchObject({ state, dueOn: null, dueReason: '' })
    }
  })

  test('is put back to the days of the template', () => {
    const { timeline } = save(moved, [set('DraftContractsIssued', 'IP', { dueOn: null })])
    expect(step(timeline, 'DraftContractsIssued')).toMatchObject({ dueOn: null, dueReason: '' })
  })

  test('comes back when a cash buy ends', () => {
    const financial = saving(sold(), set('MortgageAppSubmitted', 'IP', away)).timeline
    const cash = save(financial, [], { cashBuyer: true }).timeline
    expect(step(cash, 'MortgageAppSubmitted')).toMatchObject({ state: 'NA', dueOn: null })
    expect(step(save(cash, []).timeline, 'MortgageAppSubmitted')).toMatchObject({ state: 'IP', ...away })
  })
})

describe('Moving a due date is refused', () => {
  test.each([
    ['without a reason', 'DraftContractsIssued', 'IP', { dueOn: '2025-12-03' }, 'DUE_REASON_MISSING'],
    ['with a blank reason', 'DraftContractsIssued', 'IP', { dueOn: '2025-12-03', dueReason: ' ' }, 'DUE_REASON_MISSING'],
    ['to a day before the start', 'DraftContractsIssued', 'IP', { ...away, dueOn: '2025-10-20' }, 'DUE_BEFORE_START'],
    ['of a step that is complete', 'MemoOfSaleSent', 'C', away, 'DUE_NOT_MOVABLE'],
    ['of a step that is not started', 'SearchesBack', 'NS', away, 'DUE_NOT_MOVABLE'],
  ] as const)('%s', (_case, name, state, fields, code) => {
    given(sold())
      .when(set(name, state, fields))
      .thenRefused(code)
  })

  test('of a survey, whose own date rules', () => {
    given(sold())
      .when(set('Roof', 'IP', { survey: survey('2025-11-20'), ...away }))
      .thenRefused('DUE_NOT_MOVABLE')
  })

  test('of Completed after exchange, when the completion date rules', () => {
    const exchanged = save(sold(), complete('Exchanged'), { completionDate: '2025-12-01', acceptedOn: '2025-10-20' }).timeline
    const completed = step(exchanged, 'Completed')
    expect([isDueMovable(exchanged, completed, '2025-12-01'), isDueMovable(exchanged, completed, null)]).toEqual([false, true])
  })
})
