import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decideConnection, readConnection } from '@gya/domain/features/applications/applications.contract.ts'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { challenge, redirectUri, registerApp, verifier } from '../support/app-client.ts'
import { type Fixtures, openFixtures } from '../support/fixtures.ts'

/**
 * "The same 40 requests go to both": to our endpoints and to those of `oidc-provider`, a certified server. What each answers is compared by
 * its error code; the differences are listed. [open §2.1](docs/design/open.md#2.1).
 */
type Params = Record<string, string | string[] | undefined>
type Sent = { params: Params; headers?: Record<string, string>; json?: true }
type Endpoints = {
  clientId: string
  /** `code`, the error that goes back to the client, or `page` if nothing does. */
  authorize(query: string): Promise<string>
  code(): Promise<string>
  token(sent: Sent): Promise<{ status: number; body: Record<string, string> }>
}

let fixtures: Fixtures
let ours: Endpoints
let theirs: Endpoints
let server: Server
beforeAll(async () => {
  fixtures = await openFixtures()
  ours = await openOurs()
  theirs = await openTheirs()
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await fixtures.close()
})

const outcome = (address: string): string => {
  const { search, hash } = new URL(address)
  const answer = new URLSearchParams(search === '' ? hash.slice(1) : search)
  return answer.get('error') ?? (answer.has('code') ? 'code' : 'page')
}
const listOf = (params: Params): string =>
  new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [value].flat().map((one) => [name, one]))),
  ).toString()

async function openOurs(): Promise<Endpoints> {
  const { clientId } = await registerApp(fixtures)
  const ticketOf = async (query: string) => {
    const { headers } = await fixtures.app.inject({ url: `/api/oauth/authorize?${query}` })
    return new URL(headers.location ?? '').searchParams.get('ticket')
  }
  const decide = async (query: string): Promise<string> => {
    const ticket = await ticketOf(query)
    if (ticket === null) return 'page'
    const { status, body } = await fixtures.as('branch').call(readConnection, { query: { ticket } })
    if (status !== 200) return 'page'
    const read = body as { redirectTo: string } | { scopes: ['property:read'] }
    if ('redirectTo' in read) return read.redirectTo
    await fixtures.database.pool.query('delete from app_grant where ended_on is null and refresh_hash is null')
    return (await fixtures.as('branch').ok(decideConnection, { body: { ticket, allow: true, scopes: read.scopes } })).redirectTo
  }
  return {
    clientId,
    authorize: async (query) => {
      const address = await decide(query)
      return address === 'page' ? 'page' : outcome(address)
    },
    code: async () => new URL(await decide(listOf(right(clientId)))).searchParams.get('code') ?? '',
    token: async ({ params, headers = {}, json }) => {
      await fixtures.database.pool.query('delete from rate_limit')
      const answer = await fixtures.app.inject({
        method: 'POST',
        url: '/api/oauth/token',
        headers: { 'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded', ...headers },
        payload: json ? JSON.stringify(params) : listOf(params),
      })
      return { status: answer.statusCode, body: answer.json() }
    },
  }
}

async function openTheirs(): Promise<Endpoints> {
  const clientId = 'app_0190a5d2-7b1e-7c3a-9f00-1234567890ab'
  let handle: ReturnType<Provider['callback']> = () => {}
  let provider: Provider
  server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    void provider.interactionFinished(request, response, { login: { accountId: 'somebody' } }, { mergeWithLastSubmission: false })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = new Provider(origin, {
    clients: [
      {
        client_id: clientId,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['test'] },
    scopes: ['openid', 'offline_access', 'property:read', 'note:write'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
    loadExistingGrant: async ({ oidc }: { oidc: { client: { clientId: string }; session: { accountId: string } } }) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid offline_access property:read note:write')
      await grant.save()
      return grant
    },
  })
  handle = provider.callback()
  const go = async (query: string): Promise<string> => {
    const jar = new Map<string, string>()
    let address = `${origin}/auth?${query}`
    for (let step = 0; step < 8 && address.startsWith(origin); step += 1) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
      for (const set of response.headers.getSetCookie()) {
        const [name = '', value = ''] = set.split(';', 1)[0]?.split(/=(.*)/s) ?? []
        jar.set(name, value)
      }
      const next = response.headers.get('location')
      await response.text()
      if (next === null) return 'page'
      address = new URL(next, address).href
    }
    return address
  }
  return {
    clientId,
    authorize: async (query) => {
      const address = await go(query)
      return address === 'page' ? 'page' : outcome(address)
    },
    code: async () => new URL(await go(listOf(right(clientId)))).searchParams.get('code') ?? '',
    token: async ({ params, headers = {}, json }) => {
      const response = await fetch(`${origin}/token`, {
        method: 'POST',
        headers: { 'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded', ...headers },
        body: json ? JSON.stringify(params) : listOf(params),
      })
      return { status: response.status, body: (await response.json()) as Record<string, string> }
    },
  }
}

const right = (clientId: string): Params => ({
  client_id: clientId,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'property:read',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'state-1',
})

