import { expect, test } from 'vitest'
import { isDigestDue } from './digest.rules.ts'

const at = (now: string, sentOn: string | null = null) => isDigestDue({ time: '07:30', sentOn }, now)

test('a digest is due from its time on weekdays in London', () => {
  expect(at('2025-11-10T07:29:59Z')).toBe(false)
  expect(at('2025-11-10T07:30:00Z')).toBe(true)
  expect(at('2025-11-10T17:00:00Z')).toBe(true)
  expect(at('2025-11-08T09:00:00Z')).toBe(false)
  expect(at('2025-11-09T09:00:00Z')).toBe(false)
  expect(at('2025-07-07T06:30:00Z')).toBe(true)
})

test('is sent once a day', () => {
  expect(at('2025-11-10T08:00:00Z', '2025-11-10')).toBe(false)
  expect(at('2025-11-11T08:00:00Z', '2025-11-10')).toBe(true)
})
