import { londonDay, showDate } from '@gya/domain/common/dates.ts'
import { updateOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { readWeek } from '@gya/domain/features/week/week.contract.ts'
import { weekFlows } from '@gya/domain/features/week/week.model.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { ImportClient } from './testing/import-client.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const week = async (): Promise<Map<string, number>> => {
  const { rows } = await fixtures.as('company').ok(readWeek, { params: fixtures.a, query: {} })
  return new Map(rows.map(({ metric, values }) => [metric, values[0] ?? 0]))
}

/** The flows of this week that differ since `before`, without fees. */
const since = async (before: ReadonlyMap<string, number>) => {
  const now = await week()
  const flows = weekFlows.filter((metric) => !metric.startsWith('fees') && now.get(metric) !== before.get(metric))
  return Object.fromEntries(flows.map((metric) => [metric, (now.get(metric) ?? 0) - (before.get(metric) ?? 0)]))
}

const propertyOf = async (line1: string) => {
  const { rows } = await fixtures.database.pool.query('select property_id, taken_on from property_report where line1 = $1', [
    line1,
  ])
  const params = { ...fixtures.first, propertyId: rows[0]?.property_id as string }
  return { takeOn: rows[0]?.taken_on, property: await fixtures.as('company').ok(readProperty, { params }) }
}

const isAcceptanceAssumed = async (line1: string): Promise<boolean> => {
  const { rows } = await fixtures.database.pool.query(
    `select s.because->'assumed' as is from property_step s join property p on p.company_id = s.company_id and p.id = s.property_id
      where p.line1 = $1 and s.key = $2`,
    [line1, stepKeys.SaleAgreed],
  )
  return rows[0]?.is ?? false
}

test('what an import says is done without its day counts in no week; with its day it counts on it, also when it is given later', async () => {
  const today = showDate(londonDay(fixtures.clock.now()))
  const homes = (takenOn: string) =>
    [
      'Our ref,Address 1,Postcode,Status,Taken on',
      `UD1,1 Undated Row,RG30 6AA,Available,${takenOn}`,
      'UD2,2 Undated Row,RG30 6AA,SSTC,',
      'UD3,3 Undated Row,RG30 6AA,SSTC,',
      'UD4,4 Undated Row,RG30 6AA,Exchanged,',
      `UD5,5 Undated Row,RG30 6AA,Available,${today}`,
      'UD6,6 Undated Row,RG30 6AA,Withdrawn,',
    ].join('\n')
  const sales = [
    'Our ref,Buyer,Agreed price,Accepted on,Sale status,Completion date',
    'UD2,Ann,250000,01/02/2025,SSTC,',
    'UD3,Bea,250000,,SSTC,',
    'UD4,Cy,250000,02/02/2025,Exchanged,01/02/2099',
  ].join('\n')
  const offers = 'Property ref,Buyer,Amount\nUD1,Dot,240000'
  const before = await week()
  const client = await ImportClient.checked(
    fixtures,
    { name: 'homes.csv', content: homes('') },
    { name: 'sales.csv', content: sales, kind: 'sale' },
    { name: 'offers.csv', content: offers, kind: 'offer' },
  )
  const { counts } = await client.read()
  expect([counts.withoutTakeOn, counts.undated]).toEqual([5, 3])
  expect((await client.run()).counts).toMatchObject({ written: 10, leftOut: 0, heldBack: 0 })
  expect(await since(before)).toEqual({ takeOn: 1, launched: 1 })
  expect((await propertyOf('2 Undated Row')).takeOn).toBe('2025-02-01')
  expect([await isAcceptanceAssumed('2 Undated Row'), await isAcceptanceAssumed('3 Undated Row')]).toEqual([false, true])

  const dated = await ImportClient.checked(fixtures, { name: 'homes.csv', content: homes('03/03/2025') })
  expect((await dated.run()).counts).toMatchObject({ written: 1 })
  const { property } = await propertyOf('3 Undated Row')
  const accepted = property.offers.find(({ state }) => state === 'A')
  const params = { ...fixtures.first, propertyId: property._id }
  await fixtures.as('company').ok(updateOffer, { params, body: { _id: accepted?._id ?? '', acceptedOn: '2025-03-03' } })
  expect(await isAcceptanceAssumed('3 Undated Row')).toBe(false)
  expect(await since(before)).toEqual({ takeOn: 1, launched: 1 })
  const query = { first: '2025-03-03', last: '2025-03-03' }
  const { rows } = await fixtures.as('company').ok(readWeek, { params: fixtures.a, query })
  const onThatDay = rows.flatMap(({ metric, values }) => (values[0] && !metric.startsWith('fees') ? [metric] : []))
  expect(onThatDay.filter((metric) => (weekFlows as readonly string[]).includes(metric))).toEqual(['takeOn', 'salesAgreed'])
})
