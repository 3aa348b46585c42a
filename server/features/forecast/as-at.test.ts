import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { saveChain } from '@gya/domain/features/chain/chain.contract.ts'
import { deleteProperty, restoreProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import {
  listForecastSales,
  readComing,
  readSaleForecast,
  readStepTimes,
  readTrackRecord,
} from '@gya/domain/features/forecast/forecast.contract.ts'
import { readPast } from '@gya/domain/features/forecast/forecast-lists.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { limitedRuns } from '../../../test/support/test-tier.ts'
import { actionsStart, anyAction, runAction } from '../properties/testing/random-actions.ts'
import { forecastAsAt, forecastSales } from './forecast-sales.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
  fixtures.clock.moveTo(actionsStart)
})
afterAll(() => fixtures.close())

const today = () => londonDay(fixtures.clock.now())
const staff = () => fixtures.as('company')
const branch = () => ({ companyId: fixtures.first.companyId, branchId: fixtures.first.branchId })
const company = () => ({ companyId: fixtures.first.companyId })

/** Sessions that are unused for a fortnight expire. */
async function stayAwake(): Promise<void> {
  for (const name of ['company', 'platform', 'otherCompany'] as const) await fixtures.as(name).ok(readMe)
}
async function pass(days: number): Promise<void> {
  fixtures.clock.advance({ days })
  await stayAwake()
}

async function sell(line1: string): Promise<PropertyPath> {
  const params = await takeOn(staff(), fixtures.first, fixtures.idOf.vendor, line1)
  await staff().ok(addOffer, { params, body: { name: 'Bea Uyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' } })
  return params
}
const complete = (params: PropertyPath, ...keys: number[]) =>
  staff().ok(saveTimeline, {
    params,
    body: { timeline: keys.map((key) => ({ key, state: 'C' as const, startedOn: today(), completedOn: today() })) },
  })
const forecastOf = async (params: PropertyPath, asAt?: string) =>
  (await staff().ok(readSaleForecast, { params, query: asAt ? { asAt } : {} })).forecast
const rowsOf = async (asAt?: string, sort: 'halfBy' | 'address' = 'address') =>
  (
    await staff().ok(listForecastSales, {
      params: { ...company(), branchId: 'all' },
      query: { itemsPerPage: '100', sort, ...(asAt ? { asAt } : {}) },
    })
  ).data

