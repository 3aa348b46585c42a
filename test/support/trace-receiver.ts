import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: string | number; boolValue?: boolean }
type Wire = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: { key: string; value: Value }[] })[] }[]
  }[]
}

export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Record<string, unknown>
  status?: { code?: number }
}

export type TraceReceiver = {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string
  spans: ReceivedSpan[]
  /** All received request bodies. */
  written(): string
  headers: Record<string, unknown>[]
  close(): Promise<void>
}

/** A real OTLP/HTTP JSON collector. */
export async function openTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const headers: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    const take = async () => {
      const body = (await json(request)) as Wire
      bodies.push(JSON.stringify(body))
      headers.push(request.headers)
      for (const { scopeSpans } of body.resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            ...span,
            attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
          })
      response.setHeader('content-type', 'application/json').end('{}')
    }
    take().catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    written: () => bodies.join('\n'),
    headers,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}
