import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorBody, errors } from '@gya/domain/error-catalogue.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { minimalSecurityHeaders } from '../security-headers.ts'

const secondMs = 1_000

/**
 * Timeouts against slow or idle clients. The request timeout allows the largest upload on a slow line; the connection timeout
 * ends connections without traffic, including responses that are not read.
 */
export const connectionTimeouts = {
  requestTimeout: 300 * secondMs,
  connectionTimeout: 120 * secondMs,
  http: { headersTimeout: 15 * secondMs, connectionsCheckingInterval: 5 * secondMs },
}

/** Further connections are refused. */
const maxConnections = 10_000

export function limitConnections(app: FastifyInstance): void {
  app.server.maxConnections = maxConnections
}

type Refusal = [status: number, code: 'VALIDATION_FAILED' | 'BODY_TOO_LARGE', issue: string]
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: [431, 'BODY_TOO_LARGE', 'The URL and headers of this request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'VALIDATION_FAILED', 'This request took too long to arrive.'],
}
const notHttp: Refusal = [400, 'VALIDATION_FAILED', 'This is not a valid HTTP request.']

/** Responds to requests that the HTTP parser rejects, in the common error format, and closes the connection. */
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

/** Time for which the rest of a refused body is read and discarded, so that the client can read the response. */
const lingerMs = 5_000

/**
 * Closes the connection after a response that was sent before the body had arrived (for example 413), because the rest of the body could be
 * mistaken for the next request. The rest is read and discarded first; closing with unread data resets the connection and may lose the
 * response.
 */
export function closeUnreadRequests(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Undefined for injected requests, whose body is complete.
    const { complete } = request.raw as { complete?: boolean }
    if (reply.statusCode >= 400 && complete === false) {
      reply.header('connection', 'close')
      discardRest(request)
    }
    done()
  })
}

function discardRest({ raw }: FastifyRequest): void {
  const { socket } = raw
  // Node calls this after writing the response.
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
    raw.once('end', () => socket.destroy())
  }
  raw.unpipe()
  raw.resume()
}
