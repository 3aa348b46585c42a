import type { Instant } from '@gya/domain/common/dates.ts'
import { type Endpoint, isWrite } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type pg from 'pg'
import type { Caller } from '../access/caller.ts'

/**
 * "10 calls a second and 600 a minute a key, 3,000 a minute a company, 120 changes a minute a key. Counted in leases of 10 so that not
 * every read writes." [connect §3.5](docs/design/connect.md#3.5). The leases of a process are in its memory, the counts in the database.
 */
export const keyRates = { perSecond: 10, burst: 20, perMinute: 600, perMinuteOfCompany: 3_000, changesPerMinute: 120 } as const

const leaseSize = 10
const minuteMs = 60_000

/** `left`: calls counted in the database but not made yet. `counted`: calls of all processes at the time of the lease. */
type Lease = { windowEnds: number; left: number; counted: number }

type Limit = { key: string; max: number }

type Bucket = { at: number; tokens: number }

/** The leases of this process. */
export class KeyRates {
  readonly #pool: pg.Pool
  readonly #leases = new Map<string, Lease>()
  readonly #buckets = new Map<string, Bucket>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /**
   * Counts a call under the limits. Throws TOO_MANY_REQUESTS with `retryAfter`. Returns the state of the limit per minute, also for a
   * refused call.
   */
  async count(caller: { keyId: string; companyId: string }, isChange: boolean, now: Instant) {
    const moment = Date.parse(now)
    this.#forgetOld(moment)
    const own = { key: `api-key:${caller.keyId}`, max: keyRates.perMinute }
    const refusal =
      this.#countSecond(caller.keyId, moment) ??
      (await this.#countMinute(own, now)) ??
      (await this.#countMinute({ key: `api-company:${caller.companyId}`, max: keyRates.perMinuteOfCompany }, now)) ??
      (isChange ? await this.#countMinute({ key: `api-changes:${caller.keyId}`, max: keyRates.changesPerMinute }, now) : null)
    return { refusal, state: this.#stateOf(own, moment) }
  }

  /** A token bucket of 20 calls, refilled with 10 a second. Kept per process, because a second is shorter than a lease. */
  #countSecond(keyId: string, moment: number): DomainError | null {
    const before = this.#buckets.get(keyId) ?? { at: moment, tokens: keyRates.burst }
    const refilled = before.tokens + (Math.max(0, moment - before.at) / 1000) * keyRates.perSecond
    const tokens = Math.min(keyRates.burst, refilled)
    this.#buckets.set(keyId, { at: Math.max(moment, before.at), tokens: tokens < 1 ? tokens : tokens - 1 })
    return tokens < 1 ? tooMany(1) : null
  }

  async #countMinute({ key, max }: Limit, now: Instant): Promise<DomainError | null> {
    const moment = Date.parse(now)
    const lease = this.#leases.get(key)
    if (lease && lease.windowEnds > moment) {
      if (lease.left > 0) {
        lease.left -= 1
        return null
      }
      if (lease.counted >= max) return tooMany((lease.windowEnds - moment) / 1000)
    }
    return this.#takeLease({ key, max }, now)
  }

  async #takeLease({ key, max }: Limit, now: Instant): Promise<DomainError | null> {
    const moment = Date.parse(now)
    const { rows } = await this.#pool.query('select * from count_try($1, $2, $3, $4)', [key, now, 1, leaseSize])
    const [row] = rows as [{ tries: number; window_started: Instant }]
    const windowEnds = Date.parse(row.window_started) + minuteMs
    const granted = Math.min(leaseSize, leaseSize - (row.tries - max))
    const known = this.#leases.get(key)
    const left = known?.windowEnds === windowEnds ? known.left : 0
    const usable = left + Math.max(0, granted)
    this.#leases.set(key, { windowEnds, left: Math.max(0, usable - 1), counted: row.tries })
    return usable > 0 ? null : tooMany((windowEnds - moment) / 1000)
  }

  #stateOf({ key, max }: Limit, moment: number) {
    const lease = this.#leases.get(key)
    const isCurrent = lease !== undefined && lease.windowEnds > moment
    const remaining = isCurrent ? Math.max(0, max - lease.counted) + lease.left : max
    return { limit: max, remaining, reset: isCurrent ? Math.ceil((lease.windowEnds - moment) / 1000) : 60 }
  }

  #forgetOld(moment: number): void {
    if (this.#leases.size + this.#buckets.size < 1_000) return
    for (const [key, { windowEnds }] of this.#leases) if (windowEnds <= moment) this.#leases.delete(key)
    for (const [key, { at }] of this.#buckets) if (moment - at > minuteMs) this.#buckets.delete(key)
  }
}

const tooMany = (seconds: number) =>
  new DomainError('TOO_MANY_REQUESTS', { details: { retryAfter: String(Math.max(1, Math.ceil(seconds))) } })

const ratesOf = new WeakMap<FastifyInstance['gya'], KeyRates>()

/** Counts a call by a key, or under the grant of an application, and sets `RateLimit-Limit`, `-Remaining` and `-Reset`. */
export async function enforceKeyRates(
  app: FastifyInstance,
  call: Pick<Endpoint, 'method' | 'writes'>,
  caller: Caller,
  reply: FastifyReply,
): Promise<void> {
  const { key, app: acting, companyId } = caller
  const keyId = key?.id ?? acting?.grantId
  if (keyId === undefined || companyId === null) return
  const rates = ratesOf.get(app.gya) ?? new KeyRates(app.gya.database.pool)
  ratesOf.set(app.gya, rates)
  const { refusal, state } = await rates.count({ keyId, companyId }, isWrite(call), app.gya.clock.now())
  void reply.headers({
    'ratelimit-limit': String(state.limit),
    'ratelimit-remaining': String(state.remaining),
    'ratelimit-reset': String(state.reset),
  })
  if (refusal) throw refusal
}
