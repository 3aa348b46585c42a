import { listMetricProperties, readMetric } from '@gya/domain/features/dashboard/dashboard.contract.ts'
import { classifyFallOff, performFallOff, readFallOffReasons } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../../test/support/fixtures.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

test('The list of fallen sales returns the reason of each, and the number for each reason', async () => {
  const staff = fixtures.as('staff')
  const { reasons } = await staff.ok(readFallOffReasons, { params: fixtures.a })
  const reasonId = (name: string) => reasons.find((one) => one.name === name)?._id ?? ''
  const fall = async (line1: string, reason?: string) => {
    const params = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
    await staff.ok(addOffer, { params, body: { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: true, state: 'A' } })
    const body = { note: 'No', ...(reason ? { reasonId: reasonId(reason) } : {}) }
    const [fallen] = (await staff.ok(performFallOff, { params, body })).saleResets
    return { ...params, fallOffId: fallen?._id ?? '' }
  }
  await fall('1 Windfall Street', 'Mortgage refused')
  await fall('2 Windfall Street', 'Mortgage refused')
  await fall('3 Windfall Street', 'Survey')
  const later = await fall('4 Windfall Street')

  const { branchId } = fixtures.first
  const metric = 'fallOffs' as const
  const { periods } = await staff.ok(readMetric, { params: { ...fixtures.a, branchId, metric } })
  const periodKey = periods[0]?.key ?? ''
  const params = { ...fixtures.a, branchId, metric, periodKey }
  const listed = () => staff.ok(listMetricProperties, { params, query: { propertyType: 'saleResetProperties' } })
  const { data, reasons: counts } = await listed()
  expect(counts).toEqual([
    { name: 'Mortgage refused', count: 2 },
    { name: 'Survey', count: 1 },
    { name: null, count: 1 },
  ])
  const reasonOf = Object.fromEntries((data[periodKey] ?? []).map(({ address, reason }) => [address.line1.slice(0, 1), reason]))
  expect(reasonOf).toEqual({ 1: 'Mortgage refused', 2: 'Mortgage refused', 3: 'Survey', 4: null })

  // As it is classified today; the whole company counts the same.
  await staff.ok(classifyFallOff, { params: later, body: { reasonId: reasonId('Survey') } })
  const ofCompany = { ...fixtures.a, branchId: 'all', metric, periodKey }
  expect((await fixtures.as('company').ok(listMetricProperties, { params: ofCompany })).reasons).toEqual((await listed()).reasons)
  expect((await listed()).reasons).toContainEqual({ name: 'Survey', count: 2 })
  // Other metrics have none.
  const offers = await staff.ok(listMetricProperties, { params: { ...params, metric: 'offers' } })
  expect(offers.reasons).toEqual([])
})
