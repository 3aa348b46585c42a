import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Id } from '@gya/domain/common/wire.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'

let webRoot: string
let plain: TestApp
let secure: TestApp
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'gya-web-'))
  for (const folder of ['login', 'vendor', 'assets']) await mkdir(join(webRoot, folder))
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>The app</title>')
  await writeFile(join(webRoot, 'login', 'index.html'), '<!doctype html><title>Sign in</title>')
  await writeFile(join(webRoot, 'vendor', 'index.html'), '<!doctype html><title>Your sale</title>')
  await writeFile(join(webRoot, 'assets', 'app-1a2b3c.js'), 'export {}')
  for (const page of ['index.html', 'login/index.html']) await writeFile(join(webRoot, `${page}.br`), 'compressed by the build')
  plain = await openTestApp({ webRoot })
  secure = await openTestApp({ config: { publicUrl: 'https://gya.example' } })
})
afterAll(async () => {
  await Promise.all([plain.close(), secure.close(), rm(webRoot, { recursive: true })])
})

const get = (url: string, app = plain) => app.app.inject({ url })

describe('Security headers', () => {
  test.each(['/', '/login', '/vendor', '/property/offers?q=1', '/api/docs', '/metrics'])('%s', async (url) => {
    const { headers } = await get(url)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
    expect(headers['content-security-policy']).toMatch(/^default-src '(self|none)'/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|data:|http/)
    expect(headers['permissions-policy']).toMatch(/camera=\(\).*microphone=\(\)/)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  test.each([
    '/api/user/me',
    '/api/nothing',
    '/api/openapi.json',
    '/healthz',
    '/readyz',
    '/assets/app-1a2b3c.js',
    '/assets/gone.js',
  ])('%s is no page: the strictest policy, and no header that only pages need', async (url) => {
    const { headers } = await get(url)
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    const others = new Set([
      'cache-control',
      'connection',
      'content-length',
      'content-type',
      'date',
      'vary',
      'x-request-id',
      // Tells applications where to begin; browsers ask nobody for a Bearer token.
      'www-authenticate',
    ])
    expect(
      Object.keys(headers)
        .filter((name) => !others.has(name))
        .toSorted(),
    ).toEqual(['content-security-policy', 'cross-origin-resource-policy', 'x-content-type-options'])
  })

  test('Content-Security-Policy: own origin only, nothing inline but style attributes, no framing', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    const directives = Object.fromEntries(
      policy.split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(' ')
        return [name, sources.join(' ')]
      }),
    )
    expect(directives).toEqual({
      'default-src': "'self'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' blob:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    })
  })

  test('are set on errors before routing', async () => {
    const { headers, statusCode } = await get('/api/company/%ZZ')
    expect(statusCode).toBe(400)
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  test('built pages contain no inline script, style or handler', async () => {
    for (const file of ['index.html', 'login/index.html', 'vendor/index.html']) {
      const page = await readFile(join(import.meta.dirname, '../../web', file), 'utf8')
      // A script of type application/json is data and never runs.
      expect([
        file,
        /<script(?![^>]*\s(?:src=|type="application\/json"))|<style|\sstyle=|\son\w+=|javascript:/i.exec(page)?.[0],
      ]).toEqual([file, undefined])
    }
  })

  test('Strict-Transport-Security with an https PUBLIC_URL only', async () => {
    expect((await get('/healthz', secure)).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect((await get('/healthz')).headers).not.toHaveProperty('strict-transport-security')
  })

  test('Content-Type: texts name their encoding', async () => {
    const typeOf = async (url: string) => (await get(url)).headers['content-type']
    for (const url of ['/', '/login']) expect([url, await typeOf(url)]).toEqual([url, 'text/html; charset=utf-8'])
    for (const url of ['/api/user/me', '/api/nothing', '/api/company/%ZZ', '/api/openapi.json'])
      expect([url, await typeOf(url)]).toEqual([url, 'application/json; charset=utf-8'])
    expect(await typeOf('/assets/app-1a2b3c.js')).toMatch(/^(text|application)\/javascript; charset=utf-8$/)
  })

  test('Cache-Control: API no-store, hashed files immutable, pages revalidated', async () => {
    const kept = async (url: string) => (await get(url)).headers['cache-control']
    expect(await kept('/api/user/me')).toBe('no-store')
    expect(await kept('/assets/app-1a2b3c.js')).toBe('public, max-age=31536000, immutable')
    expect(await kept('/')).toBe('no-store')
    expect(await kept('/login')).toBe('no-cache')
    const compressed = async (url: string) =>
      (await plain.app.inject({ url, headers: { 'accept-encoding': 'br' } })).headers['cache-control']
    expect(await compressed('/')).toBe('no-store')
    expect(await compressed('/login')).toBe('no-cache')
  })
})

describe('X-Request-Id', () => {
  test('is generated per request and part of error responses', async () => {
    const [one, two] = [await get('/api/user/me'), await get('/api/user/me')]
    expect(Id.safeParse(one.headers['x-request-id']).success).toBe(true)
    expect(one.json()).toMatchObject({ requestId: one.headers['x-request-id'] })
    expect(two.headers['x-request-id']).not.toBe(one.headers['x-request-id'])
  })

  test('ignores the id that the client sent', async () => {
    const answer = await plain.app.inject({ url: '/api/user/me', headers: { 'x-request-id': 'forged', 'request-id': 'forged' } })
    expect(answer.body + String(answer.headers['x-request-id'])).not.toContain('forged')
  })
})

describe('Pages', () => {
  test.each([
    ['/', 'The app'],
    ['/property/offers', 'The app'],
    ['/login', 'Sign in'],
    ['/login/reset', 'Sign in'],
  ])('%s is %j', async (url, title) => {
    expect((await get(url)).body).toContain(`<title>${title}</title>`)
  })

  test.each(['/api/nothing', '/api', '/assets/gone.js', '/assets/', '/../package.json', '/assets/..%2f..%2fpackage.json'])(
    '%s responds 404',
    async (url) => {
      const answer = await get(url)
      expect(answer.body).not.toContain('"devDependencies"')
      if (!url.startsWith('/..')) expect(answer.statusCode).toBe(404)
    },
  )
})
