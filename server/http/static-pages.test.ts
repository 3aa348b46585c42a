import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp } from '../../test/support/test-app.ts'
import { readConfig } from '../config.ts'

let webRoot: string
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'gya-pages-'))
  for (const folder of ['login', 'vendor']) await mkdir(join(webRoot, folder))
  for (const page of ['index.html', 'login/index.html', 'vendor/index.html']) await writeFile(join(webRoot, page), page)
})
afterAll(() => rm(webRoot, { recursive: true }))

describe('LOGIN_URL', () => {
  test.each(['/login', '/login/reset', '/login?ended=1&next=%2Fproperty%2Fedit%3Fproperty%3D1', '/login/verify?forgot'])(
    'of another site: %s is redirected with path and query',
    async (url) => {
      const { app, close } = await openTestApp({ webRoot, config: { loginUrl: 'https://sign-in.example/gya' } })
      try {
        const { statusCode, headers } = await app.inject({ url })
        expect([statusCode, headers.location]).toEqual([302, `https://sign-in.example/gya${url.slice('/login'.length)}`])
      } finally {
        await close()
      }
    },
  )

  test('without a value or with our own sign-in pages, they are served', async () => {
    for (const loginUrl of ['/login', 'http://gya.example/login']) {
      const { app, close } = await openTestApp({ webRoot, config: { loginUrl } })
      expect((await app.inject({ url: '/login?ended=1' })).body).toBe('login/index.html')
      await close()
    }
  })

  test.each([
    ['https://sign-in.example/gya/', 'https://sign-in.example/gya'],
    ['/sign-in', '/sign-in'],
    ['', '/login'],
  ])('%s is parsed as %s', (given, read) => {
    expect(readConfig({ LOGIN_URL: given }).loginUrl).toBe(read)
  })

  test.each(['//evil.example', 'javascript:alert(1)', 'sign-in'])('%s is refused at startup', (given) => {
    expect(() => readConfig({ LOGIN_URL: given })).toThrow(
      'Configuration: LOGIN_URL must be an address (https://…) or a path (/…).',
    )
  })
})
