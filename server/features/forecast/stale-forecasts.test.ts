import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { saveChain } from '@gya/domain/features/chain/chain.contract.ts'
import { performFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { readComing } from '@gya/domain/features/forecast/forecast.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { calculateSales } from './calculate-sales.ts'
import { periodsAhead, readPeriods } from './coming.read-model.ts'
import { findStaleSales, markForecastsDue, saveForecasts } from './sale-forecasts.repository.ts'

let fixtures: Fixtures
let today: string
beforeAll(async () => {
  fixtures = await openFixtures()
  today = londonDay(fixtures.clock.now())
})
afterAll(() => fixtures.close())

async function sell(line1: string): Promise<PropertyPath> {
  const params = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)
  const body = { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
  await fixtures.as('staff').ok(addOffer, { params, body })
  return params
}
const complete = (params: PropertyPath, key: number) =>
  fixtures.as('staff').ok(saveTimeline, {
    params,
    body: { timeline: [{ key, state: 'C', startedOn: today, completedOn: today }] },
  })
const companyId = () => fixtures.first.companyId
const findStale = () => findStaleSales(fixtures.database.db, { companyId: companyId(), branchId: null }, today, null)
const refresh = () => fixtures.as('company').ok(readComing, { params: { companyId: companyId(), branchId: 'all' }, query: {} })

/** Determines what is stale by comparing every open sale with its forecast. */
async function compareAll(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.property_id as id
    from property_report r
    join sale s on s.company_id = r.company_id and s.property_id = r.property_id and s.outcome = 'open'
    left join sale_forecast f on f.company_id = r.company_id and f.property_id = r.property_id
    where r.company_id = ${companyId()} and r.phase = 'sold'
      and (f.property_id is null or f.on_day <> ${today} or f.revision <> s.revision
        or f.learned_on is distinct from (select max(learned_on) from learned_run where company_id = ${companyId()} and learned_on <= ${today})
        or f.linked_revisions <> array(
          select coalesce(o.revision, 0) from unnest(f.linked) with ordinality as l (id, nth)
          left join sale o on o.company_id = f.company_id and o.property_id = l.id and o.outcome = 'open'
          order by l.nth))
    order by 1`.execute(fixtures.database.db)
  return rows.map(({ id }) => id)
}

test('findStaleSales finds the same as comparing every open sale, after each kind of change, and nothing after a refresh', async () => {
  const { pool } = fixtures.database
  const [one, other, alone] = [await sell('1 Stale Way'), await sell('2 Stale Way'), await sell('3 Stale Way')]
  const idsOf = (...sales: PropertyPath[]) => sales.map(({ propertyId }) => propertyId).toSorted()
  const learnedOn = (day: string) =>
    pool.query(
      "insert into learned_run (company_id, learned_on, method, sales, k, blocked, closed) values ($1, $2, 3, 0, 6, 1, '[]')",
      [companyId(), day],
    )
  const linkOneToOther = () =>
    fixtures.as('staff').ok(saveChain, {
      params: one,
      body: {
        items: [
          { _id: 'a', propertyRef: other.propertyId },
          { _id: 'b', thisProperty: true },
        ],
      },
    })
  const changes: [() => Promise<unknown>, PropertyPath[]][] = [
    [async () => undefined, [one, other, alone]],
    [() => complete(alone, 30), [alone]],
    [linkOneToOther, [one]],
    [() => complete(other, 30), [one, other]],
    [() => pool.query('delete from sale_forecast where property_id = $1', [alone.propertyId]), [alone]],
    [() => pool.query('update sale_forecast set on_day = on_day - 1 where property_id = $1', [alone.propertyId]), [alone]],
    [() => pool.query('update sale_forecast set on_day = on_day + 1 where property_id = $1', [other.propertyId]), [other]],
    [() => learnedOn(addDays(today, -1)), [one, other, alone]],
    [() => learnedOn(addDays(today, 1)), []],
    [() => learnedOn(today), [one, other, alone]],
    [() => pool.query('delete from learned_run where company_id = $1', [companyId()]), [one, other, alone]],
    [() => fixtures.as('staff').ok(performFallOff, { params: other, body: { note: 'Changed their mind' } }), [one]],
  ]
  for (const [change, stale] of changes) {
    await change()
    const found = await findStale()
    expect(found.toSorted()).toEqual(idsOf(...stale))
    expect(found.toSorted()).toEqual(await compareAll())
    expect((await refresh()).pending).toBe(0)
    expect(await findStale()).toEqual([])
    expect(await compareAll()).toEqual([])
  }
  await markForecastsDue(fixtures.database.db, companyId())
  expect((await findStale()).toSorted()).toEqual(idsOf(one, alone))
})

test('saveForecasts neither stores a forecast whose facts have changed since, nor clears its mark', async () => {
  const { db } = fixtures.database
  const params = await sell('4 Stale Way')
  const ofThis = async () =>
    db.selectFrom('sale_forecast').select(['revision', 'half_by']).where('property_id', '=', params.propertyId).executeTakeFirst()
  const early = await calculateSales(db, companyId(), [params.propertyId], today)
  await complete(params, 30)
  await saveForecasts(db, companyId(), early)
  expect(await findStale()).toContain(params.propertyId)
  await refresh()
  const current = await ofThis()
  await saveForecasts(db, companyId(), early)
  expect(await ofThis()).toEqual(current)
  expect(await findStale()).toEqual([])
})

test('readPeriods: cached sums of branches follow every change of a forecast', async () => {
  const { db } = fixtures.database
  const params = await sell('5 Stale Way')
  const { months, weeks } = periodsAhead(today, { day: 4, time: '17:00' })
  const scope = { companyId: companyId(), branchId: null }
  const read = (exactUpTo: number) =>
    readPeriods(db, scope, [...months, ...weeks], { day: today, isPast: false, widening: 1, exactUpTo })
  const countsOf = ({ periods }: Awaited<ReturnType<typeof read>>) => periods.map(({ count }) => Number(count.toFixed(4)))
  await refresh()
  const seen = new Set<string>()
  const changes = [
    async () => undefined,
    () => complete(params, 30),
    () => sell('6 Stale Way'),
    () => fixtures.as('staff').ok(performFallOff, { params, body: { note: 'Changed their mind' } }),
  ]
  for (const change of changes) {
    await change()
    await refresh()
    const counts = countsOf(await read(0))
    expect(counts).toEqual(countsOf(await read(1000)))
    expect(countsOf(await read(0))).toEqual(counts)
    seen.add(counts.join())
  }
  expect(seen.size).toBeGreaterThan(2)
})
