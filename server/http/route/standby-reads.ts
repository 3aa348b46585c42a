import { hostCookieName } from '@gya/domain/common/cookies.ts'
import { isReadPosition, positionCookie, positionHeader, type ReadPosition } from '@gya/domain/common/read-position.ts'
import { type Endpoint, isWrite } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { Standbys } from '../../db/standbys.ts'
import { requestContext } from '../../infra/telemetry/request-context.ts'

/**
 * Runs a read on a standby if the call allows it and the standby has reached the caller's last save or notification; otherwise on the
 * primary. If the standby refuses the call, the primary repeats it, because the standby may lack a new row.
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
 * Returns the position that the caller must see; '' means any. `null`: unknown, because a client without cookies has not sent it, or
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
 * Adds the position of the commit to the responses of writes. Refused and replayed calls get the current position, so that the caller
 * can read the reason.
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
