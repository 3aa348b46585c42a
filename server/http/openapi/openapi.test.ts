import { endpoints } from '@gya/domain/endpoints.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { shapeOf } from './complete-document.ts'

type Schema = object
type Parameter = { name: string; in: 'path' | 'query'; required?: boolean; schema: Schema }
type Operation = {
  operationId: string
  tags: [string]
  summary?: string
  description?: string
  security?: unknown[]
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}
type Document = {
  openapi: string
  info: object
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { parameters: Record<string, Parameter>; schemas: Record<string, { properties?: Record<string, object> }> }
}

let testApp: TestApp
let document: Document
beforeAll(async () => {
  testApp = await openTestApp()
  document = (await testApp.app.inject({ url: '/api/openapi.json' })).json<Document>()
})
afterAll(() => testApp.close())

/** Two paths that differ only in the names of their parameters are one in the document. */
const operationOf = ({ method, path }: { method: string; path: string }) =>
  Object.entries(document.paths).find(([documented]) => shapeOf(documented) === shapeOf(path))?.[1][method.toLowerCase()]

const parametersOf = (operation?: Operation): Parameter[] =>
  (operation?.parameters ?? []).map((one) =>
    '$ref' in one ? (document.components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one,
  )

describe('GET /api/openapi.json', () => {
  test('is OpenAPI 3.1 with the server /api', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: 'GYA', version: expect.any(String) })
    expect(document.servers).toMatchObject([{ url: 'http://gya.example/api', 'x-internal': false }])
  })

  test('contains every contract and nothing else', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${shapeOf(path)}`),
    )
    expect(documented.toSorted()).toEqual(
      endpoints.map(({ call }) => `${call.method.toLowerCase()} ${shapeOf(call.path)}`).toSorted(),
    )
  })

  test('gives every call an id of its own and the tag of its feature', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.toSorted()).toEqual([...new Set(endpoints.map(({ name }) => name))].toSorted())
    const tags = new Set(document.tags.map(({ name }) => name))
    for (const { tags: used } of operations) expect(tags).toContain(used[0])
  })

  test('is at most 1.52 MB', () => {
    expect(JSON.stringify(document).length).toBeLessThanOrEqual(1_520_000)
  })

  test('describes money in pounds, as it is sent', () => {
    const { properties } = document.components.schemas['Offer'] ?? {}
    expect(properties?.['amount']).toMatchObject({ type: 'number', multipleOf: 0.01 })
  })

  test('keeps every member of a union, such as no e-mail address', () => {
    const { properties } = document.components.schemas['Offer'] ?? {}
    expect(properties?.['email']).toMatchObject({ anyOf: [{ format: 'email' }, { const: '' }] })
  })

  test('has the refusals of a call by status, each with its codes', () => {
    const { responses } = operationOf({ method: 'POST', path: '/property/:companyId/:branchId/:propertyId/offer' }) ?? {}
    expect(Object.keys(responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
      '507',
    ])
    expect(document.components.schemas['Refusal429']?.properties?.['code']).toMatchObject({
      enum: expect.arrayContaining(['TOO_MANY_REQUESTS']),
    })
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
    const named = (place: 'path' | 'query') => parametersOf(operation).filter((parameter) => parameter.in === place)
    expect(new Set(named('path').map(({ name }) => name))).toEqual(
      new Set([...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name)),
    )
    expect(named('path').every(({ required }) => required)).toBe(true)
    expect(named('query').map(({ name }) => name)).toEqual(Object.keys(call.query?.shape ?? {}))
    expect(Object.keys(operation?.requestBody?.content ?? {}).length > 0).toBe(call.body !== undefined)
    if (call.redirects) expect(operation?.responses).toHaveProperty('302')
    else
      for (const type of call.responseTypes ?? ['application/json'])
        expect(operation?.responses['200']?.content).toHaveProperty([type, 'schema'])
  })

  test('every schema is valid JSON Schema', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const schemas = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => [
        ...parametersOf(operation).map(({ schema }) => schema),
        ...[operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
          Object.values(part?.content ?? {}).map(({ schema }) => schema),
        ),
      ]),
    )
    for (const schema of [...schemas, ...Object.values(document.components.schemas)])
      expect(ajv.validateSchema(schema) ? null : ajv.errors).toBeNull()
  })
})

test('GET /api/openapi-keys.json has an example of each request and answer in JSON, as described', async () => {
  const keys = (await testApp.app.inject({ url: '/api/openapi-keys.json' })).json<Document>()
  const ajv = new Ajv2020({ strict: false, validateFormats: false, multipleOfPrecision: 4 })
  ajv.addSchema({ ...keys, $id: 'keys' })
  for (const [path, methods] of Object.entries(keys.paths))
    for (const [method, { operationId, requestBody, responses }] of Object.entries(methods))
      for (const [part, content] of [
        ['requestBody', requestBody?.content],
        ['responses/200', responses['200']?.content],
      ] as const) {
        const json = content?.['application/json'] as { example?: unknown } | undefined
        if (!json) continue
        const place = ['paths', path, method, ...part.split('/'), 'content', 'application/json', 'schema']
        const pointer = place.map((one) => encodeURIComponent(one.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
        const validate = ajv.getSchema(`keys#/${pointer}`)
        expect([operationId, part, validate?.(json.example), ajv.errorsText(validate?.errors)]).toEqual([
          operationId,
          part,
          true,
          'No errors',
        ])
      }
})

test('GET /api/docs is a page without scripts', async () => {
  const answer = await testApp.app.inject({ url: '/api/docs' })
  expect(answer.headers['content-type']).toMatch(/^text\/html/)
  for (const { call } of endpoints) expect(answer.body).toContain(`<code>${call.method} /api`)
  expect(answer.body).not.toMatch(/<script/i)
})

describe('GET /api/openapi-keys.json', () => {
  test('contains exactly the calls with a scope, with bearer authentication only', async () => {
    const forKeys = (await testApp.app.inject({ url: '/api/openapi-keys.json' })).json<Document>()
    const documented = Object.entries(forKeys.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => `${method} ${shapeOf(path)} ${JSON.stringify(operation.security)}`),
    )
    const withScope = endpoints.filter(({ call }) => call.scope !== undefined)
    expect(documented.toSorted()).toEqual(
      withScope.map(({ call }) => `${call.method.toLowerCase()} ${shapeOf(call.path)} [{"bearer":[]}]`).toSorted(),
    )
    for (const { call } of withScope) expect(operationOf(call)).toMatchObject({ 'x-scope': call.scope })
    const refersTo = [...JSON.stringify(forKeys).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
    expect(new Set(Object.keys(forKeys.components.schemas))).toEqual(new Set(refersTo))
  })
})
