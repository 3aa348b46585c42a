import { endpoints } from '@gya/domain/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts'

type Schema = Parameters<typeof z.fromJSONSchema>[0]
type Operation = {
  summary?: string
  description?: string
  security?: unknown[]
  parameters?: { name: string; in: 'path' | 'query'; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}
type Document = { openapi: string; info: object; servers: { url: string }[]; paths: Record<string, Record<string, Operation>> }

let testApp: TestApp
let document: Document
beforeAll(async () => {
  testApp = await openTestApp()
  document = (await testApp.app.inject({ url: '/api/openapi.json' })).json<Document>()
})
afterAll(() => testApp.close())

const asDocumented = (path: string) => path.replace(/:(\w+)/g, '{$1}')
const operationOf = ({ method, path }: { method: string; path: string }) =>
  document.paths[asDocumented(path)]?.[method.toLowerCase()]

describe('GET /api/openapi.json', () => {
  test('is OpenAPI 3.1 with the server /api', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: 'GYA', version: expect.any(String) })
    expect(document.servers).toEqual([{ url: '/api' }])
  })

  test('contains every contract and nothing else', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(documented.toSorted()).toEqual(
      endpoints.map(({ call }) => `${call.method.toLowerCase()} ${asDocumented(call.path)}`).toSorted(),
    )
  })

  test('has each method and path once', () => {
    const names = endpoints.map(({ call }) => `${call.method} ${call.path.replace(/:\w+/g, ':')}`)
    expect(names).toEqual([...new Set(names)])
  })

  test.each(endpoints)('$feature $name: summary, parameters, body, response and security', ({ call }) => {
    const operation = operationOf(call)
    expect(operation).toMatchObject({
      summary: call.summary,
      description: expect.stringContaining(`Permission: ${call.permission}.`),
    })
    const open = call.byPartyLink ? [{ partyLink: [] }] : []
    expect(operation?.security).toEqual(call.permission === 'public' ? open : [{ session: [] }, { bearer: [] }])
    const named = (place: 'path' | 'query') => (operation?.parameters ?? []).filter((parameter) => parameter.in === place)
    expect(named('path').map(({ name, required }) => [name, required])).toEqual(
      [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, true]),
    )
    expect(named('query').map(({ name }) => name)).toEqual(Object.keys(call.query?.shape ?? {}))
    expect(Object.keys(operation?.requestBody?.content ?? {}).length > 0).toBe(call.body !== undefined)
    if (call.redirects) expect(operation?.responses).toHaveProperty('302')
    else
      for (const type of call.responseTypes ?? ['application/json'])
        expect(operation?.responses['200']?.content).toHaveProperty([type, 'schema'])
  })

  test.each(endpoints)('$feature $name: every schema is valid JSON Schema', ({ call }) => {
    const { parameters = [], requestBody, responses } = operationOf(call) ?? { responses: {} }
    const schemas = [
      ...parameters.map(({ schema }) => schema),
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => schema),
      ...Object.values(responses).flatMap(({ content }) => Object.values(content ?? {}).map(({ schema }) => schema)),
    ]
    for (const schema of schemas) expect(() => z.fromJSONSchema(schema)).not.toThrow()
  })
})

test('GET /api/docs is a page without scripts', async () => {
  const answer = await testApp.app.inject({ url: '/api/docs' })
  expect(answer.headers['content-type']).toMatch(/^text\/html/)
  for (const { call } of endpoints) expect(answer.body).toContain(`<code>${call.method} /api${asDocumented(call.path)}</code>`)
  expect(answer.body).not.toMatch(/<script/i)
})

describe('GET /api/openapi-keys.json', () => {
  test('contains exactly the calls with a scope, with bearer authentication only', async () => {
    const forKeys = (await testApp.app.inject({ url: '/api/openapi-keys.json' })).json<Document>()
    const documented = Object.entries(forKeys.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => `${method} ${path} ${JSON.stringify(operation.security)}`),
    )
    const withScope = endpoints.filter(({ call }) => call.scope !== undefined)
    expect(documented.toSorted()).toEqual(
      withScope.map(({ call }) => `${call.method.toLowerCase()} ${asDocumented(call.path)} [{"bearer":[]}]`).toSorted(),
    )
    for (const { call } of withScope) expect(operationOf(call)).toMatchObject({ 'x-scope': call.scope })
  })
})
