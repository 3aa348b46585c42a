import { type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import type { PeriodSums } from '@gya/domain/features/forecast/forecast-period.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { AsAtDay } from './as-at-day.ts'
import { chanceBy, forecasts, inScope, type Stretch } from './forecast-rows.ts'
import type { ForecastScope } from './sale-forecasts.repository.ts'

/** Number of forecasts of a branch, and the fingerprint of those of single sales. */
export type BranchForecasts = { branchId: string; sales: number; fingerprint: string | null }

/** Sales that are in no chain with another sale of the company. */
const isSingle = (linked: readonly string[]) =>
  linked.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`f.property_id <> all(${[...linked]}::uuid[])`

/**
 * Changes with each of the forecasts: every change of a sale increments its revision, which its forecast copies. Null for past days, which
 * are not cached.
 */
const fingerprint = ({ isPast }: AsAtDay, linked: readonly string[]) =>
  isPast
    ? sql`null`
    : sql`(count(*) filter (where ${isSingle(linked)}) || ' ' || sum(hashint8extended(f.revision, 0)) filter (where ${isSingle(linked)}))`

/** Reads one index only, which is much cheaper than adding up the forecasts. */
export async function countForecasts(
  db: Db,
  scope: ForecastScope,
  asked: AsAtDay,
  linked: readonly string[],
): Promise<BranchForecasts[]> {
  const { rows } = await sql<BranchForecasts>`
    select f.branch_id as "branchId", count(*)::int as sales, ${fingerprint(asked, linked)} as fingerprint
    from ${forecasts(asked)} f
    where ${inScope(scope, asked)}
    group by f.branch_id`.execute(db)
  return rows
}

type BranchSums = { branchId: string; fingerprint: string | null; periods: PeriodSums[] }
type Asked = AsAtDay & { periods: readonly Stretch[]; linked: readonly string[] }

/** Sums of branches, by branch and periods: each server has one pool, and so one cache. */
const caches = new WeakMap<Db, Map<string, BranchSums>>()
const mostCached = 2000

/**
 * Sums over the single sales of branches: exchanges, fees and variances of each period. The sums of a branch are cached until one of its
 * forecasts changes.
 */
export async function sumUnchainedSales(
  db: Db,
  companyId: string,
  branches: readonly BranchForecasts[],
  asked: Asked,
): Promise<PeriodSums[]> {
  const cache = caches.get(db) ?? new Map<string, BranchSums>()
  caches.set(db, cache)
  const keyOf = (branchId: string) => JSON.stringify([branchId, asked.day, asked.periods])
  const isCached = ({ branchId, fingerprint: current }: BranchForecasts) =>
    current !== null && cache.get(keyOf(branchId))?.fingerprint === current
  const cached = branches.filter(isCached).flatMap(({ branchId }) => cache.get(keyOf(branchId)) ?? [])
  const added = await addUp(
    db,
    companyId,
    branches.filter((branch) => !isCached(branch)).map(({ branchId }) => branchId),
    asked,
  )
  if (!asked.isPast) for (const sums of added) cache.set(keyOf(sums.branchId), sums)
  // The first entries of the map are the oldest.
  for (const key of [...cache.keys()].slice(0, Math.max(0, cache.size - mostCached))) cache.delete(key)
  const sums = [...cached, ...added]
  return asked.periods.map((_, index) => total(sums.flatMap(({ periods }) => periods[index] ?? [])))
}

function total(sums: readonly PeriodSums[]): PeriodSums {
  const sumOf = (name: keyof PeriodSums) => sums.reduce((sum, one) => sum + one[name], 0)
  return {
    sales: sumOf('sales'),
    feesInAll: sumOf('feesInAll'),
    count: sumOf('count'),
    fees: sumOf('fees'),
    countSpread: sumOf('countSpread'),
    feeSpread: sumOf('feeSpread'),
  }
}

type SumRow = { branchId: string; fingerprint: string | null; sales: number; feesInAll: number } & Record<
  `${'count' | 'fees' | 'countSpread' | 'feeSpread'}${number}`,
  number
>

/** In one statement with the fingerprint, so that both come from the same snapshot. */
async function addUp(
  db: Db,
  companyId: string,
  branchIds: readonly string[],
  { periods, linked, ...asked }: Asked,
): Promise<BranchSums[]> {
  if (branchIds.length === 0) return []
  const fromToday = (day: DateOnly) => daysBetween(asked.day, day)
  const bounds = periods.map(({ first, last }) => [fromToday(first) - 1, fromToday(last)] as const)
  // Most periods start where another ends, so the chance by each day is read from the array only once.
  const days = [...new Set(bounds.flat())]
  const chanceByDay = (day: number) => sql.ref(`f.by${days.indexOf(day)}`)
  const sums = bounds.map(([before, last], index) => {
    const chance = sql`(${chanceByDay(last)} - ${chanceByDay(before)})`
    return sql`sum(${chance}) as ${sql.ref(`count${index}`)}, sum(${chance} * f.fee) as ${sql.ref(`fees${index}`)},
      sum(${chance} * (1 - ${chance})) as ${sql.ref(`countSpread${index}`)},
      sum(${chance} * (1 - ${chance}) * f.fee * f.fee) as ${sql.ref(`feeSpread${index}`)}`
  })
  const { rows } = await sql<SumRow>`
    select f.branch_id as "branchId", ${fingerprint(asked, [])} as fingerprint, count(*)::int as sales, sum(f.fee) as "feesInAll",
      ${sql.join(sums)}
    from (
      select f.branch_id, ${asked.isPast ? sql`null::bigint` : sql`f.revision`} as revision, coalesce(f.fee, 0)::float8 as fee,
        ${sql.join(days.map((day, index) => sql`(${chanceBy(day)})::float8 as ${sql.ref(`by${index}`)}`))}
      from ${forecasts(asked)} f
      where f.company_id = ${companyId} and f.branch_id = any(${[...branchIds]}::uuid[]) and f.on_day = ${asked.day}
        and ${isSingle(linked)}
      offset 0) f
    group by f.branch_id`.execute(db)
  return rows.map((row) => ({
    branchId: row.branchId,
    fingerprint: row.fingerprint,
    periods: periods.map((_, index) => ({
      sales: row.sales,
      feesInAll: row.feesInAll,
      count: row[`count${index}`] ?? 0,
      fees: row[`fees${index}`] ?? 0,
      countSpread: row[`countSpread${index}`] ?? 0,
      feeSpread: row[`feeSpread${index}`] ?? 0,
    })),
  }))
}
