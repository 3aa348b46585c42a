import { describe, expect, test } from 'vitest'
import { londonInstant } from '../../common/dates.ts'
import { chasedUntil } from './chased-until.ts'

describe('chasedUntil: never past the own day of an item', () => {
  const now = londonInstant('2025-11-05', '14:32')
  const next = londonInstant('2025-11-12', '07:00')
  test.each([
    ['"Moves tomorrow" comes back tomorrow', 'move', 'move', '2025-10-30', '2025-11-06'],
    ['a move in two weeks is chased before', 'move', 'move', '2025-11-12', '2025-11-12'],
    ['a move that should have been yesterday', 'move', 'move', '2025-10-28', '2025-11-12'],
    ['a survey of Friday', 'step:5', 'step', '2025-11-07', '2025-11-07'],
    ['another step due on Friday', 'step:32', 'step', '2025-11-07', '2025-11-12'],
    ['a survey whose report is late', 'survey:5', 'survey', '2025-11-01', '2025-11-12'],
    ['a mortgage offer that expires on Saturday', 'expiry:mortgage', 'expiry', '2025-09-27', '2025-11-08'],
    ['a task of Friday', 'task:1', 'task', '2025-11-07', '2025-11-07'],
    ['silence for 7 days at most', 'silence:vendor', 'silence', '2025-11-01', '2025-11-12'],
  ])('%s', (_what, key, kind, dueOn, until) => {
    expect(chasedUntil({ key, kind, dueOn }, next, now)).toBe(londonInstant(until, '07:00'))
  })

  test('a call-back of today that was not answered is put off, a move or survey of today stays', () => {
    expect(chasedUntil({ key: 'callback:1', kind: 'callback', dueOn: '2025-11-05' }, next, now)).toBe(next)
    expect(chasedUntil({ key: 'move', kind: 'move', dueOn: '2025-10-29' }, next, now)).toBeNull()
    expect(chasedUntil({ key: 'step:5', kind: 'step', dueOn: '2025-11-05' }, next, now)).toBeNull()
    expect(chasedUntil({ key: 'move', kind: 'move', dueOn: '2025-10-29' }, londonInstant('2025-11-05', '17:00'), now)).toBe(
      londonInstant('2025-11-05', '17:00'),
    )
  })
})
