import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { phases } from '@gya/domain/features/timeline/phase.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Fixtures, openFixtures, takeOn } from '../../../../test/support/fixtures.ts'
import { limitedRuns } from '../../../../test/support/test-tier.ts'
import { type CountedBy, countFromSums, mergeCounts } from './property-count.ts'

let fixtures: Fixtures
let propertyIds: string[]
beforeAll(async () => {
  fixtures = await openFixtures()
  const { first, second, idOf } = fixtures
  propertyIds = [first.propertyId, second.propertyId]
  for (const branch of [first, second, second])
    propertyIds.push((await takeOn(fixtures.as('company'), branch, idOf.vendor, `${propertyIds.length} High Street`)).propertyId)
  await sql`create table put_aside as select * from property_report where false`.execute(db())
})
afterAll(() => fixtures.close())
beforeEach(async () => {
  for (const property of propertyIds.keys()) await apply({ is: 'restored', property })
})

const db = () => fixtures.database.db
const companyId = () => fixtures.a.companyId

const chains = [0, 1, 2, 3]
const ownerships = ['freehold', 'leasehold', 'unknown']
/** Around the ends of months. */
const days = ['2025-11-30', '2025-12-01', '2025-12-31', '2026-01-01', '2026-01-15', '2026-01-31', '2026-02-01']
const anyProperty = fc.nat({ max: 4 })
const anyBranch = fc.constantFrom('first', 'second')

const anyChange = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      is: fc.constant('changed' as const),
      property: anyProperty,
      branch: anyBranch,
      phase: fc.constantFrom(...phases),
      sold: fc.boolean(),
      chain: fc.constantFrom(...chains),
      ownership: fc.constantFrom(...ownerships),
      takenOn: fc.constantFrom(...days),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('removed' as const), property: anyProperty }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('restored' as const), property: anyProperty }) },
  { weight: 1, arbitrary: fc.constant({ is: 'merged' as const }) },
)
type Change = typeof anyChange extends fc.Arbitrary<infer T> ? T : never

const branchId = (name: string) => (name === 'first' ? fixtures.first : fixtures.second).branchId

