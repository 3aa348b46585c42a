import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

test.each([
  [{ done: 100, of: 400, since: 0, elapsed: 60_000 }, 'about 3 minutes left'],
  [{ done: 390, of: 400, since: 100, elapsed: 60_000 }, 'less than a minute left'],
  [{ done: 100, of: 160, since: 0, elapsed: 100_000 }, 'about 1 minute left'],
  [{ done: 0, of: 400, since: 0, elapsed: 5_000 }, null],
  [{ done: 400, of: 400, since: 0, elapsed: 5_000 }, null],
])('%j: %s', (pace, words) => {
  expect(timeLeft(pace)).toBe(words)
})
