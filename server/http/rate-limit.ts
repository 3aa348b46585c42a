import { isIPv6 } from 'node:net'
import type { Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type pg from 'pg'

/** At most `most` tries under a key in a window of so many minutes. What counts for more than one try says so. */
export type Limit = { key: string; most: number; minutes: number; tries?: number }

/** A window that is over; or one that begins further ahead than it is long, which a clock that was put right leaves behind. */
const isOver = `rate_limit.window_started not between
    $2::timestamptz - make_interval(mins => $3) + interval '1 microsecond' and $2::timestamptz + make_interval(mins => $3)`

const take = `
  insert into rate_limit (key, window_started, tries) values ($1, $2, $4)
  on conflict (key) do update set
    tries = case when ${isOver} then $4 else rate_limit.tries + $4 end,
    window_started = case when ${isOver} then $2 else rate_limit.window_started end
  returning tries, window_started`

/** The longest window there is: counts that are older say nothing any more. */
const longestWindowMinutes = 1440

/**
 * Counts a try under each limit, in the database so that every process counts together and outside the call's
 * transaction so that a refusal does not undo the count. Throws TOO_MANY_REQUESTS, or what else is named, with the seconds
 * to wait.
 */
export async function countTry(
  pool: pg.Pool,
  limits: Limit[],
  now: Instant,
  refusal: 'TOO_MANY_REQUESTS' | 'TOO_MANY_EMAILS' = 'TOO_MANY_REQUESTS',
): Promise<void> {
  for (const { key, most, minutes, tries = 1 } of limits) {
    const [row] = (await pool.query(take, [key, now, minutes, tries])).rows
    if (row.tries <= most) continue
    const seconds = Math.max(1, Math.ceil((Date.parse(row.window_started) + minutes * 60_000 - Date.parse(now)) / 1000))
    throw new DomainError(refusal, { details: { retryAfter: String(seconds) } })
  }
}

/** Forgets the tries under some keys: a person who got in is not counted against. */
export const forgetTries = async (pool: pg.Pool, keys: string[]): Promise<void> => {
  await pool.query('delete from rate_limit where key = any($1)', [keys])
}

/** Forgets what is too old to count, so that guesses at a million addresses do not stay a million rows. */
export const sweepTries = async (pool: pg.Pool, now: Instant): Promise<void> => {
  await pool.query('delete from rate_limit where window_started < $1::timestamptz - make_interval(mins => $2)', [
    now,
    longestWindowMinutes,
  ])
}

/**
 * The address that a try is counted under. One customer of an IPv6 network has a whole /64 to call from, so that is what
 * counts; an IPv4 address counts as itself, also where it comes dressed as an IPv6 one.
 */
export function countedAddress(ip: string): string {
  const [plain = ''] = ip.replace(/^::ffff:(?=\d+\.)/i, '').split('%')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [first, last] = [groups(head), groups(tail ?? '')]
  const gap = Array.from({ length: tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length) }, () => '0')
  const network = [...first, ...gap, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
