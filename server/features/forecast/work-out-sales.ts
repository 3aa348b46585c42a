import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { Db } from '../../db/pool.ts'
import { loadLearned } from './learned-tables.repository.ts'
import { linkedProperties, listOpenSales } from './sale-facts.read-model.ts'
import { type WorkedOut, workOutForecast } from './work-out-forecast.ts'

/** Forecasts of some properties of a company, with their links; properties without an open sale are left out. */
export async function workOutSales(
  db: Db,
  companyId: string,
  propertyIds: readonly string[],
  today: DateOnly,
): Promise<WorkedOut[]> {
  const [sales, learned] = await Promise.all([listOpenSales(db, companyId, propertyIds), loadLearned(db, companyId, today)])
  const known = new Map(sales.map((sale) => [sale.propertyId, sale]))
  const missing = linkedProperties(sales).filter((id) => !known.has(id))
  const linked = missing.length > 0 ? await listOpenSales(db, companyId, missing) : []
  const all = new Map([...known, ...linked.map((sale) => [sale.propertyId, sale] as const)])
  const results: WorkedOut[] = []
  for (const sale of sales) {
    results.push(workOutForecast(sale, all, learned, today))
    // Some milliseconds of arithmetic each: other requests go between.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return results
}
