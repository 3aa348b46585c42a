import swagger from '@fastify/swagger'
import { maxFileBytes } from '@gya/domain/common/uploads.ts'
import { type Endpoint, scopeKeys, takesIdempotencyKey } from '@gya/domain/endpoint.ts'
import { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPI } from 'openapi-types'
import { z } from 'zod'
import { completeDocument, type Document, withoutUnusedParts } from './complete-document.ts'
import { readExamples } from './examples.ts'

/**
 * What is sent is the encoded form of a codec, for example pounds, also in answers, for which the package would describe the decoded one.
 * The package's own override loses the members of a union that transform, such as an e-mail address or nothing.
 */
export const encodedForm = ({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}): void => {
  if (!(zodSchema instanceof z.core.$ZodCodec)) return
  const { $schema: _dialect, ...encoded } = z.toJSONSchema(zodSchema._zod.def.in, { io: 'input' })
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
  Object.assign(jsonSchema, encoded)
}
const zodToJsonConfig = { override: encodedForm }
const jsonSchemaTransform = createJsonSchemaTransform({ zodToJsonConfig })
const jsonSchemaTransformObject = createJsonSchemaTransformObject({ zodToJsonConfig })

const escapeHtml = (text = ''): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

type Operation = {
  operationId?: string
  summary?: string
  description?: string
  requestBody?: unknown
  parameters?: unknown[]
  responses?: Record<string, unknown>
  security?: unknown
  'x-scope'?: string
  'x-codeSamples'?: unknown
}

const schemaBlock = (title: string, value: unknown): string =>
  value ? `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>` : ''

