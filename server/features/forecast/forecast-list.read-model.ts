import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import { oneIn } from '@gya/domain/features/forecast/falling-through.ts'
import type { ForecastRow, forecastSorts } from '@gya/domain/features/forecast/forecast.contract.ts'
import type { DecidesView } from '@gya/domain/features/forecast/forecast.model.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { AsAtDay } from './as-at-day.ts'
import { forecasts, inScope } from './forecast-rows.ts'
import type { ForecastScope } from './sale-forecasts.repository.ts'

type SaleRow = {
  property_id: string
  branch_id: string
  branch_name: string
  line1: string
  progressor: string | null
  half_by: DateOnly | null
  by_80: DateOnly | null
  typed: DateOnly | null
  p_fall: number
  pace: number
  decides: DecidesView
  fee: number | null
  risks: ForecastRow['risks']
}

/**
 * At risk: the tenth of the company's open sales with the highest chance of falling through, including ties at its end, and sales whose
 * mortgage offer may expire. Decision 70.
 */
const isAtRisk = ({ companyId }: ForecastScope, asked: AsAtDay) => sql<boolean>`(f.offer_expires or f.p_fall >= (
  select f.p_fall from ${forecasts(asked)} f
  where f.company_id = ${companyId} and f.on_day = ${asked.day}
  order by f.p_fall desc
  limit 1 offset (
    select greatest(0, ceil(count(*) / 10.0)::int - 1) from ${forecasts(asked)} f
    where f.company_id = ${companyId} and f.on_day = ${asked.day})))`

const orders = {
  halfBy: sql`f.half_by`,
  fallsThrough: sql`(f.p_fall * coalesce(f.fee, 0))`,
  fee: sql`coalesce(f.fee, 0)`,
  address: sql`r.address_sort`,
} as const satisfies Record<(typeof forecastSorts)[number], unknown>

export async function listForecastRows(
  db: Db,
  { companyId, branchId }: ForecastScope,
  {
    asked,
    sort,
    descending,
    page,
    atRisk,
  }: { asked: AsAtDay; sort: (typeof forecastSorts)[number]; descending: boolean; page: PageRequest; atRisk: boolean },
): Promise<{ rows: ForecastRow[]; count: number }> {
  // Null means later than a year, so it sorts last in ascending order.
  const direction = descending ? sql`desc` : sql`asc`
  const scope = { companyId, branchId }
  const shown = sql`${inScope(scope, asked)} ${atRisk ? sql`and ${isAtRisk(scope, asked)}` : sql``}`
  const orderBy = sql`order by ${orders[sort]} ${direction}, f.property_id`
  // The page is selected before joining: a company may have thousands of sales.
  const [{ rows }, total] = await Promise.all([
    sql<SaleRow>`
      select f.property_id, f.branch_id, b.name as branch_name, r.line1, u.first_name || ' ' || u.last_name as progressor,
        f.half_by, f.by_80, f.typed, f.p_fall, f.pace, f.decides, f.fee, f.risks
      from (
        select f.* from ${forecasts(asked)} f
        ${sort === 'address' ? sql`join property_report r on r.company_id = f.company_id and r.property_id = f.property_id` : sql``}
        where ${shown}
        ${orderBy}
        limit ${page.itemsPerPage} offset ${page.currentPage * page.itemsPerPage}) f
      join property_report r on r.company_id = f.company_id and r.property_id = f.property_id
      join branch b on b.company_id = f.company_id and b.id = f.branch_id
      left join app_user u on u.id = f.progressor_id
      ${orderBy}`.execute(db),
    sql<{ count: number }>`select count(*)::int as count from ${forecasts(asked)} f where ${shown}`.execute(db),
  ])
  return {
    count: total.rows[0]?.count ?? 0,
    rows: rows.map((row) => ({
      _id: row.property_id,
      branch: { _id: row.branch_id, name: row.branch_name },
      line1: row.line1,
      progressor: row.progressor,
      halfBy: row.half_by,
      by80: row.by_80,
      typed: row.typed,
      fallsThrough: row.p_fall,
      fallsThroughWords: oneIn(row.p_fall),
      pace: row.pace,
      decides: row.decides,
      fee: row.fee,
      risks: row.risks.map(({ risk, words, tone }) => ({ risk, words, tone })),
    })),
  }
}
