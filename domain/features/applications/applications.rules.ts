import { type ApiScope, apiScopes, keyScopes, toolScopes } from '../../access/api-scopes.ts'
import type { Instant } from '../../common/dates.ts'
import type { Endpoint } from '../../endpoint.ts'
import type { ErrorCode } from '../../error-catalogue.ts'

/** Applications that people connect by OAuth 2.1. [open §2](docs/design/open.md#2). */

export const maxApps = 50
export const maxAppName = 60
export const maxRedirects = 10
export const maxRedirectLength = 500
export const maxClientId = 300
/** "20": grants of a person that have not ended. */
export const maxGrants = 20
/** "10 fetches an hour a person." */
export const maxFetchesAnHour = 10
/** Calls of an address a minute to each of the endpoints of OAuth. */
export const maxOauthCallsAMinute = 60
/** "Kept 1 hour, 24 hours if it cannot be fetched." */
export const documentHours = { fresh: 1, usable: 24 } as const
/** "5 s, 5 kB". */
export const documentLimits = { timeoutMs: 5_000, maxBytes: 5_000 } as const
/** How long a person may take to decide. */
export const ticketMinutes = 10
/** "Code 60 s, access 1 hour, refresh 30 days sliding and 365 in all." */
export const lifetimes = { code: 60, access: 3_600, refresh: 30 * 86_400, grant: 365 * 86_400, replacedRefresh: 60 } as const
/** "Refresh is refused when the person has not signed in for 30 days." */
export const signedInWithinDays = 30
/** Ended grants are deleted after these days. */
export const endedGrantDays = 90

export const appStates = ['asked', 'allowed', 'refused'] as const
export type AppState = (typeof appStates)[number]

/** What a token opens: the API, or the tools of assistants alone. */
export const resourcePaths = { api: '/api', mcp: '/api/mcp' } as const
export type AppResource = keyof typeof resourcePaths
export const scopesOfResource: Readonly<Record<AppResource, readonly ApiScope[]>> = {
  api: keyScopes,
  mcp: ['property:read', 'offer:read', 'contact:read', 'event:read', ...toolScopes],
}

export const grantEnds = ['person', 'administrator', 'application', 'reuse', 'account', 'provider'] as const
export type GrantEnd = (typeof grantEnds)[number]

const tokenPattern = /^gya[ctr]_[A-Za-z0-9_-]{43}$/

/** "Tokens are `gyac_`, `gyat_`, `gyar_` and 43 signs of base64url." */
export const isAppToken = (token: string): boolean => tokenPattern.test(token)

/** Whether a token is meant as the access token of an application. Session tokens always have 43 characters. */
export const looksLikeAppToken = (token: string): boolean => token.startsWith('gyat_') && token.length !== 43

export const secondsAfter = (at: Instant, seconds: number): Instant => new Date(Date.parse(at) + seconds * 1_000).toISOString()

/** No signs that a browser or a program could read differently: spaces, quotes, backslashes, controls; no fragment. */
const rest = String.raw`(?:[/?](?:(?!["#<>\\^\`{|}])[!-~])*)?`
const httpsRedirect = new RegExp(String.raw`^https://([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?)${rest}$`)
const loopbackRedirect = new RegExp(String.raw`^http://(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(${rest})$`)
const privateRedirect = new RegExp(String.raw`^([a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+):${rest}$`)

/** "https, or loopback `http` (port free, RFC 8252), or a private scheme with a dot." */
export const isRedirect = (uri: string): boolean =>
  uri.length <= maxRedirectLength && [httpsRedirect, loopbackRedirect, privateRedirect].some((pattern) => pattern.test(uri))

/** Whether the application runs on the person's own computer. */
export const isLocalRedirect = (uri: string): boolean => loopbackRedirect.test(uri)

