import { type Endpoint, isWrite } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const isOwnOrigin = (origin: string, publicUrl: string, host: string | undefined): boolean => {
  if (origin === new URL(publicUrl).origin) return true
  // In development, localhost and 127.0.0.1 are the same site.
  return host !== undefined && /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host) && origin === `http://${host}`
}

/**
 * CSRF protection. A form on another site can make a browser send the cookie but no custom header. State-changing calls with
 * the cookie must send `x-client: Web`; an `Origin` header must be our own ([api](docs/design/api.md), "x-client").
 */
export function requireSameOrigin(
  app: FastifyInstance,
  call: Pick<Endpoint, 'method' | 'writes'>,
  request: FastifyRequest,
  byCookie: boolean,
): void {
  if (!isWrite(call)) return
  const { origin, host } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, app.gya.config.publicUrl, host)) throw new DomainError('ORIGIN_NOT_ALLOWED')
  if (byCookie && request.headers['x-client'] !== 'Web') throw new DomainError('CLIENT_HEADER_MISSING')
}
