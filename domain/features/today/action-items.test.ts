import { describe, expect, test } from 'vitest'
import { taskItem } from './action-items.ts'
import { describeNews } from './news.ts'
import { groupOf, happensOn } from './rank.ts'

const today = '2025-11-05'
const now = '2025-11-05T14:32:00.000Z'
const promised = (until: string) => ({ until, reason: 'promised' as const })

describe('groupOf: each item belongs to exactly one group', () => {
  test('steps, surveys and exchanges are Overdue before today and Due today; blocked ones are always Overdue', () => {
    for (const kind of ['step', 'survey', 'exchange'] as const) {
      expect(groupOf({ kind, dueOn: '2025-11-04' }, null, today, now)).toBe('overdue')
      expect(groupOf({ kind, dueOn: today }, null, today, now)).toBe('due')
    }
    expect(groupOf({ kind: 'blocked', dueOn: today }, null, today, now)).toBe('overdue')
  })

  test('an item of any kind is Promised once its promise is due', () => {
    expect(groupOf({ kind: 'step', dueOn: '2025-11-01' }, promised('2025-11-05T07:00:00.000Z'), today, now)).toBe('promised')
    expect(groupOf({ kind: 'step', dueOn: '2025-11-01' }, promised('2025-11-06T07:00:00.000Z'), today, now)).toBe('overdue')
    expect(groupOf({ kind: 'silence', dueOn: '2025-11-01' }, promised('2025-11-04T07:00:00.000Z'), today, now)).toBe('promised')
  })

  test('other kinds have the group of the table', () => {
    const kinds = ['callback', 'task', 'silence', 'expiry', 'move', 'news'] as const
    expect(kinds.map((kind) => groupOf({ kind, dueOn: today }, null, today, now))).toEqual([
      'promised',
      'tasks',
      'silence',
      'expiring',
      'moves',
      'new',
    ])
  })
})

test('happensOn: derives the day of expiry, move and expected exchange from the due day', () => {
  expect(happensOn({ key: 'expiry:mortgage', dueOn: '2025-10-13' })).toBe('2025-11-24')
  expect(happensOn({ key: 'move', dueOn: '2025-10-31' })).toBe('2025-11-07')
  expect(happensOn({ key: 'exchange', dueOn: '2025-11-03' })).toBe('2025-11-03')
  expect(happensOn({ key: 'step:33', dueOn: '2025-11-01' })).toBeNull()
})

describe('taskItem', () => {
  const task = { id: 't', title: 'Order boards', assigneeId: 'u', dueOn: '2025-11-04', dueAt: '16:00', createdOn: now }

  test('appears on its day, for its assignee', () => {
    expect(taskItem(task)).toMatchObject({
      key: 'task:t',
      progressorId: 'u',
      partyRef: 'self',
      dueOn: '2025-11-04',
      dueAt: '16:00',
      showsOn: '2025-11-04',
      lateBase: 100,
      latePerDay: 15,
    })
  })

  test('without a day, it is due on the day of creation, with base 0.50 and no daily increase', () => {
    expect(taskItem({ ...task, dueOn: null, dueAt: null })).toMatchObject({ dueOn: today, lateBase: 50, latePerDay: 0 })
  })
})

test('describeNews: "Offer amended to £436,500, 1 file"', () => {
  const at = now
  expect(
    describeNews([
      { kind: 'document-added', at },
      { kind: 'offer-amended', at, amount: 43_650_000 },
    ]),
  ).toBe('Offer amended to £436,500, 1 file')
  expect(
    describeNews([
      { kind: 'note-added', at },
      { kind: 'note-added', at },
    ]),
  ).toBe('2 notes')
})