/** The host or scheme of a redirect, which is shown beside the name of an application. */
export const redirectHost = (uri: string): string =>
  httpsRedirect.exec(uri)?.[1] ?? loopbackRedirect.exec(uri)?.[1] ?? privateRedirect.exec(uri)?.[1] ?? ''

/** A loopback address without its port, so that any port matches. */
const withoutPort = (uri: string): string => {
  const parts = loopbackRedirect.exec(uri)
  return parts ? `http://${parts[1]}${parts[2]}` : uri
}

/** "Redirects match exactly"; the port of a loopback address is free. */
export const hasRedirect = (registered: readonly string[], uri: string): boolean =>
  isRedirect(uri) && registered.some((one) => withoutPort(one) === withoutPort(uri))

const documentAddress = /^https:\/\/(?=.{1,253}(?:[/:]|$))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?\/[!-~]+$/
const registeredClient = /^app_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a `client_id` is the address of a document that describes the application. */
export const isDocumentAddress = (clientId: string): boolean =>
  clientId.length <= maxClientId && documentAddress.test(clientId) && !clientId.includes('#')

export const isClientId = (clientId: string): boolean => isDocumentAddress(clientId) || registeredClient.test(clientId)

/** The errors of RFC 6749, RFC 7636 and RFC 8707 that an authorization request can get. */
export type AuthorizeError =
  | 'invalid_request'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'

export type AuthorizationRequest = {
  clientId: string
  redirectUri: string
  state: string | null
  challenge: string
  /** Null: all that the company allows. */
  scopes: readonly ApiScope[] | null
  resource: AppResource
}
export type ReadRequest =
  /** The client or the redirect has the wrong form: "never redirects: it shows the error page". */
  | { kind: 'unusable' }
  | ({ kind: 'wrong'; error: AuthorizeError } & Pick<AuthorizationRequest, 'clientId' | 'redirectUri' | 'state'>)
  | ({ kind: 'right' } & AuthorizationRequest)

type Params = Readonly<Record<string, string | readonly string[] | undefined>>

const maxState = 500
/** RFC 7636: the SHA-256 of the verifier in base64url. */
const challengePattern = /^[A-Za-z0-9_-]{43}$/
/** RFC 7636 §4.1. */
const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/
export const isVerifier = (verifier: string): boolean => verifierPattern.test(verifier)

/**
 * The scopes of a `scope` parameter: null if there is none, and false if it names none that applications can have. Others are left out, as
 * RFC 6749 §3.3 allows.
 */
export function readScopes(scope: string | undefined): ApiScope[] | null | false {
  const words = (scope ?? '').split(' ').filter((word) => word !== '')
  if (words.length === 0) return null
  const known = apiScopes.filter((one) => words.includes(one))
  return known.length > 0 ? known : false
}

/** The resource at an address, by default the API. */
export const resourceAt = (target: string | undefined, publicUrl: string): AppResource | null =>
  (['api', 'mcp'] as const).find(
    (one) => (target ?? `${publicUrl}${resourcePaths.api}`) === `${publicUrl}${resourcePaths[one]}`,
  ) ?? null

/** Reads an authorization request without judging who the client is. */
export function readAuthorizationRequest(params: Params, publicUrl: string): ReadRequest {
  const { client_id: clientId, redirect_uri: redirectUri, state = null } = params
  if (typeof clientId !== 'string' || !isClientId(clientId)) return { kind: 'unusable' }
  if (typeof redirectUri !== 'string' || !isRedirect(redirectUri)) return { kind: 'unusable' }
  const isState = state === null || (typeof state === 'string' && state.length <= maxState)
  const to = { clientId, redirectUri, state: typeof state === 'string' && isState ? state : null }
  const wrong = (error: AuthorizeError): ReadRequest => ({ kind: 'wrong', error, ...to })
  if (!isState || Object.values(params).some((value) => value !== undefined && typeof value !== 'string'))
    return wrong('invalid_request')
  const {
    response_type,
    response_mode = 'query',
    code_challenge,
    code_challenge_method,
    scope,
    resource: target,
  } = params as Record<string, string>
  if (response_type === undefined || response_mode !== 'query') return wrong('invalid_request')
  if (response_type !== 'code') return wrong('unsupported_response_type')
  if (code_challenge === undefined || !challengePattern.test(code_challenge) || code_challenge_method !== 'S256')
    return wrong('invalid_request')
  const resource = resourceAt(target, publicUrl)
  if (resource === null) return wrong('invalid_target')
  const scopes = readScopes(scope)
  if (scopes === false) return wrong('invalid_scope')
  return { kind: 'right', ...to, challenge: code_challenge, scopes, resource }
}