describe('asAt', () => {
  test('a day in the future, before the first sale or without any sale is refused with 400 and a reason', async () => {
    const other = { params: { companyId: fixtures.b.companyId, branchId: 'all' }, query: { asAt: addDays(today(), -1) } }
    const none = await fixtures.as('otherCompany').refusal(readComing, other)
    expect([none.status, none.issues?.[0]?.message]).toEqual([400, 'There was no sale yet.'])
    await sell('1 Past Road')
    for (const [asAt, words] of [
      [addDays(today(), 1), 'Choose today or a day before.'],
      [addDays(today(), -1), 'there was no sale before'],
    ] as const) {
      const query = { asAt }
      const refused = [
        await staff().refusal(readComing, { params: branch(), query }),
        await staff().refusal(readComing, { params: { ...company(), branchId: 'all' }, query }),
        await staff().refusal(listForecastSales, { params: branch(), query }),
        await staff().refusal(readTrackRecord, { params: branch(), query }),
        await staff().refusal(readStepTimes, { params: company(), query }),
        await staff().refusal(readSaleForecast, { params: fixtures.first, query }),
      ]
      for (const { status, issues } of refused) {
        expect([status, issues?.[0]?.path]).toEqual([400, 'asAt'])
        expect(issues?.[0]?.message).toContain(words)
      }
    }
    const malformed = await staff().refusal(readComing, { params: branch(), query: { asAt: '2026-02-30' } })
    expect(malformed.status).toBe(400)
  })

  test('a past day contains what was known then: a step entered later is not included, whatever its date', async () => {
    const params = await sell('2 Past Road')
    const agreed = today()
    const shown = await forecastOf(params)
    await pass(3)
    await staff().ok(saveTimeline, {
      params,
      body: { timeline: [{ key: 30, state: 'C', startedOn: agreed, completedOn: agreed }] },
    })
    expect(await forecastOf(params, agreed)).toEqual(shown)
    expect((await forecastOf(params))?.rows.find(({ key }) => key === 30)?.status).toBe('done')
    expect((await forecastOf(params, addDays(today(), -1)))?.rows.find(({ key }) => key === 30)?.status).toBe('running')
  })

  test('a restored sale is not open on the days in between; a deleted property is in no past figure, a restored one in all', async () => {
    const params = await sell('3 Past Road')
    const agreed = today()
    const names = async (asAt?: string) => (await rowsOf(asAt)).map(({ line1 }) => line1)
    await pass(1)
    await staff().ok(performFallOff, { params, body: { note: 'Changed their mind' } })
    const fell = today()
    expect(await names()).not.toContain('3 Past Road')
    await pass(1)
    const { saleResets } = await staff().ok(readProperty, { params })
    await staff().ok(restoreFallOff, { params: { ...params, fallOffId: saleResets[0]?._id ?? '' } })
    await pass(1)
    for (const [day, isOpen] of [
      [agreed, true],
      [fell, false],
      [addDays(fell, 1), true],
      [undefined, true],
    ] as const)
      expect([day, (await names(day)).includes('3 Past Road')]).toEqual([day, isOpen])
    await staff().ok(deleteProperty, { params })
    expect(await names(agreed)).not.toContain('3 Past Road')
    expect(await forecastOf({ ...params }).catch(() => null)).toBeNull()
    const { companyId, propertyId } = params
    await fixtures.as('platform').ok(restoreProperty, { params: { companyId, deletedPropertyId: propertyId } })
    expect(await names(agreed)).toContain('3 Past Road')
  })

  test('a past day has the exchanges known on it: none after it, none entered later, and none of a deleted property', async () => {
    const [own, late, other] = [await sell('9 Past Road'), await sell('10 Past Road'), await sell('11 Past Road')]
    const countOf = ({ month, weeks }: Wire<typeof readPast, 'response'>) => [
      month.came,
      weeks.reduce((sum, { came }) => sum + came, 0),
    ]
    const cameBy = async (asAt: string) => {
      const ofBranch = await staff().ok(readPast, { params: branch(), query: { asAt } })
      expect(await staff().ok(readPast, { params: { ...company(), branchId: 'all' }, query: { asAt } })).toEqual(ofBranch)
      expect(ofBranch.weeks.every(({ last }) => last < asAt)).toBe(true)
      return [...countOf(ofBranch), ofBranch.notYetAgreed.of]
    }
    await pass(1)
    const exchanged = today()
    const exchange = (params: PropertyPath) =>
      staff().ok(saveTimeline, {
        params,
        body: {
          timeline: [{ key: stepKeys.Exchanged, state: 'C', startedOn: exchanged, completedOn: exchanged }],
          completionDate: addDays(exchanged, 60),
        },
      })
    await exchange(own)
    await exchange(other)
    await pass(13)
    const shown = addDays(exchanged, 13)
    const before = countOf(await staff().ok(readPast, { params: branch(), query: {} }))
    await pass(1)
    await exchange(late)
    expect(await cameBy(shown)).toEqual([...before, 2])
    expect(await cameBy(addDays(exchanged, -1))).toEqual([0, 0, 0])
    await staff().ok(deleteProperty, { params: other })
    expect((await cameBy(shown))[2]).toBe(1)
    const future = await staff().refusal(readPast, { params: branch(), query: { asAt: addDays(today(), 1) } })
    expect([future.status, future.issues?.[0]?.path]).toEqual([400, 'asAt'])
  })

  test('with more sales than are calculated on read, the job calculates the rest, and figures say how many are missing', async () => {
    const asAt = today()
    await pass(1)
    await fixtures.database.pool.query('delete from sale_forecast_as_at')
    const scope = { ...company(), branchId: null }
    const { sales, pending } = await staff().ok(readComing, { params: { ...company(), branchId: 'all' }, query: { asAt } })
    await fixtures.database.pool.query('delete from sale_forecast_as_at')
    await forecastAsAt({ database: fixtures.database, clock: fixtures.clock }, { ...scope, day: asAt })
    const after = await staff().ok(readComing, { params: { ...company(), branchId: 'all' }, query: { asAt } })
    expect([after.sales, after.pending]).toEqual([sales, pending])
    expect(sales).toBeGreaterThan(1)
  })
})

