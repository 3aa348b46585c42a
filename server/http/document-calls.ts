import swagger from '@fastify/swagger'
import { scopeKeys } from '@gya/domain/endpoint.ts'
import { errors } from '@gya/domain/errors.ts'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { callsPage } from './calls-page.ts'

/** `GET /api/openapi.json` (OpenAPI 3.1, made from the contracts) and a readable page of the same at `/api/docs`. */
export async function documentCalls(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'GYA',
        version: '1.0.0',
        description: 'Sales progression for UK estate agencies. Failures answer { code, message, issues?, requestId }.',
      },
      servers: [{ url: '/api' }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'gya_session' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    stripBasePath: true,
    transform: (route) => {
      const shown = jsonSchemaTransform(route)
      const call = (route.route.config as { call?: { permission: string; path: string } } | undefined)?.call
      return {
        ...shown,
        url: shown.url.replace(/^\/api/, ''),
        schema: {
          ...shown.schema,
          ...(call
            ? { security: call.permission === 'public' ? [] : [{ session: [] }, { bearer: [] }], description: describe(call) }
            : {}),
        },
      }
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  app.get('/api/docs', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(callsPage(app.swagger())),
  )
}

const describe = (call: { permission: string; path: string }): string => {
  const held = scopeKeys.filter((key) => call.path.includes(`:${key}`))
  const reach = held.length
    ? ` The ids ${held.join(', ')} must be within the caller's reach (else ${errors.NOT_FOUND[0]} NOT_FOUND).`
    : ''
  return `Permission: ${call.permission}.${reach}`
}
