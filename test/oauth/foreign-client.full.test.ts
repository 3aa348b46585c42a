import { decideConnection } from '@gya/domain/features/applications/applications.contract.ts'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealLeftOvers } from '../../server/features/record/seal-entries.ts'
import { redirectUri, registerApp } from '../support/app-client.ts'
import { type Fixtures, openFixtures } from '../support/fixtures.ts'

/** A client library of somebody else gets from the first 401 to a call with what the answers tell it. */
let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures({ config: { publicUrl: 'https://gya.example' } })
  await sealLeftOvers(fixtures)
})
afterAll(() => fixtures.close())

const fetchOurs = async (url: string, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> => {
  const { pathname, search } = new URL(url)
  const answer = await fixtures.app.inject({
    method: method as 'GET',
    url: `${pathname}${search}`,
    headers: Object.fromEntries(new Headers(headers)),
    ...(body === undefined || body === null ? {} : { payload: String(body as URLSearchParams) }),
  })
  const given = Object.entries(answer.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return new Response(answer.body === '' ? null : answer.body, {
    status: answer.statusCode,
    headers: [...given] as [string, string][],
  })
}
const options = { [oauth.customFetch]: fetchOurs as never }

test('oauth4webapi: first 401, metadata of resource and server, code, a call, refresh, revocation', async () => {
  const address = new URL(`https://gya.example/api/open/${fixtures.a.companyId}/properties`)
  const first = await fetchOurs(address.href)
  expect(first.status).toBe(401)
  const metadata = /resource_metadata="([^"]+)"/.exec(first.headers.get('www-authenticate') ?? '')?.[1] ?? ''
  expect(metadata).toBe('https://gya.example/.well-known/oauth-protected-resource/api')

  const resourceAddress = new URL('https://gya.example/api')
  const resource = await oauth.processResourceDiscoveryResponse(
    resourceAddress,
    await oauth.resourceDiscoveryRequest(resourceAddress, options),
  )
  const issuer = new URL(resource.authorization_servers?.[0] ?? '')
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' }),
  )
  expect(server.code_challenge_methods_supported).toEqual(['S256'])

  const { clientId } = await registerApp(fixtures)
  const client: oauth.Client = { client_id: clientId }
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const authorization = new URL(server.authorization_endpoint ?? '')
  authorization.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'property:read note:write',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    resource: resource.resource,
  }).toString()
  const page = await fetchOurs(authorization.href)
  const ticket = new URL(page.headers.get('location') ?? '').searchParams.get('ticket') ?? ''
  const { redirectTo } = await fixtures
    .as('branch')
    .ok(decideConnection, { body: { ticket, allow: true, scopes: ['property:read', 'note:write'] } })

  const params = oauth.validateAuthResponse(server, client, new URL(redirectTo), state)
  const none = oauth.None()
  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(server, client, none, params, redirectUri, verifier, options),
  )
  expect(tokens).toMatchObject({ scope: 'property:read note:write', expires_in: 3600, token_type: 'bearer' })

  const read = (token: string) => oauth.protectedResourceRequest(token, 'GET', address, new Headers(), null, options)
  const answer = (await (await read(tokens.access_token)).json()) as { data: { _id: string }[] }
  expect(answer.data.map(({ _id }) => _id)).toEqual([fixtures.first.propertyId])

  const next = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, none, tokens.refresh_token ?? '', options),
  )
  await expect(read(tokens.access_token)).rejects.toMatchObject({
    status: 401,
    cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
  })
  expect((await read(next.access_token)).status).toBe(200)

  await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, none, next.refresh_token ?? '', options))
  await expect(read(next.access_token)).rejects.toMatchObject({ status: 401 })
})

test('oauth4webapi: the person refuses', async () => {
  const { clientId } = await registerApp(fixtures)
  const server: oauth.AuthorizationServer = {
    issuer: 'https://gya.example',
    authorization_response_iss_parameter_supported: true,
  }
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier()),
    code_challenge_method: 'S256',
    state: 'state-2',
  })
  const page = await fetchOurs(`https://gya.example/api/oauth/authorize?${query.toString()}`)
  const ticket = new URL(page.headers.get('location') ?? '').searchParams.get('ticket') ?? ''
  const { redirectTo } = await fixtures.as('branch').ok(decideConnection, { body: { ticket, allow: false } })
  expect(() => oauth.validateAuthResponse(server, { client_id: clientId }, new URL(redirectTo), 'state-2')).toThrow(
    expect.objectContaining({ error: 'access_denied' }),
  )
})