describe('sales of one chain', () => {
  const link = (params: PropertyPath, other: PropertyPath) =>
    staff().ok(saveChain, {
      params,
      body: {
        items: [
          { _id: 'a', propertyRef: other.propertyId },
          { _id: 'b', thisProperty: true },
        ],
      },
    })
  const rowAt = async (line1: string) => (await rowsOf()).find((row) => row.line1 === line1)

  test('a change of one sale makes the forecast of the other stale: the next read of the list has the new one', async () => {
    const [own, other] = [await sell('4 Past Road'), await sell('5 Past Road')]
    await link(own, other)
    await complete(own, 30, 31, 32, 33, 34, 35, 26, 27, 28, 29, 22, 23)
    const before = await rowAt('4 Past Road')
    expect(before?.decides.kind).toBe('link')
    await complete(other, 30, 31, 32, 33, 34, 35, 26, 27, 28, 29)
    const after = await rowAt('4 Past Road')
    expect((after?.halfBy ?? '') < (before?.halfBy ?? '')).toBe(true)
    await staff().ok(performFallOff, { params: other, body: { note: 'Changed their mind' } })
    expect((await rowAt('4 Past Road'))?.risks.map(({ risk }) => risk)).toContain('chain')
  })

  test('a past forecast does not change when the other sale is deleted later', async () => {
    const [own, other] = [await sell('6 Past Road'), await sell('7 Past Road')]
    await link(own, other)
    const shown = await forecastOf(own)
    expect(shown?.links.map(({ known }) => known)).toEqual([true])
    const asAt = today()
    await pass(1)
    await staff().ok(deleteProperty, { params: other })
    expect((await forecastOf(own))?.links.map(({ known }) => known)).toEqual([false])
    expect(await forecastOf(own, asAt)).toEqual(shown)
  })

  test('a day before the history of chains has today’s forecast on the same basis beside it', async () => {
    const [own, other] = [await sell('12 Past Road'), await sell('13 Past Road')]
    await link(own, other)
    await complete(own, 30, 31, 32, 33, 34, 35, 26, 27, 28, 29, 22, 23)
    const asAt = today()
    await pass(1)
    const now = await forecastOf(own)
    expect([now?.withoutChains, now?.todayOnSameBasis]).toEqual([false, null])
    const historyFrom = (day: string | null) =>
      fixtures.database.pool.query('update company set forecast_known_since = $2 where id = $1', [own.companyId, day])
    const { rows } = await fixtures.database.pool.query<{ since: string | null }>(
      'select forecast_known_since::text as since from company where id = $1',
      [own.companyId],
    )
    await historyFrom(today())
    await fixtures.database.pool.query(
      'update sale_day set expected_fee = 300001 where sale_id in (select id from sale where property_id = $1)',
      [own.propertyId],
    )
    const then = await forecastOf(own, asAt)
    const coming = await staff().ok(readComing, { params: { ...company(), branchId: 'all' }, query: { asAt } })
    await historyFrom(rows[0]?.since ?? null)
    expect([then?.withoutChains, then?.links]).toEqual([true, []])
    const { onDay, halfBy } = then?.todayOnSameBasis ?? {}
    expect([onDay, (halfBy ?? '') < (now?.halfBy ?? '')]).toEqual([today(), true])
    const { months, todayOnSameBasis } = await staff().ok(readComing, { params: { ...company(), branchId: 'all' }, query: {} })
    expect(todayOnSameBasis).toBeNull()
    expect(coming.todayOnSameBasis?.map(({ first, last }) => ({ first, last }))).toEqual(
      months.map(({ first, last }) => ({ first, last })),
    )
    const countOf = (periods: readonly { count: number }[] | null | undefined) =>
      (periods ?? []).reduce((sum, { count }) => sum + count, 0)
    expect(countOf(coming.todayOnSameBasis)).toBeGreaterThan(countOf(months))
    expect(coming.todayOnSameBasis?.[2]?.fees).toBeGreaterThan(0)
  })

  test('ticks of a link entered by hand are stored with the day on which they were first seen', async () => {
    const params = await sell('8 Past Road')
    const items = (ticked: object) => ({
      params,
      body: {
        items: [
          { _id: 'b', thisProperty: true },
          { _id: 'c', propertyName: '14 Elm Road', timeline: ticked },
        ],
      },
    })
    await staff().ok(saveChain, items({}))
    const added = today()
    await pass(2)
    const { chain } = await staff().ok(readProperty, { params })
    const kept = chain.items.map(({ _id, thisProperty }) => ({ _id, thisProperty }))
    const withTick = (timeline: object) => ({
      params,
      body: { items: kept.map((item) => (item.thisProperty ? item : { ...item, propertyName: '14 Elm Road', timeline })) },
    })
    await staff().ok(saveChain, withTick({ mosSent: true }))
    const seen = today()
    await pass(1)
    await staff().ok(saveChain, withTick({ mosSent: true, draftContracts: true, mortgageOffer: 'Yes' }))
    const { rows } = await fixtures.database.pool.query(
      `select since::text, until::text, ticked, added_on::text, changed_on::text from sale_link_day l join sale s on s.id = l.sale_id
       where s.property_id = $1 order by since`,
      [params.propertyId],
    )
    expect(rows).toEqual([
      { since: added, until: seen, ticked: {}, added_on: added, changed_on: added },
      { since: seen, until: today(), ticked: { mosSent: seen }, added_on: added, changed_on: seen },
      {
        since: today(),
        until: 'infinity',
        ticked: { mosSent: seen, draftContracts: today(), mortgageOffer: today() },
        added_on: added,
        changed_on: today(),
      },
    ])
  })
})

