import type { Wire } from '@gya/domain/endpoint.ts'
import { listMetricProperties, readMetrics } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { definitionOf, type Metric, metricKeys } from '@gya/domain/features/dashboard/metrics.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { limitedRuns } from '../../../test/support/test-tier.ts'
import { actionsStart, anyAction, runAction } from '../properties/testing/random-actions.ts'
import { sumDays } from './sum-days.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
  fixtures.clock.moveTo(actionsStart)
})
afterAll(() => fixtures.close())

type Answer = Wire<typeof readMetrics, 'response'>

const stocks = metricKeys.filter((metric) => definitionOf(metric).kind === 'stock')
const figuresOf = (metrics: readonly Metric[]): Promise<Answer> =>
  fixtures.as('company').ok(readMetrics, { params: { ...fixtures.a, branchId: 'all' }, query: { metrics: metrics.join() } })

const anyRounds = fc.array(fc.array(fc.array(anyAction, { maxLength: 7 }), { minLength: 2, maxLength: 2 }), {
  minLength: 3,
  maxLength: 4,
})

/** Performs random actions on new properties, one fortnight per round. */
async function live(rounds: Parameters<typeof runAction>[3][][][], eachRound: () => Promise<void>): Promise<void> {
  const as = fixtures.as('company')
  const places = [
    await takeOn(as, fixtures.first, fixtures.idOf.vendor, 'First Random Road'),
    await takeOn(as, fixtures.second, fixtures.idOf.vendor, 'Second Random Road'),
  ]
  for (const round of rounds) {
    for (const [nth, actions] of round.entries())
      for (const action of actions) await runAction(fixtures, as, places[nth] ?? places[0] ?? fixtures.first, action)
    await eachRound()
    // Two calls per fortnight, because a session unused for a fortnight ends.
    for (const days of [7, 7]) {
      fixtures.clock.advance({ days })
      for (const name of ['platform', 'company'] as const) await fixtures.as(name).ok(readMe)
    }
  }
}

test('Property-based: a stock metric of a past period equals the value shown at its end, with and without stored sums', async () => {
  await fc.assert(
    fc.asyncProperty(anyRounds, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), async (rounds, sums) => {
      const shown = new Map<string, object>()
      await live(rounds, async () => {
        if (sums.shift()) await sumDays(fixtures)
        const { periods, data } = await figuresOf(stocks)
        for (const { key, last } of periods)
          for (const metric of stocks) {
            const name = `${metric} on ${last}`
            const value = data[metric]?.[key] ?? {}
            expect({ [name]: value }).toEqual({ [name]: shown.get(name) ?? value })
            if (key === periods[0]?.key) shown.set(name, value)
          }
      })
      expect(shown.size).toBe(stocks.length * rounds.length)
    }),
    limitedRuns({ fast: 3, full: 8 }),
  )
})

const total = (numbers: (number | null)[]) => numbers.reduce((sum: number, one) => sum + (one ?? 0), 0)

test('Property-based: GET /md/…/properties lists the rows its metric counts, for every metric, period and scope', async () => {
  const as = fixtures.as('company')
  await fc.assert(
    fc.asyncProperty(anyRounds, async (rounds) => {
      await live(rounds, async () => {})
      const ofBranch = await as.ok(readMetrics, { params: fixtures.first, query: { metrics: metricKeys.join() } })
      const ofCompany = await figuresOf(metricKeys)
      for (const metric of metricKeys)
        for (const { key } of ofCompany.periods.slice(0, 4)) {
          const query = { itemsPerPage: '100' } as const
          const params = { ...fixtures.first, metric, periodKey: key }
          const inBranch = await as.ok(listMetricProperties, { params, query })
          const inCompany = await as.ok(listMetricProperties, { params: { ...params, branchId: 'all' }, query })
          for (const [{ data }, list] of [
            [ofBranch, inBranch],
            [ofCompany, inCompany],
          ] as const) {
            const value = data[metric]?.[key]
            const rows = list.data[key] ?? []
            expect([metric, key, rows.length, list.paging.count]).toEqual([metric, key, value?.count, value?.count])
            const figures = rows.map(({ amount, percent }) => amount ?? percent).filter((one) => one !== null)
            if (value?.sum !== undefined) expect(total(figures)).toBeCloseTo(value.sum, 2)
            if (value?.avg !== undefined && figures.length > 0)
              expect(Math.abs(total(figures) / figures.length - (value.avg ?? 0))).toBeLessThan(0.02)
            if (value?.avg === null) expect(figures).toEqual([])
          }
          expect(inBranch.data[key]?.every(({ branch }) => branch._id === fixtures.first.branchId)).toBe(true)
        }
    }),
    { numRuns: 1 },
  )
}, 120_000)
