import type * as OpenTelemetry from '@opentelemetry/api'
import type { TracesConfig } from '../../config.ts'
import type { Attributes, Span } from './request-context.ts'

/** OpenTelemetry traces, exported by OTLP/HTTP in JSON: one span per request and job, with child spans for statements, files and e-mails. */
export type Tracing = {
  /** Starts a trace, or continues the one of `traceparent` (W3C Trace Context). */
  startTrace(name: string, attributes: Attributes, traceparent?: string): Span
  /** Flushes ended spans, for a few seconds at most. */
  stop(): Promise<void>
}

/** Spans that the collector has not accepted by then are dropped. */
const timeoutMs = 2_000

/**
 * Starts tracing; the OpenTelemetry packages are loaded only here. Ended spans wait in a bounded queue and are exported in
 * the background, so that an unavailable or slow collector loses spans but does not delay requests. `onFailure` is called
 * once per outage.
 */
export async function startTracing(
  { endpoint, headers, serviceName, sampleRatio: share }: TracesConfig,
  version: string,
  onFailure: (kind: string) => void,
): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis: timeoutMs })
  const send = exporter.export.bind(exporter)
  let works = true
  exporter.export = (spans, done) =>
    send(spans, (result) => {
      const worked = result.error === undefined
      if (!worked && works) onFailure(result.error?.name ?? 'Error')
      works = worked
      done(result)
    })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 2_000, exportTimeoutMillis: timeoutMs })],
  })
  const tracer = provider.getTracer('gya', version)
  return {
    startTrace: (name, attributes, traceparent) => {
      const remote = traceparent === undefined ? null : parseTraceparent(traceparent)
      const context = remote ? api.trace.setSpanContext(api.ROOT_CONTEXT, remote) : api.ROOT_CONTEXT
      return wrapSpan(api, tracer, tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes }, context))
    },
    // Export errors are reported by `onFailure`.
    stop: () => provider.shutdown().catch(() => undefined),
  }
}

type Api = typeof OpenTelemetry

const wrapSpan = (api: Api, tracer: OpenTelemetry.Tracer, open: OpenTelemetry.Span): Span => ({
  startChild: (name, attributes, ago = 0) => {
    const begin = { kind: api.SpanKind.CLIENT, attributes, startTime: Date.now() - ago }
    return wrapSpan(api, tracer, tracer.startSpan(name, begin, api.trace.setSpan(api.ROOT_CONTEXT, open)))
  },
  end: (attributes = {}, failure) => {
    open.setAttributes(attributes)
    if (failure !== undefined) {
      open.setStatus({ code: api.SpanStatusCode.ERROR })
      open.setAttribute('error.type', failure)
    }
    open.end()
  },
})

/** Parses a `traceparent` header; null if it is invalid. */
function parseTraceparent(traceparent: string): { traceId: string; spanId: string; traceFlags: number; isRemote: true } | null {
  const [, traceId = '', spanId = '', flags = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? []
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
}
