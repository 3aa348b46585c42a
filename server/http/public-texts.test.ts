import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'

let webRoot: string
let testApp: TestApp
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'gya-addresses-'))
  for (const folder of ['login', 'vendor', 'party']) await mkdir(join(webRoot, folder))
  for (const page of ['index.html', 'login/index.html', 'vendor/index.html', 'party/index.html'])
    await writeFile(join(webRoot, page), page)
  await writeFile(join(webRoot, 'addresses.json'), JSON.stringify(['/', '/company/report']))
  testApp = await openTestApp({ webRoot, config: { publicUrl: 'https://gya.example' } })
})
afterAll(async () => {
  await testApp.close()
  await rm(webRoot, { recursive: true })
})

const get = async (url: string, accept?: string) => {
  const { statusCode, headers, body } = await testApp.app.inject({ url, ...(accept ? { headers: { accept } } : {}) })
  return { status: statusCode, type: String(headers['content-type']).split(';')[0], body }
}

describe('addresses', () => {
  test('the app has its own, with any query', async () => {
    expect(await get('/company/report?view=1')).toMatchObject({ status: 200, body: 'index.html' })
    expect(await get('/')).toMatchObject({ status: 200, body: 'index.html' })
  })

  test('any other is not found: the page of the app for a browser, a refusal for others', async () => {
    expect(await get('/nonsense', 'text/html')).toMatchObject({ status: 404, type: 'text/html', body: 'index.html' })
    const refused = await get('/nonsense/deep/path.json')
    expect(refused).toMatchObject({ status: 404, type: 'application/json' })
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await get('/.well-known/openid-configuration', 'text/html')).toMatchObject({ status: 404, type: 'application/json' })
  })
})

describe('texts', () => {
  test('security.txt names contact, address and a day in 180 days (RFC 9116)', async () => {
    const { status, type, body } = await get('/.well-known/security.txt')
    expect([status, type]).toEqual([200, 'text/plain'])
    expect(body).toContain('Contact: mailto:support@gya.example\n')
    expect(body).toContain('Expires: 2026-09-06T09:30:00.123Z\n')
    expect(body).toContain('Canonical: https://gya.example/.well-known/security.txt\n')
  })

  test('llms.txt is at most 2 kB, robots.txt allows it', async () => {
    const { body } = await get('/llms.txt')
    expect(body).toContain('https://gya.example/api/openapi.json')
    expect(body.length).toBeLessThan(2_000)
    expect((await get('/robots.txt')).body).toContain('Allow: /llms.txt')
  })
})

describe('Accept: application/problem+json (RFC 9457)', () => {
  test('a refusal has type, title, status, detail, instance and its code', async () => {
    const { status, type, body } = await get('/api/user/me', 'application/problem+json')
    expect([status, type]).toEqual([401, 'application/problem+json'])
    const problem = JSON.parse(body)
    expect(problem).toMatchObject({
      type: '/api/problems#NO_SESSION',
      status: 401,
      code: 'NO_SESSION',
      instance: expect.any(String),
    })
    expect((await get('/api/problems')).body).toContain('id="NO_SESSION"')
  })
})
