import { daysLater } from '../../server/features/sign-in/sign-in.repository.ts'
import { sessionCookieDays } from '../../server/http/access/caller.ts'
import type { TestApp } from './test-app.ts'

/**
 * Does something with the clock at another instant and puts it back. Sessions that are used while the clock stands in the
 * past end fourteen days after that, so they are given their days again.
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
