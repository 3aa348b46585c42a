import { londonDay } from '@gya/domain/common/dates.ts'
import { validationMessage } from '@gya/domain/common/validation-messages.ts'
import { deprecationHeaders, type Endpoint, takesIdempotencyKey } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recheckAccess, requireAccess, requireRequestScope } from '../access/require-access.ts'
import { requestScopeWithBody } from '../access/scope.ts'
import { requireAllowedRecipients } from '../limits/allowed-recipients.ts'
import { enforceEmailLimit } from '../limits/email-limit.ts'
import { discardUpload, discardUploadWithConnection, readFormBody, requireFile } from '../upload/form-body.ts'
import { idempotencyHeaders } from './idempotency.ts'
import type { CallContext } from './register-route.ts'

/**
 * Hooks of every call before its handler, in order: session, account state, permission, scope of the ids in the URL (before the
 * body is read); body and file, scope of the ids in the body, validation, required file, limits.
 */
export const routeOptions = (app: FastifyInstance, call: Endpoint) => ({
  method: call.method,
  url: `/api${call.path}`,
  schema: {
    summary: call.summary,
    ...(call.params ? { params: call.params } : {}),
    querystring: call.query ?? z.strictObject({}),
    ...(call.body ? { body: call.body } : {}),
    ...(takesIdempotencyKey(call) ? { headers: idempotencyHeaders } : {}),
    ...(call.responseTypes ? {} : { response: { [call.redirects ? 302 : 200]: call.response } }),
  },
  config: { call },
  onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers(deprecationHeaders(call))
    await requireAccess(app, call, request, reply)
  },
  preValidation: async (request: FastifyRequest, reply: FastifyReply) => {
    await readFormBody(request, call)
    discardUploadWithConnection(request, reply)
    await recheckAccess(app, call, request)
    if (call.scopeInBody) await requireRequestScope(app, call, request, requestScopeWithBody(call, request))
  },
  preHandler: async (request: FastifyRequest) => {
    requireFile(request, call)
    await requireAllowedRecipients(app, call, request)
    await enforceEmailLimit(app, call, request)
  },
  onError: discardUpload,
})

/** Data known before the transaction starts. */
export function callContext<E extends Endpoint>(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): CallContext<E> {
  const { clock } = app.gya
  const { query, body, caller, routeOptions: route } = request
  const params = route.config.call?.places ? { branchId: null, ...(request.params as object) } : request.params
  const now = clock.now()
  const context = { params, query, body, caller, now, today: londonDay(now), newId: () => clock.newId(), request, reply }
  return context as unknown as CallContext<E>
}

/** Validates requests with the contract's zod schemas. */
export function registerValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data) => {
    const result = schema.safeParse(data ?? (httpPart === 'body' ? {} : data), { error: validationMessage })
    if (result.success) return { value: result.data }
    const issues = result.error.issues.slice(0, 50).map((issue) => ({ path: issuePath(issue), message: issue.message }))
    return { error: new DomainError('VALIDATION_FAILED', { issues }) }
  })
  // Responses are checked and encoded by registerRoute, within the transaction.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
}

const issuePath = (issue: z.core.$ZodIssue): string =>
  [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])].map(String).join('.')