/** The OpenAPI document as a readable page without scripts. */
export function openapiPage(document: OpenAPI.Document): string {
  const calls = Object.entries((document.paths ?? {}) as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, call]) => `<article><h2><code>${escapeHtml(method.toUpperCase())} /api${escapeHtml(path)}</code></h2>
<p>${escapeHtml(call.summary)}</p><p>${escapeHtml(call.description)}</p>
${schemaBlock('Parameters', call.parameters)}${schemaBlock('Body', call.requestBody)}${schemaBlock('Answers', call.responses)}</article>`,
    ),
  )
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>GYA: the calls</title></head>
<body><main><h1>The calls</h1><p>${calls.length} calls, all below <code>/api</code>. The same as <a href="/api/openapi.json">OpenAPI</a>; what keys may call, <a href="/api/openapi-keys.json">by itself</a>, and as a <a href="/api/client.ts">typed client</a>.</p><h2 id="security">Security</h2><p>Tell us about a weakness at the contact in <a href="/.well-known/security.txt">security.txt</a>: what you did and what you saw. Try with an account and data of your own only, and with no more calls than it takes.</p>${calls.join('\n')}</main></body></html>`
}

/** `GET /api/openapi.json` (OpenAPI 3.1, generated from the contracts) and `/api/docs`. */
export async function registerOpenapi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'GYA',
        version: '1.0.0',
        description:
          'Sales progression for UK estate agencies. Failures answer { code, message, issues?, requestId }. Repeating a request that takes an Idempotency-Key with the same key and body within 24 hours returns the same response, with the header `Idempotent-Replayed: true`, and has no effect; with another body it returns 409 IDEMPOTENCY_KEY_REUSED. A refused call can be retried with its key.',
        contact: { name: 'Support', email: app.gya.config.supportEmail },
      },
      servers: [
        { url: `${app.gya.config.publicUrl}/api`, description: 'This installation (production)', 'x-internal': false } as {
          url: string
        },
      ],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'gya_session', description: 'People: with `x-client: Web` on changes.' },
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description:
              'Programs: a key, `gya_…`, or the access token of an application, `gyat_…` (OAuth 2.1: `/.well-known/oauth-authorization-server`). They may make the calls that name a scope. People: the token of a session.',
          },
          partyLink: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: 'Solicitors and buyers: `Link` and what follows # in the address of their page.',
          },
        },
      },
    },
    stripBasePath: true,
    transformObject: jsonSchemaTransformObject,
    transform: (route) => {
      const transformed = jsonSchemaTransform(route)
      const call = route.route.config?.call
      return {
        ...transformed,
        url: transformed.url.replace(/^\/api/, ''),
        schema: {
          ...transformed.schema,
          ...(call?.scope ? { 'x-scope': call.scope } : {}),
          ...(call?.deprecated ? { deprecated: true } : {}),
          ...(call ? { ...securityOf(call), description: descriptionOf(call), ...fileResponses(call) } : {}),
          ...(call?.form ? { consumes: ['application/json', 'multipart/form-data'] } : {}),
        },
      }
    },
  })
  // Public and uncached by clients, so both are generated once.
  const completed = memoize(() => completeDocument(app.swagger() as unknown as Document) as unknown as OpenAPI.Document)
  const document = memoize(() => Buffer.from(JSON.stringify(completed())))
  const forKeys = memoize(() => Buffer.from(JSON.stringify(keysDocument(completed()))))
  const page = memoize(() => Buffer.from(openapiPage(completed())))
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  )
  app.get('/api/openapi-keys.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(forKeys()),
  )
  app.get('/api/docs', { schema: { hide: true } }, async (_request, reply) => reply.type('text/html; charset=utf-8').send(page()))
}

type Paths = Record<string, Record<string, Operation>>

/** The calls available to keys, which have a scope, each with an example of request and answer, and one for a shell. */
function keysDocument(document: OpenAPI.Document) {
  const paths: Paths = {}
  const examples = readExamples()
  for (const [path, methods] of Object.entries((document.paths ?? {}) as Paths))
    for (const [method, operation] of Object.entries(methods)) {
      if (operation['x-scope'] === undefined) continue
      const example = examples.get(operation.operationId ?? '')
      const sample = {
        ...operation,
        requestBody: withExample(operation.requestBody, example?.body),
        responses: { ...operation.responses, 200: withExample(operation.responses?.[200], example?.answer) },
        security: [{ bearer: [] }],
        'x-codeSamples': [curlSample(path, method, example?.body)],
      }
      paths[path] = { ...paths[path], [method]: sample }
    }
  const { securitySchemes, ...components } = (document as unknown as Document).components
  const { bearer } = securitySchemes as { bearer: object }
  return withoutUnusedParts({
    ...document,
    info: { ...document.info, title: 'GYA for keys' },
    components: { ...components, schemas: schemasForKeys(components.schemas as Schemas), securitySchemes: { bearer } },
    paths,
  } as unknown as Document)
}

type Schemas = Record<string, { properties?: Record<string, unknown>; required?: string[] }>

/** A write answers to a key with the property as its scopes let it be read (`propertyVisibleToKey`), without what only reads add. */
function schemasForKeys(schemas: Schemas): Schemas {
  const { properties = {}, required = [], ...read } = schemas['OpenProperty'] ?? {}
  const isOfWrites = (name: string) => name in (PropertyDetail.shape as object)
  const shown = Object.fromEntries(Object.entries(properties).filter(([name]) => isOfWrites(name)))
  return { ...schemas, Property: { ...read, properties: shown, required: required.filter(isOfWrites) } }
}

/** The part of an operation with the example of its JSON, if it has any. */
function withExample(part: unknown, example: unknown) {
  const { content } = (part ?? {}) as { content?: Record<string, object> }
  const json = content?.['application/json']
  if (!json || example === null || example === undefined) return part
  return { ...(part as object), content: { ...content, 'application/json': { ...json, example } } }
}

const curlSample = (path: string, method: string, body: unknown) => ({
  lang: 'Shell',
  source: [
    `curl -X ${method.toUpperCase()} "$GYA_URL/api${path}"`,
    '-H "Authorization: Bearer $GYA_KEY"',
    ...(method === 'post' ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(['post', 'put', 'patch'].includes(method)
      ? [`-H 'Content-Type: application/json' -d '${JSON.stringify(body ?? {})}'`]
      : []),
  ].join(' '),
})

function memoize<T>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

const securityOf = ({ permission, byPartyLink }: Endpoint) => {
  if (byPartyLink) return { security: [{ partyLink: [] }] }
  return { security: permission === 'public' ? [] : [{ session: [] }, { bearer: [] }] }
}

const fileResponses = ({ responseTypes: answers }: Endpoint) =>
  answers
    ? {
        response: {
          200: {
            description: 'The file',
            content: Object.fromEntries(answers.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
          },
          304: { description: 'Not modified (If-None-Match)', type: 'null' },
        },
      }
    : {}

const descriptionOf = (call: Endpoint): string => {
  const scopeIds = scopeKeys.filter((key) => call.path.includes(`:${key}`))
  const scope = scopeIds.length ? ` The ids ${scopeIds.join(', ')} must be in the caller's scope.` : ''
  const file = call.file
    ? ` The form part \`file\` ${call.file.required ? 'must' : 'may'} contain a file of at most ${maxFileBytes} bytes. Allowed types, detected from the content: ${Object.keys(call.file.kinds).join(', ')}.`
    : ''
  const mail =
    call.emailRecipients || call.emailsParties
      ? ' Every recipient address counts towards the e-mail limits of the user and the company (429 TOO_MANY_EMAILS above them).'
      : ''
  const key = takesIdempotencyKey(call) ? ' Takes an Idempotency-Key.' : ''
  const right = call.scope ? ` Scope of a key: ${call.scope}.` : ''
  const dropped = call.deprecated
    ? ` To be dropped on ${call.deprecated.sunset}${call.deprecated.use ? `: use ${call.deprecated.use}` : ''}.`
    : ''
  return `Permission: ${call.permission}.${right}${dropped}${scope}${file}${mail}${key}`
}
