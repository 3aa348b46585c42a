import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../test/support/fixtures.ts'
import { testStart } from '../../test/support/test-app.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openPool } from '../db/pool.ts'
import { folderStore } from '../infra/files/folder-store.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const get = (url: string, more: { remoteAddress?: string; headers?: Record<string, string> } = {}) =>
  fixtures.app.inject({ url, ...more })

test('GET /healthz and GET /readyz respond 200', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await get('/readyz')).json()).toEqual({ status: 'ready' })
})

describe('Without a database and file store', () => {
  const database = openPool('postgres://nobody@127.0.0.1:1/none', 2, () => {})
  const config = readConfig({ LOG_LEVEL: 'info' })
  const log: string[] = []
  const opening = buildApp({
    database,
    files: folderStore('/dev/null/no-folder'),
    clock: new TestClock(testStart),
    config,
    secure: false,
    webRoot: null,
    logTo: { write: (line) => log.push(line) },
  })
  afterAll(async () => {
    await (await opening).close()
    await database.close()
  })

  test('GET /healthz responds 200, GET /readyz 503', async () => {
    const app = await opening
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
    const answer = await app.inject({ url: '/readyz' })
    expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'database not reached, file store not reached' }])
  })

  test('a call responds 503 NOT_READY and the cause is logged', async () => {
    const app = await opening
    const answer = await app.inject({ url: '/api/user/me', headers: { cookie: `gya_session=${'x'.repeat(43)}` } })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'NOT_READY'])
    expect(log.some((line) => line.includes('ECONNREFUSED'))).toBe(true)
  })
})

describe('GET /metrics', () => {
  test('counts and times requests by route and status, without ids', async () => {
    await fixtures.as('staff').ok(readMe)
    await fixtures.as('staff').inject({ url: `/api/company/${fixtures.a.companyId}` })
    const { body, headers } = await get('/metrics')
    expect(headers['content-type']).toMatch(/^text\/plain/)
    expect(body).toMatch(/gya_http_request_seconds_count\{method="GET",route="\/api\/company\/:companyId",status="200"\} \d+/)
    expect(body).toMatch(/^process_resident_memory_bytes \d+/m)
    expect(body).not.toContain(fixtures.a.companyId)
  })

  test.each([
    ['to another machine', { remoteAddress: '203.0.113.9' }],
    ['through a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
    ['through a proxy, with a forged address', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ])('responds 404 %s', async (_where, more) => {
    expect((await get('/metrics', more)).statusCode).toBe(404)
  })
})

describe('TRUST_PROXY=1', () => {
  test('uses the last address in X-Forwarded-For', async () => {
    const behind = await openFixtures({ config: { trustProxy: true } })
    const wrong = (forged: string) =>
      behind.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: '10.0.0.1',
        headers: { 'x-forwarded-for': `${forged}, 198.51.100.1` },
        payload: { email: 'guess@people.example', password: 'Wrong-Password-2026' },
      })
    const answers = []
    for (let n = 0; n < 11; n += 1) answers.push((await wrong(`203.0.113.${n}`)).statusCode)
    expect(answers.at(-1)).toBe(429)
    await behind.close()
  })

  test('TRUST_PROXY=0 ignores X-Forwarded-For', async () => {
    const statuses = []
    for (let n = 0; n < 11; n += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${n}` }
      const payload = { email: 'guess@people.example', password: 'Wrong-Password-2026' }
      statuses.push((await fixtures.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })).statusCode)
    }
    expect(statuses.at(-1)).toBe(429)
  })
})
