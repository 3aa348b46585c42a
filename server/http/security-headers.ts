import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Browser features that no page uses. */
const disabledFeatures = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'display-capture', 'browsing-topics']
const permissionsPolicy = disabledFeatures.map((feature) => `${feature}=()`).join(', ')

/** Headers of responses before routing. */
export const minimalSecurityHeaders = (requestId: string): Record<string, string> => ({
  'x-request-id': requestId,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
})

/**
 * Scripts, styles, fonts and requests from our own origin only, nothing inline. No framing, no content sniffing, no referrer to
 * other sites.
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
}
