import type { Endpoint } from '@gya/domain/endpoint.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { type AddJob, jobAdder } from '../../jobs/queue.ts'
import { enforceCallLimits } from '../limits/call-limits.ts'
import type { CallContext } from './register-route.ts'
import { retryTransaction } from './retry-transaction.ts'
import { callContext, routeOptions } from './route-options.ts'

export type RedirectContext<E extends Endpoint> = CallContext<E> & { db: Db; addJob: AddJob }

type Redirect<E extends Endpoint, Prepared> = {
  /** Runs before the transaction: calls of other servers, rate limits. */
  prepare: (context: CallContext<E>) => Promise<Prepared>
  /** Runs in one transaction. Returns the redirect address. */
  handle: (context: RedirectContext<E> & { prepared: Prepared }) => Promise<string>
  /** Handles an error. Returns the redirect address for a browser; throws for other clients. */
  refused: (context: CallContext<E>, error: unknown) => Promise<string>
}

/** Whether the client accepts an HTML page. */
export const isPageRequest = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes('text/html')

/** Registers a contract that a browser opens as a page and that responds with 302. Access checks as for every call. */
export function registerRedirect<E extends Endpoint, Prepared>(
  app: FastifyInstance,
  call: E,
  { prepare, handle, refused }: Redirect<E, Prepared>,
): void {
  app.route({
    ...routeOptions(app, call),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const context = callContext<E>(app, request, reply)
      try {
        await enforceCallLimits(app, call, context)
        const prepared = await prepare(context)
        const location = await retryTransaction(app.gya, null, async (db) => {
          request.securityEvents = []
          return handle({ ...context, db, addJob: jobAdder(db), prepared })
        })
        return reply.redirect(location, 302)
      } catch (error) {
        request.securityEvents = []
        return reply.redirect(await refused(context, error), 302)
      }
    },
  })
}
