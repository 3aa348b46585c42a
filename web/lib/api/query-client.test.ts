import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ApiError } from './call-api.ts'
import { queryClient, refetchDelay } from './query-client.ts'

const away = new ApiError({ code: 'NOT_READY', message: 'The service is starting or its database cannot be reached.' })

test('queryClient refetches after a temporary error until it succeeds', async () => {
  vi.useFakeTimers()
  let isBack = false
  const read = () => (isBack ? Promise.resolve('here') : Promise.reject(away))
  const observer = new QueryObserver(queryClient, { queryKey: ['page'], queryFn: read })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(4_000)
  expect(observer.getCurrentResult().error).toBe(away)
  isBack = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(observer.getCurrentResult().data).toBe('here')
  stop()
  vi.useRealTimers()
})

test('queryClient refetches neither after a permanent error nor after a success', () => {
  expect(refetchDelay(new ApiError({ code: 'NOT_FOUND', message: '' }))).toBe(false)
  expect(refetchDelay(null)).toBe(false)
  expect(refetchDelay(new ApiError({ code: 'OFFLINE', message: '' }))).toBeGreaterThan(0)
})
