import { stepKeys } from '@gya/domain/features/timeline/steps.ts'
import { sold } from '@gya/domain/features/timeline/testing/timelines.ts'
import { describe, expect, test } from 'vitest'
import { baseUpdatedOn, conflictingParts } from './concurrent-edits.ts'

const key = stepKeys.SearchesBack
const saved = sold()
const later = saved.map((step) => (step.key === key ? { ...step, updatedOn: '2026-03-10T09:30:00Z' } : step))
const readOf = (timeline: typeof saved, completionDate: string | null = null) => ({
  timeline,
  completionDate,
  invoiceSent: false,
})
const stepOf = (timeline: typeof saved) => timeline.find((step) => step.key === key)
const nothing = { items: {}, begunOn: {} }
const edited = { items: { [key]: { key, state: 'C' as const } }, begunOn: baseUpdatedOn(nothing, key, stepOf(saved)) }

describe('A step that was edited here and saved by somebody else meanwhile', () => {
  test('is named', () => {
    expect(conflictingParts(readOf(saved), edited)).toEqual([])
    expect(conflictingParts(readOf(later), edited)).toEqual([stepOf(saved)?.title])
  })

  test('is none when it is another one', () => {
    const other = { items: { [stepKeys.Exchanged]: { key: stepKeys.Exchanged, state: 'C' as const } }, begunOn: {} }
    const begun = {
      ...other,
      begunOn: baseUpdatedOn(
        nothing,
        stepKeys.Exchanged,
        saved.find((step) => step.key === stepKeys.Exchanged),
      ),
    }
    expect(conflictingParts(readOf(later), begun)).toEqual([])
  })

  test('stays so however often it is edited, until it is put back and edited anew', () => {
    expect(baseUpdatedOn(edited, key, stepOf(later))).toEqual(edited.begunOn)
    const anew = { items: edited.items, begunOn: baseUpdatedOn({ ...edited, items: {} }, key, stepOf(later)) }
    expect(conflictingParts(readOf(later), anew)).toEqual([])
  })
})

describe('A completion date that was edited here', () => {
  const dated = { ...nothing, completionDate: '2026-05-01', begunWith: { completionDate: null } }

  test('is overtaken by another date that somebody else saved', () => {
    expect(conflictingParts(readOf(saved), dated)).toEqual([])
    expect(conflictingParts(readOf(saved, '2026-06-01'), dated)).toEqual(['the completion date'])
  })

  test('is not by the same date, nor by what somebody else saved of the steps', () => {
    expect(conflictingParts(readOf(saved, '2026-05-01'), dated)).toEqual([])
    expect(conflictingParts(readOf(later), dated)).toEqual([])
  })
})
