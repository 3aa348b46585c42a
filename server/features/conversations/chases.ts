import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { Chase } from '@gya/domain/features/sale-now/claims.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** The steps of a property about which somebody of the agency rang or wrote, each with the last day, as JSON. */
export const chasesJson = (companyId: string, propertyId: RawBuilder<unknown>): RawBuilder<Chase[]> => sql`(
  select coalesce(json_agg(json_build_object('step', l.step, 'on', l.last_day)), '[]') from (
    select split_part(i.item, ':', 2)::int as step, london_day(max(k.at)) as last_day
    from conversation_sale s
    join conversation k on k.company_id = s.company_id and k.id = s.conversation_id
    cross join lateral unnest(s.item_keys) as i (item)
    where s.company_id = ${companyId} and s.property_id = ${propertyId} and k.undone_on is null and not k.inbound
      and i.item ~ '^(step|survey):[0-9]+$'
    group by 1) l)`

export async function listChases(db: Db, { companyId, propertyId }: PropertyIds): Promise<Chase[]> {
  const { rows } = await sql<{ chases: Chase[] }>`
    select ${chasesJson(companyId, sql`${propertyId}::uuid`)} as chases`.execute(db)
  return rows[0]?.chases ?? []
}
