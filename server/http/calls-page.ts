import type { OpenAPI } from 'openapi-types'

const escapeHtml = (text = ''): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

type Operation = {
  summary?: string
  description?: string
  requestBody?: unknown
  parameters?: unknown[]
  responses?: Record<string, unknown>
}

const schemaBlock = (title: string, value: unknown): string =>
  value ? `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>` : ''

/** The OpenAPI document as a page a person can read: no script, one heading a call. */
export function openapiPage(document: OpenAPI.Document): string {
  const calls = Object.entries((document.paths ?? {}) as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, call]) => `<article><h2><code>${escapeHtml(method.toUpperCase())} /api${escapeHtml(path)}</code></h2>
<p>${escapeHtml(call.summary)}</p><p>${escapeHtml(call.description)}</p>
${schemaBlock('Parameters', call.parameters)}${schemaBlock('Body', call.requestBody)}${schemaBlock('Answers', call.responses)}</article>`,
    ),
  )
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>GYA: the calls</title></head>
<body><main><h1>The calls</h1><p>${calls.length} calls, all below <code>/api</code>. The same as <a href="/api/openapi.json">OpenAPI</a>.</p>${calls.join('\n')}</main></body></html>`
}
