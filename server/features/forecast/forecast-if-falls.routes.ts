import { reachesAllBranches } from '@gya/domain/access/permissions.ts'
import { readForecastIfFalls } from '@gya/domain/features/forecast/forecast-if-falls.contract.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { calculateSales } from './calculate-sales.ts'

export function forecastIfFallsRoutes(app: FastifyInstance): void {
  registerRoute(app, readForecastIfFalls, async ({ params: { companyId, propertyId }, caller, db, today }) => {
    const ids = await listLinkingSales(db, companyId, propertyId)
    const [now, without] = await Promise.all([
      calculateSales(db, companyId, ids, today),
      calculateSales(db, companyId, ids, today, { without: propertyId }),
    ])
    const after = new Map(without.map(({ sale, figures }) => [sale.propertyId, figures.halfBy]))
    const isInReach = (branchId: string) => reachesAllBranches(caller.type) || caller.branchIds.includes(branchId)
    const all = now.map(({ sale, figures }) => ({
      _id: sale.propertyId,
      branch: sale.branchId,
      line1: sale.line1,
      halfBy: figures.halfBy,
      halfByWithout: after.get(sale.propertyId) ?? null,
    }))
    const sales = all.filter(({ branch }) => isInReach(branch))
    return { sales, elsewhere: all.length - sales.length }
  })
}

/** The sales of the company whose chains link to this property. */
async function listLinkingSales(db: Db, companyId: string, propertyId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct i.property_id as id from chain_item i
    where i.company_id = ${companyId} and i.property_ref = ${propertyId} and not i.this_property
    order by 1`.execute(db)
  return rows.map(({ id }) => id)
}
