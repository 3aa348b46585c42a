import type { ErrorCode } from '@gya/domain/error-catalogue.ts'
import { type AppResource, resourcePaths, scopeOfCall } from '@gya/domain/features/applications/applications.rules.ts'
import type { FastifyRequest } from 'fastify'

/**
 * "401 and 403 carry `WWW-Authenticate`": where a program finds out how to get a token (RFC 9728), and what its token lacks (RFC 6750).
 * `null` for people, who have a cookie or sign in on a page.
 */
export function bearerChallenge(request: FastifyRequest, code: ErrorCode): string | null {
  const { config } = request.server.gya
  const resource: AppResource = request.routeOptions.url === resourcePaths.mcp ? 'mcp' : 'api'
  const parts = [`resource_metadata="${config.publicUrl}/.well-known/oauth-protected-resource${resourcePaths[resource]}"`]
  if (code === 'NO_SESSION') return challenge(parts)
  if (code === 'INVALID_APP_TOKEN') return challenge(['error="invalid_token"', ...parts])
  const { call } = request.routeOptions.config
  const acting = request.caller?.app
  const scope = call && acting ? scopeOfCall(call, acting.resource) : undefined
  if (code !== 'FORBIDDEN' || !acting || scope === undefined || acting.scopes.includes(scope)) return null
  return challenge(['error="insufficient_scope"', `scope="${scope}"`, ...parts])
}

const challenge = (parts: readonly string[]): string => `Bearer ${parts.join(', ')}`
