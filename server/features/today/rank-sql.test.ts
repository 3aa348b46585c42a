import { addDays } from '@gya/domain/common/dates.ts'
import { storedKinds } from '@gya/domain/features/today/action-items.ts'
import { rankOf, type SnoozeFacts } from '@gya/domain/features/today/rank.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { groupSql, pointsSql } from './rank-sql.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const today = '2025-11-05'
const now = '2025-11-05T14:32:00.000Z'
const day = (days: number) => fc.integer({ min: -days, max: days }).map((n) => addDays(today, n))
const anySnooze: fc.Arbitrary<SnoozeFacts> = fc.option(
  fc.record({
    until: fc.constantFrom(
      '2025-11-03T07:00:00.000Z',
      '2025-11-04T23:59:00.000Z',
      '2025-11-05T07:00:00.000Z',
      now,
      '2025-11-06T07:00:00.000Z',
    ),
    reason: fc.constantFrom('snoozed', 'chased', 'promised'),
  }),
)
const anySale = fc.record({
  phase: fc.constantFrom('preForSale', 'forSale', 'sold', 'exchanged'),
  progress: fc.constantFrom(0, 399, 400, 699, 700, 1000),
})
const anyItem = fc
  .record({
    key: fc.constant('step:33'),
    kind: fc.constantFrom(...storedKinds),
    fee: fc.option(fc.integer({ min: 0, max: 40_000 })),
    dueOn: day(90),
    lateBase: fc.integer({ min: 0, max: 200 }),
    latePerDay: fc.integer({ min: 0, max: 20 }),
    lateCap: fc.integer({ min: 50, max: 500 }),
    expectedExchange: fc.option(
      fc.oneof(
        day(60),
        fc.constantFrom(7, 8, 14, 15, 28, 29, 56, 57).map((n) => addDays(today, n)),
      ),
    ),
    sale: fc.option(anySale),
  })
  .map(({ sale, ...item }) => ({ ...item, phase: sale?.phase ?? null, progress: sale?.progress ?? null }))

test('pointsSql and groupSql equal pointsOf and groupOf of the domain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(anyItem, anySnooze), { minLength: 200, maxLength: 200 }), async (cases) => {
      const rows = cases.map(([{ phase, progress, ...item }, snooze], n) => ({ n, item: { ...item, phase, progress }, snooze }))
      const asked = rows.map(({ n, item, snooze }) => ({
        n,
        kind: item.kind,
        fee: item.fee,
        due_on: item.dueOn,
        late_base: item.lateBase,
        late_per_day: item.latePerDay,
        late_cap: item.lateCap,
        phase: item.phase,
        progress: item.progress,
        expected_exchange: item.expectedExchange,
        ...snooze,
      }))
      const { rows: answered } = await sql<{ points: number; group: string }>`
        select ${pointsSql({ today, now })} as points, ${groupSql({ today, now })} as "group"
        from (select (jsonb_populate_record(null::action_item, j)).*, (j ->> 'n')::int as n
              from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) j) i
        join (select (j ->> 'n')::int as n, j ->> 'reason' as reason, (j ->> 'until')::timestamptz as until
              from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) j) s on s.n = i.n
        order by i.n`.execute(fixtures.database.db)
      expect(answered).toEqual(
        rows.map(({ item, snooze }) => {
          const { points, group } = rankOf(item, snooze, today, now)
          return { points, group }
        }),
      )
    }),
    { numRuns: 10 },
  )
}, 60_000)
