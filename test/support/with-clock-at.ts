import { sessionCookieDays } from '../../server/http/access/caller.ts'
import { daysLater } from '../../server/infra/clock.ts'
import type { TestApp } from './test-app.ts'

/**
 * Runs a function with the clock at another time and resets it. Sessions used in the past would expire early, so their expiry
 * is renewed.
 */
export async function withClockAt<T>({ clock, database }: TestApp, instant: string, work: () => Promise<T>): Promise<T> {
  const now = clock.now()
  clock.moveTo(instant)
  try {
    return await work()
  } finally {
    clock.moveTo(now)
    await database.pool.query('update session set expires_on = $1, absolute_end = $1, last_on = $2, confirmed_on = $2', [
      daysLater(now, sessionCookieDays),
      now,
    ])
  }
}
