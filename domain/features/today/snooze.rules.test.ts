import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, londonDay, londonInstant } from '../../common/dates.ts'
import { lastSnoozeDay, snoozeChoices, snoozesInOrder, snoozeUntil, snoozeUntilDay, whyNotSnooze } from './snooze.rules.ts'

/** Wednesday 05/11/2025, 10:00 London. */
const now = '2025-11-05T10:00:00.000Z'

describe('snooze: "later today (+3 h), tomorrow, in 3 days, next Monday, a day; at 07:00 London of that day"', () => {
  test.each([
    ['later-today', now, '2025-11-05T13:00:00.000Z'],
    ['tomorrow', now, '2025-11-06T07:00:00.000Z'],
    ['three-days', now, '2025-11-08T07:00:00.000Z'],
    ['next-monday', now, '2025-11-10T07:00:00.000Z'],
    // On a Monday, next Monday is a week later; on a Sunday, it is tomorrow.
    ['next-monday', '2025-11-10T10:00:00.000Z', '2025-11-17T07:00:00.000Z'],
    ['next-monday', '2025-11-09T10:00:00.000Z', '2025-11-10T07:00:00.000Z'],
    // In summer 07:00 London is 06:00 UTC; the clocks change on 29/03/2026.
    ['tomorrow', '2026-03-28T12:00:00.000Z', '2026-03-29T06:00:00.000Z'],
    ['tomorrow', '2026-03-27T12:00:00.000Z', '2026-03-28T07:00:00.000Z'],
    // 23:30 UTC in summer is the next day in London.
    ['tomorrow', '2026-06-30T23:30:00.000Z', '2026-07-02T06:00:00.000Z'],
  ] as const)('%s at %s is %s', (choice, at, until) => {
    expect(snoozeUntil(choice, at)).toBe(until)
  })

  test('later today is offered while it is today', () => {
    const offered = (at: string) => snoozesInOrder(at).map(({ choice, digit }) => [choice, digit])
    expect(offered('2026-11-30T20:59:00.000Z')).toContainEqual(['later-today', 1])
    expect(offered('2026-11-30T21:42:00.000Z')).toEqual([
      ['tomorrow', 2],
      ['three-days', 3],
      ['next-monday', 4],
    ])
  })

  test('every choice is valid for every kind at any time', () => {
    const times = fc.date({ min: new Date('2025-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(times, fc.constantFrom(...snoozeChoices), fc.constantFrom('step', 'silence'), (at, choice, kind) => {
        const item = { key: kind === 'step' ? 'step:32' : 'silence:vendor', kind, dueOn: londonDay(at.toISOString()) }
        expect(whyNotSnooze(item, snoozeUntil(choice, at.toISOString()), at.toISOString())).toBeNull()
      }),
    )
  })
})

describe('whyNotSnooze: "at most 90 days ahead. Silence at most 7 days"', () => {
  test.each([
    ['step', '2025-11-05T10:00:00.000Z', 'VALIDATION_FAILED'],
    ['step', '2025-11-05T10:00:01.000Z', null],
    ['step', '2026-02-03T07:00:00.000Z', null],
    ['step', '2026-02-04T07:00:00.000Z', 'VALIDATION_FAILED'],
    ['silence', '2025-11-12T07:00:00.000Z', null],
    ['silence', '2025-11-13T07:00:00.000Z', 'SNOOZE_TOO_LONG'],
    ['silence', '2026-02-04T07:00:00.000Z', 'VALIDATION_FAILED'],
  ] as const)('%s until %s: %s', (kind, until, why) => {
    expect(whyNotSnooze({ key: `${kind}:32`, kind, dueOn: '2025-11-05' }, until, now)).toBe(why)
  })

  test.each([
    ['"Moves tomorrow" comes back tomorrow', 'move', 'move', '2025-10-30', '2025-11-06'],
    ['a move of today stays today', 'move', 'move', '2025-10-29', '2025-11-05'],
    ['a move that should have been yesterday', 'move', 'move', '2025-10-28', null],
    ['a survey of Friday', 'step:5', 'step', '2025-11-07', '2025-11-07'],
    ['another step due on Friday', 'step:32', 'step', '2025-11-07', null],
    ['a mortgage offer that expires on Saturday', 'expiry:mortgage', 'expiry', '2025-09-27', '2025-11-08'],
    ['a task of today', 'task:1', 'task', '2025-11-05', null],
  ])('by hand as by a call, nothing is put off past its own day: %s', (_what, key, kind, dueOn, last) => {
    const item = { key, kind, dueOn }
    expect(lastSnoozeDay(item, now)).toBe(last ?? '2026-02-03')
    if (last === null) return
    expect(whyNotSnooze(item, londonInstant(last, '23:00'), now)).toBeNull()
    expect(whyNotSnooze(item, snoozeUntilDay(addDays(last, 1)), now)).toBe('SNOOZE_PAST_ITS_DAY')
  })

  test('nothing is put off past a promise that is still to come', () => {
    const promised = (until: string) => ({
      key: 'step:32',
      kind: 'step',
      dueOn: '2025-11-01',
      snooze: { until, reason: 'promised' as const },
    })
    const running = promised(snoozeUntilDay('2025-11-07'))
    expect(whyNotSnooze(running, snoozeUntilDay('2025-11-07'), now)).toBeNull()
    expect(whyNotSnooze(running, snoozeUntilDay('2025-11-08'), now)).toBe('SNOOZE_PAST_ITS_DAY')
    expect(whyNotSnooze(promised('2025-11-05T07:00:00.000Z'), snoozeUntilDay('2025-11-08'), now)).toBeNull()
  })

  test('the time of day is ignored', () => {
    expect(londonDay(snoozeUntilDay('2025-11-12'))).toBe('2025-11-12')
    const silence = { key: 'silence:vendor', kind: 'silence', dueOn: '2025-11-01' }
    expect(whyNotSnooze(silence, '2025-11-12T23:00:00.000Z', now)).toBeNull()
  })
})

test('snoozesInOrder: on a Saturday next Monday comes before in 3 days, with its own digit', () => {
  const order = (now: string) => snoozesInOrder(now).map(({ choice, digit }) => `${digit} ${choice}`)
  expect(order('2026-11-28T10:00:00.000Z')).toEqual(['1 later-today', '2 tomorrow', '4 next-monday', '3 three-days'])
  expect(order('2026-11-25T10:00:00.000Z')).toEqual(['1 later-today', '2 tomorrow', '3 three-days', '4 next-monday'])
})
