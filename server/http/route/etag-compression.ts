import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { isWrite } from '@gya/domain/endpoint.ts'
import type { FastifyInstance } from 'fastify'

/** A shorter answer travels in one packet whatever is done to it. */
const minCompressedLength = 1_400

const brotliText = promisify(brotliCompress)
const gzipText = promisify(gzip)

/** Fast rather than small: three quarters of what there is to gain, for a tenth of the work. Node does it on threads of its own. */
const encoders = {
  br: (text: string) => brotliText(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => gzipText(text, { level: 5 }),
} as const
type Encoding = keyof typeof encoders

/** The coding to answer in, of what Accept-Encoding allows; null: as it is. */
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
 * What somebody who is signed in reads. Not what is open to everybody (it may carry what signs somebody in), and not the
 * mailbox, whose messages hold links with tokens: the length of a compressed answer says something of what is in it (BREACH).
 */
const isCompressibleRead = (call: Endpoint | undefined): call is Endpoint =>
  call !== undefined && !isWrite(call) && call.permission !== 'public' && call.permission !== 'mailbox.read'

const weakEtag = (text: string): string => `W/"${createHash('sha1').update(text).digest('base64url')}"`

/**
 * Reads are compressed here, also where no proxy does it, and carry an ETag: asked again with If-None-Match, an answer that
 * is still the same is 304 and has no body. `cache-control` stays `no-store`; the app keeps tag and answer in memory.
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
