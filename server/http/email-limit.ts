import type { Endpoint } from '@gya/domain/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countTry, type Limit } from './rate-limit.ts'

/**
 * How many e-mails may be caused, an address counting as one: far more than anybody writes in a day's work, far fewer than
 * are worth a thief's while. The company's own limit is for many stolen accounts at once.
 */
const limits: readonly { of: 'person' | 'company'; most: number; minutes: number }[] = [
  { of: 'person', most: 300, minutes: 60 },
  { of: 'person', most: 1_000, minutes: 1_440 },
  { of: 'company', most: 5_000, minutes: 60 },
  { of: 'company', most: 20_000, minutes: 1_440 },
]

/**
 * Counts the addresses that a call is about to write to because its caller names them. Throws TOO_MANY_EMAILS with the
 * seconds to wait; nothing of the call is done then.
 */
export async function countEmails(app: FastifyInstance, call: Endpoint, { caller, body, query }: FastifyRequest): Promise<void> {
  if (!call.writesTo || !caller) return
  const tries = emailsOf(call, { body, query })
  if (tries === 0) return
  const whose = { person: caller.userId, company: caller.companyId }
  const counted: Limit[] = limits.flatMap(({ of, most, minutes }) =>
    whose[of] === null ? [] : [{ key: `e-mails-${of}-${minutes}:${whose[of]}`, most, minutes, tries }],
  )
  await countTry(app.gya.database.pool, counted, app.gya.clock.now(), 'TOO_MANY_EMAILS')
}

function emailsOf({ writesTo = [], messagePerRecipient }: Endpoint, given: { body: unknown; query: unknown }): number {
  const count = (path: string) => addressesAt(path, given).length
  if (!messagePerRecipient) return writesTo.reduce((sum, path) => sum + count(path), 0)
  return count('body.to') * (1 + count('body.cc') + count('body.bcc'))
}

/** The addresses that stand at a place such as `body.to` or `body.owner.email`. */
export function addressesAt(path: string, given: unknown): string[] {
  let value = given
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name]
  return [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')
}
