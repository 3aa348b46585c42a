import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPageRequest } from './route/register-redirect.ts'

/** `no-store` keeps signed-in pages out of the back/forward cache: Back must not show them after logout. */
function cacheControl(file: string): string {
  const path = file.replace(/\.(br|gz)$/, '')
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  return path.endsWith('index.html') && !path.endsWith('login/index.html') ? 'no-store' : 'no-cache'
}

/** The addresses of the app, as the build has written them; null for a build without them, such as that of a test. */
function readAddresses(webRoot: string): ReadonlySet<string> | null {
  const file = join(webRoot, 'addresses.json')
  return existsSync(file) ? new Set(JSON.parse(readFileSync(file, 'utf8')) as string[]) : null
}

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''

/** Redirects the sign-in pages to LOGIN_URL, with the rest of path and query. */
const redirectToLogin = (loginUrl: string) => ({
  schema: { hide: true },
  handler: async (request: FastifyRequest, reply: FastifyReply) =>
    reply.redirect(`${loginUrl}${request.url.slice('/login'.length)}`),
})

/**
 * Serves the built web app: `/login…` the sign-in site, `/vendor` the vendor portal, `/p` the page of a party, the app's own addresses the app.
 * Any other address is not found.
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
  const addresses = readAddresses(webRoot)
  app.get('/*', {
    schema: { hide: true },
    handler: async (request, reply) => {
      if (/^\/(api|assets|\.well-known)(\/|$)/.test(request.url)) return reply.callNotFound()
      if (addresses === null || addresses.has(pathOf(request.url))) return reply.sendFile('index.html')
      // The app has a page for addresses that it does not know.
      return isPageRequest(request) ? reply.status(404).sendFile('index.html') : reply.callNotFound()
    },
  })
}
