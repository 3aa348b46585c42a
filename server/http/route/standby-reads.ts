import { hostCookieName } from '@gya/domain/common/cookies.ts'
import { isReadPosition, positionCookie, positionHeader, type ReadPosition } from '@gya/domain/common/read-position.ts'
import { type Endpoint, isWrite } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { Standbys } from '../../db/standbys.ts'
import { requestContext } from '../../infra/telemetry/request-context.ts'

/**
 * Runs a read on a standby if the call may be answered by one and one has everything that the caller has saved or has been
 * notified of; else on the primary. What the standby refuses, the primary decides: the standby may not have a new row yet.
 */
export async function readFromStandby<T>(
  { gya: { database, standbys, meters } }: FastifyInstance,
  call: Endpoint,
  request: FastifyRequest,
  read: (db: Db) => Promise<T>,
): Promise<T> {
  if (!standbys || !call.readsFromStandby) return read(database.db)
  const position = requestPosition(request)
  if (position === null) meters.standbyReads.inc({ server: 'primary', why: 'unknown' })
  const standby = position === null ? null : await standbys.choose(position, request.caller?.sessionHash[0] ?? 0)
  if (!standby) return read(database.db)
  try {
    return await read(standby)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    meters.standbyReads.inc({ server: 'primary', why: 'refused' })
    return read(database.db)
  }
}

/**
 * What the caller must see: '' is nothing in particular. Null: unknown, because a client without cookies has not sent it, or
 * because it is malformed.
 */
function requestPosition({ headers, cookies }: FastifyRequest): ReadPosition | null {
  const named = [headers[positionHeader], cookies[hostCookieName(positionCookie, true)], cookies[positionCookie]].filter(
    (one) => typeof one === 'string',
  )
  if (named.length === 0) return headers.authorization === undefined ? '' : null
  return named.every(isReadPosition) ? (named.toSorted().at(-1) ?? null) : null
}

/**
 * Changing calls answer the position of their commit. A refused one, or one that was answered before, answers the current
 * position: the caller reads what it was refused for.
 */
export function answerPositions(app: FastifyInstance, standbys: Standbys): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { call } = request.routeOptions.config
    if (!call || !isWrite(call) || !request.caller) return payload
    const position = requestContext()?.position ?? (await standbys.position().catch(() => null))
    if (position) reply.header(positionHeader, position)
    return payload
  })
}
