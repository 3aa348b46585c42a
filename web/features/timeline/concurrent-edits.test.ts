import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { sold } from '@gya/domain/features/timeline/testing/timelines.ts'
import { describe, expect, test } from 'vitest'
import { conflictingParts, withBaseUpdatedOn } from './concurrent-edits.ts'

const key = stepKeys.SearchesBack
const saved = sold()
const later = saved.map((step) => (step.key === key ? { ...step, updatedOn: '2026-03-10T09:30:00Z' } : step))
const readOf = (timeline: typeof saved, completionDate: string | null = null) => ({
  timeline,
  completionDate,
  invoiceSent: false,
})
const stepOf = (timeline: typeof saved) => timeline.find((step) => step.key === key)
const noEdits = { items: {}, baseUpdatedOn: {} }
const edited = { items: { [key]: { key, state: 'C' as const } }, baseUpdatedOn: withBaseUpdatedOn(noEdits, key, stepOf(saved)) }

describe('conflictingParts: steps', () => {
  test('names a step that another user saved during the edit', () => {
    expect(conflictingParts(readOf(saved), edited)).toEqual([])
    expect(conflictingParts(readOf(later), edited)).toEqual([stepOf(saved)?.title])
  })

  test('omits a step if another step was saved', () => {
    const other = { items: { [stepKeys.Exchanged]: { key: stepKeys.Exchanged, state: 'C' as const } }, baseUpdatedOn: {} }
    const otherEdit = {
      ...other,
      baseUpdatedOn: withBaseUpdatedOn(
        noEdits,
        stepKeys.Exchanged,
        saved.find((step) => step.key === stepKeys.Exchanged),
      ),
    }
    expect(conflictingParts(readOf(later), otherEdit)).toEqual([])
  })

  test('a step stays in conflict until its edit is reset and repeated', () => {
    expect(withBaseUpdatedOn(edited, key, stepOf(later))).toEqual(edited.baseUpdatedOn)
    const repeated = { items: edited.items, baseUpdatedOn: withBaseUpdatedOn({ ...edited, items: {} }, key, stepOf(later)) }
    expect(conflictingParts(readOf(later), repeated)).toEqual([])
  })
})

describe('conflictingParts: completion date', () => {
  const dated = { ...noEdits, completionDate: '2026-05-01', baseValues: { completionDate: null } }

  test('conflicts with another saved date', () => {
    expect(conflictingParts(readOf(saved), dated)).toEqual([])
    expect(conflictingParts(readOf(saved, '2026-06-01'), dated)).toEqual(['the completion date'])
  })

  test('does not conflict with the same date or with saved steps', () => {
    expect(conflictingParts(readOf(saved, '2026-05-01'), dated)).toEqual([])
    expect(conflictingParts(readOf(later), dated)).toEqual([])
  })
})
