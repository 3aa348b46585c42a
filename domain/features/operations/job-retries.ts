import { retryWindow } from '../../common/retry-window.ts'

/** Attempts before a job, or the e-mail it sends, counts as failed. A mail server may be down overnight. */
export const maxJobAttempts = 12

/** Milliseconds that Graphile Worker waits after a failed attempt, counted from 1: exponential backoff, at most e^10 seconds. */
export const jobRetryDelay = (attempt: number): number => Math.exp(Math.min(attempt, 10)) * 1_000

/** How long a failing job is retried. */
export const jobRetryWindow = retryWindow(Array.from({ length: maxJobAttempts - 1 }, (_, at) => jobRetryDelay(at + 1)))
