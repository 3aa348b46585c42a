import { DomainError, type ErrorBody, type ErrorCode, errors } from '@gya/domain/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'

/** Constraints that two people can meet at the same moment, and what each is told. */
const constraintCodes: Record<string, ErrorCode> = {
  one_accepted_offer: 'OFFER_ALREADY_ACCEPTED',
  app_user_staff_email: 'EMAIL_TAKEN',
  app_user_vendor_email: 'EMAIL_TAKEN',
}

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MEDIA_TYPE_NOT_ALLOWED',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'VALIDATION_FAILED',
  FST_ERR_CTP_INVALID_JSON_BODY: 'VALIDATION_FAILED',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'VALIDATION_FAILED',
  FST_REQ_FILE_TOO_LARGE: 'FILE_TOO_LARGE',
}

const databaseIsAway = (error: Error & { code?: string }): boolean =>
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|57P0[123]|08\w{3}|53300)$/.test(error.code ?? '') ||
  /timeout exceeded when trying to connect|Connection terminated/.test(error.message)

/** The code a failure answers with; null for what nobody foresaw. */
export function codeOf(error: Error & { code?: string; statusCode?: number }): ErrorCode | null {
  if (error instanceof DomainError) return error.code
  if (error instanceof pg.DatabaseError && error.constraint && constraintCodes[error.constraint])
    return constraintCodes[error.constraint] ?? null
  if (error.code && frameworkCodes[error.code]) return frameworkCodes[error.code] ?? null
  if (databaseIsAway(error)) return 'NOT_READY'
  if (error instanceof SyntaxError && error.statusCode === 400) return 'VALIDATION_FAILED'
  return null
}

/** What the log keeps of a failure: never what the database quotes from a row, which may be somebody's data. */
export const loggable = (error: Error & { code?: string }): Record<string, unknown> => ({
  type: error.name,
  code: error.code,
  ...(error instanceof pg.DatabaseError ? { constraint: error.constraint, table: error.table } : { message: error.message }),
  stack: error.stack?.split('\n').slice(1, 12).join('\n'),
})

export function errorBody(code: ErrorCode, requestId: string, error?: DomainError): ErrorBody {
  return {
    code,
    message: errors[code][1],
    ...(error?.issues ? { issues: error.issues } : {}),
    ...(error?.details ? { details: error.details } : {}),
    requestId,
  }
}

/** Every failure leaves as `{ code, message, issues?, requestId }` with the status of the catalogue. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const code = codeOf(error) ?? 'INTERNAL'
    if (code === 'INTERNAL' || code === 'NOT_READY') request.log.error({ err: loggable(error) }, 'call failed')
    if (error instanceof DomainError && error.details?.retryAfter) reply.header('retry-after', error.details.retryAfter)
    return reply.status(errors[code][0]).send(errorBody(code, request.id, error instanceof DomainError ? error : undefined))
  })
  app.setNotFoundHandler((request, reply) => reply.status(404).send(errorBody('NOT_FOUND', request.id)))
}
