import { login } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type RequestContext, runInContext } from '../infra/telemetry/request-context.ts'
import { clientNetwork, flushSecurityEvents, logCommittedEvents } from './access/security-events.ts'

const requestWork = new WeakMap<FastifyRequest, RequestContext>()
const signIn = `/api${login.path}`

/**
 * Times and logs every request by route (without ids), and traces it if tracing is configured. Sets the request context for statements and
 * outgoing calls.
 */
export function observeRequests(app: FastifyInstance): void {
  const { config, meters, tracing } = app.gya

  app.addHook('onRequest', (request, _reply, done) => {
    request.securityEvents = []
    request.acts = []
    const route = request.routeOptions.url
    const isCall = route?.startsWith('/api/')
    const about = { 'http.request.method': request.method, 'http.route': route ?? '', 'gya.request_id': request.id }
    // traceparent is only trusted if our own proxy sets it.
    const { traceparent } = config.trustProxy ? request.headers : {}
    const from = typeof traceparent === 'string' ? traceparent : undefined
    const span = (isCall && tracing?.startTrace(`${request.method} ${route}`, about, from)) || null
    const work = { requestId: request.id, span, ...(route === undefined ? {} : { route }) }
    requestWork.set(request, work)
    runInContext(work, done)
  })

  // Body events run in the context of the connection, which other requests share.
  app.addHook('preValidation', (request, _reply, done) => {
    const work = requestWork.get(request)
    if (work) runInContext(work, done)
    else done()
  })

  app.addHook('onClose', flushSecurityEvents)

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    meters.calls.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    endTrace(request, reply)
    if (route === signIn && request.method === 'POST') {
      if (reply.statusCode === 401) meters.signInsRefused.inc({ reason: 'wrong' })
      if (reply.statusCode === 429) meters.signInsRefused.inc({ reason: 'limited' })
    }
    logCommittedEvents(request, reply.statusCode)
    if (route.startsWith('/api/')) request.log.info(logFields(request, reply, route), 'call')
  })
}

function endTrace(request: FastifyRequest, { statusCode }: FastifyReply): void {
  const failure = statusCode >= 500 ? String(statusCode) : undefined
  requestWork.get(request)?.span?.end({ 'http.response.status_code': statusCode }, failure)
}

const logFields = (request: FastifyRequest, reply: FastifyReply, route: string) => ({
  route,
  method: request.method,
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime),
  user: request.caller?.userId,
  network: clientNetwork(request),
})
