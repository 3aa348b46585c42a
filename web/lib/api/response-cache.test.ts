import { beforeEach, expect, test } from 'vitest'
import { cachedResponse, cacheResponse, clearResponseCache } from './response-cache.ts'

beforeEach(clearResponseCache)

test('an answer is kept with its tag until the session ends', () => {
  cacheResponse('/api/a', 'W/"1"', { a: 1 })
  expect(cachedResponse('/api/a')).toEqual({ tag: 'W/"1"', answer: { a: 1 } })
  clearResponseCache()
  expect(cachedResponse('/api/a')).toBeUndefined()
})

test('an answer without a tag takes the earlier one away', () => {
  cacheResponse('/api/a', 'W/"1"', { a: 1 })
  cacheResponse('/api/a', null, { a: 2 })
  expect(cachedResponse('/api/a')).toBeUndefined()
})

test('the oldest goes first', () => {
  for (let n = 0; n <= 60; n += 1) cacheResponse(`/api/${n}`, 'W/"1"', n)
  expect([cachedResponse('/api/0'), cachedResponse('/api/1')?.answer, cachedResponse('/api/60')?.answer]).toEqual([
    undefined,
    1,
    60,
  ])
})
