import { describe, expect, test } from 'vitest'
import { describeDevice, idleHoursOf, maskNetwork, refreshedExpiry, whyNotConfirmed } from './sessions.rules.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64'
test.each([
  [`${windows}; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Windows'],
  [`${windows}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${windows}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'Unknown device'],
  ['', 'Unknown device'],
])('describeDevice: %s is %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device)
})

test.each([
  ['203.0.113.9', '203.0.113.x'],
  ['2001:db8:1:2::5', '2001:db8:1:…'],
  ['::1', ':…'],
  [null, ''],
])('maskNetwork: %s is %s', (network, shown) => {
  expect(maskNetwork(network)).toBe(shown)
})

const now = '2026-03-10T09:30:00.000Z'
const session = { lastOn: now, expiresOn: '2026-03-10T21:30:00.000Z', absoluteEnd: '2026-04-09T09:30:00.000Z' }

describe('refreshedExpiry', () => {
  test('is written at most every 10 minutes', () => {
    expect(refreshedExpiry(session, 12, '2026-03-10T09:39:59.999Z')).toBeNull()
    expect(refreshedExpiry(session, 12, '2026-03-10T09:40:00.000Z')).toBe('2026-03-10T21:40:00.000Z')
  })
  test('never exceeds the absolute limit', () => {
    expect(refreshedExpiry(session, 12, '2026-04-09T09:00:00.000Z')).toBe(session.absoluteEnd)
  })
  test('is corrected after a clock change or a shorter idle limit', () => {
    expect(refreshedExpiry(session, 12, '2026-03-10T08:00:00.000Z')).toBe('2026-03-10T20:00:00.000Z')
    expect(refreshedExpiry(session, 1, '2026-03-10T09:31:00.000Z')).toBe('2026-03-10T10:31:00.000Z')
  })
})

test('idleHoursOf: 14 days for vendors, the company’s setting for staff, 12 hours for the platform', () => {
  expect([idleHoursOf('VENDOR', 1), idleHoursOf('BRANCH_STAFF', 3), idleHoursOf('GYA_ADMIN', null)]).toEqual([336, 3, 12])
})

test('whyNotConfirmed: within 10 minutes, and not in the future', () => {
  expect(whyNotConfirmed(now, '2026-03-10T09:40:00.000Z')).toBeNull()
  expect(whyNotConfirmed(now, '2026-03-10T09:40:00.001Z')).toBe('CONFIRM_IDENTITY')
  expect(whyNotConfirmed(now, '2026-03-10T09:29:59.000Z')).toBe('CONFIRM_IDENTITY')
})
