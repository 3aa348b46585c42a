import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** `no-store` keeps signed-in pages out of the back/forward cache: Back must not show them after logout. */
function cacheControl(file: string): string {
  const path = file.replace(/\.(br|gz)$/, '')
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  return path.endsWith('index.html') && !path.endsWith('login/index.html') ? 'no-store' : 'no-cache'
}

/** Redirects the sign-in pages to LOGIN_URL, with the rest of path and query. */
const redirectToLogin = (loginUrl: string) => ({
  schema: { hide: true },
  handler: async (request: FastifyRequest, reply: FastifyReply) =>
    reply.redirect(`${loginUrl}${request.url.slice('/login'.length)}`),
})

/**
 * Serves the built web app: `/login…` the sign-in site, `/vendor` the vendor portal, `/p` the page of a party, any other path without a file the app.
 * Files in `/assets` have a hash in their name and are cached forever; pages are revalidated.
 */
export async function registerStaticPages(app: FastifyInstance): Promise<void> {
  const { webRoot } = app.gya
  if (!webRoot || !existsSync(join(webRoot, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControl(path))
    },
  })
  const page = (name: string) => ({
    schema: { hide: true },
    handler: async (_request: unknown, reply: { sendFile(name: string): unknown }) => reply.sendFile(name),
  })
  const { loginUrl, publicUrl } = app.gya.config
  const isElsewhere = !['/login', `${publicUrl}/login`].includes(loginUrl)
  for (const url of ['/login', '/login/*']) app.get(url, isElsewhere ? redirectToLogin(loginUrl) : page('login/index.html'))
  app.get('/p', page('party/index.html'))
  for (const url of ['/vendor', '/vendor/*']) app.get(url, page('vendor/index.html'))
  app.get('/*', {
    schema: { hide: true },
    handler: async (request, reply) =>
      /^\/(api|assets)(\/|$)/.test(request.url) ? reply.callNotFound() : reply.sendFile('index.html'),
  })
}
