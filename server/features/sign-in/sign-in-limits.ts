import { createHash } from 'node:crypto'
import { platformCompanyId } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import type { DomainError } from '@gya/domain/error-catalogue.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../db/pool.ts'
import {
  logSecurityEvent,
  type RecordingContext,
  recordAfterResponse,
  recordSecurityEvent,
} from '../../http/access/security-events.ts'
import { consumeRateLimit, type RateLimit, resetRateLimits } from '../../http/limits/rate-limit.ts'
import type { PasskeyRefusal } from '../second-factors/passkeys.ts'
import { type Account, trustedBrowserId } from './trusted-browser.ts'

/**
 * Sign-in limits by account, network and password. Every attempt counts under all of them:
 *
 * - account from one network: 10 attempts in 15 minutes, 30 in a day;
 * - account from any network: 50 in 15 minutes, 300 in a week, against slow guessing;
 * - network: 200 in 15 minutes, 100 different accounts in a day, against password spraying;
 * - password: 30 in a day from one network, 100 from any, against spraying from many networks.
 *
 * A trusted browser is exempt at its account and has limits of its own: 10 attempts in 15 minutes and 50 in a week. An
 * attempt refused by one limit does not count under the wider ones, so that one network cannot lock an account for others.
 */
const quarter = 15
const day = 1_440
const week = 7 * day

type Attempt = { email: string; password: string; network: string; browserToken: string | undefined; now: Instant }

const subjectOf = (accountId: string): string => `sign-in:${accountId}`

const browserLimits = (subject: string, browser: string): [RateLimit, RateLimit] => [
  { key: `${subject}#${browser}|${quarter}`, max: 10, minutes: quarter },
  { key: `${subject}#${browser}|${week}`, max: 50, minutes: week },
]
const pairLimits = (subject: string, network: string): [RateLimit, RateLimit] => [
  { key: `${subject}@${network}|${quarter}`, max: 10, minutes: quarter },
  { key: `${subject}@${network}|${day}`, max: 30, minutes: day },
]
const accountLimits = (subject: string): RateLimit[] => [
  { key: `${subject}|${quarter}`, max: 50, minutes: quarter },
  { key: `${subject}|${week}`, max: 300, minutes: week },
]
const networkLimit = (network: string): RateLimit => ({ key: `sign-in-from:${network}`, max: 200, minutes: quarter })
const accountsFrom = (network: string, newAccounts: number): RateLimit => ({
  key: `sign-in-accounts-from:${network}`,
  max: 100,
  minutes: day,
  tries: newAccounts,
})
/** Only 16 bits of the hash are stored: enough to detect spraying, too few to recover a password. */
function passwordLimits(password: string, network: string): RateLimit[] {
  const bits = createHash('sha256').update(`sign-in:${password}`).digest('hex').slice(0, 4)
  return [
    { key: `sign-in-password:${bits}@${network}`, max: 30, minutes: day },
    { key: `sign-in-password:${bits}`, max: 100, minutes: day },
  ]
}

/** An account whose password may be checked (null: unknown address), with the limits this attempt counted under. */
export type OpenAccount<A extends Account> = { account: A | null; here: RateLimit[]; anywhere: RateLimit[]; isNewHere: boolean }

export type CountedAttempt<A extends Account> = {
  open: OpenAccount<A>[]
  /** Why other accounts of the address are locked; null if none is. */
  refusal: DomainError | null
  /** The limits this attempt counted under that belong to no account. */
  shared: RateLimit[]
}

