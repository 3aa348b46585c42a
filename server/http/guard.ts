import { may } from '@gya/domain/access/permissions.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerOf, tokenOf } from './caller.ts'
import { placeOf } from './place.ts'
import { holdToReach } from './reach.ts'
import { holdToOrigin } from './same-site.ts'

/** Session, account ready, permission, reach of the path: everything that is decided before a body is read. */
export async function guard(app: FastifyInstance, call: Endpoint, request: FastifyRequest): Promise<void> {
  const { database, clock, secure } = app.gya
  const sent = tokenOf(request, secure)
  holdToOrigin(app, call, request, call.permission !== 'public' && sent?.byCookie === true)
  if (call.permission === 'public') return
  if (!sent) throw new DomainError('NO_SESSION')
  const caller = await callerOf(database.pool, sent.token, clock.now())
  if (!call.beforeReady && !caller.activated) throw new DomainError('ACCOUNT_NOT_ACTIVATED')
  if (!call.beforeReady && caller.passwordReset) throw new DomainError('PASSWORD_RESET_REQUIRED')
  if (!may(caller.type, call.permission)) throw new DomainError('FORBIDDEN')
  request.caller = caller
  await holdToReach(database.pool, caller, placeOf(request))
}
