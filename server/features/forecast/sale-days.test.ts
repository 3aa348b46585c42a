import { addDays, londonDay } from '@gya/domain/common/dates.ts'
import { deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { surveyReasonId } from '@gya/domain/features/fall-offs/fall-off-reasons.ts'
import { performFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import { readTrackRecord } from '@gya/domain/features/forecast/forecast.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readMe } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { saveTimeline } from '@gya/domain/features/timeline/timeline.contract.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { limitedRuns } from '../../../test/support/test-tier.ts'
import { actionsStart, anyAction, runAction } from '../properties/testing/random-actions.ts'
import { foldRecords } from './fold-record.ts'
import { replayWeeks } from './replay-weeks.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
  fixtures.clock.moveTo(actionsStart)
})
afterAll(() => fixtures.close())

const today = () => londonDay(fixtures.clock.now())
const staff = () => fixtures.as('company')
const query = async (text: string, values: unknown[] = []) =>
  (await fixtures.database.pool.query<Record<string, unknown>>(text, values)).rows

async function pass(days: number): Promise<void> {
  fixtures.clock.advance({ days })
  for (const name of ['company', 'platform'] as const) await fixtures.as(name).ok(readMe)
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
const fallOff = (params: PropertyPath) => staff().ok(performFallOff, { params, body: { note: 'Changed their mind' } })
async function restore(params: PropertyPath): Promise<void> {
  const { saleResets } = await staff().ok(readProperty, { params })
  await staff().ok(restoreFallOff, { params: { ...params, fallOffId: saleResets[0]?._id ?? '' } })
}

const daysOf = ({ propertyId }: PropertyPath) =>
  query(
    `select s.id, d.since::text, d.until::text, d.outcome, d.agreed_on::text, d.exchanged_on::text, d.tenure, d.expected_exchange::text
     from sale_day d join sale s on s.company_id = d.company_id and s.id = d.sale_id where s.property_id = $1 order by s.id, d.since`,
    [propertyId],
  )
const stepsOf = ({ propertyId }: PropertyPath) =>
  query(
    `select k.sale_id, k.key, k.since::text, k.until::text, k.state, k.completed_on::text, k.blocked_on::text
     from sale_step_day k join sale s on s.company_id = k.company_id and s.id = k.sale_id where s.property_id = $1
     order by k.sale_id, k.key, k.since`,
    [propertyId],
  )
/** Adjacent periods with the same facts are merged. */
function merged(rows: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  const result: Record<string, unknown>[] = []
  const facts = ({ since: _since, until: _until, ...rest }: Record<string, unknown>) => JSON.stringify(rest)
  for (const row of rows) {
    const last = result.at(-1)
    if (last && last.until === row.since && facts(last) === facts(row)) last.until = row.until
    else result.push({ ...row })
  }
  return result
}
/** Deletes the days of the company and folds them from the record; returns them without firms, fees and contacts. */
async function foldAnew(): Promise<void> {
  const { companyId } = fixtures.first
  await query('delete from sale where company_id = $1', [companyId])
  await query('insert into sale_fold (company_id) values ($1)', [companyId])
  await foldRecords({ database: fixtures.database, clock: fixtures.clock })
  expect(await query('select from sale_fold')).toEqual([])
}

test('each change is stored from its day on; a day has its last state, and a save without a changed fact writes nothing', async () => {
  const params = await sell('1 Kept Road')
  const agreed = today()
  await complete(params, 30)
  await pass(2)
  await complete(params, 31)
  const second = today()
  const ofStep = async (key: number) =>
    (await stepsOf(params)).filter((row) => row.key === key).map(({ since, until, state }) => [since, until, state])
  expect(await ofStep(30)).toEqual([[agreed, 'infinity', 'C']])
  expect(await ofStep(31)).toEqual([
    [agreed, second, 'IP'],
    [second, 'infinity', 'C'],
  ])
  const revision = () => query('select revision from sale where property_id = $1', [params.propertyId])
  const before = await revision()
  await query('select keep_sale_days($1, array[$2]::uuid[], $3)', [params.companyId, params.propertyId, addDays(second, 5)])
  expect(await revision()).toEqual(before)
  expect(await ofStep(31)).toHaveLength(2)
})

test('the view of present facts names the reason "Survey" as the domain does', async () => {
  const [view] = await query(`select pg_get_viewdef('sale_now') as text`)
  expect(view?.text).toContain(surveyReasonId)
})

test('fall-off, restoring and deletion are outcomes from their day on; the steps of a sale that fell off are not changed', async () => {
  const params = await sell('2 Kept Road')
  await complete(params, 30, 31)
  const agreed = today()
  await pass(1)
  const steps = await stepsOf(params)
  await fallOff(params)
  const fell = today()
  expect(await stepsOf(params)).toEqual(steps)
  await pass(1)
  await restore(params)
  const restored = today()
  await pass(1)
  await staff().ok(deleteProperty, { params })
  const outcomes = (await daysOf(params)).map(({ since, until, outcome }) => [since, until, outcome])
  expect(outcomes).toEqual([
    [agreed, fell, 'open'],
    [fell, restored, 'fell'],
    [restored, today(), 'open'],
    [today(), 'infinity', 'deleted'],
  ])
})

const anyRounds = fc.array(
  fc.record({
    actions: fc.array(anyAction, { maxLength: 8 }),
    end: fc.constantFrom('nothing', 'nothing', 'fall-off', 'restore'),
    days: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 3, maxLength: 5 },
)

test('Property-based: after random activity the stored days equal a fold of the record, and the present ones equal the views', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(anyRounds, async (rounds) => {
      const params = await sell(`${++run} Folded Road`)
      for (const { actions, end, days } of rounds) {
        for (const action of actions) await runAction(fixtures, staff(), params, action)
        if (end === 'fall-off') await staff().call(performFallOff, { params, body: { note: 'Changed their mind' } })
        if (end === 'restore') await restore(params).catch(() => {})
        await pass(days)
      }
      for (const [table, view, where] of [
        ['sale_day', 'sale_now', `d.outcome not in ('fell', 'cancelled')`],
        ['sale_step_day', 'sale_step_now', 'true'],
      ] as const) {
        const columns = await query(
          `select string_agg(column_name, ', ') as names from information_schema.columns
           where table_name = $1 and column_name not in ('property_id')`,
          [view],
        )
        const names = String(columns[0]?.names)
        expect(
          await query(
            `with accepted as (select id from offer where state = 'A' and property_id = $1),
             kept as (select ${names} from ${table} d where until = 'infinity' and ${where} and sale_id in (select id from accepted)),
             derived as (select ${names} from ${view} where property_id = $1)
             (table kept except table derived) union all (table derived except table kept)`,
            [params.propertyId],
          ),
        ).toEqual([])
      }
      const [days, steps] = [merged(await daysOf(params)), merged(await stepsOf(params))]
      await foldAnew()
      expect(merged(await daysOf(params))).toEqual(days)
      expect(merged(await stepsOf(params))).toEqual(steps)
    }),
    {
      ...limitedRuns({ fast: 2, full: 10 }),
      examples: [
        // Withdrawing and reinstating have their own entries.
        [
          [
            { actions: [{ kind: 'edit', change: { active: false } }], end: 'nothing', days: 1 },
            { actions: [{ kind: 'edit', change: { active: true } }], end: 'nothing', days: 1 },
          ],
        ],
      ],
    },
  )
})

