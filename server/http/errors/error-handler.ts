import { DomainError, type ErrorBody, type ErrorCode, errors, type Issue } from '@gya/domain/error-catalogue.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { isConnectionError } from '../../db/connection-errors.ts'
import { bearerChallenge } from '../access/bearer-challenge.ts'
import { minimalSecurityHeaders } from '../security-headers.ts'

/** Constraints that concurrent requests can violate, and their error codes. */
const constraintCodes: Record<string, ErrorCode> = {
  one_accepted_offer: 'OFFER_ALREADY_ACCEPTED',
  app_user_staff_email: 'EMAIL_TAKEN',
  app_user_vendor_email: 'EMAIL_TAKEN',
}

/** Errors raised by Fastify before contract validation. */
const frameworkRefusals: Record<string, [code: ErrorCode, issue?: string]> = {
  FST_ERR_BAD_URL: ['VALIDATION_FAILED', 'This is not a valid URL.'],
  FST_ERR_MAX_PARAM_LENGTH: ['VALIDATION_FAILED', 'This URL is too long.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['MEDIA_TYPE_NOT_ALLOWED'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['BODY_TOO_LARGE'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['VALIDATION_FAILED', 'The body is empty.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['VALIDATION_FAILED', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['VALIDATION_FAILED', 'The body does not match its Content-Length.'],
  FST_REQ_FILE_TOO_LARGE: ['FILE_TOO_LARGE'],
  FST_FILES_LIMIT: ['FILE_NOT_ALLOWED'],
  FST_PARTS_LIMIT: ['BODY_TOO_LARGE'],
  FST_FIELDS_LIMIT: ['BODY_TOO_LARGE'],
  FST_PROTO_VIOLATION: ['VALIDATION_FAILED', 'This field is not known.'],
}

/** SQLSTATEs and file system errors of exhausted resources. */
const resourceErrors: Record<string, ErrorCode> = {
  // Statement or lock timeout.
  '57014': 'TOOK_TOO_LONG',
  '55P03': 'TOOK_TOO_LONG',
  '53100': 'NO_ROOM',
  ENOSPC: 'NO_ROOM',
  EDQUOT: 'NO_ROOM',
  EFBIG: 'NO_ROOM',
}
/** SQLSTATE class 22 (data exception): the contract accepted a value that a column cannot store. */
const isInvalidValue = (error: Error & { code?: string }): boolean =>
  error instanceof pg.DatabaseError && error.code?.startsWith('22') === true

/** Value of Retry-After with status 503. */
const retryAfterSeconds = '5'

/** Null: unexpected error. */
export function errorCodeOf(error: Error & { code?: string; statusCode?: number }): ErrorCode | null {
  if (error instanceof DomainError) return error.code
  if (error instanceof pg.DatabaseError && error.constraint && constraintCodes[error.constraint])
    return constraintCodes[error.constraint] ?? null
  const [refusal] = frameworkRefusals[error.code ?? ''] ?? []
  if (refusal) return refusal
  const exhaustion = resourceErrors[error.code ?? '']
  if (exhaustion) return exhaustion
  if (isConnectionError(error)) return 'NOT_READY'
  if (isInvalidValue(error)) return 'VALIDATION_FAILED'
  if (error instanceof SyntaxError && error.statusCode === 400) return 'VALIDATION_FAILED'
  return null
}

/** PostgreSQL's messages are not logged: they quote values of rows. */
export const errorForLog = (error: Error & { code?: string }): Record<string, unknown> => ({
  type: error.name,
  code: error.code,
  ...(error instanceof pg.DatabaseError ? { constraint: error.constraint, table: error.table } : { message: error.message }),
  stack: error.stack?.split('\n').slice(1, 12).join('\n'),
})

const issuesOf = (error: Error & { code?: string }, code: ErrorCode): Issue[] | undefined => {
  if (error instanceof DomainError) return error.issues
  // With the path, forms show the error at the field.
  if (code === 'EMAIL_TAKEN') return [{ path: 'email', message: errors.EMAIL_TAKEN[1] }]
  if (isInvalidValue(error)) return [{ path: '', message: 'One of the values cannot be stored.' }]
  const issue =
    frameworkRefusals[error.code ?? '']?.[1] ?? (code === 'VALIDATION_FAILED' ? 'The body is not valid JSON.' : undefined)
  return issue === undefined ? undefined : [{ path: '', message: issue }]
}

function errorResponse(error: Error & { code?: string }, requestId: string): [status: number, body: ErrorBody] {
  const code = errorCodeOf(error) ?? 'INTERNAL'
  const [status, words] = errors[code]
  const message = error instanceof DomainError ? error.message : words
  const issues = issuesOf(error, code)
  const details = error instanceof DomainError ? error.details : undefined
  return [status, { code, message, ...(issues ? { issues } : {}), ...(details ? { details } : {}), requestId }]
}

/** The body of a refusal for clients that ask for RFC 9457, by whose words they go. */
const problemOf = ({ code, message, requestId, ...more }: ErrorBody, status: number) => ({
  type: `/api/problems#${code}`,
  title: errors[code][1],
  status,
  detail: message,
  instance: requestId,
  code,
  ...more,
})

const problemType = 'application/problem+json'

const sendRefusal = (request: FastifyRequest, reply: FastifyReply, [status, body]: [number, ErrorBody]): FastifyReply =>
  (request.headers.accept ?? '').includes(problemType)
    ? reply
        .status(status)
        .type(problemType)
        .send(JSON.stringify(problemOf(body, status)))
    : reply.status(status).send(body)

/** Responds to errors with `{ code, message, issues?, requestId }` and the status from the error catalogue. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const [status, body] = errorResponse(error, request.id)
    if (status >= 500)
      request.log.error({ err: errorForLog(error.cause instanceof Error ? error.cause : error) }, 'request failed')
    else if (isInvalidValue(error)) request.log.warn({ err: errorForLog(error) }, 'value refused by the database')
    const wait = body.details?.retryAfter ?? (status === 503 ? retryAfterSeconds : undefined)
    if (wait) reply.header('retry-after', wait)
    const challenge = bearerChallenge(request, body.code)
    if (challenge) reply.header('www-authenticate', challenge)
    return sendRefusal(request, reply, [status, body])
  })
  app.setNotFoundHandler((request, reply) => {
    return sendRefusal(request, reply, errorResponse(new DomainError('NOT_FOUND'), request.id))
  })
}

/** For errors before routing, for example a malformed URL. */
export function handleFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const [status, body] = errorResponse(error, request.id)
  reply.status(status).headers(minimalSecurityHeaders(request.id)).send(body)
}
