import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { readMetrics } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import type { Metric } from '@gya/domain/features/dashboard/metrics.ts'
import { addOffer, updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { type StepName, stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'

/**
 * Enters weeks of work late: an acceptance, steps with their own dates, and corrections of both. Compares flow metrics and
 * timeline dates with a model that keeps the last date entered.
 */

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const flows = {
  memoSent: 'MemoOfSaleSent',
  draftContractsIssued: 'DraftContractsIssued',
  searchesAppliedFor: 'SearchesAppliedFor',
  searchesBack: 'SearchesBack',
  mortgageAppSubmitted: 'MortgageAppSubmitted',
} as const satisfies Partial<Record<Metric, StepName>>
const names = Object.values(flows)
const metrics = [...(Object.keys(flows) as (keyof typeof flows)[]), 'salesAgreed'] as const

/** Days before today. */
type Entry = { accept: number } | { complete: (typeof names)[number]; on: number }
const back = fc.nat({ max: 60 })
const anyEntry: fc.Arbitrary<Entry> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ accept: back }) },
  { weight: 5, arbitrary: fc.record({ complete: fc.constantFrom(...names), on: back }) },
)

type Model = { acceptedOn: string; completedOn: Partial<Record<StepName, string>> }
const daysOf: Partial<Record<StepName, [previous: StepName, days: number]>> = {
  SearchesAppliedFor: ['DraftContractsIssued', 21],
  SearchesBack: ['SearchesAppliedFor', 28],
}

test('Property-based: flow metrics, step dates and due dates match a simple model for late entries and corrections', async () => {
  fixtures.clock.moveTo(testStart)
  const today = londonDay(fixtures.clock.now())
  const as = fixtures.as('staff')
  const models: Model[] = []
  const enter = async (ids: PropertyPath, offerId: string, model: Model, entry: Entry): Promise<void> => {
    if ('accept' in entry) {
      const acceptedOn = addDays(today, -entry.accept)
      const { status } = await as.call(updateOffer, { params: ids, body: { _id: offerId, acceptedOn } })
      const isStranded = Object.values(model.completedOn).some((on) => on >= model.acceptedOn && on < acceptedOn)
      expect(status).toBe(isStranded ? 409 : 200)
      if (!isStranded) model.acceptedOn = acceptedOn
      return
    }
    const completedOn = addDays(today, -entry.on)
    const item = { key: stepKeys[entry.complete], state: 'C' as const, completedOn }
    const { status } = await as.call(saveTimeline, { params: ids, body: { timeline: [item] } })
    const isEarly = completedOn < model.acceptedOn && completedOn !== model.completedOn[entry.complete]
    expect(status).toBe(isEarly ? 409 : 200)
    if (!isEarly) model.completedOn[entry.complete] = completedOn
  }
  await fc.assert(
    fc.asyncProperty(back, fc.array(anyEntry, { minLength: 2, maxLength: 10 }), async (accepted, entries) => {
      const ids = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, `${models.length} Late Street`)
      const model: Model = { acceptedOn: addDays(today, -accepted), completedOn: {} }
      models.push(model)
      const { offers } = await as.ok(addOffer, {
        params: ids,
        body: { name: 'B', amount: 1, cashBuy: false, chain: false, state: 'A', acceptedOn: model.acceptedOn },
      })
      for (const entry of entries) await enter(ids, offers[0]?._id ?? '', model, entry)

      const { timeline } = await as.ok(readProperty, { params: ids })
      for (const name of names) {
        const step = timeline.data.find(({ keyName }) => keyName === name)
        expect([name, step?.completedOn]).toEqual([name, model.completedOn[name] ?? null])
        const [previous, days] = daysOf[name] ?? []
        if (!previous || !days || model.completedOn[name] || !model.completedOn[previous]) continue
        const startedOn = model.completedOn[previous]
        expect([name, step?.startedOn, step?.warningDate]).toEqual([name, startedOn, addDays(startedOn, days)])
      }

      const { periods, data } = await as.ok(readMetrics, { params: fixtures.first, query: { metrics: metrics.join() } })
      for (const { key, first, last } of periods)
        for (const metric of metrics) {
          const days = models.map((one) => (metric === 'salesAgreed' ? one.acceptedOn : one.completedOn[flows[metric]]))
          const count = days.filter((day) => day !== undefined && day >= first && day <= last).length
          expect([metric, key, data[metric]?.[key]?.count]).toEqual([metric, key, count])
        }
    }),
    { numRuns: 25 },
  )
}, 120_000)

test('completedWeek and completedThisWeek count completions by their date, entered late or on the day', async () => {
  fixtures.clock.moveTo(testStart)
  const today = londonDay(fixtures.clock.now())
  const as = fixtures.as('staff')
  for (const [n, ago] of [0, 0, 1, 2, 3, 4, 6, 9, 10, 11, 15, 16, 20].entries()) {
    const ids = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, `${n} Completion Street`)
    const body = { name: 'B', amount: 100_000, cashBuy: true, chain: false, state: 'A' as const, acceptedOn: addDays(today, -40) }
    await as.ok(addOffer, { params: ids, body })
    const completionDate = addDays(today, -ago)
    const timeline = [
      { key: stepKeys.Exchanged, state: 'C' as const, completedOn: addDays(today, -25) },
      { key: stepKeys.Completed, state: 'C' as const, completedOn: completionDate },
    ]
    await as.ok(saveTimeline, { params: ids, body: { timeline, completionDate } })
  }
  const { periods, data } = await as.ok(readMetrics, {
    params: fixtures.first,
    query: { metrics: 'completedThisWeek,completedWeek,completedMonth' },
  })
  const recomputed = async ({ first, last }: { first: string; last: string }) => {
    const { rows } = await fixtures.database.pool.query<{ count: number }>(
      `select count(*)::int as count from property_step s join property p on p.company_id = s.company_id and p.id = s.property_id
       where p.branch_id = $1 and p.deleted_on is null and s.key = 25 and s.state = 'C' and s.completed_on between $2 and $3`,
      [fixtures.first.branchId, first, last],
    )
    return rows[0]?.count
  }
  for (const { key, last, week, weekSoFar } of periods) {
    expect([key, data.completedThisWeek?.[key]?.count]).toEqual([key, await recomputed(weekSoFar)])
    expect([key, data.completedWeek?.[key]?.count]).toEqual([key, await recomputed(week)])
    expect([key, data.completedMonth?.[key]?.count]).toEqual([key, await recomputed({ first: addDays(last, -29), last })])
  }
  expect(data.completedThisWeek?.[periods[0]?.key ?? '']?.count).toBeGreaterThan(1)
})
