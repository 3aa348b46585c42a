import { londonDay } from '@gya/domain/common/dates.ts'
import { maxDaysBack } from '@gya/domain/features/asking-price/asking-price.rules.ts'
import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { forEachIsolated } from '../../jobs/for-each-isolated.ts'
import { runDeriveJob } from '../properties/write/derive-properties.ts'

/**
 * Rebuilds the projections of properties whose asking price has changed by its effective date. Lists, reports and dashboard
 * read the current price from projections, which are otherwise rebuilt by saves only. Idempotent.
 */
export async function applyScheduledPrices(context: { database: Database; clock: Clock }): Promise<void> {
  const { database, clock } = context
  const today = londonDay(clock.now())
  const due = await database.db
    .selectFrom('asking_price as a')
    .innerJoin('property_report as r', (join) =>
      join.onRef('r.company_id', '=', 'a.company_id').onRef('r.property_id', '=', 'a.property_id'),
    )
    .select(['a.company_id', 'a.property_id'])
    .distinct()
    .where('a.effective_date', '<=', today)
    .where(sql<SqlBool>`a.effective_date > ${today}::date - ${maxDaysBack}::int`)
    .where(
      sql<SqlBool>`r.asking_price is distinct from (
        select b.price from asking_price b
        where b.company_id = a.company_id and b.property_id = a.property_id and b.effective_date <= ${today}
        order by b.effective_date desc, b.createdon desc, b.id desc limit 1)`,
    )
    .execute()
  await forEachIsolated(context, {
    job: 'begin-prices',
    items: due,
    idOf: ({ company_id: companyId, property_id }) => ({ companyId, key: `${companyId} ${property_id}` }),
    work: ({ company_id: companyId, property_id }) => runDeriveJob(context, { companyId, propertyIds: [property_id] }),
  })
}
