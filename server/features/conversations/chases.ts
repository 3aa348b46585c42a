import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { Chase } from '@gya/domain/features/sale-now/claims.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/**
 * The steps of a property about which there was contact, as JSON: the last day on which the agency rang or wrote to somebody but the vendor,
 * and the texts that were shown to the vendor. `propertyId` is evaluated without a table beside it: an alias in it is the caller's, never one of here.
 */
export const chasesJson = (companyId: string, propertyId: RawBuilder<unknown>): RawBuilder<Chase[]> => sql`(
  select coalesce(json_agg(json_build_object('step', l.step, 'on', l.last_day, 'said', l.said)), '[]') from (
    select split_part(i.item, ':', 2)::int as step, london_day(max(k.at) filter (where not k.inbound and k.party_role not in ('vendor', 'vendorContact', 'self'))) as last_day,
      coalesce(json_agg(json_build_object('text', s.vendor_text, 'on', london_day(k.at)) order by k.at, k.id)
        filter (where s.vendor_text is not null), '[]') as said
    from (select ${propertyId} as id) chased
    join conversation_sale s on s.company_id = ${companyId} and s.property_id = chased.id
    join conversation k on k.company_id = s.company_id and k.id = s.conversation_id
    cross join lateral unnest(s.item_keys) as i (item)
    where k.company_id = ${companyId} and k.undone_on is null
      and i.item ~ '^(step|survey):[0-9]+$'
    group by 1) l)`

export async function listChases(db: Db, { companyId, propertyId }: PropertyIds): Promise<Chase[]> {
  const { rows } = await sql<{ chases: Chase[] }>`
    select ${chasesJson(companyId, sql`${propertyId}::uuid`)} as chases`.execute(db)
  return rows[0]?.chases ?? []
}
