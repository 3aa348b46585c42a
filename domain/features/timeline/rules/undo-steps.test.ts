import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyChanges } from '../changes.ts'
import { describeReason } from '../describe-reason.ts'
import { stepKeys } from '../step-definitions.ts'
import { stepOf } from '../step-of.ts'
import { anyItems, anySituation, saveInto } from '../testing/arbitraries.ts'
import { complete, later, saving, set, sold, step } from '../testing/timelines.ts'
import { isStepAsLeft, stepUndosOf, undoSteps } from './undo-steps.ts'

describe('undo "puts back the full step (dates, reasons, what rules had started)"', () => {
  test('whatever was saved, the timeline is exactly what it was, in compensating changes with the reason undone', () => {
    fc.assert(
      fc.property(anySituation, anyItems, (situation, items) => {
        const { timeline, changes } = saveInto(situation, items)
        const undos = stepUndosOf(situation.timeline, changes)
        expect(undos.every((undo) => isStepAsLeft(timeline, undo))).toBe(true)
        const undone = undoSteps(timeline, undos, later)
        expect(undone.timeline).toEqual(situation.timeline)
        expect(applyChanges(timeline, undone.changes)).toEqual(situation.timeline)
        for (const { because } of undone.changes) expect(describeReason(because, timeline)).toBe('Undone')
      }),
    )
  })

  test('each entry names "the step’s own day"', () => {
    const searched = saving(sold(), set('SearchesBack', 'C', { completedOn: '2025-11-03' })).timeline
    const { timeline, changes } = saving(searched, set('SearchesBack', 'NS'))
    const undone = undoSteps(timeline, stepUndosOf(searched, changes), later).changes
    expect(undone.find(({ key }) => key === stepKeys.SearchesBack)).toMatchObject({ from: 'NS', to: 'C', on: '2025-11-03' })
    const reopened = undoSteps(searched, stepUndosOf(sold(), saving(sold(), ...complete('SearchesBack')).changes), later).changes
    expect(reopened.find(({ key }) => key === stepKeys.SearchesBack)).toMatchObject({ to: 'NS', on: later.today })
  })
})

test('isStepAsLeft: false once somebody has saved the step again, also to what it was', () => {
  const before = sold()
  const { timeline, changes } = saving(before, ...complete('DraftContractsIssued'))
  const undos = stepUndosOf(before, changes)
  const undo = undos.find(({ key }) => key === stepKeys.SearchesAppliedFor)
  if (!undo) throw new Error('The rules start the next step.')
  const touched = saving(timeline, set('SearchesAppliedFor', 'B')).timeline
  expect(isStepAsLeft(touched, undo)).toBe(false)
  expect(isStepAsLeft(saving(touched, set('SearchesAppliedFor', 'IP')).timeline, undo)).toBe(false)
  expect(step(timeline, 'SearchesAppliedFor')).toEqual(stepOf(timeline, stepKeys.SearchesAppliedFor))
  expect(undos.every((one) => isStepAsLeft(timeline, one))).toBe(true)
})
