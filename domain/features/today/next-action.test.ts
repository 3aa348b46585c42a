import { expect, test } from 'vitest'
import { type StepName, stepKeys } from '../timeline/step-definitions.ts'
import { nextActionOf } from './next-action.ts'

const step = (name: StepName) => ({
  key: stepKeys[name],
  state: 'IP' as const,
  date: '2025-11-01',
  awaitingReports: false,
  updatedOn: null,
})
const items = (...keys: string[]) => keys.map((key) => ({ key }))

test('nextActionOf: the item of the next step of the sale, also where Today lists another step first', () => {
  const searches = step('SearchesBack')
  expect(nextActionOf(items('exchange', 'step:33'), searches)).toEqual({ item: { key: 'step:33' }, step: searches })
})

test('nextActionOf: the next step without an item while it waits, whatever else is late', () => {
  const searches = step('SearchesBack')
  expect(nextActionOf(items('survey:8', 'silence:vendor'), searches)).toEqual({ item: null, step: searches })
  expect(nextActionOf([], searches)).toEqual({ item: null, step: searches })
})

test('nextActionOf: what Today lists first if it is not about the timeline', () => {
  expect(nextActionOf(items('task:1', 'step:33'), step('SearchesBack'))).toEqual({ item: { key: 'task:1' }, step: null })
  expect(nextActionOf(items('silence:vendor'), step('SearchesBack'))).toEqual({ item: { key: 'silence:vendor' }, step: null })
})

test('nextActionOf: the exchange and the move stand for their steps; a passed day of a sale without an open step for itself', () => {
  expect(nextActionOf(items('exchange'), step('Exchanged')).item).toEqual({ key: 'exchange' })
  expect(nextActionOf(items('move'), step('Completed')).item).toEqual({ key: 'move' })
  expect(nextActionOf(items('exchange'), null)).toEqual({ item: { key: 'exchange' }, step: null })
  expect(nextActionOf([], null)).toEqual({ item: null, step: null })
})
