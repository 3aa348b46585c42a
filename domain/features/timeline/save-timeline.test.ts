import { describe, expect, test } from 'vitest'
import { DomainError } from '../../errors.ts'
import { saveTimeline, withRequestedChanges } from './save-timeline.ts'
import { stepKeys } from './steps.ts'
import { complete, given, later, moment, save, saving, set, sold, step, survey, withStates } from './testing/timelines.ts'
import { stateLabels } from './timeline.model.ts'

describe('Updating a timeline element that does not exist is an internal error', () => {
  test.each([0, 37, 99, 1.5])('step %s', (key) => {
    expect(() => saving(sold(), { key, state: 'C' })).toThrow(new DomainError('STEP_NOT_FOUND'))
  })

  test('a step that this property lacks', () => {
    const without = sold().filter((one) => one.key !== stepKeys.SearchesBack)
    expect(() => saving(without, ...complete('SearchesBack'))).toThrow(new DomainError('STEP_NOT_FOUND'))
  })
})

describe('The Exchanged step cannot be completed until a completion date is set', () => {
  test('without one it is refused and nothing of the save happens', () => {
    given(sold(), { acceptedOn: '2025-10-20' })
      .when(complete('DraftContractsIssued', 'Exchanged'))
      .thenRefused('COMPLETION_DATE_REQUIRED')
  })

  test('with one it is completed and Completed starts', () => {
    given(sold(), { completionDate: '2025-12-01', acceptedOn: '2025-10-20' }).when(complete('Exchanged')).thenStarted('Completed')
  })

  test('only completing it: it can be in progress', () => {
    given(sold()).when(set('Exchanged', 'IP')).thenStates({ Exchanged: 'IP' })
  })

  test('while it is complete the date is moved, and taken away by nothing but starting Exchanged again', () => {
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

describe('Each item has radio buttons to set in progress, complete or blocked', () => {
  test('completed without a date: today; with a date: that day', () => {
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

  test('blocked: since today, and the clock runs on from the start', () => {
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

  test('what a person dates is theirs: it is no longer an auto-set step', () => {
    const dated = saving(sold(), set('DraftContractsIssued', 'IP', { startedOn: '2025-10-25' })).timeline
    expect(step(dated, 'DraftContractsIssued')).toMatchObject({
      wasAutoSetToInProgress: false,
      because: { kind: 'requested' },
      actioned: true,
    })
    given(dated).when(set('MemoOfSaleSent', 'IP')).thenPutBack('MortgageAppSubmitted', 'NotHavingSurvey')
  })

  test('a complete step keeps its date when it is sent without one', () => {
    const complete31 = saving(sold(), set('DraftContractsIssued', 'C', { completedOn: '2025-10-30' })).timeline
    expect(save(complete31, [set('DraftContractsIssued', 'C', { completedOn: null })], { at: later }).changes).toEqual([])
  })

  test('every changed step carries the time of the change', () => {
    const { timeline, changes } = saving(sold(), ...complete('DraftContractsIssued'))
    expect(changes.map((one) => one.after?.updatedOn)).toEqual([moment.now, moment.now])
    expect(step(timeline, 'MortgageAppSubmitted')).toEqual(step(sold(), 'MortgageAppSubmitted'))
  })
})

describe('A step is completed, or started, on a day that has come', () => {
  test.each([
    ['completed tomorrow', set('DraftContractsIssued', 'C', { completedOn: '2025-11-06' })],
    ['started tomorrow', set('SearchesBack', 'IP', { startedOn: '2025-11-06' })],
  ])('%s is refused', (_case, item) => given(sold()).when(item).thenRefused('STEP_DATE_IN_FUTURE'))

  test('today is not the future, and a survey may lie ahead', () => {
    given(sold())
      .when(set('DraftContractsIssued', 'C', { completedOn: '2025-11-05' }))
      .thenStates({ DraftContractsIssued: 'C' })
    given(sold())
      .when(set('Roof', 'IP', { survey: survey('2025-12-24') }))
      .thenStates({ Roof: 'IP' })
  })
})

describe('The items of a save are a set', () => {
  test('two items for one step are refused', () => {
    given(sold()).when(set('SearchesBack', 'C'), set('SearchesBack', 'B')).thenRefused('VALIDATION_FAILED')
  })

  test('the first refusal in the order of display is the one that is given', () => {
    const items = [set('Exchanged', 'C'), set('DraftContractsIssued', 'C', { completedOn: '2026-01-01' })]
    given(sold()).when(items).thenRefused('STEP_DATE_IN_FUTURE')
    given(sold()).when(items.toReversed()).thenRefused('STEP_DATE_IN_FUTURE')
  })

  test('reopening one step and completing a later one in one save leaves the later one’s successor waiting', () => {
    const timeline = saving(sold(), ...complete('DraftContractsIssued', 'SearchesAppliedFor')).timeline
    given(timeline)
      .when(set('DraftContractsIssued', 'IP'), set('SearchesBack', 'C'))
      .thenStarted()
      .thenStates({ EnquiriesRaised: 'NS' })
  })
})

test('A save that is refused can be shown as it was asked for, to be corrected where it was entered', () => {
  const asked = {
    ...moment,
    timeline: sold(),
    requested: [set('Exchanged', 'C')],
    completionDate: '2025-11-01',
    acceptedOn: '2025-10-20',
    cashBuyer: false,
  }
  expect(saveTimeline(asked).refused).toBe('EXCHANGED_AFTER_COMPLETION')
  const { timeline, changes } = withRequestedChanges(asked)
  expect(step(timeline, 'Exchanged')).toMatchObject({ state: 'C', completedOn: moment.today })
  expect(changes).toHaveLength(1)
})
