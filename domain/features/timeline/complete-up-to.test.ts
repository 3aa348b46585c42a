import { expect, test } from 'vitest'
import { incompleteUpTo } from './complete-up-to.ts'
import type { StepName } from './steps.ts'
import { sold, step, templateWithout, withStates } from './testing/timelines.ts'
import type { Timeline } from './timeline.model.ts'

const upTo = (timeline: Timeline, name: StepName) => incompleteUpTo(timeline, step(timeline, name)).map(({ keyName }) => keyName)

test('Complete up to here takes the open steps before a step in its own track, and the step', () => {
  expect(upTo(sold(), 'SearchesBack')).toEqual(['DraftContractsIssued', 'SearchesAppliedFor', 'SearchesBack'])
  expect(upTo(withStates(sold(), { SearchesAppliedFor: 'C' }), 'SearchesBack')).toEqual(['DraftContractsIssued', 'SearchesBack'])
})

test('It passes over steps that are not applicable, and is nothing for a step that is complete or not applicable', () => {
  const without = sold(templateWithout('SearchesAppliedFor'))
  expect(upTo(without, 'SearchesBack')).toEqual(['DraftContractsIssued', 'SearchesBack'])
  expect(upTo(without, 'SearchesAppliedFor')).toEqual([])
  expect(upTo(sold(), 'MemoOfSaleSent')).toEqual([])
})
