import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/**
 * `/healthz`: the process runs. `/readyz`: it can serve (the database answers and files can be kept) and goes on doing so. `/metrics`: Prometheus figures, for this
 * machine only. Every call is timed and logged under its route, never under the ids in it.
 */
export function health(app: FastifyInstance): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'gya_http_request_seconds',
    help: 'Time to answer a call, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (route.startsWith('/api/'))
      request.log.info(
        {
          route,
          method: request.method,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
          user: request.caller?.userId,
        },
        'call',
      )
  })

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (app.draining.signal.aborted) return reply.status(503).send({ status: 'stopping' })
    const { database, files } = app.gya
    const notReached = (status: string) => () => status
    const away = await Promise.all([
      database.pool.query('select 1').then(() => null, notReached('database not reached')),
      files.check().then(() => null, notReached('file store not reached')),
    ])
    const status = away.filter((what) => what !== null).join(', ')
    return status === '' ? { status: 'ready' } : reply.status(503).send({ status })
  })

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Asked on this machine itself, and not by way of a proxy that runs on it. */
const isFromHere = ({ socket, headers }: FastifyRequest): boolean =>
  /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '') && !headers['x-forwarded-for'] && !headers.forwarded
