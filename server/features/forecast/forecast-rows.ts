import { type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { AsAtDay } from './as-at-day.ts'
import { daysAhead } from './calculate-forecast.ts'
import type { ForecastScope } from './sale-forecasts.repository.ts'

export type Stretch = { first: DateOnly; last: DateOnly }

/** The stored forecasts `f` of the requested day. */
export const forecasts = ({ isPast }: AsAtDay) => sql.table(isPast ? 'sale_forecast_as_at' : 'sale_forecast')

/** The scope of rows `f`: with a branch the condition names it, so that its index is used. */
export const inScope = ({ companyId, branchId }: ForecastScope, { day }: AsAtDay) =>
  branchId === null
    ? sql`f.company_id = ${companyId} and f.on_day = ${day}`
    : sql`f.company_id = ${companyId} and f.branch_id = ${branchId}::uuid and f.on_day = ${day}`

/** Chance of an exchange by the end of a day: 0 before today; after the last stored day, the value of that day. */
export const chanceBy = (day: number) => (day < 0 ? sql`0` : sql`f.by_day[${sql.lit(Math.min(day + 1, daysAhead))}]`)
export const chanceIn = ({ first, last }: Stretch, today: DateOnly) =>
  sql`${chanceBy(daysBetween(today, last))} - ${chanceBy(daysBetween(today, first) - 1)}`
