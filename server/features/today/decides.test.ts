import { londonDay } from '@gya/domain/common/dates.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { expect, test } from 'vitest'
import { openFixtures, takeOn } from '../../../test/support/fixtures.ts'
import { forecastSales } from '../forecast/forecast-sales.ts'

test('GET today: returns the deciding step or link with the actions of a sale, without changing their rank', async () => {
  const fixtures = await openFixtures()
  try {
    const params = await takeOn(fixtures.as('branch'), fixtures.first, fixtures.idOf.vendor, '1 Deciding Road')
    const staff = fixtures.as('staff')
    const today = londonDay(fixtures.clock.now())
    await staff.ok(addOffer, { params, body: { name: 'Bea Uyer', amount: 285_000, cashBuy: true, chain: false, state: 'A' } })
    await staff.ok(saveTimeline, {
      params,
      body: { timeline: [{ key: stepKeys.MemoOfSaleSent, state: 'C', startedOn: today, completedOn: today }] },
    })
    fixtures.clock.advance({ days: 40 })
    const client = await fixtures.signedIn(fixtures.idOf.branch)
    const read = async () => {
      const query = { who: 'nobody', by: 'rank', itemsPerPage: '50' } as const
      const { groups } = await client.ok(readToday, { params: { companyId: params.companyId }, query })
      return groups.flatMap(({ actionItems }) => actionItems).filter(({ propertyId }) => propertyId === params.propertyId)
    }
    const before = await read()
    expect(before.length).toBeGreaterThan(1)
    expect(before.every(({ decides }) => decides === null)).toBe(true)
    await forecastSales({ database: fixtures.database, clock: fixtures.clock })
    const after = await read()
    const deciding = after.filter(({ decides }) => decides?.isThis)
    expect(deciding.map(({ key }) => key)).toEqual([`step:${stepKeys.DraftContractsIssued}`])
    expect(deciding[0]?.decides?.words).toMatch(/^Draft contract.*longer than usual$/i)
    expect(after.every(({ decides }) => decides !== null)).toBe(true)
    const rank = (items: typeof after) => items.map(({ key, points }) => [key, points])
    expect(rank(after)).toEqual(rank(before))
  } finally {
    await fixtures.close()
  }
})
