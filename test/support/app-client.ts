import { createHash, randomBytes } from 'node:crypto'
import { type ApiScope, apiScopes, keyScopes } from '@gya/domain/access/api-scopes.ts'
import { addApp, decideConnection } from '@gya/domain/features/applications/applications.contract.ts'
import { scopesOfResource } from '@gya/domain/features/applications/applications.rules.ts'
import type { InjectOptions } from 'fastify'
import type { Fixtures } from './fixtures.ts'
import { TestClient } from './test-client.ts'

/** Makes requests like an application with an access token. */
class AppClient extends TestClient {
  readonly #token: string
  constructor(app: Fixtures['app'], token: string) {
    super(app)
    this.#token = token
  }

  override inject(request: InjectOptions) {
    const headers = { authorization: `Bearer ${this.#token}`, 'x-client': '' }
    return super.inject({ ...request, headers: { ...headers, ...request.headers } })
  }
}

export const appClient = ({ app }: Pick<Fixtures, 'app'>, token: string): TestClient => new AppClient(app, token)

export const redirectUri = 'https://assistant.example/back'
export const verifier = randomBytes(32).toString('base64url')
export const challenge = createHash('sha256').update(verifier).digest('base64url')

type Params = Record<string, string | undefined>

/** A form or query without the parameters that are undefined. */
export const formOf = (params: Params): string =>
  new URLSearchParams(Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))).toString()

/** Opens the page of consent as the browser of an application does; returns its ticket, `null` for the error page. */
export async function authorize({ app }: Pick<Fixtures, 'app'>, clientId: string, params: Params = {}): Promise<string | null> {
  const query = formOf({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'state-1',
    ...params,
  })
  const { statusCode, headers } = await app.inject({ method: 'GET', url: `/api/oauth/authorize?${query}` })
  if (statusCode !== 302) throw new Error(`authorize answered ${statusCode}`)
  return new URL(headers.location ?? '').searchParams.get('ticket')
}

/** Calls the token or revocation endpoint. */
export async function postForm(
  { app }: Pick<Fixtures, 'app'>,
  path: 'token' | 'revoke',
  params: Params,
  headers: Record<string, string> = {},
) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/oauth/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: formOf(params),
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.body === '' ? {} : answer.json<Record<string, string>>(),
  }
}

/** Registers an application of company A that may have these scopes. */
export async function registerApp(fixtures: Fixtures, scopes: readonly ApiScope[] = apiScopes) {
  // The sessions of fixtures are opened without a sign-in.
  await fixtures.database.pool.query('update app_user set last_login = $1 where last_login is null', [fixtures.clock.now()])
  const body = { name: 'Larkmead Assistant', redirectUris: [redirectUri], scopes: [...scopes] }
  return fixtures.as('company').ok(addApp, { params: fixtures.a, body })
}

/** Connects an application as a person; returns the code. */
export async function connect(
  fixtures: Fixtures,
  person: TestClient,
  clientId: string,
  scopes: readonly ApiScope[],
  resource?: string,
): Promise<string> {
  const ticket = (await authorize(fixtures, clientId, { resource })) ?? ''
  const { redirectTo } = await person.ok(decideConnection, { body: { ticket, allow: true, scopes: [...scopes] } })
  return new URL(redirectTo).searchParams.get('code') ?? ''
}

export const exchange = (fixtures: Fixtures, clientId: string, code: string, params: Params = {}) =>
  postForm(fixtures, 'token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
    ...params,
  })

export const refresh = (fixtures: Fixtures, clientId: string, token: string, params: Params = {}) =>
  postForm(fixtures, 'token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...params })

/** An application of company A that acts for a person, with its tokens and a client that uses them. */
export async function connectApp(fixtures: Fixtures, person: TestClient, scopes: readonly ApiScope[] = keyScopes) {
  const { _id: appId, clientId } = await registerApp(fixtures)
  const { body } = await exchange(fixtures, clientId, await connect(fixtures, person, clientId, scopes))
  const [access = '', refreshToken = ''] = [body.access_token, body.refresh_token]
  return { appId, clientId, access, refreshToken, client: appClient(fixtures, access) }
}

/** An assistant that acts for a person, with a function that calls one of its tools. */
export async function connectAssistant(
  fixtures: Fixtures,
  person: TestClient,
  scopes: readonly ApiScope[] = scopesOfResource.mcp,
) {
  const { clientId } = await registerApp(fixtures)
  const resource = 'http://gya.example/api/mcp'
  const { body } = await exchange(fixtures, clientId, await connect(fixtures, person, clientId, scopes, resource))
  const client = appClient(fixtures, body.access_token ?? '')
  const post = (payload: object | string, headers: Record<string, string> = {}) =>
    client.inject({
      method: 'POST',
      url: '/api/mcp',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
        ...headers,
      },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  const send = async (method: string, params: object = {}) =>
    (await post({ jsonrpc: '2.0', id: 1, method, params })).json<{ result: unknown }>().result
  const use = async (name: string, given: object = {}) => {
    const { content, isError } = (await send('tools/call', { name, arguments: given })) as {
      content: [{ text: string }]
      isError?: true
    }
    return { text: content[0].text, isError: isError === true }
  }
  return { post, send, use, token: body.access_token ?? '' }
}
