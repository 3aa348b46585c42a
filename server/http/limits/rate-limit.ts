import { isIPv6 } from 'node:net'
import type { Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type pg from 'pg'

/** At most `max` attempts for a key within `minutes`. `tries`: weight of this attempt. */
export type RateLimit = { key: string; max: number; minutes: number; tries?: number }

/** Older counts are deleted. One week is the longest window. */
const maxWindowMinutes = 10_080

/** The pool, or a transaction. */
type Queries = { query(text: string, values: unknown[]): Promise<{ rows: { tries: number; window_started: string }[] }> }

type Refusal = 'TOO_MANY_REQUESTS' | 'TOO_MANY_EMAILS'

/**
 * Counts an attempt under each limit. The counts are in the database, shared by all processes, and outside the request's
 * transaction, so that a refusal does not undo them. Throws TOO_MANY_REQUESTS (or `code`) with `retryAfter`.
 */
export async function enforceRateLimit(pool: Queries, limits: readonly RateLimit[], now: Instant, code?: Refusal): Promise<void> {
  const { refusal } = await consumeRateLimit(pool, limits, now, code)
  if (refusal) throw refusal
}

/** Like `enforceRateLimit`, but returns the counts and the first refusal. Limits after that one are not counted. */
export async function consumeRateLimit(
  pool: Queries,
  limits: readonly RateLimit[],
  now: Instant,
  code: Refusal = 'TOO_MANY_REQUESTS',
): Promise<{ tries: number[]; refusal: DomainError | null }> {
  const counts: number[] = []
  for (const { key, max: most, minutes, tries = 1 } of limits) {
    const [row] = (await pool.query('select * from count_try($1, $2, $3, $4)', [key, now, minutes, tries])).rows
    if (!row) throw new Error('count_try returns one row.')
    counts.push(row.tries)
    if (row.tries <= most) continue
    const seconds = Math.max(1, Math.ceil((Date.parse(row.window_started) + minutes * 60_000 - Date.parse(now)) / 1000))
    return { tries: counts, refusal: new DomainError(code, { details: { retryAfter: String(seconds) } }) }
  }
  return { tries: counts, refusal: null }
}

/** Deletes the counts of some keys and subtracts attempts from others. Rows are locked in key order to avoid deadlocks. */
export const resetRateLimits = async (
  pool: pg.Pool,
  { forgotten, takenBack }: { forgotten: string[]; takenBack: readonly RateLimit[] },
): Promise<void> => {
  await pool.query(
    `with back as (select * from unnest($2::text[], $3::int[]) as b (key, tries)),
       held as (select key, tries from rate_limit where key = any($1) or key = any($2) order by key for update),
       gone as (
         delete from rate_limit r using held left join back using (key)
         where r.key = held.key and (r.key = any($1) or held.tries <= back.tries))
     update rate_limit r set tries = held.tries - back.tries from held join back using (key)
     where r.key = held.key and r.key <> all($1) and held.tries > back.tries`,
    [forgotten, takenBack.map(({ key }) => key), takenBack.map(({ tries = 1 }) => tries)],
  )
}

export const deleteExpiredRateLimits = async (pool: pg.Pool, now: Instant): Promise<void> => {
  await pool.query('delete from rate_limit where window_started < $1::timestamptz - make_interval(mins => $2)', [
    now,
    maxWindowMinutes,
  ])
}

/**
 * The rate limit key of a client address. IPv6 is counted by /64 network, because one customer has that many addresses;
 * IPv4-mapped IPv6 is counted as IPv4.
 */
export function rateLimitAddress(ip: string): string {
  const [plain = ''] = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [first, last] = [groups(head), groups(tail ?? '')]
  const gap = Array.from({ length: tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length) }, () => '0')
  const network = [...first, ...gap, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
