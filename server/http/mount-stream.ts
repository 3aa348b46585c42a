import type { Readable } from 'node:stream'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { callContext, routeOptions } from './call-route.ts'
import type { CallContext } from './mount.ts'

/**
 * Makes a route of a contract whose answer is a stream of server-sent events. Before it stands what stands before every
 * call. What opens the stream also ends it: with the session, and when the server stops. The connection ends with it, so
 * that a server that stops has nothing to wait for; nothing between here and the browser keeps events back.
 */
export function registerStream<E extends Endpoint>(
  app: FastifyInstance,
  call: E,
  open: (called: CallContext<E>) => Promise<Readable>,
): void {
  app.route({
    ...routeOptions(app, call),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const events = await open(callContext<E>(app, request, reply))
      app.gya.meters.streams.inc()
      events.once('close', () => app.gya.meters.streams.dec())
      return reply
        .headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
          connection: 'close',
        })
        .send(events)
    },
  })
}
