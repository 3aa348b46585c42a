import { expect, test } from 'vitest'
import { backdatedWords, isBackdated } from './backdated.ts'

test('isBackdated: an entry whose time is more than an hour before that of an earlier entry', () => {
  const reached = '2026-11-28T02:00:00.000000Z'
  expect(isBackdated('2026-03-03T09:00:00.000000Z', reached)).toBe(true)
  expect(isBackdated('2026-11-28T00:59:59.999000Z', reached)).toBe(true)
  expect(isBackdated('2026-11-28T01:00:00.000000Z', reached)).toBe(false)
  expect(isBackdated('2026-11-28T03:00:00.000000Z', reached)).toBe(false)
  expect(isBackdated('2026-03-03T09:00:00.000000Z', null)).toBe(false)
})

test('backdatedWords: when it was recorded, in London', () => {
  expect(backdatedWords('2026-07-28T02:00:00.000000Z')).toBe('Recorded after 28/07/2026 03:00am, not at its own time.')
})