async function apply(change: Change): Promise<unknown> {
  if (change.is === 'merged') return mergeCounts(fixtures, 0)
  const isIt = sql`company_id = ${companyId()} and property_id = ${propertyIds[change.property]}`
  if (change.is === 'removed')
    return sql`with gone as (delete from property_report where ${isIt} returning *) insert into put_aside select * from gone`.execute(
      db(),
    )
  if (change.is === 'restored')
    return sql`with back as (delete from put_aside where ${isIt} returning *) insert into property_report select * from back`.execute(
      db(),
    )
  const { branch, phase, sold, chain, ownership, takenOn } = change
  return sql`update property_report set branch_id = ${branchId(branch)}, phase = ${phase}, sold = ${sold}, chain = ${chain}, ownership = ${ownership},
    taken_on = ${takenOn} where ${isIt}`.execute(db())
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const someOf = <T>(all: readonly T[]) => maybe(fc.subarray([...all]))
const anyCount = fc.record({
  branches: fc.option(fc.subarray(['first', 'second'])),
  phases: someOf(phases),
  sold: maybe(fc.boolean()),
  chains: someOf(chains),
  ownership: maybe(fc.constantFrom(...ownerships)),
  takenFrom: maybe(fc.constantFrom(...days, '0001-01-01', '9999-12-31')),
  takenUntil: maybe(fc.constantFrom(...days, '0001-01-01', '9999-12-31')),
})

/** Null if the total cannot be calculated from the sums. */
async function summed(by: CountedBy): Promise<number | null> {
  const query = countFromSums(db(), by)
  if (!query) return null
  const { rows } = await db().executeQuery(query.compile())
  return rows[0]?.count ?? null
}

async function counted({ branchIds, phases, sold, chains, ownership, takenFrom, takenUntil }: CountedBy): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from property_report
    where company_id = ${companyId()}
      and (${branchIds}::uuid[] is null or branch_id = any(${branchIds}::uuid[]))
      and (${phases ?? null}::text[] is null or phase = any(${phases ?? null}::text[]))
      and (${sold ?? null}::boolean is null or sold = ${sold ?? null})
      and (${chains ?? null}::int[] is null or chain = any(${chains ?? null}::int[]))
      and (${ownership ?? null}::text is null or ownership = ${ownership ?? null})
      and (${takenFrom ?? null}::date is null or taken_on >= ${takenFrom ?? null})
      and (${takenUntil ?? null}::date is null or taken_on <= ${takenUntil ?? null})`.execute(db())
  return rows[0]?.count ?? 0
}

test('a total from the sums equals a recount, after any changes, removals, restorations and merges', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyChange, { maxLength: 12 }),
      fc.array(anyCount, { minLength: 15, maxLength: 15 }),
      async (changes, counts) => {
        for (const change of changes) await apply(change)
        for (const { branches, ...by } of counts) {
          const asked = { companyId: companyId(), branchIds: branches?.map(branchId) ?? null, ...by }
          const total = await summed(asked)
          const isDated = by.takenFrom !== undefined || by.takenUntil !== undefined
          if (isDated && (by.chains !== undefined || by.ownership !== undefined)) expect(total).toBeNull()
          else expect(total).toBe(await counted(asked))
        }
      },
    ),
    limitedRuns({ fast: 15, full: 60 }),
  )
})

test('property_search has the columns of property_report after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { maxLength: 8 }), async (changes) => {
      for (const change of changes) await apply(change)
      const { rows } = await sql`
        (select company_id, property_id, branch_id, phase, chain, ownership, taken_on, progress, furthest_step, address_sort, search_text, sold, negotiator_id
         from property_report except select * from property_search)
        union all
        (select * from property_search except
         select company_id, property_id, branch_id, phase, chain, ownership, taken_on, progress, furthest_step, address_sort, search_text, sold, negotiator_id
         from property_report)`.execute(db())
      expect(rows).toEqual([])
    }),
    limitedRuns({ fast: 5, full: 20 }),
  )
})

test('merging keeps one row per sum, and none for zero', async () => {
  await apply({
    is: 'changed',
    property: 0,
    branch: 'first',
    phase: 'sold',
    sold: true,
    chain: 0,
    ownership: 'freehold',
    takenOn: '2026-01-15',
  })
  await apply({
    is: 'changed',
    property: 0,
    branch: 'first',
    phase: 'forSale',
    sold: false,
    chain: 1,
    ownership: 'unknown',
    takenOn: '2026-02-01',
  })
  await mergeCounts(fixtures, 0)
  const { rows } = await sql<{ properties: number; rows: number }>`
    select min(properties) as properties, count(*) - count(distinct (branch_id, phase, sold, chain, ownership, taken_in)) as rows
    from property_count where company_id = ${companyId()}`.execute(db())
  expect(rows[0]?.properties).toBeGreaterThan(0)
  expect(rows[0]?.rows).toBe(0)
})

test('saves do not wait for each other, nor for a merge, and no total shows what is not committed', async () => {
  const all = { companyId: companyId(), branchIds: null, phases: ['sold' as const] }
  for (const property of [0, 1])
    await apply({
      is: 'changed',
      property,
      branch: 'first',
      phase: 'forSale',
      sold: false,
      chain: 0,
      ownership: 'freehold',
      takenOn: '2026-01-15',
    })
  const before = (await summed(all)) ?? 0
  const sell = (property: number) =>
    sql`update property_report set phase = 'sold' where company_id = ${companyId()} and property_id = ${propertyIds[property]}`
  const one = await db().startTransaction().execute()
  const other = await db().startTransaction().execute()
  await sell(0).execute(one)
  await sell(1).execute(other)
  await mergeCounts(fixtures, 0)
  expect(await summed(all)).toBe(before)
  await one.commit().execute()
  await mergeCounts(fixtures, 0)
  expect(await summed(all)).toBe(before + 1)
  await other.commit().execute()
  expect(await summed(all)).toBe(before + 2)
})

test('a page of a search beyond the last also returns the total', async () => {
  const { data, paging } = await fixtures.as('company').ok(listCompanyProperties, {
    params: { companyId: companyId() },
    query: { textSearch: 'high street', currentPage: '7' },
  })
  expect(data).toEqual([])
  expect(paging.count).toBeGreaterThan(0)
})
