import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzzApi } from '../support/api-fuzzer.ts'
import { type Fixtures, openFixtures } from '../support/fixtures.ts'
import { byTier } from '../support/test-tier.ts'

/**
 * "Fuzzing from the contracts (schema-shaped random bodies on every call): never a 500, never a hang, never a changed row on a
 * refusal." Covers every contract. Longer: `npm run bench attack`, or FUZZ_RUNS.
 */
const runs = Number(process.env.FUZZ_RUNS ?? byTier({ fast: 500, full: 2000 }))

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

test('Fuzzing every contract: no 5xx, and no changed row on a refusal', async () => {
  const seed = process.env.FUZZ_RUNS ? {} : { seed: 20261121 }
  const { answers, compared, faults } = await fuzzApi(fixtures, { runs, compareEvery: 10, ...seed })
  expect(faults).toEqual({ broken: [], hanging: [], wordless: [], changing: [] })
  // Mostly refused requests would prove nothing.
  const all = Object.values(answers).reduce((sum, count) => sum + count, 0)
  expect((answers[200] ?? 0) / all, `answers by status: ${JSON.stringify(answers)}`).toBeGreaterThan(0.1)
  expect(compared).toBeGreaterThan(10)
}, 3_600_000)
