import { describe, expect, test } from 'vitest'
import { stepKeys } from '../steps.ts'
import { complete, given, later, save, saving, set, sold, step, takenOn, withStates } from '../testing/timelines.ts'
import { droppedDate, lostCompletionDate } from './reopen-step.ts'

const searching = () =>
  saving(saving(sold(), ...complete('DraftContractsIssued')).timeline, ...complete('MortgageAppSubmitted')).timeline

describe('When an item that was complete is changed to another state, all auto-set steps are reset to not started, and those whose predecessors are all complete are set in progress again', () => {
  test.each(['IP', 'NS', 'B'] as const)(
    'the step that the reopened one (now %s) had started goes back; the other tracks stay',
    (state) => {
      given(searching()).when(set('DraftContractsIssued', state)).thenPutBack('SearchesAppliedFor').thenStates({
        DraftContractsIssued: state,
        SearchesAppliedFor: 'NS',
        MortgageValuationBooked: 'IP',
        NotHavingSurvey: 'IP',
      })
    },
  )

  test('an auto-set step whose predecessors are all complete keeps the day it started on', () => {
    const before = searching()
    const after = save(before, [set('DraftContractsIssued', 'IP')], { at: later }).timeline
    expect(step(after, 'MortgageValuationBooked')).toEqual(step(before, 'MortgageValuationBooked'))
  })

  test('the reason names the step that is open again', () => {
    const { outcome } = given(searching()).when(set('DraftContractsIssued', 'IP'))
    expect(step(outcome.timeline, 'SearchesAppliedFor').because).toEqual({ kind: 'auto-start-withdrawn', steps: [31] })
  })

  test('a step made not applicable justifies what follows it as a complete one does', () => {
    given(searching()).when(set('DraftContractsIssued', 'NA')).thenPutBack().thenStates({ SearchesAppliedFor: 'IP' })
  })

  test('a step that a person set in progress, blocked or completed is never put back', () => {
    for (const state of ['IP', 'B', 'C'] as const) {
      const timeline = withStates(withStates(searching(), { SearchesAppliedFor: 'NS' }), { SearchesAppliedFor: state })
      given(timeline).when(set('DraftContractsIssued', 'IP')).thenStates({ SearchesAppliedFor: state })
    }
  })

  test('a step that was started over a gap goes back as soon as anything is reopened', () => {
    const overAGap = saving(searching(), ...complete('SearchesBack')).timeline
    expect(step(overAGap, 'EnquiriesRaised').state).toBe('IP')
    given(overAGap).when(set('MortgageAppSubmitted', 'IP')).thenPutBack('MortgageValuationBooked', 'EnquiriesRaised')
  })

  test('reopening the memorandum puts back the three that it started', () => {
    given(sold()).when(set('MemoOfSaleSent', 'IP')).thenPutBack('MortgageAppSubmitted', 'DraftContractsIssued', 'NotHavingSurvey')
  })

  test('reopening a legal step puts back the first completing step', () => {
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

  test('a step that was not applicable and is wanted after all puts back what it comes before', () => {
    const skipped = saving(searching(), set('SearchesAppliedFor', 'NA')).timeline
    given(skipped).when(set('SearchesAppliedFor', 'IP')).thenPutBack('SearchesBack')
  })

  test('completing again what was reopened starts again what it had started, with the reason', () => {
    const searchesBack = saving(searching(), set('SearchesAppliedFor', 'C', { completedOn: '2025-11-03' })).timeline
    const opened = saving(searchesBack, set('DraftContractsIssued', 'IP')).timeline
    expect(step(opened, 'SearchesBack').state).toBe('NS')
    const { outcome } = given(opened)
      .when(set('DraftContractsIssued', 'C', { completedOn: '2025-11-04' }))
      .thenStarted('SearchesBack')
    expect(step(outcome.timeline, 'SearchesBack').because).toEqual({ kind: 'predecessors-complete-again', steps: [] })
    expect(step(outcome.timeline, 'SearchesBack').startedOn).toBe('2025-11-04')
  })

  test('a reopened step keeps the day it was first started, so its clock runs on', () => {
    const after = save(sold(), [set('MemoOfSaleSent', 'IP')], { at: later }).timeline
    expect(step(after, 'MemoOfSaleSent')).toMatchObject({
      state: 'IP',
      startedOn: '2025-10-20',
      completedOn: null,
      wasAutoSetToInProgress: false,
    })
  })

  test('a warning alert tells the user to review with Show all steps: the save names what was reopened', () => {
    expect(saving(searching(), set('DraftContractsIssued', 'IP')).reopened).toEqual([stepKeys.DraftContractsIssued])
    expect(saving(searching(), ...complete('SearchesAppliedFor')).reopened).toEqual([])
  })

  test('reopening something that nothing was started by puts nothing back', () => {
    given(takenOn()).when(complete('Viewings')).thenStarted('SaleAgreed')
    given(withStates(takenOn(), { Viewings: 'C' }))
      .when(set('Viewings', 'NS'))
      .thenPutBack()
  })
})

describe('Another state takes a day away: the screen asks first, the record keeps it', () => {
  const before = step(saving(sold(), ...complete('DraftContractsIssued')).timeline, 'DraftContractsIssued')

  test('asked of a completed step that is set to any other state', () => {
    for (const state of ['IP', 'B', 'NA', 'NS'] as const) expect(lostCompletionDate(before, state)).toBe(before.completedOn)
    expect(lostCompletionDate(before, 'C')).toBeNull()
    expect(lostCompletionDate(step(sold(), 'DraftContractsIssued'), 'B')).toBeNull()
  })

  test('kept for the record: the day of a state that is left, removed or corrected', () => {
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

  test('a step that is completed keeps the day it was started on', () => {
    const started = step(sold(), 'DraftContractsIssued')
    expect(droppedDate(started, { ...started, state: 'C', completedOn: '2025-11-01' })).toBeNull()
  })
})
