import { type Endpoint, isWrite } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const isOwnOrigin = (origin: string, publicUrl: string, host: string | undefined): boolean => {
  if (origin === new URL(publicUrl).origin) return true
  // A developer's two names for this machine are one place.
  return host !== undefined && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host) && origin === `http://${host}`
}

/**
 * A form on another site can make a browser send the cookie but not a header of its own, so every state-changing call
 * that comes with the cookie carries `x-client: Web`; and an `Origin`, when sent, is ours (the wire's rules, "x-client").
 */
export function requireSameOrigin(app: FastifyInstance, call: Endpoint, request: FastifyRequest, byCookie: boolean): void {
  if (!isWrite(call)) return
  const { origin, host } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, app.gya.config.publicUrl, host)) throw new DomainError('ORIGIN_NOT_ALLOWED')
  if (byCookie && request.headers['x-client'] !== 'Web') throw new DomainError('CLIENT_HEADER_MISSING')
}