/** Counts a sign-in attempt, before any password is checked, so that concurrent attempts are all counted. */
export async function countAttempt<A extends Account>(
  pool: pg.Pool,
  accounts: readonly A[],
  { email, password, network, browserToken, now }: Attempt,
): Promise<CountedAttempt<A>> {
  const candidates: (OpenAccount<A> & { exempt: boolean })[] = []
  let refusal: DomainError | null = null
  for (const account of accounts.length > 0 ? accounts : [null]) {
    const subject = account ? subjectOf(account.id) : `sign-in-unknown:${email}`
    const browser = account && browserToken !== undefined ? trustedBrowserId(account, browserToken) : null
    const own = browser === null ? [] : browserLimits(subject, browser)
    const pair = pairLimits(subject, network)
    const ownTry = await consumeRateLimit(pool, own, now)
    const pairTry = await consumeRateLimit(pool, pair, now)
    const exempt = browser !== null
    const closed = exempt ? ownTry.refusal : pairTry.refusal
    if (closed) refusal = closed
    else {
      const isNewHere = pairTry.tries[1] === 1
      candidates.push({ account, here: [...own, ...pair], anywhere: accountLimits(subject), isNewHere, exempt })
    }
  }
  if (candidates.length === 0) return { open: [], refusal, shared: [] }
  const newAccounts = candidates.filter(({ isNewHere }) => isNewHere).length
  const shared = [accountsFrom(network, newAccounts), ...passwordLimits(password, network)]
  const sharedTry = await consumeRateLimit(pool, [networkLimit(network), ...shared], now)
  const open: OpenAccount<A>[] = []
  for (const { exempt, ...account } of candidates) {
    const anywhere = exempt || !sharedTry.refusal ? await consumeRateLimit(pool, account.anywhere, now) : null
    const closed = sharedTry.refusal ?? anywhere?.refusal ?? null
    if (closed && !exempt) refusal = closed
    else open.push({ ...account, anywhere: closed ? [] : account.anywhere })
  }
  return { open, refusal, shared: sharedTry.refusal ? [] : shared }
}

/**
 * After a correct password: clears the account's attempts from here and reverts this attempt under the wider limits.
 * Accounts whose password was checked before and did not match keep theirs.
 */
export async function releaseAttempt<A extends Account>(
  pool: pg.Pool,
  { open, shared }: CountedAttempt<A>,
  right: A,
): Promise<void> {
  const index = open.findIndex(({ account }) => account?.id === right.id)
  const unchecked = open.slice(index + 1)
  const notGuessed = 1 + unchecked.filter(({ isNewHere }) => isNewHere).length
  const reverted = [
    ...shared.map((limit, n) => (n === 0 ? { ...limit, tries: notGuessed } : limit)),
    ...open.slice(index).flatMap(({ anywhere }) => anywhere),
    ...unchecked.flatMap(({ here }) => here),
  ]
  await resetRateLimits(pool, { forgotten: (open[index]?.here ?? []).map(({ key }) => key), takenBack: reverted })
}

/** Unlocks accounts for all networks. */
export const unlockAccounts = (db: Db, accountIds: readonly string[]) =>
  sql`delete from rate_limit using unnest(${accountIds.map(subjectOf)}::text[]) as s (subject) where starts_with(key, s.subject)`.execute(
    db,
  )

/**
 * Records a refused sign-in: as a security event for every account of the address, otherwise only in the log. Runs after the response,
 * because the duration of the write would reveal that an account exists.
 */
export function recordRefusedSignIn(
  context: RecordingContext,
  accounts: readonly { id: string; company_id: string | null }[],
  reason: 'wrong-password' | 'too-many-tries' | 'deactivated' | 'needs-provider' | PasskeyRefusal,
): void {
  recordAfterResponse(context.request, async () => {
    if (accounts.length === 0) logSecurityEvent(context.request, 'sign-in-refused', { reason: 'unknown-account' })
    for (const { id, company_id } of accounts)
      await recordSecurityEvent(context, {
        ...(reason === 'too-many-tries'
          ? { kind: 'locked-out' as const }
          : { kind: 'sign-in-refused' as const, data: { reason } }),
        companyId: company_id ?? platformCompanyId,
        userId: null,
        aboutUserId: id,
      })
  })
}
