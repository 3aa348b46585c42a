import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endpointAfterFailure, maxTries, messageId, outcomeOf, triesOf, webhookLight } from './webhooks.rules.ts'

const now = '2026-03-10T09:30:00.000Z'
const secondsUntil = (instant: string) => (Date.parse(instant) - Date.parse(now)) / 1000

describe('outcomeOf', () => {
  const delayAfter = (attempts: number, chance = 0.5) => {
    const outcome = outcomeOf({ status: 500 }, attempts, now, chance)
    return outcome.state === 'waiting' ? secondsUntil(outcome.nextTryOn) : outcome.state
  }

  test('a message is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and is dead afterwards', () => {
    const hour = 3600
    expect(Array.from({ length: maxTries }, (_, tried) => delayAfter(tried + 1))).toEqual([
      5,
      300,
      1800,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
      'dead',
    ])
  })

  test('delays have a jitter of ± 10 %', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: maxTries - 1 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, chance) => {
        const [delay, middle] = [Number(delayAfter(attempts, chance)), Number(delayAfter(attempts))]
        expect(Math.abs(delay - middle)).toBeLessThanOrEqual(middle * 0.1 + 0.001)
      }),
    )
  })

  test.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [301, 'waiting'],
    [400, 'waiting'],
    [500, 'waiting'],
    [null, 'waiting'],
  ])('%s is %s', (status, state) => {
    expect(outcomeOf({ status }, 1, now, 0.5).state).toBe(state)
  })

  test('after 429 and 503 Retry-After is followed up to 24 h, but never shortens the delay', () => {
    const after = (status: number, retryAfter: string) => {
      const outcome = outcomeOf({ status, retryAfter }, 1, now, 0.5)
      return outcome.state === 'waiting' ? secondsUntil(outcome.nextTryOn) : 0
    }
    expect(after(429, '120')).toBe(120)
    expect(after(503, 'Tue, 10 Mar 2026 09:40:00 GMT')).toBe(600)
    expect(after(503, '999999999')).toBe(86_400)
    expect([after(429, '1'), after(429, 'soon'), after(429, '-5'), after(500, '120')]).toEqual([5, 5, 5, 5])
  })
})

describe('endpointAfterFailure', () => {
  const after = (hours: number, status: number | null = 500, state: 'on' | 'failing' = 'on') =>
    endpointAfterFailure({ state, failingSince: new Date(Date.parse(now) - hours * 3_600_000).toISOString() }, status, now)

  test('an endpoint is failing after 3 days without success, and off after 5 days or on 410', () => {
    expect([after(0), after(71), after(72), after(119), after(120), after(0, 410)]).toEqual([
      { state: 'on' },
      { state: 'on' },
      { state: 'failing' },
      { state: 'failing' },
      { state: 'off', because: 'failing' },
      { state: 'off', because: 'gone' },
    ])
  })
})

test('the second message of an entry has a different id', () => {
  expect([messageId('e', 'step.changed'), messageId('e', 'sale.exchanged')]).toEqual(['msg_e', 'msg_e_sale_exchanged'])
})

test('the light is green for an hour after a delivery, amber while attempts fail, grey when off', () => {
  const light = (state: 'on' | 'failing' | 'off', minutes: number | null, failingSince: string | null = null) =>
    webhookLight(
      {
        state,
        failingSince,
        lastSuccessOn: minutes === null ? null : new Date(Date.parse(now) - minutes * 60_000).toISOString(),
      },
      now,
    )
  expect([
    light('on', 59),
    light('on', 60),
    light('on', null),
    light('on', 1, now),
    light('failing', 1, now),
    light('off', 1),
  ]).toEqual(['delivering', 'quiet', 'quiet', 'failing', 'failing', 'off'])
})

test('the dots of a message show failed attempts, then its current state', () => {
  expect(triesOf({ state: 'waiting', attempts: 0 })).toEqual(['next'])
  expect(triesOf({ state: 'waiting', attempts: 2 })).toEqual(['failed', 'failed', 'next'])
  expect(triesOf({ state: 'delivered', attempts: 2 })).toEqual(['failed', 'delivered'])
  expect(triesOf({ state: 'dead', attempts: 2 })).toEqual(['failed', 'failed'])
  expect(triesOf({ state: 'dead', attempts: 0 })).toEqual([])
})
