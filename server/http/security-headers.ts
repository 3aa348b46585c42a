import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Browser features that no page uses. */
const disabledFeatures = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'display-capture', 'browsing-topics']
const permissionsPolicy = disabledFeatures.map((feature) => `${feature}=()`).join(', ')

/** If such a response is opened as a page, it can load nothing and cannot be framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Headers that browsers apply only to pages. On other responses they would make up half of a small response. */
const pageHeaders = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Not needed for immutable files, which are never revalidated. */
const revalidationHeaders = ['accept-ranges', 'etag', 'last-modified', 'x-request-id']

/** Headers of responses before routing. */
export const minimalSecurityHeaders = (requestId: string): Record<string, string> => ({
  'x-request-id': requestId,
  'content-security-policy': dataPolicy,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
})

const isAsset = ({ url }: FastifyRequest) => url.startsWith('/assets/')
const isJson = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('application/json')

/**
 * Allows scripts, styles, fonts and requests only from our own origin, and nothing inline. No framing, no content sniffing, no referrer
 * to other sites. JSON responses and files of the built app have the strictest policy and no headers for pages: a first
 * load has forty of them.
 */
export async function registerSecurityHeaders(app: FastifyInstance): Promise<void> {
  const { secure } = app.gya
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'permissions-policy': permissionsPolicy })
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onSend', async (request, reply) => {
    if (!isAsset(request) && !isJson(reply)) return
    reply.header('content-security-policy', dataPolicy)
    for (const name of isAsset(request) ? [...pageHeaders, ...revalidationHeaders] : pageHeaders) {
      reply.removeHeader(name)
      // Helmet sets its headers on the response itself.
      reply.raw.removeHeader(name)
    }
    // In HTTP 1.1, connections are persistent by default.
    if (!reply.hasHeader('connection')) reply.raw.removeHeader('connection')
  })
}
