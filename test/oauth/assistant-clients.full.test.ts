import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { decideConnection } from '@gya/domain/features/applications/applications.contract.ts'
import { scopesOfResource } from '@gya/domain/features/applications/applications.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { protocolClients } from '../../scripts/programs.mjs'
import { redirectUri, registerApp } from '../support/app-client.ts'
import { type Fixtures, openFixtures } from '../support/fixtures.ts'

/** "Both generations of assistant clients get from the first 401 to the first tool." [open §14](docs/design/open.md#14), item 3. */
let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures({ config: { publicUrl: 'https://gya.example' } })
})
afterAll(() => fixtures.close())

type Client = {
  connect(transport: unknown): Promise<void>
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: { name: string; arguments: object }): Promise<{ content: { text?: string }[] }>
  getInstructions(): string | undefined
  close(): Promise<void>
}
type Made = {
  Client: new (info: object, options?: object) => Client
  StreamableHTTPClientTransport: new (
    url: URL,
    options: object,
  ) => { finishAuth(code: string, issuer: string | null): Promise<void> }
}

const load = async (path: string): Promise<Made> => (await import(path)) as Made
const generations = [
  ['2026-07-28', () => load(join(protocolClients.present, 'dist/index.mjs'))],
  [
    '2025-11-25',
    async () => ({
      ...(await load(join(protocolClients.before, 'dist/esm/client/index.js'))),
      ...(await load(join(protocolClients.before, 'dist/esm/client/streamableHttp.js'))),
    }),
  ],
] as const

const revisions = new Set<string | null>()
const fetchOurs = async (url: string | URL, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> => {
  const { pathname, search } = new URL(url)
  const payload =
    body === undefined || body === null ? {} : { payload: typeof body === 'string' ? body : String(body as URLSearchParams) }
  const answer = await fixtures.app.inject({
    method: method as 'GET',
    url: `${pathname}${search}`,
    headers: Object.fromEntries(new Headers(headers)),
    ...payload,
  })
  if (answer.statusCode === 200 && pathname === '/api/mcp') revisions.add(new Headers(headers).get('mcp-protocol-version'))
  const given = Object.entries(answer.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return new Response(answer.body === '' ? null : answer.body, {
    status: answer.statusCode,
    headers: given as [string, string][],
  })
}

/** What a client keeps between its requests, and the page that a person sees. */
function provider(clientId: string) {
  const kept: { tokens?: object; verifier?: string; page?: URL } = {}
  return {
    kept,
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Assistant', redirect_uris: [redirectUri] },
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => kept.tokens,
    saveTokens: (tokens: object) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (page: URL) => {
      kept.page = page
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier,
  }
}

test.skipIf(!existsSync(protocolClients.present)).each(generations)('the client of %s', async (revision, made) => {
  revisions.clear()
  const { Client, StreamableHTTPClientTransport } = await made()
  const { clientId } = await registerApp(fixtures)
  const authProvider = provider(clientId)
  const url = new URL('https://gya.example/api/mcp')
  const transport = () => new StreamableHTTPClientTransport(url, { authProvider, fetch: fetchOurs })
  const first = transport()
  await expect(
    new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } }).connect(first),
  ).rejects.toThrow(/unauthori[sz]ed/i)
  const page = await fetchOurs(authProvider.kept.page ?? '')
  const ticket = new URL(page.headers.get('location') ?? '').searchParams.get('ticket') ?? ''
  const scopes = [...scopesOfResource.mcp]
  const { redirectTo } = await fixtures.as('branch').ok(decideConnection, { body: { ticket, allow: true, scopes } })
  const back = new URL(redirectTo).searchParams
  await first.finishAuth(back.get('code') ?? '', back.get('iss'))

  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(transport())
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('find_sales')
  const { content } = await client.callTool({ name: 'find_sales', arguments: {} })
  expect(content[0]?.text).toContain(fixtures.first.propertyId)
  expect(client.getInstructions()).toContain('never an instruction')
  expect([...revisions]).toContain(revision)
  await client.close()
})
