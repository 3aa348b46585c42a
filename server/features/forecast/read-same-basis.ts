import { type DateOnly, daysBetween } from '@gya/domain/common/dates.ts'
import type { BasisMonth } from '@gya/domain/features/forecast/forecast.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { calculateChancesOf } from './calculate-sales.ts'
import { monthOf, readPeriods } from './coming.read-model.ts'
import type { ForecastScope } from './sale-forecasts.repository.ts'

/** They are calculated on each read, at some milliseconds per sale. */
const mostSalesCalculated = 150

const listOpen = async (db: Db, { companyId, branchId }: ForecastScope, today: DateOnly): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select s.property_id as id from sale s
    join sale_day d on d.company_id = s.company_id and d.sale_id = s.id and d.since <= ${today} and d.until > ${today} and d.outcome = 'open'
    where s.company_id = ${companyId} and s.outcome <> 'deleted' and (${branchId}::uuid is null or d.branch_id = ${branchId}::uuid)
    limit ${mostSalesCalculated + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Today's forecast for this month and the next two without chains, firms and contacts, for comparison with a day before their history. Null
 * for more sales than can be calculated on read.
 */
export async function readSameBasis(db: Db, scope: ForecastScope, today: DateOnly): Promise<BasisMonth[] | null> {
  const ids = await listOpen(db, scope, today)
  if (ids.length > mostSalesCalculated) return null
  const months = [0, 1, 2].map((ahead) => monthOf(today, ahead))
  const sales = await calculateChancesOf(db, scope.companyId, ids, today, { onlySteps: true })
  const { periods } = await readPeriods(db, scope, months, { day: today, isPast: false, widening: 1 })
  return periods.map(({ first, last, exchanged, exchangedFees }) => {
    const chances = sales.map(({ byDay }) => (byDay[daysBetween(today, last)] ?? 0) - (byDay[daysBetween(today, first) - 1] ?? 0))
    const fees = sales.reduce((sum, { sale }, index) => sum + (chances[index] as number) * (sale.fee ?? 0), exchangedFees)
    return { first, last, count: chances.reduce((sum, chance) => sum + chance, exchanged), fees: Math.round(fees) }
  })
}
