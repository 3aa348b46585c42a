import type { DateOnly } from '@gya/domain/common/dates.ts'
import { analyseFallOffs, type FallenSale } from '@gya/domain/features/forecast/fall-through-analysis.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { ForecastScope } from './sale-forecasts.repository.ts'

type Days = { first: DateOnly; last: DateOnly }

/** Sales that fell off from one day to another, inclusive; those restored by then are counted separately. Excludes deleted properties. */
export async function readFallThroughOf(db: Db, { companyId, branchId }: ForecastScope, { first, last }: Days) {
  const [fallen, exchanged] = await Promise.all([
    sql<FallenSale & { restored: boolean }>`
      select fr.name as reason, f.party, f.phase, h.fee, coalesce(f.restored_on < ((${last}::date + 1)::timestamp at time zone 'Europe/London'), false) as restored,
        london_day(f.createdon) - (f.archive -> 'offer' ->> 'acceptedOn')::date as days
      from fall_off f
      join property p on p.company_id = f.company_id and p.id = f.property_id
      left join fall_off_reason fr on fr.company_id = f.company_id and fr.id = f.reason_id
      left join lateral (
        select h.fee from event e
        join property_happening h on h.company_id = e.company_id and h.id = e.id
        where e.company_id = f.company_id and e.property_id = f.property_id and e.kind = 'fall-off'
          and e.data ->> 'fallOffId' = f.id::text
        limit 1) h on true
      where f.company_id = ${companyId} and (${branchId}::uuid is null or p.branch_id = ${branchId}::uuid)
        and p.deleted_on is null and not p.is_sample
        and f.createdon >= (${first}::date::timestamp at time zone 'Europe/London')
        and f.createdon < ((${last}::date + 1)::timestamp at time zone 'Europe/London')`.execute(db),
    sql<{ count: number }>`
      select count(*)::int as count from property_report r
      join property p on p.company_id = r.company_id and p.id = r.property_id
      where r.company_id = ${companyId} and (${branchId}::uuid is null or r.branch_id = ${branchId}::uuid)
        and not p.is_sample and r.step_24 between ${first} and ${last}`.execute(db),
  ])
  const falls = fallen.rows.filter(({ restored }) => !restored)
  return {
    first,
    last,
    ...analyseFallOffs(falls, exchanged.rows[0]?.count ?? 0),
    restored: fallen.rows.length - falls.length,
  }
}
