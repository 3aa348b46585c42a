import { describe, expect, test } from 'vitest'
import { DomainError } from '../../error-catalogue.ts'
import { saveTimeline, withRequestedChanges } from './save-timeline.ts'
import { stepKeys } from './step-definitions.ts'
import { complete, given, later, moment, save, saving, set, sold, step, survey, withStates } from './testing/timelines.ts'
import { stateLabels } from './timeline.model.ts'

describe('saveTimeline: updating a timeline element that does not exist is an internal error', () => {
  test.each([0, 37, 99, 1.5])('step %s', (key) => {
    expect(() => saving(sold(), { key, state: 'C' })).toThrow(new DomainError('STEP_NOT_FOUND'))
  })

  test('a step that this property lacks', () => {
    const without = sold().filter((one) => one.key !== stepKeys.SearchesBack)
    expect(() => saving(without, ...complete('SearchesBack'))).toThrow(new DomainError('STEP_NOT_FOUND'))
  })
})

describe('saveTimeline: the Exchanged step cannot be completed until a completion date is set', () => {
  test('without one the save is refused as a whole', () => {
    given(sold(), { acceptedOn: '2025-10-20' })
      .when(complete('DraftContractsIssued', 'Exchanged'))
      .thenRefused('COMPLETION_DATE_REQUIRED')
  })

  test('with one it is completed and Completed starts', () => {
    given(sold(), { completionDate: '2025-12-01', acceptedOn: '2025-10-20' }).when(complete('Exchanged')).thenStarted('Completed')
  })

  test('it can be in progress without one', () => {
    given(sold()).when(set('Exchanged', 'IP')).thenStates({ Exchanged: 'IP' })
  })

  test('the date of an exchanged sale can be moved, and removed only by reopening Exchanged', () => {
    const exchanged = withStates(sold(), { Exchanged: 'C' })
    const takeDateAway = { completionDate: null, completionDateBefore: '2025-12-01', acceptedOn: '2025-10-20' }
    expect(save(exchanged, [], takeDateAway).refused).toBe('COMPLETION_DATE_REQUIRED')
    expect(save(exchanged, complete('Viewings'), takeDateAway)).toMatchObject({
      refused: 'COMPLETION_DATE_REQUIRED',
      changes: [],
    })
    expect(save(exchanged, [set('Exchanged', 'IP')], takeDateAway).refused).toBeNull()
  })
})

describe('saveTimeline: each item has radio buttons to set in progress, complete or blocked', () => {
  test('completed without a date: today; with a date: that date', () => {
    expect(step(saving(sold(), ...complete('DraftContractsIssued')).timeline, 'DraftContractsIssued').completedOn).toBe(
      '2025-11-05',
    )
    const dated = saving(sold(), set('DraftContractsIssued', 'C', { completedOn: '2025-10-30' })).timeline
    expect(step(dated, 'DraftContractsIssued')).toMatchObject({ startedOn: '2025-10-21', completedOn: '2025-10-30' })
  })

  test('a completion before the start moves the start', () => {
    const dated = saving(sold(), set('DraftContractsIssued', 'C', { completedOn: '2025-10-01' })).timeline
    expect(step(dated, 'DraftContractsIssued')).toMatchObject({ startedOn: '2025-10-01', completedOn: '2025-10-01' })
  })

  test('completed without having been started: started that day', () => {
    const dated = saving(sold(), set('SearchesBack', 'C', { completedOn: '2025-10-30' })).timeline
    expect(step(dated, 'SearchesBack').startedOn).toBe('2025-10-30')
  })

  test('blocked: from today, keeping the start date', () => {
    const blocked = saving(sold(), set('DraftContractsIssued', 'B')).timeline
    expect(step(blocked, 'DraftContractsIssued')).toMatchObject({ state: 'B', startedOn: '2025-10-21', blockedOn: '2025-11-05' })
    const edited = save(blocked, [set('DraftContractsIssued', 'B', { startedOn: '2025-10-22' })], { at: later }).timeline
    expect(step(edited, 'DraftContractsIssued')).toMatchObject({ startedOn: '2025-10-22', blockedOn: '2025-11-05' })
    const unblocked = save(blocked, [set('DraftContractsIssued', 'IP')], { at: later }).timeline
    expect(step(unblocked, 'DraftContractsIssued')).toMatchObject({ state: 'IP', startedOn: '2025-10-21', blockedOn: null })
  })

  test('B blocked is shown as Delayed', () => {
    expect(stateLabels.B).toBe('Delayed')
  })

  test('not started and not applicable have no dates', () => {
    for (const state of ['NS', 'NA'] as const) {
      const back = saving(sold(), set('DraftContractsIssued', state)).timeline
      expect(step(back, 'DraftContractsIssued')).toMatchObject({ state, startedOn: null, completedOn: null, blockedOn: null })
    }
  })

  test('a step dated by a person is no longer auto-set', () => {
    const dated = saving(sold(), set('DraftContractsIssued', 'IP', { startedOn: '2025-10-25' })).timeline
    expect(step(dated, 'DraftContractsIssued')).toMatchObject({
      wasAutoSetToInProgress: false,
      because: { kind: 'requested' },
      actioned: true,
    })
    given(dated).when(set('MemoOfSaleSent', 'IP')).thenPutBack('MortgageAppSubmitted', 'NotHavingSurvey')
  })

  test('a complete step sent without a date keeps its date', () => {
    const complete31 = saving(sold(), set('DraftContractsIssued', 'C', { completedOn: '2025-10-30' })).timeline
    expect(save(complete31, [set('DraftContractsIssued', 'C', { completedOn: null })], { at: later }).changes).toEqual([])
  })

  test('every changed step has the time of the change', () => {
    const { timeline, changes } = saving(sold(), ...complete('DraftContractsIssued'))
    expect(changes.map((one) => one.after?.updatedOn)).toEqual([moment.now, moment.now])
    expect(step(timeline, 'MortgageAppSubmitted')).toEqual(step(sold(), 'MortgageAppSubmitted'))
  })
})

