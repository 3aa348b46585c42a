import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { deleteExpiredRateLimits, enforceRateLimit, rateLimitAddress, resetRateLimits } from './rate-limit.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const at = (seconds: number) => new Date(Date.parse('2026-03-10T09:00:00Z') + seconds * 1000).toISOString()
const tryAt = (key: string, seconds: number, most = 3) =>
  enforceRateLimit(testApp.database.pool, [{ key, max: most, minutes: 10 }], at(seconds)).then(
    () => 'counted',
    (error: { code: string; details: { retryAfter: string } }) => `${error.code} ${error.details.retryAfter}`,
  )

describe('enforceRateLimit', () => {
  test('refuses the attempt above `max` with the seconds until the window ends', async () => {
    const answers = [
      await tryAt('a', 0),
      await tryAt('a', 100),
      await tryAt('a', 200),
      await tryAt('a', 300),
      await tryAt('a', 599),
    ]
    expect(answers).toEqual(['counted', 'counted', 'counted', 'TOO_MANY_REQUESTS 300', 'TOO_MANY_REQUESTS 1'])
  })

  test('starts a new window after the old one, however many attempts were refused', async () => {
    for (let n = 0; n < 20; n += 1) await tryAt('b', n)
    expect(await tryAt('b', 599)).toMatch(/^TOO_MANY/)
    expect(await tryAt('b', 600)).toBe('counted')
  })

  test('counts concurrent attempts exactly', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => tryAt('c', 0, 7)))
    expect(answers.filter((answer) => answer === 'counted')).toHaveLength(7)
  })

  test('counts keys separately; resetRateLimits restarts a key', async () => {
    for (let n = 0; n < 4; n += 1) await tryAt('d', 0)
    expect(await tryAt('e', 0)).toBe('counted')
    await resetRateLimits(testApp.database.pool, { forgotten: ['d'], takenBack: [] })
    expect(await tryAt('d', 0)).toBe('counted')
  })

  test('resetRateLimits subtracts attempts and deletes keys without any', async () => {
    for (let n = 0; n < 3; n += 1) await tryAt('g', 0)
    await tryAt('h', 0)
    const back = (key: string, tries: number) => ({ key, max: 3, minutes: 10, tries })
    await resetRateLimits(testApp.database.pool, { forgotten: [], takenBack: [back('g', 2), back('h', 1), back('i', 1)] })
    expect([await tryAt('g', 0), await tryAt('g', 0)]).toEqual(['counted', 'counted'])
    expect(await tryAt('g', 0)).toMatch(/^TOO_MANY/)
    const { rows } = await testApp.database.pool.query(`select key from rate_limit where key in ('h', 'i')`)
    expect(rows).toEqual([])
  })
})

describe('enforceRateLimit with `tries`', () => {
  test('counts that many attempts at once', async () => {
    const at = '2026-03-10T09:00:00.000Z'
    const take = (tries: number) =>
      enforceRateLimit(testApp.database.pool, [{ key: 'f', max: 10, minutes: 10, tries }], at).then(
        () => true,
        () => false,
      )
    expect([await take(4), await take(6), await take(1)]).toEqual([true, true, false])
  })
})

test('deleteExpiredRateLimits deletes counts older than the longest window', async () => {
  const { pool } = testApp.database
  await pool.query('delete from rate_limit')
  for (const [key, now] of [
    ['old', '2026-03-03T08:59:59.000Z'],
    ['new', '2026-03-03T09:00:01.000Z'],
  ] as const)
    await enforceRateLimit(pool, [{ key, max: 1, minutes: 1440 }], now)
  await deleteExpiredRateLimits(pool, '2026-03-10T09:00:00.000Z')
  expect((await pool.query('select key from rate_limit')).rows).toEqual([{ key: 'new' }])
})

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0:0:aaaa::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('rateLimitAddress(%s) is %s', (ip, counted) => {
  expect(rateLimitAddress(ip)).toBe(counted)
})
