import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorBody, errors } from '@gya/domain/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { minimalSecurityHeaders } from '../security-headers.ts'

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

/** For how long the rest of a refused body is read and discarded: a client that is still sending can read the answer. */
const lingerMs = 5_000

/**
 * Closes the connection after an answer that was given before the body had arrived, such as 413: the rest of the body cannot
 * be told from the next request. The answer is ended at once; what the client still sends is discarded until it has ended,
 * because closing with unread data would reset the connection and could lose the answer.
 */
export function closeUnreadRequests(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    // A call that came without a socket has no such mark, and has come whole.
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
  // Node calls this once the answer has been written.
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
    raw.once('end', () => socket.destroy())
  }
  raw.unpipe()
  raw.resume()
}