describe('saveTimeline: a step is completed or started on a date that has come', () => {
  test.each([
    ['completed tomorrow', set('DraftContractsIssued', 'C', { completedOn: '2025-11-06' })],
    ['started tomorrow', set('SearchesBack', 'IP', { startedOn: '2025-11-06' })],
  ])('%s is refused', (_case, item) => given(sold()).when(item).thenRefused('STEP_DATE_IN_FUTURE'))

  test('today is accepted, and a survey date may be in the future', () => {
    given(sold())
      .when(set('DraftContractsIssued', 'C', { completedOn: '2025-11-05' }))
      .thenStates({ DraftContractsIssued: 'C' })
    given(sold())
      .when(set('Roof', 'IP', { survey: survey('2025-12-24') }))
      .thenStates({ Roof: 'IP' })
  })
})

describe('whyNotSaveTimeline: the items of a save are a set', () => {
  test('two items for one step are refused', () => {
    given(sold()).when(set('SearchesBack', 'C'), set('SearchesBack', 'B')).thenRefused('VALIDATION_FAILED')
  })

  test('the first refusal in display order is returned', () => {
    const items = [set('Exchanged', 'C'), set('DraftContractsIssued', 'C', { completedOn: '2026-01-01' })]
    given(sold()).when(items).thenRefused('STEP_DATE_IN_FUTURE')
    given(sold()).when(items.toReversed()).thenRefused('STEP_DATE_IN_FUTURE')
  })

  test('reopening one step and completing a later one leaves its successor not started', () => {
    const timeline = saving(sold(), ...complete('DraftContractsIssued', 'SearchesAppliedFor')).timeline
    given(timeline)
      .when(set('DraftContractsIssued', 'IP'), set('SearchesBack', 'C'))
      .thenStarted()
      .thenStates({ EnquiriesRaised: 'NS' })
  })
})

test('withRequestedChanges: a refused save can be shown as requested', () => {
  const input = {
    ...moment,
    timeline: sold(),
    requested: [set('Exchanged', 'C')],
    completionDate: '2025-11-01',
    acceptedOn: '2025-10-20',
    cashBuyer: false,
  }
  expect(saveTimeline(input).refused).toBe('EXCHANGED_AFTER_COMPLETION')
  const { timeline, changes } = withRequestedChanges(input)
  expect(step(timeline, 'Exchanged')).toMatchObject({ state: 'C', completedOn: moment.today })
  expect(changes).toHaveLength(1)
})
