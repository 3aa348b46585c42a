import { describe, expect, test } from 'vitest'
import { stepKeys } from '../step-definitions.ts'
import { complete, given, later, save, saving, set, sold, step, takenOn, withStates } from '../testing/timelines.ts'
import { droppedDate, lostCompletionDate } from './reopen-step.ts'

const searching = () =>
  saving(saving(sold(), ...complete('DraftContractsIssued')).timeline, ...complete('MortgageAppSubmitted')).timeline

describe('followRules: when an item that was complete is changed to another state, all auto-set steps are reset to not started, and those whose predecessors are all complete are set in progress again', () => {
  test.each(['IP', 'NS', 'B'] as const)(
    'the step started by the reopened one (now %s) is reset; other tracks are unaffected',
    (state) => {
      given(searching()).when(set('DraftContractsIssued', state)).thenPutBack('SearchesAppliedFor').thenStates({
        DraftContractsIssued: state,
        SearchesAppliedFor: 'NS',
        MortgageValuationBooked: 'IP',
        NotHavingSurvey: 'IP',
      })
    },
  )

  test('an auto-set step whose predecessors are all complete keeps its start date', () => {
    const before = searching()
    const after = save(before, [set('DraftContractsIssued', 'IP')], { at: later }).timeline
    expect(step(after, 'MortgageValuationBooked')).toEqual(step(before, 'MortgageValuationBooked'))
  })

  test('the reason names the reopened step', () => {
    const { outcome } = given(searching()).when(set('DraftContractsIssued', 'IP'))
    expect(step(outcome.timeline, 'SearchesAppliedFor').because).toEqual({ kind: 'auto-start-withdrawn', steps: [31] })
  })

  test('a step made not applicable counts as complete for its successors', () => {
    given(searching()).when(set('DraftContractsIssued', 'NA')).thenPutBack().thenStates({ SearchesAppliedFor: 'IP' })
  })

  test('a step set in progress, blocked or completed by a person is never reset', () => {
    for (const state of ['IP', 'B', 'C'] as const) {
      const timeline = withStates(withStates(searching(), { SearchesAppliedFor: 'NS' }), { SearchesAppliedFor: state })
      given(timeline).when(set('DraftContractsIssued', 'IP')).thenStates({ SearchesAppliedFor: state })
    }
  })

  test('a step started over a gap is reset when any step is reopened', () => {
    const overAGap = saving(searching(), ...complete('SearchesBack')).timeline
    expect(step(overAGap, 'EnquiriesRaised').state).toBe('IP')
    given(overAGap).when(set('MortgageAppSubmitted', 'IP')).thenPutBack('MortgageValuationBooked', 'EnquiriesRaised')
  })

  test('reopening the memorandum resets the three steps it started', () => {
    given(sold()).when(set('MemoOfSaleSent', 'IP')).thenPutBack('MortgageAppSubmitted', 'DraftContractsIssued', 'NotHavingSurvey')
  })

  test('reopening a legal step resets the first completing step', () => {
    const done = saving(
      sold(),
      ...complete(
        'DraftContractsIssued',
        'SearchesAppliedFor',
        'SearchesBack',
        'EnquiriesRaised',
        'EnquiriesAnswered',
        'MortgageApproved',
      ),
    )
    given(done.timeline).when(set('SearchesBack', 'IP')).thenPutBack('ReportedToBuyer')
  })

  test('a step that becomes applicable again resets its successors', () => {
    const skipped = saving(searching(), set('SearchesAppliedFor', 'NA')).timeline
    given(skipped).when(set('SearchesAppliedFor', 'IP')).thenPutBack('SearchesBack')
  })

  test('completing a reopened step again restarts what it had started, with the reason', () => {
    const searchesBack = saving(searching(), set('SearchesAppliedFor', 'C', { completedOn: '2025-11-03' })).timeline
    const opened = saving(searchesBack, set('DraftContractsIssued', 'IP')).timeline
    expect(step(opened, 'SearchesBack').state).toBe('NS')
    const { outcome } = given(opened)
      .when(set('DraftContractsIssued', 'C', { completedOn: '2025-11-04' }))
      .thenStarted('SearchesBack')
    expect(step(outcome.timeline, 'SearchesBack').because).toEqual({ kind: 'predecessors-complete-again', steps: [] })
    expect(step(outcome.timeline, 'SearchesBack').startedOn).toBe('2025-11-04')
  })

  test('a reopened step keeps its first start date', () => {
    const after = save(sold(), [set('MemoOfSaleSent', 'IP')], { at: later }).timeline
    expect(step(after, 'MemoOfSaleSent')).toMatchObject({
      state: 'IP',
      startedOn: '2025-10-20',
      completedOn: null,
      wasAutoSetToInProgress: false,
    })
  })

  test('a warning alert tells the user to review with Show all steps: reopened lists the steps', () => {
    expect(saving(searching(), set('DraftContractsIssued', 'IP')).reopened).toEqual([stepKeys.DraftContractsIssued])
    expect(saving(searching(), ...complete('SearchesAppliedFor')).reopened).toEqual([])
  })

  test('reopening a step that started nothing resets nothing', () => {
    given(takenOn()).when(complete('Viewings')).thenStarted('SaleAgreed')
    given(withStates(takenOn(), { Viewings: 'C' }))
      .when(set('Viewings', 'NS'))
      .thenPutBack()
  })
})

describe('lostCompletionDate and droppedDate: dates that a new state removes', () => {
  const before = step(saving(sold(), ...complete('DraftContractsIssued')).timeline, 'DraftContractsIssued')

  test('a completed step set to any other state loses its completion date', () => {
    for (const state of ['IP', 'B', 'NA', 'NS'] as const) expect(lostCompletionDate(before, state)).toBe(before.completedOn)
    expect(lostCompletionDate(before, 'C')).toBeNull()
    expect(lostCompletionDate(step(sold(), 'DraftContractsIssued'), 'B')).toBeNull()
  })

  test('the date of a state that is left, removed or corrected is recorded', () => {
    for (const [to, day] of [
      ['B', before.completedOn],
      ['NA', before.completedOn],
      ['C', null],
    ] as const)
      expect(droppedDate(before, { ...before, state: to, ...(to === 'C' ? {} : { completedOn: null }) })).toBe(day)
    expect(droppedDate(before, null)).toBe(before.completedOn)
    expect(droppedDate(before, { ...before, completedOn: '2025-01-02' })).toBe(before.completedOn)
    expect(droppedDate(undefined, before)).toBeNull()
  })

  test('a completed step keeps its start date', () => {
    const started = step(sold(), 'DraftContractsIssued')
    expect(droppedDate(started, { ...started, state: 'C', completedOn: '2025-11-01' })).toBeNull()
  })
})
