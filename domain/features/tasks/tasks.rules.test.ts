import { expect, test } from 'vitest'
import { describeTaskChange, dueIssues, isAlready, whyNotAddTasks, whyNotChangeTask } from './tasks.rules.ts'

test('200 open tasks a sale, 500 a person', () => {
  expect(whyNotAddTasks({ ofSale: 200, ofPerson: 500 })).toBeNull()
  expect(whyNotAddTasks({ ofSale: 201, ofPerson: 1 })).toBe('TOO_MANY_TASKS')
  expect(whyNotAddTasks({ ofSale: 0, ofPerson: 501 })).toBe('TOO_MANY_TASKS')
})

test('a task settled meanwhile can only be reopened; settling it again changes nothing', () => {
  expect(whyNotChangeTask('open', 'change')).toBeNull()
  for (const action of ['change', 'done', 'cancel'] as const) expect(whyNotChangeTask('cancelled', action)).toBe('ACTION_GONE')
  expect(whyNotChangeTask('done', 'reopen')).toBeNull()
  expect([isAlready('done', 'done'), isAlready('cancelled', 'cancel'), isAlready('open', 'reopen')]).toEqual([true, true, true])
  expect(isAlready('done', 'change')).toBe(false)
})

test('title alone is enough; a time, and a repeat from the due day, need the day', () => {
  const none = { dueOn: null, dueAt: null, repeat: null }
  expect(dueIssues(none)).toEqual([])
  expect(dueIssues({ ...none, dueAt: '10:00' })).toMatchObject([{ path: 'dueOn' }])
  expect(dueIssues({ ...none, repeat: { every: 1, unit: 'week', from: 'due' } })).toMatchObject([{ path: 'dueOn' }])
  expect(dueIssues({ ...none, repeat: { every: 1, unit: 'week', from: 'done' } })).toEqual([])
  expect(dueIssues({ dueOn: '2025-11-05', dueAt: '10:00', repeat: null })).toEqual([])
})

test('describes a change in words', () => {
  expect(describeTaskChange('add', { title: 'Ring', sales: 12 })).toBe('Task added to 12 sales: Ring')
  expect(describeTaskChange('done', { title: 'Ring', next: '2025-11-12' })).toBe('Done: Ring. Next on 12/11/2025')
  expect(describeTaskChange('cancel', { title: 'Ring' })).toBe('Task cancelled: Ring')
})
