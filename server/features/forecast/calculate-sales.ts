import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { Db } from '../../db/pool.ts'
import { type CalculatedForecast, calculateChances, calculateForecast, type SaleChances } from './calculate-forecast.ts'
import { loadLearned } from './learned-tables.repository.ts'
import { listOpenSales, withoutLaterHistory } from './sale-facts.read-model.ts'
import { loadLinkedSales, withWholeChain } from './whole-chain.ts'

type Asked = {
  db: Db
  companyId: string
  propertyIds: readonly string[]
  asAt: DateOnly
  without?: string | undefined
  onlySteps?: boolean | undefined
}

/**
 * Calculates the forecasts of properties for today or a past day, with their links. Properties without an open sale on that day are left
 * out. `without`: a property whose sale is assumed to have fallen off. `onlySteps`: as on days before the history of chains and firms.
 */
export const calculateSales = (
  db: Db,
  companyId: string,
  propertyIds: readonly string[],
  asAt: DateOnly,
  { without, onlySteps }: { without?: string; onlySteps?: boolean } = {},
): Promise<CalculatedForecast[]> => calculateEach({ db, companyId, propertyIds, asAt, without, onlySteps }, calculateForecast)

/** The same without the deciding step or link, which is the slowest part. */
export const calculateChancesOf = (
  db: Db,
  companyId: string,
  propertyIds: readonly string[],
  asAt: DateOnly,
  { onlySteps }: { onlySteps?: boolean } = {},
): Promise<SaleChances[]> => calculateEach({ db, companyId, propertyIds, asAt, onlySteps }, calculateChances)

async function calculateEach<Result>(
  { db, companyId, propertyIds, asAt, without, onlySteps }: Asked,
  calculate: (...facts: Parameters<typeof calculateForecast>) => Result,
): Promise<Result[]> {
  const [open, learned] = await Promise.all([
    listOpenSales(db, companyId, propertyIds, { asAt }),
    loadLearned(db, companyId, asAt),
  ])
  const sales = onlySteps ? open.map(withoutLaterHistory) : open
  const all = await loadLinkedSales(db, companyId, sales, asAt)
  if (without !== undefined) all.delete(without)
  const results: Result[] = []
  for (const each of sales) {
    const sale = withWholeChain(each, all)
    const links = sale.links.map((link) => (link.propertyRef === without ? { ...link, fellOn: asAt } : link))
    results.push(calculate(without === undefined ? sale : { ...sale, links }, all, learned, asAt))
    // Each takes some milliseconds of CPU; other requests are handled in between.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return results
}
