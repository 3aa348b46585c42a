import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** Accounts of a provider: claims by subject. */
export type OpenidUser = {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  given_name?: string
  family_name?: string
  preferred_username?: string
  /** Google's hosted domain. */
  hd?: string
}

export type OpenidProvider = {
  /** For `ssoTestProvider`. */
  origin: string
  /** The user who signs in at the next interaction, in every tenant. */
  user: OpenidUser
  /** Time of the user's sign-in at the provider, in seconds; null: now. */
  signedInOn: number | null
  /** A host that responds instead of the provider: redirects, hangs, or sends too much. */
  misbehave: ((request: IncomingMessage, response: ServerResponse) => void) | null
  /** Signs in at the URL to which the browser was sent; returns the URL to which the provider redirects. */
  signInAt(address: string): Promise<URL>
  close(): Promise<void>
}

export const openidClient = { clientId: 'gya', clientSecret: 'a-secret-of-the-test-client' }

// Created once per process; tenants share it, so that only the issuer distinguishes their tokens.
let signingKey: object | undefined
const jwk = (): object => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' }
}

/**
 * Real OpenID providers (oidc-provider) on the loopback address: `/<tenant id>/v2.0` replaces Entra's, `/google` Google's. They sign `user`
 * in without prompting. Each tenant is created when it is first called.
 */
export async function openOpenidProvider(redirectUri: string, port = 0): Promise<OpenidProvider> {
  signingKey ??= jwk()
  const users = new Map<string, OpenidUser>()
  const tenants = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  const server = createServer((request, response) => {
    if (running.misbehave) return running.misbehave(request, response)
    const [, mount] = /^(\/google|\/[0-9a-f-]{36}\/v2\.0)\//.exec(request.url ?? '') ?? []
    if (mount === undefined) return response.writeHead(404).end()
    const tenant = tenants.get(mount) ?? openTenant(mount)
    tenants.set(mount, tenant)
    return tenant(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const running: OpenidProvider = {
    origin,
    user: { sub: randomUUID() },
    signedInOn: null,
    misbehave: null,
    signInAt,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  function openTenant(mount: string) {
    const provider = new Provider(`${origin}${mount}`, {
      clients: [
        {
          client_id: openidClient.clientId,
          client_secret: openidClient.clientSecret,
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [signingKey] },
      cookies: { keys: ['test'] },
      // Like Entra and Google: claims are in the ID token.
      conformIdTokenClaims: false,
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified', 'hd'],
        profile: ['name', 'given_name', 'family_name', 'preferred_username'],
      },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `${mount}/interaction/${uid}` },
      findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => users.get(sub) ?? { sub } }),
      // No consent prompt.
      loadExistingGrant: async ({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
        const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
    const callback = provider.callback()
    return (request: IncomingMessage, response: ServerResponse) => {
      const whole = request.url ?? ''
      Object.assign(request, { originalUrl: whole, url: whole.slice(mount.length) })
      if (request.url?.startsWith('/interaction/')) void finish(provider, request, response)
      else callback(request, response)
    }
  }

  async function finish(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { user } = running
    users.set(user.sub, user)
    const login = { accountId: user.sub, ts: running.signedInOn ?? Math.floor(Date.now() / 1000) }
    await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
  }

  async function signInAt(address: string): Promise<URL> {
    const jar = new Map<string, string>()
    let at = address
    for (let step = 0; step < 10; step += 1) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') jar.delete(name)
        else jar.set(name, value)
      }
      const location = answer.headers.get('location')
      if (location === null) throw new Error(`the test provider answered ${answer.status}: ${await answer.text()}`)
      at = new URL(location, at).href
      if (at.startsWith(redirectUri)) return new URL(at)
    }
    throw new Error('the test provider led round in circles')
  }

  return running
}