type Row = Wire<typeof listForecastSales, 'response'>['data'][number]
/** Names and addresses are the current ones; everything else is as shown on that day. */
const figures = ({ branch: _branch, line1: _line1, progressor: _progressor, decides, ...row }: Row) => ({
  ...row,
  decides: { kind: decides.kind, ref: decides.ref, daysSooner: decides.daysSooner },
})

const anyEnd = fc.constantFrom('nothing', 'nothing', 'fall-off', 'restore', 'delete', 'note', 'chain')
const anyRounds = fc.array(
  fc.record({
    actions: fc.array(fc.tuple(fc.nat({ max: 2 }), anyAction), { maxLength: 6 }),
    end: anyEnd,
    days: fc.integer({ min: 1, max: 9 }),
    learns: fc.boolean(),
  }),
  { minLength: 3, maxLength: 4 },
)

test('Property-based: the forecast of every past day, recalculated today, equals the one shown then', async () => {
  const runJob = () => forecastSales({ database: fixtures.database, clock: fixtures.clock })
  let run = 0
  await fc.assert(
    fc.asyncProperty(anyRounds, async (rounds) => {
      run++
      const places: PropertyPath[] = []
      for (const nth of [1, 2, 3]) places.push(await sell(`${run}${nth} Replay Road`))
      const place = (nth: number) => places[nth % places.length] as PropertyPath
      const shown = new Map<string, { rows: Map<string, object>; months: object }>()
      const gone = new Set<string>()
      for (const [nth, { actions, end, days, learns }] of rounds.entries()) {
        for (const [at, action] of actions)
          if (!gone.has(place(at).propertyId)) await runAction(fixtures, staff(), place(at), action)
        await runEnd(end, place(nth), place(nth + 1), gone)
        if (learns) await runJob()
        const rows = await rowsOf()
        shown.set(today(), {
          rows: new Map(rows.map((row) => [row._id, figures(row)])),
          months: (await staff().ok(readComing, { params: { ...company(), branchId: 'all' }, query: {} })).months,
        })
        await pass(days)
      }
      expect(shown.size).toBe(rounds.length)
      await fixtures.database.pool.query('delete from sale_forecast_as_at')
      for (const [day, then] of shown) {
        const again = new Map((await rowsOf(day)).map((row) => [row._id, figures(row)]))
        const still = new Map([...then.rows].filter(([id]) => !gone.has(id)))
        expect({ day, rows: [...again] }).toEqual({ day, rows: [...still].toSorted(byOrderOf([...again.keys()])) })
        if (gone.size === 0) {
          const { months } = await staff().ok(readComing, { params: { ...company(), branchId: 'all' }, query: { asAt: day } })
          expect({ day, months }).toEqual({ day, months: then.months })
        }
      }
      for (const one of places) if (!gone.has(one.propertyId)) await staff().ok(deleteProperty, { params: one })
    }),
    limitedRuns({ fast: 1, full: 6 }),
  )
})

const byOrderOf =
  (ids: readonly string[]) =>
  ([one]: [string, object], [other]: [string, object]): number =>
    ids.indexOf(one) - ids.indexOf(other)

async function runEnd(end: string, params: PropertyPath, other: PropertyPath, gone: Set<string>): Promise<void> {
  if (gone.has(params.propertyId)) return
  if (end === 'note') await staff().call(addNote, { params, body: { message: 'Spoke to the buyer' } })
  if (end === 'fall-off') await staff().call(performFallOff, { params, body: { note: 'Changed their mind' } })
  if (end === 'restore') {
    const { saleResets } = await staff().ok(readProperty, { params })
    const fallOffId = saleResets[0]?._id
    if (fallOffId) await staff().call(restoreFallOff, { params: { ...params, fallOffId } })
  }
  if (end === 'delete') {
    await staff().ok(deleteProperty, { params })
    gone.add(params.propertyId)
  }
  if (end === 'chain')
    await staff().call(saveChain, {
      params,
      body: {
        items: [
          { _id: 'a', propertyRef: other.propertyId },
          { _id: 'b', thisProperty: true },
          { _id: 'c', propertyName: '14 Elm Road', timeline: { mosSent: true } },
        ],
      },
    })
}
