import type { Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type pg from 'pg'

/** At most `most` tries under a key in a window of so many minutes. */
export type Limit = { key: string; most: number; minutes: number }

const take = `
  insert into rate_limit (key, window_started, tries) values ($1, $2, 1)
  on conflict (key) do update set
    tries = case when rate_limit.window_started <= $2::timestamptz - make_interval(mins => $3) then 1 else rate_limit.tries + 1 end,
    window_started = case when rate_limit.window_started <= $2::timestamptz - make_interval(mins => $3) then $2 else rate_limit.window_started end
  returning tries, window_started`

/**
 * Counts a try under each limit, in the database so that every process counts together and outside the call's
 * transaction so that a refusal does not undo the count. Throws TOO_MANY_REQUESTS with the seconds to wait.
 */
export async function countTry(pool: pg.Pool, limits: Limit[], now: Instant): Promise<void> {
  for (const { key, most, minutes } of limits) {
    const [row] = (await pool.query(take, [key, now, minutes])).rows
    if (row.tries <= most) continue
    const seconds = Math.max(1, Math.ceil((Date.parse(row.window_started) + minutes * 60_000 - Date.parse(now)) / 1000))
    throw new DomainError('TOO_MANY_REQUESTS', { details: { retryAfter: String(seconds) } })
  }
}

/** Forgets the tries under some keys: a person who got in is not counted against. */
export const forgetTries = async (pool: pg.Pool, keys: string[]): Promise<void> => {
  await pool.query('delete from rate_limit where key = any($1)', [keys])
}
