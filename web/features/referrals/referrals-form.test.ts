import { expect, test } from 'vitest'
import { toggleReferral } from './referrals-form.tsx'

const now = '2026-03-10T12:00:00.000Z'
const before = '2026-03-01T09:00:00.000Z'

test('toggleReferral: each checkbox toggles its field between null and the current timestamp', () => {
  expect(toggleReferral(true, null, now)).toBe(now)
  expect(toggleReferral(false, null, now)).toBeNull()
  expect(toggleReferral(false, before, now)).toBeNull()
})

test('toggleReferral: ticking again before Save keeps the saved timestamp', () => {
  expect(toggleReferral(true, before, now)).toBe(before)
})