const authorizations: Record<string, Params> = {
  'all right': {},
  'without state': { state: undefined },
  'without scope': { scope: undefined },
  'without response_type': { response_type: undefined },
  'response_type=token': { response_type: 'token' },
  'response_type=code token': { response_type: 'code token' },
  'without challenge': { code_challenge: undefined, code_challenge_method: undefined },
  'challenge without method': { code_challenge_method: undefined },
  'method without challenge': { code_challenge: undefined },
  'method plain': { code_challenge_method: 'plain' },
  'short challenge': { code_challenge: 'short' },
  'unknown scope': { scope: 'everything' },
  'response_mode=fragment': { response_mode: 'fragment' },
  'without client': { client_id: undefined },
  'unknown client': { client_id: 'app_0190a5d2-7b1e-7c3a-9f00-000000000000' },
  'other redirect': { redirect_uri: 'https://evil.example/back' },
  'redirect with another slash': { redirect_uri: `${redirectUri}/` },
  'redirect with a fragment': { redirect_uri: `${redirectUri}#a` },
  'without redirect': { redirect_uri: undefined },
  'two redirects': { redirect_uri: [redirectUri, 'https://evil.example/'] },
  'two states': { state: ['a', 'b'] },
}

type Tokens = { code: string; refresh: string; clientId: string }
const exchanging = ({ code, clientId }: Tokens): Params => ({
  grant_type: 'authorization_code',
  client_id: clientId,
  code,
  code_verifier: verifier,
  redirect_uri: redirectUri,
})
const refreshing = ({ refresh, clientId }: Tokens): Params => ({
  grant_type: 'refresh_token',
  client_id: clientId,
  refresh_token: refresh,
})

const tokenRequests: Record<string, (from: Tokens) => Sent> = {
  'code: all right': (from) => ({ params: exchanging(from) }),
  'without grant_type': (from) => ({ params: { ...exchanging(from), grant_type: undefined } }),
  'grant_type=password': (from) => ({ params: { ...exchanging(from), grant_type: 'password' } }),
  'grant_type=client_credentials': (from) => ({ params: { ...exchanging(from), grant_type: 'client_credentials' } }),
  'code without client': (from) => ({ params: { ...exchanging(from), client_id: undefined } }),
  'code by an unknown client': (from) => ({ params: { ...exchanging(from), client_id: 'unknown' } }),
  'code with a secret in a header': (from) => ({
    params: exchanging(from),
    headers: { authorization: `Basic ${btoa(`${from.clientId}:secret`)}` },
  }),
  'without code': (from) => ({ params: { ...exchanging(from), code: undefined } }),
  'unknown code': (from) => ({ params: { ...exchanging(from), code: `gyac_${'a'.repeat(43)}` } }),
  'without verifier': (from) => ({ params: { ...exchanging(from), code_verifier: undefined } }),
  'wrong verifier': (from) => ({ params: { ...exchanging(from), code_verifier: 'a'.repeat(43) } }),
  'short verifier': (from) => ({ params: { ...exchanging(from), code_verifier: 'short' } }),
  'code with another redirect': (from) => ({ params: { ...exchanging(from), redirect_uri: 'https://evil.example/' } }),
  'code without redirect': (from) => ({ params: { ...exchanging(from), redirect_uri: undefined } }),
  'two codes': (from) => ({ params: { ...exchanging(from), code: [from.code, 'b'] } }),
  'code as JSON': (from) => ({ params: exchanging(from), json: true }),
  'refresh: all right': (from) => ({ params: refreshing(from) }),
  'refresh without token': (from) => ({ params: { ...refreshing(from), refresh_token: undefined } }),
  'refresh with an unknown token': (from) => ({ params: { ...refreshing(from), refresh_token: `gyar_${'a'.repeat(43)}` } }),
  'refresh with more scopes': (from) => ({ params: { ...refreshing(from), scope: 'property:read note:write' } }),
}

async function compare(): Promise<{ asked: number; differences: Record<string, string> }> {
  const differences: Record<string, string> = {}
  let asked = 0
  const note = (name: string, [us, them]: [string, string]) => {
    asked += 1
    if (us !== them) differences[name] = `${us} / ${them}`
  }
  const both = async (act: (at: Endpoints) => Promise<string>): Promise<[string, string]> => [await act(ours), await act(theirs)]
  for (const [name, changed] of Object.entries(authorizations))
    note(name, await both((at) => at.authorize(listOf({ ...right(at.clientId), ...changed }))))
  for (const [name, request] of Object.entries(tokenRequests)) {
    const act = async (at: Endpoints) => {
      const code = await at.code()
      const from = { code, refresh: '', clientId: at.clientId }
      if (name.startsWith('refresh')) from.refresh = (await at.token({ params: exchanging(from) })).body.refresh_token ?? ''
      const { status, body } = await at.token(request(from))
      return body.access_token === undefined ? `${status} ${body.error}` : `${status}`
    }
    note(name, await both(act))
  }
  return { asked, differences }
}

test('oidc-provider gives the same answers, but for these', async () => {
  expect(await compare()).toEqual({
    asked: 41,
    differences: {
      // Ours answers in the query only, as its metadata says.
      'response_mode=fragment': 'invalid_request / code',
      // "A wrong client or redirect never redirects", and a redirect is always named.
      'two redirects': 'page / invalid_request',
      'without redirect': 'page / code',
      // Without scopes ours offers all that the company allows; theirs grants nothing and says that it was denied.
      'unknown scope': 'invalid_scope / access_denied',
      'without scope': 'code / access_denied',
      // A parameter that is missing, rather than one that is wrong.
      'without verifier': '400 invalid_request / 400 invalid_grant',
    },
  })
})
