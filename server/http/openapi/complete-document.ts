import { apiTags } from '@gya/domain/api-tags.ts'
import { maxFileBytes } from '@gya/domain/common/uploads.ts'
import { type Endpoint, isWrite } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { type ErrorCode, errors } from '@gya/domain/error-catalogue.ts'
import { isCompressibleRead } from '../route/etag-compression.ts'

/** What the generator does not know: ids, tags, refusals, rate headers, and bounds. [open §1](docs/design/open.md#1). */

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null
type JsonObject = { [key: string]: Json }

export type Document = JsonObject & { paths: Record<string, Record<string, JsonObject>>; components: JsonObject }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const documentedPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

/** Paths that differ only in the names of their parameters are one path in OpenAPI: the first stands for all. */
export const shapeOf = (path: string): string => path.replace(/\{\w+\}|:\w+/g, '{}')

/** Adds to the generated document what clients and linters need. Returns a new document. */
export function completeDocument(generated: Document): Document {
  const paths: Document['paths'] = {}
  const byShape = new Map<string, string>()
  for (const { name, tag, call } of endpoints) {
    const own = documentedPath(call.path)
    const method = call.method.toLowerCase()
    const operation = generated.paths[own]?.[method]
    if (!operation) continue
    const path = byShape.get(shapeOf(own)) ?? own
    byShape.set(shapeOf(own), path)
    paths[path] = {
      ...paths[path],
      [method]: { operationId: name, tags: [tag], ...operation, responses: responsesOf(call, operation) },
    }
  }
  const { schemas, ...components } = generated.components as { schemas: JsonObject }
  const document = {
    ...generated,
    tags: Object.entries(apiTags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      ...components,
      headers,
      responses: { ...refusals, NotModified: { description: descriptionOf('304') } },
      schemas: { ...schemas, ...refusalSchemas },
    },
  }
  return withNamedParameters(withoutUnusedParts(bounded(document) as Document))
}

const rateHeader = (description: string) => ({
  description,
  schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 1_000_000 },
})

const headers = {
  RateLimitLimit: rateHeader('Calls a minute. Sent to keys.'),
  RateLimitRemaining: rateHeader('Calls left in this minute. Sent to keys.'),
  RateLimitReset: rateHeader('Seconds until the minute ends. Sent to keys.'),
  RetryAfter: rateHeader('Seconds to wait before trying again.'),
}

const rateHeaders = {
  'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
}

const refusalDescriptions: Record<number, string> = {
  400: 'The request is not valid; `issues` names the fields.',
  401: 'Nobody is signed in, or the key is not valid.',
  403: 'The caller may not do this.',
  404: 'This does not exist, or is out of reach.',
  409: 'It conflicts with what is stored, or a rule does not allow it.',
  413: 'The body or file is too large.',
  415: 'The media type is not allowed.',
  422: 'A virus was found in the file.',
  429: 'Too many calls.',
  500: 'An unexpected error.',
  503: 'Not available at the moment.',
  507: 'No storage space is left.',
}

const statuses = Object.keys(refusalDescriptions).map(Number)

const codesOf = (status: number): ErrorCode[] => (Object.keys(errors) as ErrorCode[]).filter((code) => errors[code][0] === status)

const text = (maxLength: number) => ({ type: 'string', maxLength })

/** The body of every refusal, but for its codes. */
const refusalSchema = (status: number): JsonObject => ({
  type: 'object',
  properties: {
    code: { type: 'string', enum: codesOf(status) },
    message: text(1_000),
    issues: {
      type: 'array',
      maxItems: 10_000,
      items: {
        type: 'object',
        properties: { path: text(1_000), message: text(1_000) },
        required: ['path', 'message'],
        additionalProperties: false,
      },
    },
    requestId: text(100),
    details: {
      type: 'object',
      additionalProperties: text(10_000),
      description: 'More about the refusal, such as who saved it since.',
    },
  },
  required: ['code', 'message', 'requestId'],
  additionalProperties: false,
})

const refusalSchemas = Object.fromEntries(statuses.map((status) => [`Refusal${status}`, refusalSchema(status)]))

