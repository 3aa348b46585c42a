import type { Instant } from '@gya/domain/common/dates.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import { enforceRateLimit, type RateLimit } from './rate-limit.ts'

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
  if (tries > 0) await countEmails(app, caller, tries, app.gya.clock.now())
}

/** Counts e-mails whose recipient the call does not name. Throws TOO_MANY_EMAILS with `retryAfter`. */
export async function countEmails(app: FastifyInstance, caller: Caller, tries: number, now: Instant): Promise<void> {
  const whose = { person: caller.userId, company: caller.companyId }
  const counted: RateLimit[] = limits.flatMap(({ of, max, minutes }) =>
    whose[of] === null ? [] : [{ key: `e-mails-${of}-${minutes}:${whose[of]}`, max, minutes, tries }],
  )
  await enforceRateLimit(app.gya.database.pool, counted, now, 'TOO_MANY_EMAILS')
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
