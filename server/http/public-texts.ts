import { type ErrorCode, errors } from '@gya/domain/error-catalogue.ts'
import type { FastifyInstance } from 'fastify'
import { daysLater } from '../infra/clock.ts'

/** Texts at fixed addresses for people who report weaknesses, for crawlers and for programs. [open §1](docs/design/open.md#1). */

const securityText = (publicUrl: string, contact: string, expires: string): string => `Contact: mailto:${contact}
Expires: ${expires}
Preferred-Languages: en
Canonical: ${publicUrl}/.well-known/security.txt
Policy: ${publicUrl}/api/docs#security
`

const robotsText = `User-agent: *
Disallow: /
Allow: /llms.txt
Allow: /api/docs
`

const programsText = (publicUrl: string): string => `# GYA

Sales progression for UK estate agencies: properties from take-on to completion, with their offers, chains, timelines and documents.

- Calls, described by OpenAPI: ${publicUrl}/api/openapi.json
- What keys may call: ${publicUrl}/api/openapi-keys.json
- Access as a person, by OAuth 2.1: ${publicUrl}/.well-known/oauth-protected-resource/api
- Tools for assistants (Model Context Protocol): ${publicUrl}/api/mcp
- Access to the tools: ${publicUrl}/.well-known/oauth-protected-resource/api/mcp
- The same to read: ${publicUrl}/api/docs
- A typed client: ${publicUrl}/api/client.ts
- Refusals by code: ${publicUrl}/api/problems
`

/** The page to which the `type` of a refusal refers (RFC 9457). */
const problemsPage = (): string =>
  `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>GYA: refusals</title></head>
<body><main><h1>Refusals</h1><dl>${(Object.keys(errors) as ErrorCode[])
    .map((code) => `<dt id="${code}"><code>${code}</code> (${errors[code][0]})</dt><dd>${errors[code][1]}</dd>`)
    .join('\n')}</dl></main></body></html>`

export function registerPublicTexts(app: FastifyInstance): void {
  const { publicUrl, securityContact } = app.gya.config
  const text = (url: string, write: () => string) =>
    app.get(url, { schema: { hide: true } }, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(write()))
  text('/.well-known/security.txt', () => securityText(publicUrl, securityContact, daysLater(app.gya.clock.now(), 180)))
  text('/robots.txt', () => robotsText)
  text('/llms.txt', () => programsText(publicUrl))
  app.get('/api/problems', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(problemsPage()),
  )
}
