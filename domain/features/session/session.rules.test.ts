import { describe, expect, test } from 'vitest'
import { idleHoursOf, refreshedExpiry, whyNotConfirmed } from './session.rules.ts'

const now = '2026-03-10T09:30:00.000Z'
const held = { lastOn: now, expiresOn: '2026-03-10T21:30:00.000Z', absoluteEnd: '2026-04-09T09:30:00.000Z' }

describe('refreshedExpiry', () => {
  test('is written at most every 10 minutes', () => {
    expect(refreshedExpiry(held, 12, '2026-03-10T09:39:59.999Z')).toBeNull()
    expect(refreshedExpiry(held, 12, '2026-03-10T09:40:00.000Z')).toBe('2026-03-10T21:40:00.000Z')
  })
  test('never exceeds the absolute limit', () => {
    expect(refreshedExpiry(held, 12, '2026-04-09T09:00:00.000Z')).toBe(held.absoluteEnd)
  })
  test('is corrected after a clock change or a shorter idle limit', () => {
    expect(refreshedExpiry(held, 12, '2026-03-10T08:00:00.000Z')).toBe('2026-03-10T20:00:00.000Z')
    expect(refreshedExpiry(held, 1, '2026-03-10T09:31:00.000Z')).toBe('2026-03-10T10:31:00.000Z')
  })
})

test('idleHoursOf: vendors have 14 days, staff what their company set, the platform 12 hours', () => {
  expect([idleHoursOf('VENDOR', 1), idleHoursOf('BRANCH_STAFF', 3), idleHoursOf('GYA_ADMIN', null)]).toEqual([336, 3, 12])
})

test('whyNotConfirmed: within 10 minutes, and not in the future', () => {
  expect(whyNotConfirmed(now, '2026-03-10T09:40:00.000Z')).toBeNull()
  expect(whyNotConfirmed(now, '2026-03-10T09:40:00.001Z')).toBe('CONFIRM_IDENTITY')
  expect(whyNotConfirmed(now, '2026-03-10T09:29:59.000Z')).toBe('CONFIRM_IDENTITY')
})
