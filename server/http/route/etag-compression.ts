import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Endpoint, isWrite } from '@gya/domain/endpoint.ts'
import type { FastifyInstance } from 'fastify'

/** Fits into one packet uncompressed. */
const minCompressedLength = 1_400

const brotliText = promisify(brotliCompress)
const gzipText = promisify(gzip)

/**
 * Low levels: three quarters of the gain for a tenth of the CPU time. Brotli level 5 makes a page of the report a sixth smaller than level
 * 4, for a fifth more time. Runs in Node's thread pool.
 */
const encoders = {
  br: (text: string) =>
    brotliText(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gzip: (text: string) => gzipText(text, { level: 5 }),
} as const
type Encoding = keyof typeof encoders

/** The content encoding allowed by Accept-Encoding; null: identity. */
export function negotiateEncoding(accepted = ''): Encoding | null {
  const allowed = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((one) => one.split(';').map((part) => part.trim()))
      .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
      .map(([name]) => name),
  )
  return allowed.has('br') ? 'br' : allowed.has('gzip') ? 'gzip' : null
}

/**
 * Reads of signed-in users. Excluded because compressed length leaks content (BREACH): public calls, which may carry
 * credentials, and the mailbox, whose messages contain links with tokens.
 */
export const isCompressibleRead = (call: Endpoint | undefined): call is Endpoint =>
  call !== undefined && !isWrite(call) && call.permission !== 'public' && call.permission !== 'mailbox.read'

const weakEtag = (text: string): string => `W/"${createHash('sha1').update(text).digest('base64url')}"`

/**
 * Compresses reads and sets an ETag; a matching If-None-Match returns 304. `cache-control` stays `no-store`: the app keeps
 * ETag and response in memory.
 */
export function registerEtagCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { call } = request.routeOptions.config
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string' || !isCompressibleRead(call))
      return payload
    const tag = weakEtag(payload)
    reply.headers({ etag: tag, vary: 'accept-encoding' })
    if (request.headers['if-none-match']?.split(/,\s*/).includes(tag)) {
      reply.code(304).removeHeader('content-type')
      reply.removeHeader('content-length')
      return ''
    }
    const coding = payload.length < minCompressedLength ? null : negotiateEncoding(request.headers['accept-encoding'])
    if (coding === null) return payload
    reply.header('content-encoding', coding).removeHeader('content-length')
    return encoders[coding](payload)
  })
}
