import { beforeEach, expect, test } from 'vitest'
import { cachedResponse, cacheResponse, clearResponseCache } from './response-cache.ts'

beforeEach(clearResponseCache)

test('cacheResponse keeps a response with its ETag until clearResponseCache', () => {
  cacheResponse('/api/a', 'W/"1"', { a: 1 })
  expect(cachedResponse('/api/a')).toEqual({ tag: 'W/"1"', answer: { a: 1 } })
  clearResponseCache()
  expect(cachedResponse('/api/a')).toBeUndefined()
})

test('cacheResponse without an ETag removes the earlier entry', () => {
  cacheResponse('/api/a', 'W/"1"', { a: 1 })
  cacheResponse('/api/a', null, { a: 2 })
  expect(cachedResponse('/api/a')).toBeUndefined()
})

test('cacheResponse evicts the oldest entry', () => {
  for (let n = 0; n <= 60; n += 1) cacheResponse(`/api/${n}`, 'W/"1"', n)
  expect([cachedResponse('/api/0'), cachedResponse('/api/1')?.answer, cachedResponse('/api/60')?.answer]).toEqual([
    undefined,
    1,
    60,
  ])
})
