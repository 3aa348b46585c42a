import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { performFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { historyOf, type SaleFacts } from '@gya/domain/features/forecast/sale-facts.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import type { RequestedItem } from '@gya/domain/features/timeline/timeline.model.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { listSalesKnownAt, listSalesToLearnFrom } from './sales-to-learn-from.read-model.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const memo = 30
const today = () => londonDay(fixtures.clock.now())
const save = (params: PropertyPath, item: Omit<RequestedItem, 'key'>) =>
  fixtures.as('staff').ok(saveTimeline, { params, body: { timeline: [{ key: memo, ...item }] } })
async function read(sales: AsyncGenerator<SaleFacts[]>): Promise<SaleFacts[]> {
  const all: SaleFacts[] = []
  for await (const page of sales) all.push(...page)
  return all
}
const rowsOf = (sales: readonly SaleFacts[], on: string) =>
  sales.flatMap((sale) =>
    historyOf(sale, on, []).steps.flatMap(({ key, finished, days, blocked }) =>
      key === memo ? [{ key, finished, days, blocked }] : [],
    ),
  )

test('learning uses the days on which a step was blocked, even if it was completed since or its sale fell off', async () => {
  const { db } = fixtures.database
  const { companyId } = fixtures.first
  const params = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '1 Blocked Road')
  const offer = { name: 'Bea Uyer', amount: 285_000, cashBuy: true, chain: false, state: 'A' as const }
  await fixtures.as('staff').ok(addOffer, { params, body: offer })
  const agreed = today()
  fixtures.clock.advance({ days: 3 })
  await save(params, { state: 'B', startedOn: agreed, blockedOn: today() })
  fixtures.clock.advance({ days: 4 })
  const blocked = today()
  const learned = async () => rowsOf(await read(listSalesToLearnFrom(db, companyId, today())), today())
  expect(await learned()).toEqual([{ key: memo, finished: false, days: 7, blocked: [{ from: 3, until: 7 }] }])
  await save(params, { state: 'C', startedOn: agreed, completedOn: today() })
  fixtures.clock.advance({ days: 2 })
  // The day on which it finished counts as one on which it was blocked.
  const done = [{ key: memo, finished: true, days: 7, blocked: [{ from: 3, until: 8 }] }]
  expect(await learned()).toEqual(done)
  // Two days later it is still known that it was entered on the day on which it was done.
  const enteredOn = async (sales: AsyncGenerator<SaleFacts[]>) =>
    (await read(sales)).flatMap(({ steps }) => steps.find(({ key }) => key === memo)?.enteredOn ?? null)
  expect(await enteredOn(listSalesToLearnFrom(db, companyId, today()))).toEqual([blocked])
  expect(await enteredOn(listSalesKnownAt(db, companyId, today()))).toEqual([blocked])
  expect(await enteredOn(listSalesKnownAt(db, companyId, addDays(blocked, -1)))).toEqual([null])

  await save(params, { state: 'IP', startedOn: agreed })
  await save(params, { state: 'C', startedOn: agreed, completedOn: today() })
  expect(await learned()).toEqual([{ key: memo, finished: true, days: 9, blocked: [{ from: 3, until: 7 }] }])
  const known = await read(listSalesKnownAt(db, companyId, addDays(blocked, 1)))
  expect(rowsOf(known, addDays(blocked, 1))).toEqual(done)
  const before = await read(listSalesKnownAt(db, companyId, addDays(blocked, -1)))
  expect(rowsOf(before, addDays(blocked, -1))).toEqual([
    { key: memo, finished: false, days: 6, blocked: [{ from: 3, until: 6 }] },
  ])
  await fixtures.as('staff').ok(performFallOff, { params, body: { note: 'Changed their mind' } })
  expect(await learned()).toEqual([{ key: memo, finished: true, days: 9, blocked: [{ from: 3, until: 7 }] }])
})
