import type { ProviderKind } from '@gya/domain/features/single-sign-on/single-sign-on.rules.ts'
import type { Configuration, CustomFetch } from 'openid-client'
import { OutgoingError, type SafeHttp } from '../../infra/safe-http.ts'

/** OpenID Connect. The library is loaded at the first use, because most processes need it late. */
const openid = () => import('openid-client')

/** "Answers slowly or too long (256 KB)". Design of sign-in, section 8. */
const limits = { timeoutMs: 10_000, maxBytes: 256 * 1024 }

export type ProviderSettings = { kind: ProviderKind; issuer: string; clientId: string; clientSecret: string }

/** What is kept of an attempt until the browser comes back. */
export type Secrets = { state: string; nonce: string; verifier: string }

/** Who somebody is, as the provider says. */
export type ProviderIdentity = {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean | null
  hostedDomain: string | null
  firstName: string
  lastName: string
}

/** `detail` is for the audit only: a code of the check that failed. */
export class ProviderAnswerError extends Error {
  readonly detail: string
  constructor(detail: string, cause?: unknown) {
    super(`the answer of the provider was refused: ${detail}`, { cause })
    this.name = 'ProviderAnswerError'
    this.detail = detail
  }
}

/** A code of the provider or the library: short and without spaces, so that no text of others reaches the audit. */
export const toDetail = (text: unknown): string => (typeof text === 'string' && /^[\w.-]{1,60}$/.test(text) ? text : 'other')

/** A client of the provider. Reads its discovery document; throws OutgoingError and ProviderAnswerError. */
export async function discoverProvider(http: SafeHttp, settings: ProviderSettings): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretPost, customFetch, discovery, enableNonRepudiationChecks } = await openid()
  const { issuer, clientId, clientSecret } = settings
  const send: CustomFetch = async (url, { method, headers, body }) => {
    const answer = await http(url, { method, headers, body: textOf(body), ...limits })
    if (answer.status >= 300 && answer.status < 400) throw new OutgoingError('address', 'The address leads to another one.')
    return new Response(answer.body, answer)
  }
  // Reached by the test provider alone: `safeHttp` refuses http for all others.
  const insecure = issuer.startsWith('http:') ? { execute: [allowInsecureRequests] } : {}
  try {
    const client = await discovery(new URL(issuer), clientId, clientSecret, ClientSecretPost(clientSecret), {
      [customFetch]: send,
      ...insecure,
    })
    // Also verifies the signature of ID tokens that come from the token endpoint.
    enableNonRepudiationChecks(client)
    return client
  } catch (error) {
    throw toAnswerError(error)
  }
}

/** The library sends forms only. */
const textOf = (body: unknown): string | undefined => (body instanceof URLSearchParams ? body.toString() : undefined)

type Question = Secrets & {
  redirectUri: string
  email: string | null
  domain: string | null
  /** Step-up: the provider must ask the user to sign in again. */
  again: boolean
}

/** "Authorisation code with PKCE, state, nonce"; for a step-up `max_age=0`. */
export async function authorizationUrl(client: Configuration, kind: ProviderKind, question: Question): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openid()
  const { state, nonce, verifier, redirectUri, email, domain, again } = question
  const url = buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    response_type: 'code',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(email === null ? {} : { login_hint: email }),
    ...(kind === 'google' && domain !== null ? { hd: domain } : {}),
    // Google answers `auth_time` only when it is asked for, and refuses `prompt=login`.
    ...(again && kind === 'google' ? { claims: '{"id_token":{"auth_time":{"essential":true}}}' } : {}),
    ...(again ? { max_age: '0' } : {}),
    ...(again && kind === 'entra' ? { prompt: 'login' } : {}),
  })
  return url.href
}

/** Exchanges the code of the address that the browser came back with, and checks the ID token. */
export async function redeemCode(
  client: Configuration,
  currentUrl: URL,
  { state, nonce, verifier, again }: Secrets & { again: boolean },
): Promise<ProviderIdentity> {
  const { authorizationCodeGrant } = await openid()
  try {
    const tokens = await authorizationCodeGrant(client, currentUrl, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(again ? { maxAge: 0 } : {}),
    })
    const claims = tokens.claims()
    if (!claims) throw new ProviderAnswerError('no-id-token')
    return {
      issuer: claims.iss,
      subject: claims.sub,
      // Entra has an `email` only where the directory has one; the name of the user is confirmed there like an address.
      email: addressIn(claims.email) ?? addressIn(claims.preferred_username),
      emailVerified: typeof claims.email_verified === 'boolean' ? claims.email_verified : null,
      hostedDomain: typeof claims.hd === 'string' ? claims.hd : null,
      ...nameIn(claims),
    }
  } catch (error) {
    if (error instanceof ProviderAnswerError) throw error
    throw toAnswerError(error)
  }
}

const addressIn = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(value) ? value.toLowerCase() : null

// Control characters, direction overrides and the like are matched on purpose.
const cleanName = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 80)
        .toWellFormed()
    : ''

/** Given and family name, else the halves of the full name, else the part of the address before the @. */
function nameIn(claims: Readonly<Record<string, unknown>>): { firstName: string; lastName: string } {
  const [given, family, full] = [cleanName(claims.given_name), cleanName(claims.family_name), cleanName(claims.name)]
  if (given && family) return { firstName: given, lastName: family }
  const whole = full || cleanName([given, family].join(' ')) || cleanName(addressIn(claims.email)?.split('@')[0])
  const at = whole.lastIndexOf(' ')
  return at > 0
    ? { firstName: whole.slice(0, at), lastName: whole.slice(at + 1) }
    : { firstName: whole || 'Unknown', lastName: '' }
}

function toAnswerError(error: unknown): Error {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1)
    if (one instanceof OutgoingError) return one
  const { code, error: reason } = error as { code?: unknown; error?: unknown }
  return new ProviderAnswerError(toDetail(reason ?? code), error)
}
