import type { FastifyInstance, FastifyRequest } from 'fastify'
import { metricsScraper } from '../infra/telemetry/metrics-scraper.ts'

/**
 * `/healthz`: the process runs. `/readyz`: database and file store respond and no shutdown has started. `/metrics`: Prometheus,
 * local requests only.
 */
export function registerHealthRoutes(app: FastifyInstance): void {
  const metrics = metricsScraper(app.gya.meters, app.gya)

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    if (app.gracefulShutdown.signal.aborted) return reply.status(503).send({ status: 'stopping' })
    const { database, files } = app.gya
    const failure = (status: string) => () => status
    const failures = await Promise.all([
      database.pool.query(pingQuery).then(() => null, failure('database not reached')),
      files.check().then(() => null, failure('file store not reached')),
    ])
    const status = failures.filter((what) => what !== null).join(', ')
    return status === '' ? { status: 'ready' } : reply.status(503).send({ status })
  })

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isLocalRequest(request)) return reply.callNotFound()
    return reply.type(app.gya.meters.registry.contentType).send(await metrics())
  })
}

/** A shorter timeout than the pool's, so that an unresponsive database is reported within seconds. */
const pingQuery = { text: 'select 1', query_timeout: 5_000 }

/** Not through a proxy on this machine. */
const isLocalRequest = ({ socket, headers }: FastifyRequest): boolean =>
  /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '') && !headers['x-forwarded-for'] && !headers.forwarded