/** "Any person with `app.own`, within the scopes the company allows it." */
export const offeredScopes = (asked: readonly ApiScope[] | null, allowed: readonly ApiScope[]): ApiScope[] =>
  allowed.filter((scope) => asked === null || asked.includes(scope))

export const whyNotConnect = (state: AppState | null): ErrorCode | null => (state === 'allowed' ? null : 'APP_NOT_ALLOWED')
export const whyNotAddApp = (apps: number): ErrorCode | null => (apps < maxApps ? null : 'TOO_MANY_APPS')
export const whyNotAddGrant = (grants: number): ErrorCode | null => (grants < maxGrants ? null : 'TOO_MANY_GRANTS')

/** The scope that a grant of this resource needs for a call: a tool has its own. */
export const scopeOfCall = ({ scope, assistant }: Pick<Endpoint, 'scope' | 'assistant'>, resource: AppResource) =>
  resource === 'mcp' ? assistant?.scope : scope

/** "A call without scope: 403 `NOT_FOR_APPS`"; a scope that the grant lacks: FORBIDDEN. */
export function whyNotByApp(
  call: Pick<Endpoint, 'scope' | 'assistant'>,
  { scopes, resource }: { scopes: readonly ApiScope[]; resource: AppResource },
): ErrorCode | null {
  const scope = scopeOfCall(call, resource)
  if (scope === undefined) return 'NOT_FOR_APPS'
  return scopes.includes(scope) ? null : 'FORBIDDEN'
}

export type GrantLife = {
  createdon: Instant
  codeUntil: Instant
  refreshUntil: Instant | null
  endedOn: Instant | null
}

/** Whether a grant can still be used: before its code is exchanged, or while it can be refreshed. */
export const isGrantOpen = ({ codeUntil, refreshUntil, endedOn }: GrantLife, now: Instant): boolean =>
  endedOn === null && Date.parse(refreshUntil ?? codeUntil) > Date.parse(now)

/** When a refresh token made now ends: after 30 days, but not after the grant's 365. */
export function refreshEnd({ createdon }: Pick<GrantLife, 'createdon'>, now: Instant): Instant {
  const sliding = secondsAfter(now, lifetimes.refresh)
  const last = secondsAfter(createdon, lifetimes.grant)
  return Date.parse(sliding) < Date.parse(last) ? sliding : last
}

/** What a refresh token is to its grant: `old`: replaced within the last minute. */
export type RefreshUse = 'current' | 'old' | 'reused' | 'over'

/** "The old token is good for 60 s more (a lost answer), later its use ends the grant." */
export function refreshUse(
  { isCurrent, oldUntil, ...life }: GrantLife & { isCurrent: boolean; oldUntil: Instant | null },
  now: Instant,
): RefreshUse {
  if (!isGrantOpen(life, now)) return 'over'
  if (isCurrent) return 'current'
  return oldUntil !== null && Date.parse(oldUntil) > Date.parse(now) ? 'old' : 'reused'
}

/** Whether the person has signed in lately enough for a refresh. */
export const hasSignedInLately = (lastLogin: Instant | null, now: Instant): boolean =>
  lastLogin !== null && Date.parse(now) - Date.parse(lastLogin) < signedInWithinDays * 86_400_000