const refusals: JsonObject = Object.fromEntries(
  statuses.map((status) => [
    `Refused${status}`,
    {
      description: refusalDescriptions[status] ?? '',
      headers: {
        ...(status < 500 ? rateHeaders : {}),
        ...(status === 429 || status === 503 ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
      },
      content: { 'application/json': { schema: { $ref: `#/components/schemas/Refusal${status}` } } },
    },
  ]),
)

/** Any call may be refused for who makes it, for what it names, and for the state that it finds. */
const refusalsOf = (call: Endpoint): number[] =>
  statuses.filter((status) => {
    if (status === 413 || status === 415) return call.body !== undefined || call.file !== undefined || call.bytes !== undefined
    if (status === 422) return call.file !== undefined
    return status !== 507 || isWrite(call)
  })

function responsesOf(call: Endpoint, { responses }: JsonObject): JsonObject {
  const answered = Object.entries(isObject(responses) ? responses : {}).map(([status, response]) => [
    status,
    { ...(isObject(response) ? response : {}), headers: rateHeaders, description: descriptionOf(status) },
  ])
  const refused = refusalsOf(call).map((status) => [String(status), { $ref: `#/components/responses/Refused${status}` }])
  const unchanged =
    isCompressibleRead(call) && !call.responseTypes ? [['304', { $ref: '#/components/responses/NotModified' }]] : []
  return Object.fromEntries([...answered, ...unchanged, ...refused])
}

const descriptionOf = (status: string): string =>
  ({ 302: 'The address to go on with', 304: 'Not modified (If-None-Match)' })[status] ?? 'Done'

/** Of texts, lists and whole numbers whose contract states no bound. */
const widest = { maxLength: 100_000, maxItems: 10_000, integer: Number.MAX_SAFE_INTEGER }

/** Formats that say more than the pattern that the generator writes beside them, with their longest text. */
const formats: Record<string, number> = { uuid: 36, date: 10, 'date-time': 35, email: 254, binary: maxFileBytes }

function boundText({ pattern, ...schema }: JsonObject): JsonObject {
  if (schema['enum'] !== undefined || schema['const'] !== undefined) return schema
  const longest = typeof schema['format'] === 'string' ? formats[schema['format']] : undefined
  if (longest !== undefined) return { maxLength: longest, ...schema }
  const isRestricted = schema['format'] !== undefined || schema['contentEncoding'] !== undefined
  return { maxLength: widest.maxLength, ...schema, ...(isRestricted ? {} : { pattern: pattern ?? '^[^\\u0000]*$' }) }
}

const boundInteger = (schema: JsonObject): JsonObject => ({
  format: 'int64',
  ...(schema['exclusiveMinimum'] === undefined ? { minimum: -widest.integer } : {}),
  ...(schema['exclusiveMaximum'] === undefined ? { maximum: widest.integer } : {}),
  ...schema,
})

/** A record with fixed keys, which the generator writes as names and a common schema. */
function namedKeys({ propertyNames, additionalProperties, ...schema }: JsonObject): JsonObject {
  const names = isObject(propertyNames) ? [propertyNames['enum'] ?? []].flat().filter((name) => typeof name === 'string') : []
  if (names.length === 0 || !isObject(additionalProperties) || schema['required'] === undefined)
    return {
      ...schema,
      ...(propertyNames === undefined ? {} : { propertyNames }),
      ...(additionalProperties === undefined ? {} : { additionalProperties }),
    }
  return {
    ...schema,
    properties: Object.fromEntries(names.map((name) => [name, additionalProperties])),
    additionalProperties: false,
  }
}

const boundOf: Record<string, (schema: JsonObject) => JsonObject> = {
  string: boundText,
  array: (schema) => ({ maxItems: widest.maxItems, ...schema }),
  integer: boundInteger,
  object: namedKeys,
}

/** Bounds every schema. Lists of values are no schemas. */
function bounded(value: Json): Json {
  if (Array.isArray(value)) return value.map(bounded)
  if (!isObject(value)) return value
  const within = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, Array.isArray(child) && valueLists.has(key) ? child : bounded(child)]),
  )
  const types = [value['type'] ?? []].flat().filter((type) => typeof type === 'string')
  return types.reduce<JsonObject>((schema, type) => boundOf[type]?.(schema) ?? schema, within)
}

const valueLists = new Set(['enum', 'examples', 'required'])

/** Removes the named parts that no call refers to, of all kinds but security schemes. */
export function withoutUnusedParts(document: Document): Document {
  const { securitySchemes = {}, ...components } = document.components as Record<string, JsonObject>
  const used = new Set<string>()
  const mark = (value: Json): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g))
      if (!used.has(`${kind} ${name}`)) {
        used.add(`${kind} ${name}`)
        mark(components[kind]?.[name] ?? null)
      }
  }
  mark(document.paths)
  const kept = Object.entries(components).map(([kind, parts]) => [
    kind,
    Object.fromEntries(Object.entries(parts).filter(([name]) => used.has(`${kind} ${name}`))),
  ])
  return { ...document, components: { securitySchemes, ...Object.fromEntries(kept) } }
}

/** Parameters of many calls stand once, under their names. */
function withNamedParameters(document: Document): Document {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const texts = operations.flatMap(({ parameters }) =>
    Array.isArray(parameters) ? parameters.map((one) => JSON.stringify(one)) : [],
  )
  // Of those with the same name, the one of most calls.
  const often = [...Map.groupBy(texts, (text) => text)]
    .filter(([, same]) => same.length >= 12)
    .toSorted(([, one], [, other]) => one.length - other.length)
  const byName = new Map(
    often.map(([text]) => {
      const parameter = JSON.parse(text) as JsonObject & { name: string }
      return [parameter.name, { text, parameter }] as const
    }),
  )
  const named = new Map([...byName.values()].map(({ text, parameter }) => [text, parameter]))
  const toReference = (parameter: Json): Json => {
    const common = named.get(JSON.stringify(parameter))
    return common ? { $ref: `#/components/parameters/${common.name}` } : parameter
  }
  return {
    ...document,
    paths: mapValues(document.paths, (methods) =>
      mapValues(methods, ({ parameters, ...operation }) => ({
        ...operation,
        ...(Array.isArray(parameters) ? { parameters: parameters.map(toReference) } : {}),
      })),
    ),
    components: { ...document.components, parameters: Object.fromEntries([...named.values()].map((one) => [one.name, one])) },
  }
}

const mapValues = <From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
