import { stepKeys } from '@gya/domain/features/timeline/steps.ts'
import { sold } from '@gya/domain/features/timeline/testing/timelines.ts'
import { describe, expect, test } from 'vitest'
import { begunOn, overtakenSteps } from './overtaken.ts'

const key = stepKeys.SearchesBack
const saved = sold()
const later = saved.map((step) => (step.key === key ? { ...step, updatedOn: '2026-03-10T09:30:00Z' } : step))
const stepOf = (timeline: typeof saved) => timeline.find((step) => step.key === key)
const nothing = { items: {}, begunOn: {} }
const edited = { items: { [key]: { key, state: 'C' as const } }, begunOn: begunOn(nothing, key, stepOf(saved)) }

describe('A step that was edited here and saved by somebody else meanwhile', () => {
  test('is named', () => {
    expect(overtakenSteps(saved, edited)).toEqual([])
    expect(overtakenSteps(later, edited)).toEqual([stepOf(saved)?.title])
  })

  test('is none when it is another one', () => {
    const other = { items: { [stepKeys.Exchanged]: { key: stepKeys.Exchanged, state: 'C' as const } }, begunOn: {} }
    const begun = {
      ...other,
      begunOn: begunOn(
        nothing,
        stepKeys.Exchanged,
        saved.find((step) => step.key === stepKeys.Exchanged),
      ),
    }
    expect(overtakenSteps(later, begun)).toEqual([])
  })

  test('stays so however often it is edited, until it is put back and edited anew', () => {
    expect(begunOn(edited, key, stepOf(later))).toEqual(edited.begunOn)
    const anew = { items: edited.items, begunOn: begunOn({ ...edited, items: {} }, key, stepOf(later)) }
    expect(overtakenSteps(later, anew)).toEqual([])
  })
})
