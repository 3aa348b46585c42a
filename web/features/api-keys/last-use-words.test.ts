import { expect, test } from 'vitest'
import { lastUseWords } from './last-use-words.ts'

const now = '2026-03-10T09:30:00.000Z'

test.each([
  [null, 'Not used yet'],
  ['2026-03-10T09:29:31.000Z', 'Just now from 203.0.113.x'],
  ['2026-03-10T09:28:30.000Z', '1 minute ago from 203.0.113.x'],
  ['2026-03-10T09:27:00.000Z', '3 minutes ago from 203.0.113.x'],
  ['2026-03-10T08:30:00.000Z', '10/03/2026 08:30am from 203.0.113.x'],
])('last used %s: %s', (lastUsedOn, words) => {
  expect(lastUseWords({ lastUsedOn, lastUsedFrom: '203.0.113.x' }, now)).toBe(words)
})
