import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { KeyRates, keyRates } from './key-rates.ts'

let app: TestApp
beforeEach(async () => {
  app = await openTestApp()
})
afterEach(() => app.close())

const start = Date.parse('2026-03-10T09:30:00.000Z')
const at = (ms: number) => new Date(start + ms).toISOString()
const key = { keyId: '019cd714-f23b-7000-8000-0000000000aa', companyId: '019cd714-f23b-7000-8000-0000000000bb' }

test('10 calls a second, with a burst of 20', async () => {
  const rates = new KeyRates(app.database.pool)
  const passed = async (count: number, ms: number) => {
    let made = 0
    for (let index = 0; index < count; index += 1) if (!(await rates.count(key, false, at(ms))).refusal) made += 1
    return made
  }
  expect(await passed(25, 0)).toBe(20)
  expect(await passed(25, 500)).toBe(5)
  expect(await passed(25, 1500)).toBe(10)
})

test('600 calls a minute over all processes, 120 of them changes, counted in leases of 10', async () => {
  const processes = [new KeyRates(app.database.pool), new KeyRates(app.database.pool)]
  const passed = { changes: 0, reads: 0 }
  const refusals = new Set<string | undefined>()
  for (let second = 0; second < 59; second += 1)
    for (const rates of processes)
      for (let index = 0; index < 10; index += 1) {
        const isChange = index < 3
        const { refusal } = await rates.count(key, isChange, at(second * 1000))
        if (refusal) refusals.add(refusal.details?.retryAfter)
        else passed[isChange ? 'changes' : 'reads'] += 1
      }
  expect(passed.changes).toBe(keyRates.changesPerMinute)
  expect(passed.changes + passed.reads).toBeLessThanOrEqual(keyRates.perMinute)
  expect(refusals.size).toBeGreaterThan(1)
  const { rows } = await app.database.pool.query('select key, tries from rate_limit order by key')
  expect(rows.every(({ tries }) => tries % 10 === 0)).toBe(true)
  const later = await processes[0]?.count(key, true, at(61_000))
  expect(later).toMatchObject({ refusal: null, state: { limit: 600, remaining: 599, reset: 60 } })
})
