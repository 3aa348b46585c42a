import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import {
  type PartyRef,
  parsePartyRef,
  type SaleParty,
  type SaleRole,
  saleRoles,
  selfRef,
} from '@gya/domain/features/property-contacts/parties.ts'
import type { Phase } from '@gya/domain/features/timeline/phase.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { buyerColumns, hasBuyer, type Identity, identityOfParty, propertyInScope, salesOfParty } from './party-sql.ts'

export const toSaleParty = (ref: PartyRef, role: SaleRole, row: Identity): SaleParty => ({
  ref,
  role,
  name: row.name,
  firm:
    row.firm_id === null
      ? null
      : { _id: row.firm_id, name: row.firm_name ?? '', tel: row.firm_tel ?? '', email: row.firm_email ?? '' },
  tel: row.tel,
  email: row.email,
})

/** Returns `undefined` if the party does not exist. */
export async function findIdentity(db: Db, companyId: string, ref: PartyRef): Promise<Identity | undefined> {
  return (await identityOfParty(companyId, ref).execute(db)).rows[0]
}

/**
 * "'E-mails to this address came back on 28/11/2026' while the last is not followed by one that stayed 2 days or by an e-mail from it."
 * [mail-in §7.9](docs/design/mail-in.md#7.9).
 */
export async function findCameBackOn(
  db: Db,
  { companyId, now }: { companyId: string; now: Instant },
  email: string,
): Promise<DateOnly | null> {
  if (email === '') return null
  const { rows } = await sql<{ day: DateOnly }>`
    select london_day(b.at) as day from (select max(m.arrived_on) as at from mail_in m
      where m.company_id = ${companyId}::uuid and m.bounced_to is not null and m.bounced_to = lower(${email})) b
    where b.at is not null
      and not exists (select from mail_in m
        where m.company_id = ${companyId}::uuid and m.from_email = lower(${email}) and m.arrived_on > b.at)
      and not exists (select from mail o where o.company_id = ${companyId}::uuid and o.sent_on > b.at
        and o.sent_on < ${now}::timestamptz - interval '2 days' and ${email} = any(o.recipients || o.cc) and not o.refused ? lower(${email}))`.execute(
    db,
  )
  return rows[0]?.day ?? null
}

export type PartySaleRow = {
  property_id: string
  branch_id: string
  line1: string
  postcode: string
  phase: Phase
  roles: SaleRole[]
  progressor_id: string | null
  progressor_name: string | null
  expected_exchange: DateOnly | null
  completion_date: DateOnly | null
  expected_fee: number | null
  vendor_last_updated_on: DateOnly | null
}

const maxSalesOfCard = 200

/**
 * The sales of a party in scope: those with action items of the party first, then by address. Firms and their people act in many sales
 * over the years, so only their open sales are listed, and `propertyId`.
 */
export async function listPartySales(
  db: Db,
  companyId: string,
  ref: PartyRef,
  { branchIds, propertyId }: { branchIds: readonly string[] | null; propertyId: string | undefined },
): Promise<PartySaleRow[]> {
  const { kind } = parsePartyRef(ref)
  if (ref === selfRef) return []
  const isLive = sql`(p.active and r.phase <> 'completed') or p.id = ${propertyId ?? null}::uuid`
  const { rows } = await sql<PartySaleRow>`
    select p.id as property_id, p.branch_id, p.line1, p.postcode, r.phase, x.roles, p.b_staff as progressor_id,
      s.first_name || ' ' || s.last_name as progressor_name, p.expected_exchange, p.completion_date, r.expected_fee,
      r.vendor_last_updated_on
    from (select property_id, array_agg(distinct role) as roles from (${salesOfParty(companyId, ref)}) o group by property_id) x
    join property p on p.company_id = ${companyId}::uuid and p.id = x.property_id
    join property_report r on r.company_id = p.company_id and r.property_id = p.id
    left join app_user s on s.id = p.b_staff
    where ${propertyInScope(branchIds)} and (${kind !== 'poc' && kind !== 'firm'} or ${isLive})
    order by p.id = ${propertyId ?? null}::uuid desc nulls last, exists (select from action_item i
      where i.company_id = p.company_id and i.subject_id = p.id and i.party_ref = ${ref}) desc, r.address_sort, p.id
    limit ${maxSalesOfCard}`.execute(db)
  return rows
}

type SalePartyDbRow = Identity & { property_id: string; ref: PartyRef; role: SaleRole; last_updated_on: DateOnly | null }

const roleOrder = sql`array_position(${[...saleRoles]}::text[], o.role)`

/** Counts how many of these ids are sales in scope. */
export async function countSalesInScope(
  db: Db,
  companyId: string,
  propertyIds: readonly string[],
  branchIds: readonly string[] | null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from property p
    where p.company_id = ${companyId}::uuid and p.id = any(${propertyIds}::uuid[]) and ${propertyInScope(branchIds)}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * The parties of sales: vendor, buyer, solicitors and brokers (the point of contact, or otherwise the firm), additional
 * contacts, and contacts of surveys. A person with two roles in a sale is listed twice.
 */
export async function listPartiesOfSales(
  db: Db,
  { companyId, propertyIds }: { companyId: string; propertyIds: readonly string[] },
): Promise<SalePartyDbRow[]> {
  const { rows } = await sql<SalePartyDbRow>`
    with p as (select * from property where company_id = ${companyId}::uuid and id = any(${propertyIds}::uuid[])),
    firms as (
      select x.property_id, x.role, x.contact_id, x.poc_id from property_contact x
      where x.company_id = ${companyId}::uuid and x.property_id = any(${propertyIds}::uuid[])
      union
      select t.property_id, 'surveyContact', k.contact_id, k.id from property_step t
      join company_contact_poc k on k.company_id = ${companyId}::uuid and k.id = t.survey_contact_poc
      where t.company_id = ${companyId}::uuid and t.property_id = any(${propertyIds}::uuid[])
    )
    select o.* from (
      select p.id as property_id, 'vendor:' || u.id as ref, 'vendor' as role, u.first_name || ' ' || u.last_name as name, u.tel,
        case when u.placeholder then '' else u.email end as email, '' as note,
        null::uuid as firm_id, null as firm_name, null as firm_tel, null as firm_email, r.vendor_last_updated_on as last_updated_on
      from p join app_user u on u.id = p.owner_id
      left join property_report r on r.company_id = ${companyId}::uuid and r.property_id = p.id
      union all
      select p.id, 'buyer:' || p.id, 'buyer', ${buyerColumns(companyId)}, '', null, null, null, null, r.buyer_last_updated_on
      from p left join property_report r on r.company_id = ${companyId}::uuid and r.property_id = p.id
      where ${hasBuyer(companyId)}
      union all
      select f.property_id, case when k.id is null then 'firm:' || c.id else 'poc:' || k.id end, f.role, coalesce(k.name, c.name),
        coalesce(k.tel, c.tel), coalesce(k.email, c.email), coalesce(k.note, ''), c.id, c.name, c.tel, c.email, null
      from firms f
      join company_contact c on c.company_id = ${companyId}::uuid and c.id = f.contact_id
      left join company_contact_poc k on k.company_id = ${companyId}::uuid and k.contact_id = c.id and k.id = f.poc_id
      union all
      select a.property_id, 'additional:' || a.id, a.side || 'Contact', a.first_name || ' ' || a.last_name, a.tel, a.email, '',
        null, null, null, null, null
      from property_additional_contact a
      where a.company_id = ${companyId}::uuid and a.property_id = any(${propertyIds}::uuid[])
    ) o
    order by ${roleOrder}, o.name, o.ref`.execute(db)
  return rows
}