test('Job fold-sales: stored days are not changed, earlier days come from the record, and past weeks are calculated and marked', async () => {
  const { companyId } = fixtures.first
  const params = await sell('3 Kept Road')
  const agreed = today()
  await complete(params, 30)
  await pass(9)
  await complete(params, 31, 32)
  await pass(13)
  const folded = merged(await stepsOf(params))
  // As after an update of the program: the present state is stored from this day on.
  await query('delete from sale where company_id = $1', [companyId])
  await query('select keep_sale_days($1, array(select id from property where company_id = $1), $2)', [companyId, today()])
  await query('update company set forecast_known_since = $2 where id = $1', [companyId, today()])
  await query('insert into sale_fold (company_id) values ($1)', [companyId])
  await foldRecords({ database: fixtures.database, clock: fixtures.clock })
  expect(merged(await stepsOf(params))).toEqual(folded)
  expect((await daysOf(params)).map(({ since }) => since)).toEqual([agreed, today()])

  const replay = () => replayWeeks({ database: fixtures.database }, { companyId, today: today() })
  // Two concurrent jobs, as after two foldings, must not calculate a week twice.
  for (let week = 0; week < 6; week++) await Promise.all([replay(), replay()])
  const weeks = await query(
    `select w.on_day::text, w.replayed, l.replayed as learned from sale_forecast_week w
     left join learned_run l on l.company_id = w.company_id and l.learned_on = w.on_day
     where w.company_id = $1 and w.property_id = $2 order by 1`,
    [companyId, params.propertyId],
  )
  expect(weeks.length).toBeGreaterThanOrEqual(2)
  for (const { on_day, replayed, learned } of weeks) {
    expect([replayed, learned]).toEqual([true, true])
    // The sale is open on the day on which it was agreed. Whether that day ends a week depends on the days that passed above.
    expect(String(on_day) >= agreed && String(on_day) < today()).toBe(true)
  }
  expect(await staff().ok(readTrackRecord, { params: { companyId, branchId: 'all' }, query: {} })).toMatchObject({
    enough: false,
  })
})
