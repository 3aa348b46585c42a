import { expect, test } from 'vitest'
import { retryWindow } from '../../common/retry-window.ts'
import { webhookRetryWindow } from '../webhooks/webhooks.rules.ts'
import { jobRetryDelay, jobRetryWindow } from './job-retries.ts'

test.each([
  [[3_600_000], '1 hour'],
  [[3_600_000, 3_600_000], '2 hours'],
  [[46 * 3_600_000, 3_600_000], '47 hours'],
  [[71 * 3_600_000], '3 days'],
])('delays of %j are %s', (delays, words) => {
  expect(retryWindow(delays)).toBe(words)
})

test('the texts follow the schedules of jobs and of webhooks', () => {
  expect([1, 2, 10, 11].map((attempt) => Math.round(jobRetryDelay(attempt) / 1_000))).toEqual([3, 7, 22_026, 22_026])
  expect(jobRetryWindow).toBe('16 hours')
  expect(webhookRetryWindow).toBe('3 days')
})
