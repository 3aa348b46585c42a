import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { Db } from '../../db/pool.ts'
import { loadLearned } from './learned-tables.repository.ts'
import { linkedProperties, listOpenSales } from './sale-facts.read-model.ts'
import { type SaleChances, type WorkedOut, workOutChances, workOutForecast } from './work-out-forecast.ts'

type Asked = { db: Db; companyId: string; propertyIds: readonly string[]; asAt: DateOnly; without?: string | undefined }

/**
 * Forecasts of some properties of a company for a day, today or before, with their links; properties without an open sale on that
 * day are left out. `without`: a property whose sale is thought to have fallen off.
 */
export const workOutSales = (
  db: Db,
  companyId: string,
  propertyIds: readonly string[],
  asAt: DateOnly,
  { without }: { without?: string } = {},
): Promise<WorkedOut[]> => workOutEach({ db, companyId, propertyIds, asAt, without }, workOutForecast)

/** The same without what decides, which takes most of the time. */
export const workOutChancesOf = (
  db: Db,
  companyId: string,
  propertyIds: readonly string[],
  asAt: DateOnly,
): Promise<SaleChances[]> => workOutEach({ db, companyId, propertyIds, asAt }, workOutChances)

async function workOutEach<Result>(
  { db, companyId, propertyIds, asAt, without }: Asked,
  workOut: (...facts: Parameters<typeof workOutForecast>) => Result,
): Promise<Result[]> {
  const [sales, learned] = await Promise.all([
    listOpenSales(db, companyId, propertyIds, { asAt }),
    loadLearned(db, companyId, asAt),
  ])
  const known = new Map(sales.map((sale) => [sale.propertyId, sale]))
  const missing = linkedProperties(sales).filter((id) => !known.has(id))
  const linked = await listOpenSales(db, companyId, missing, { asAt, deletedSince: true })
  const all = new Map([...known, ...linked.map((sale) => [sale.propertyId, sale] as const)])
  if (without !== undefined) all.delete(without)
  const results: Result[] = []
  for (const sale of sales) {
    results.push(workOut(sale, all, learned, asAt))
    // Some milliseconds of arithmetic each: other requests go between.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return results
}
