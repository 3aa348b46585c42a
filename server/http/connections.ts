import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorBody, errors } from '@gya/domain/errors.ts'
import type { FastifyInstance } from 'fastify'
import { minimalSecurityHeaders } from './security-headers.ts'

const secondMs = 1_000

/**
 * How long a connection is waited for, so that those who send or take nothing do not pile up: the headers must be there
 * soon, the whole request in a time in which a slow line sends the largest file, and a connection on which nothing moves,
 * also an answer that nobody reads, is ended.
 */
export const connectionTimeouts = {
  requestTimeout: 300 * secondMs,
  connectionTimeout: 120 * secondMs,
  http: { headersTimeout: 15 * secondMs, connectionsCheckingInterval: 5 * secondMs },
}

/** More connections than this at once are not taken: each costs memory, and what is there has to be served. */
const maxConnections = 10_000

export function limitConnections(app: FastifyInstance): void {
  app.server.maxConnections = maxConnections
}

type Refusal = [status: number, code: 'VALIDATION_FAILED' | 'BODY_TOO_LARGE', issue: string]
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: [431, 'BODY_TOO_LARGE', 'The address and headers of this request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'VALIDATION_FAILED', 'This request took too long to arrive.'],
}
const notHttp: Refusal = [400, 'VALIDATION_FAILED', 'This is not a valid HTTP request.']

/** Answers what is no request at all, or never became one, in the shape of every refusal, and ends the connection. */
export function handleClientError(requestId: string, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code, issue] = refusals[error.code ?? ''] ?? notHttp
  const body: ErrorBody = { code, message: errors[code][1], issues: [{ path: '', message: issue }], requestId }
  const text = JSON.stringify(body)
  const headers = {
    ...minimalSecurityHeaders(requestId),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
  socket.destroySoon()
}
