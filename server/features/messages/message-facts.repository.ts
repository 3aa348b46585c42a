import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { MergeSale } from '@gya/domain/features/messages/merge-values.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

type SaleRow = Omit<MergeSale, 'steps' | 'agreedPrice'> & {
  propertyId: string
  branchId: string
  company: string
  agreedPrice: string | null
}

const solicitor = (companyId: string, role: 'vendorSolicitor' | 'buyerSolicitor') => sql`(
  select json_build_object('firm', c.name, 'name', coalesce(k.name, ''))
  from property_contact x
  join company_contact c on c.company_id = ${companyId}::uuid and c.id = x.contact_id
  left join company_contact_poc k on k.company_id = ${companyId}::uuid and k.contact_id = x.contact_id and k.id = x.poc_id
  where x.company_id = ${companyId}::uuid and x.property_id = p.id and x.role = ${role})`

/** Returns the values of merge fields for sales, without steps. The caller checks the scope. */
export async function findMergeSales(db: Db, companyId: string, propertyIds: readonly string[]): Promise<Map<string, SaleRow>> {
  const { rows } = await sql<SaleRow>`
    select p.id as "propertyId", p.branch_id as "branchId", c.name as company,
      json_build_object('line1', p.line1, 'line2', p.line2, 'town', p.town, 'postcode', p.postcode) as address,
      case when o.id is not null then json_build_object('firstName', o.first_name, 'lastName', o.last_name) end as vendor,
      coalesce(nullif(p.buyer_name, ''), f.name) as buyer, p.agreed_price::text as "agreedPrice",
      ${solicitor(companyId, 'vendorSolicitor')} as "vendorSolicitor", ${solicitor(companyId, 'buyerSolicitor')} as "buyerSolicitor",
      p.expected_exchange as "expectedExchange", p.share_expected as "shareExpected", p.completion_date as "completionDate",
      case when s.id is not null then
        json_build_object('name', s.first_name || ' ' || s.last_name, 'tel', s.tel, 'email', s.email) end as progressor,
      json_build_object('name', b.name, 'tel', b.tel, 'email', b.email) as branch
    from property p
    join company c on c.id = p.company_id
    join branch b on b.company_id = p.company_id and b.id = p.branch_id
    left join app_user o on o.id = p.owner_id
    left join app_user s on s.id = p.b_staff and s.deleted_on is null
    left join offer f on f.company_id = p.company_id and f.property_id = p.id and f.state = 'A'
    where p.company_id = ${companyId}::uuid and p.id = any(${propertyIds}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.propertyId, row]))
}

export type OpenItem = {
  propertyId: string
  key: string
  title: string
  isStep: boolean
  partyRef: string | null
  firmId: string | null
  dueOn: DateOnly
  /** Whether it is listed in Today now: due and not snoozed. */
  isListed: boolean
}

/** The action items of sales that wait for a party, ordered by due day. */
export async function findOpenItems(
  db: Db,
  { companyId, now, today }: { companyId: string; now: string; today: DateOnly },
  propertyIds: readonly string[],
): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem>`
    select i.property_id as "propertyId", i.key, i.description as title, i.kind in ('step', 'blocked', 'survey') as "isStep",
      i.party_ref as "partyRef", i.firm_id as "firmId", i.due_on as "dueOn",
      (i.shows_on <= ${today}::date and coalesce(i.shows_until >= ${today}::date, true) and coalesce(s.until <= ${now}::timestamptz, true))
        as "isListed"
    from action_item i
    left join action_item_snooze s on s.company_id = i.company_id and s.subject_id = i.subject_id and s.key = i.key
    where i.company_id = ${companyId}::uuid and i.property_id = any(${propertyIds}::uuid[]) and i.party_ref <> 'self'
    order by i.due_on, i.key`.execute(db)
  return rows
}

/** Returns name and e-mail of the sender. */
export const findSender = (db: Db, userId: string) =>
  db.selectFrom('app_user').select(['first_name', 'last_name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow()
