import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { isChange } from '@gya/domain/endpoint.ts'
import type { FastifyInstance } from 'fastify'

/** A shorter answer travels in one packet whatever is done to it. */
const leastLength = 1_400

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Fast rather than small: three quarters of what there is to gain, for a tenth of the work. Node does it on threads of its own. */
const codings = {
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => zip(text, { level: 5 }),
} as const
type Coding = keyof typeof codings

/** The coding to answer in, of what Accept-Encoding allows; null: as it is. */
export function codingOf(accepted = ''): Coding | null {
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
const isRead = (call: Endpoint | undefined): call is Endpoint =>
  call !== undefined && !isChange(call) && call.permission !== 'public' && call.permission !== 'mailbox.read'

const tagOf = (text: string): string => `W/"${createHash('sha1').update(text).digest('base64url')}"`

/**
 * Reads are compressed here, also where no proxy does it, and carry an ETag: asked again with If-None-Match, an answer that
 * is still the same is 304 and has no body. `cache-control` stays `no-store`; the app keeps tag and answer in memory.
 */
export function sendReads(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { call } = request.routeOptions.config
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string' || !isRead(call)) return payload
    const tag = tagOf(payload)
    reply.headers({ etag: tag, vary: 'accept-encoding' })
    if (request.headers['if-none-match']?.split(/,\s*/).includes(tag)) {
      reply.code(304).removeHeader('content-type')
      reply.removeHeader('content-length')
      return ''
    }
    const coding = payload.length < leastLength ? null : codingOf(request.headers['accept-encoding'])
    if (coding === null) return payload
    reply.header('content-encoding', coding).removeHeader('content-length')
    return codings[coding](payload)
  })
}
