import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { Phase } from '@gya/domain/features/timeline/phase.ts'
import { type Compilable, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { companyItem, forEachIsolated, type LoopContext } from '../../../jobs/for-each-isolated.ts'

/** The filters of a list's total. A missing field means all. */
export type CountedBy = {
  companyId: string
  branchIds: readonly string[] | null
  phases?: readonly Phase[] | undefined
  /** An offer is accepted. */
  sold?: boolean | undefined
  chains?: readonly number[] | undefined
  ownership?: string | undefined
  takenFrom?: DateOnly | undefined
  takenUntil?: DateOnly | undefined
}

const monthOf = (day: DateOnly): DateOnly => `${day.slice(0, 7)}-01`

/**
 * The total of a list from the sums of `property_count`: exact, in the snapshot of the statement. Null if it cannot be calculated from
 * those sums (docs/decisions/lists.md#46). In months that a range of take-on days covers only partly, properties are
 * counted individually.
 */
export function countFromSums(db: Db, by: CountedBy): Compilable<{ count: number }> | null {
  const isDated = by.takenFrom !== undefined || by.takenUntil !== undefined
  if (!isDated) return compilable(db, sumOf(by, sql<SqlBool>`c.taken_in is null`))
  if (by.chains !== undefined || by.ownership !== undefined) return null
  const from = by.takenFrom ?? '0001-01-01'
  const firstCut = by.takenFrom && monthOf(by.takenFrom)
  const lastCut = by.takenUntil && monthOf(by.takenUntil)
  const whole = [
    sql<SqlBool>`c.taken_in is not null`,
    ...(firstCut ? [sql<SqlBool>`c.taken_in > ${firstCut}`] : []),
    ...(lastCut ? [sql<SqlBool>`c.taken_in < ${lastCut}`] : []),
  ]
  const cuts = [
    ...(firstCut ? [sql<SqlBool>`r.taken_on >= ${from} and r.taken_on < ${firstCut}::date + interval '1 month'`] : []),
    ...(lastCut && lastCut !== firstCut ? [sql<SqlBool>`r.taken_on >= greatest(${lastCut}::date, ${from}::date)`] : []),
  ].map((days) => (by.takenUntil ? sql<SqlBool>`${days} and r.taken_on <= ${by.takenUntil}` : days))
  return compilable(
    db,
    sql.join([sumOf(by, sql.join(whole, sql` and `)), ...cuts.map((days) => countOfDays(by, days))], sql` + `),
  )
}

const compilable = (db: Db, count: ReturnType<typeof sumOf>): Compilable<{ count: number }> => ({
  compile: () => sql<{ count: number }>`select ${count} as count`.compile(db),
})

const sumOf = (by: CountedBy, facet: ReturnType<typeof sql>) =>
  sql`(select coalesce(sum(c.properties), 0) from property_count c where ${facet} and ${conditions(by, 'c')})`

const countOfDays = (by: CountedBy, days: ReturnType<typeof sql>) =>
  sql`(select count(*) from property_report r where ${days} and ${conditions(by, 'r')})`

const conditions = ({ companyId, branchIds, phases, sold, chains, ownership }: CountedBy, table: 'c' | 'r') => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql.join(
    [
      sql<SqlBool>`${column('company_id')} = ${companyId}`,
      ...(branchIds === null ? [] : [sql<SqlBool>`${column('branch_id')} = any(${branchIds}::uuid[])`]),
      ...(phases === undefined ? [] : [sql<SqlBool>`${column('phase')} = any(${phases}::text[])`]),
      ...(sold === undefined ? [] : [sql<SqlBool>`${column('sold')} = ${sold}`]),
      ...(chains === undefined ? [] : [sql<SqlBool>`${column('chain')} = any(${chains}::int[])`]),
      ...(ownership === undefined ? [] : [sql<SqlBool>`${column('ownership')} = ${ownership}`]),
    ],
    sql` and `,
  )
}

/** The job `merge-counts`: merges the rows of each company that has more rows than needed. */
export async function mergeCounts(context: LoopContext, tolerated = 200): Promise<void> {
  const { db } = context.database
  const { rows } = await sql<{ company_id: string }>`
    select company_id from property_count
    group by company_id
    having count(*) > ${tolerated} + count(distinct (branch_id, phase, sold, chain, ownership, taken_in))`.execute(db)
  await forEachIsolated(context, {
    job: 'merge-counts',
    items: rows.map(({ company_id }) => company_id),
    idOf: companyItem,
    work: async (companyId) => {
      await sql`
        with gone as (delete from property_count where company_id = ${companyId} returning *)
        insert into property_count (company_id, branch_id, phase, sold, chain, ownership, taken_in, properties)
        select company_id, branch_id, phase, sold, chain, ownership, taken_in, sum(properties) from gone group by 1, 2, 3, 4, 5, 6, 7
        having sum(properties) <> 0`.execute(db)
    },
  })
}
