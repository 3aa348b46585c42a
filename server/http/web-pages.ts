import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the built web app: `/login…` is the sign-in site, `/vendor` the vendor's app, every other path without a file is the app itself. Files
 * under `/assets` carry a hash in their name and may be kept for ever; the pages themselves are asked for each time.
 */
export async function webPages(app: FastifyInstance): Promise<void> {
  const { webRoot } = app.gya
  if (!webRoot || !existsSync(join(webRoot, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const page = (name: string) => ({
    schema: { hide: true },
    handler: async (_request: unknown, reply: { sendFile(name: string): unknown }) => reply.sendFile(name),
  })
  for (const url of ['/login', '/login/*']) app.get(url, page('login/index.html'))
  for (const url of ['/vendor', '/vendor/*']) app.get(url, page('vendor/index.html'))
  app.get('/*', {
    schema: { hide: true },
    handler: async (request, reply) =>
      /^\/(api|assets)(\/|$)/.test(request.url) ? reply.callNotFound() : reply.sendFile('index.html'),
  })
}
