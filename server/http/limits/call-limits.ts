import type { CallLimit, Endpoint } from '@gya/domain/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { partyLinkOf } from '../access/require-party-link.ts'
import type { CallContext } from '../route/register-route.ts'
import { enforceRateLimit, rateLimitAddress } from './rate-limit.ts'

/** Counts a call under the limits of its contract. Throws TOO_MANY_REQUESTS with `retryAfter`. */
export async function enforceCallLimits(
  app: FastifyInstance,
  { limits }: Endpoint,
  context: CallContext<Endpoint>,
): Promise<void> {
  if (!limits) return
  const counted = limits.map(({ name, per, most, minutes }) => ({
    key: `${name}:${subjectOf(per, context)}`,
    max: most,
    minutes,
  }))
  await enforceRateLimit(app.gya.database.pool, counted, context.now)
}

function subjectOf(per: CallLimit['per'], { caller, request }: CallContext<Endpoint>): string {
  if (per === 'address') return rateLimitAddress(request.ip)
  if (per === 'link') return partyLinkOf(request).linkId
  const subject = per === 'person' ? caller?.userId : (request.body as { email?: string }).email
  if (subject === undefined) throw new Error(`The call has nothing to count per ${per}.`)
  return subject
}
