import type { ApiScope } from '@gya/domain/access/api-scopes.ts'
import { DomainError, type ErrorCode } from '@gya/domain/error-catalogue.ts'
import { type AppResource, resourcePaths, scopeOfCall } from '@gya/domain/features/applications/applications.rules.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * "401 and 403 carry `WWW-Authenticate`": where a program finds out how to get a token (RFC 9728), and what its token lacks (RFC 6750).
 * `null` for people, who have a cookie or sign in on a page.
 */
export function bearerChallenge(request: FastifyRequest, code: ErrorCode): string | null {
  const parts = [metadataOf(request)]
  if (code === 'NO_SESSION') return challenge(parts)
  if (code === 'INVALID_APP_TOKEN') return challenge(['error="invalid_token"', ...parts])
  const { call } = request.routeOptions.config
  const acting = request.caller?.app
  const scope = call && acting ? scopeOfCall(call, acting.resource) : undefined
  if (code !== 'FORBIDDEN' || !acting || scope === undefined || acting.scopes.includes(scope)) return null
  return insufficientScope(request, scope)
}

function metadataOf({ server, routeOptions }: FastifyRequest): string {
  const resource: AppResource = routeOptions.url === resourcePaths.mcp ? 'mcp' : 'api'
  return `resource_metadata="${server.gya.config.publicUrl}/.well-known/oauth-protected-resource${resourcePaths[resource]}"`
}

const insufficientScope = (request: FastifyRequest, scope: ApiScope): string =>
  challenge(['error="insufficient_scope"', `scope="${scope}"`, metadataOf(request)])

/** The refusal of a tool whose scope the grant lacks. */
export function lacksScope(request: FastifyRequest, reply: FastifyReply, scope: ApiScope): DomainError {
  void reply.header('www-authenticate', insufficientScope(request, scope))
  return new DomainError('FORBIDDEN')
}

const challenge = (parts: readonly string[]): string => `Bearer ${parts.join(', ')}`
