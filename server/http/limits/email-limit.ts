import type { Instant } from '@gya/domain/common/dates.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../access/caller.ts'
import { consumeRateLimit, enforceRateLimit, type RateLimit } from './rate-limit.ts'

/**
 * E-mail limits by recipient address: far above a day's work, far below what spam needs. The company limit covers many
 * compromised accounts.
 */
const limits: readonly { of: 'person' | 'company'; max: number; minutes: number }[] = [
  { of: 'person', max: 300, minutes: 60 },
  { of: 'person', max: 1_000, minutes: 1_440 },
  { of: 'company', max: 5_000, minutes: 60 },
  { of: 'company', max: 20_000, minutes: 1_440 },
]

/** Counts the recipients named by the caller. Throws TOO_MANY_EMAILS with `retryAfter`. */
export async function enforceEmailLimit(
  app: FastifyInstance,
  call: Endpoint,
  { caller, body, query }: FastifyRequest,
): Promise<void> {
  if ((!call.emailRecipients && !call.emailsParties) || !caller) return
  const tries = countRecipients(call, { body, query })
  const now = app.gya.clock.now()
  if (tries > 0) await countEmails(app, caller, tries, now)
  const addresses = (call.emailRecipients ?? []).flatMap((path) => addressesAtPath(path, { body, query }))
  await enforceRateLimit(app.gya.database.pool, addressLimitsOf(caller, addresses), now, 'TOO_MANY_EMAILS')
}

/** One person may write so often to one address, whichever way: far above what a sale needs. */
const addressLimits = [
  { max: 20, minutes: 60 },
  { max: 60, minutes: 1_440 },
]

/** In one order, so that two transactions never wait for each other. */
const addressLimitsOf = ({ userId }: { userId: string }, addresses: readonly string[], tries = 1): RateLimit[] =>
  [...new Set(addresses.map((address) => address.toLowerCase()))]
    .toSorted()
    .flatMap((address) =>
      addressLimits.map((limit) => ({ ...limit, key: `e-mails-to-${limit.minutes}:${userId}:${address}`, tries })),
    )

/**
 * Counts e-mails to addresses that the call does not name, in its transaction; those of a job by its company. `tries`: weight of each.
 * Throws TOO_MANY_EMAILS with `retryAfter`.
 */
export const countAddresses = (
  { db, caller, now }: { db: Db; caller: { userId: string }; now: Instant },
  addresses: readonly string[],
  tries?: number,
): Promise<void> => {
  const query = (text: string, values: unknown[]) =>
    db.executeQuery<{ tries: number; window_started: string }>(CompiledQuery.raw(text, values))
  return enforceRateLimit({ query }, addressLimitsOf(caller, addresses, tries), now, 'TOO_MANY_EMAILS')
}

/** Counts e-mails whose recipient the call does not name. Throws TOO_MANY_EMAILS with `retryAfter`. */
export const countEmails = (app: FastifyInstance, caller: Caller, tries: number, now: Instant): Promise<void> =>
  enforceRateLimit(app.gya.database.pool, limitsOf(caller, tries), now, 'TOO_MANY_EMAILS')

/** Counts an e-mail that a job sends for a company. Above the limits: the time from which they allow it, otherwise null. */
export async function countEmailOfJob(pool: pg.Pool, companyId: string, now: Instant): Promise<Instant | null> {
  const { refusal } = await consumeRateLimit(pool, limitsOf({ userId: null, companyId }, 1), now, 'TOO_MANY_EMAILS')
  return refusal && retryTime(refusal, now)
}

const retryTime = ({ details }: DomainError, now: Instant): Instant =>
  new Date(Date.parse(now) + Number(details?.retryAfter) * 1000).toISOString()

/** Runs work of a job that counts addresses. Above their limits: the time from which they allow it, otherwise null. */
export async function allowedFrom(work: () => Promise<void>, now: Instant): Promise<Instant | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof DomainError && error.code === 'TOO_MANY_EMAILS') return retryTime(error, now)
    throw error
  }
}

const limitsOf = ({ userId, companyId }: { userId: string | null; companyId: string | null }, tries: number): RateLimit[] => {
  const whose = { person: userId, company: companyId }
  return limits.flatMap(({ of, max, minutes }) =>
    whose[of] === null ? [] : [{ key: `e-mails-${of}-${minutes}:${whose[of]}`, max, minutes, tries }],
  )
}

/**
 * Counts as many of `wanted` e-mails as the limits allow and returns their number, for calls that can send the rest later. Throws
 * TOO_MANY_EMAILS with `retryAfter` if it is none.
 */
export async function takeEmails(app: FastifyInstance, caller: Caller, wanted: number, now: Instant): Promise<number> {
  if (wanted === 0) return 0
  const { pool } = app.gya.database
  const counted = limitsOf(caller, 0)
  const { rows } = await pool.query<{ key: string; tries: number }>(
    `select r.key, r.tries from rate_limit r join unnest($1::text[], $2::int[]) as l (key, minutes) using (key)
    where r.window_started > $3::timestamptz - make_interval(mins => l.minutes)`,
    [counted.map(({ key }) => key), counted.map(({ minutes }) => minutes), now],
  )
  const used = new Map(rows.map(({ key, tries }) => [key, tries]))
  const free = Math.min(...counted.map(({ key, max }) => max - (used.get(key) ?? 0)))
  const taken = Math.max(1, Math.min(wanted, free))
  await countEmails(app, caller, taken, now)
  return taken
}

function countRecipients(
  { emailRecipients: writesTo = [], messagePerRecipient, emailsParties }: Endpoint,
  input: { body: unknown; query: unknown },
): number {
  if (emailsParties) return (input.body as { to: readonly unknown[] }).to.length
  const count = (path: string) => addressesAtPath(path, input).length
  if (!messagePerRecipient) return writesTo.reduce((sum, path) => sum + count(path), 0)
  return count('body.to') * (1 + count('body.cc') + count('body.bcc'))
}

/** The addresses at a path such as `body.to` or `body.owner.email`. */
export function addressesAtPath(path: string, input: unknown): string[] {
  let value = input
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name]
  return [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')
}
