import type { ProviderKind } from '@gya/domain/features/single-sign-on/single-sign-on.rules.ts'
import type { Configuration, CustomFetch } from 'openid-client'
import { OutgoingError, type SafeHttp } from '../../infra/safe-http.ts'

/** OpenID Connect client library. Loaded on first use, because most processes never need it. */
const openid = () => import('openid-client')

/** "Answers slowly or too long (256 KB)". [trust §8](docs/design/trust.md#8). */
const limits = { timeoutMs: 10_000, maxBytes: 256 * 1024 }

export type ProviderSettings = { kind: ProviderKind; issuer: string; clientId: string; clientSecret: string }

/** Values stored for an attempt until the provider redirects back. */
export type Secrets = { state: string; nonce: string; verifier: string }

/** The identity claims of the ID token. */
export type ProviderIdentity = {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean | null
  hostedDomain: string | null
  firstName: string
  lastName: string
}

/** `detail` is for the audit log: a code of the failed check. */
export class ProviderAnswerError extends Error {
  readonly detail: string
  constructor(detail: string, cause?: unknown) {
    super(`the response of the provider was refused: ${detail}`, { cause })
    this.name = 'ProviderAnswerError'
    this.detail = detail
  }
}

/** Returns an error code of the provider or the library. Only short codes without spaces pass, so that no foreign text reaches the audit log. */
export const toDetail = (text: unknown): string => (typeof text === 'string' && /^[\w.-]{1,60}$/.test(text) ? text : 'other')

/** Returns a client after reading the discovery document of the provider. Throws OutgoingError and ProviderAnswerError. */
export async function discoverProvider(http: SafeHttp, settings: ProviderSettings): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretPost, customFetch, discovery, enableNonRepudiationChecks } = await openid()
  const { issuer, clientId, clientSecret } = settings
  const send: CustomFetch = async (url, { method, headers, body }) => {
    const answer = await http(url, { method, headers, body: textOf(body), ...limits })
    if (answer.status >= 300 && answer.status < 400) throw new OutgoingError('address', 'The address redirects to another one.')
    return new Response(answer.body, answer)
  }
  // Only the test provider uses http: `safeHttp` refuses it for all others.
  const insecure = issuer.startsWith('http:') ? { execute: [allowInsecureRequests] } : {}
  try {
    const client = await discovery(new URL(issuer), clientId, clientSecret, ClientSecretPost(clientSecret), {
      [customFetch]: send,
      ...insecure,
    })
    // Verifies the signature of ID tokens from the token endpoint too.
    enableNonRepudiationChecks(client)
    return client
  } catch (error) {
    throw toAnswerError(error)
  }
}

/** The library sends only form bodies. */
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
    // Google returns `auth_time` only if it is requested as a claim, and refuses `prompt=login`.
    ...(again && kind === 'google' ? { claims: '{"id_token":{"auth_time":{"essential":true}}}' } : {}),
    ...(again ? { max_age: '0' } : {}),
    ...(again && kind === 'entra' ? { prompt: 'login' } : {}),
  })
  return url.href
}

/** Exchanges the authorization code of the redirect for tokens, and verifies the ID token. */
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
      // Entra has an `email` claim only if the directory has an address. `preferred_username` is verified there in the same way.
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

// Matches control characters, direction overrides and similar characters on purpose.
const cleanName = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 80)
        .toWellFormed()
    : ''

/** Given and family name; otherwise the full name, split; otherwise the local part of the e-mail address. */
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
