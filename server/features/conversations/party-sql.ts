import { type PartyRef, parsePartyRef, type SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import { type RawBuilder, sql } from 'kysely'

type InSale = { property_id: string; role: SaleRole }

/** The accepted offer of property `p`: its buyer before one is entered. */
const acceptedOffer = (companyId: string) => sql`
  from offer f where f.company_id = ${companyId}::uuid and f.property_id = p.id and f.state = 'A'`

/** Whether property `p` has a buyer, and who that is. */
export const hasBuyer = (companyId: string) => sql<boolean>`(p.buyer_name <> '' or exists (select ${acceptedOffer(companyId)}))`
export const buyerColumns = (companyId: string) => sql`
  coalesce(nullif(p.buyer_name, ''), (select f.name ${acceptedOffer(companyId)})) as name,
  coalesce(nullif(p.buyer_tel, ''), (select f.tel ${acceptedOffer(companyId)}), '') as tel,
  coalesce(nullif(p.buyer_email, ''), (select f.email ${acceptedOffer(companyId)}), '') as email`

const none = sql<InSale>`select null::uuid as property_id, null::text as role where false`

/** In which sales of the company a party is, and as what. Scope is checked by the caller. */
export function salesOfParty(companyId: string, ref: PartyRef): RawBuilder<InSale> {
  const { kind, id } = parsePartyRef(ref)
  switch (kind) {
    case 'poc':
      return sql`
        select x.property_id, x.role from property_contact x
        join company_contact_poc k on k.company_id = x.company_id and k.contact_id = x.contact_id and k.id = x.poc_id
        where x.company_id = ${companyId}::uuid and k.company_id = ${companyId}::uuid and k.id = ${id}::uuid
        union
        select t.property_id, 'surveyContact' from property_step t
        where t.company_id = ${companyId}::uuid and t.survey_contact_poc = ${id}::uuid`
    case 'firm':
      return sql`
        select x.property_id, x.role from property_contact x
        where x.company_id = ${companyId}::uuid and x.contact_id = ${id}::uuid
        union
        select t.property_id, 'surveyContact' from company_contact_poc k
        join property_step t on t.company_id = k.company_id and t.survey_contact_poc = k.id
        where k.company_id = ${companyId}::uuid and k.contact_id = ${id}::uuid`
    case 'vendor':
      return sql`
        select p.id as property_id, 'vendor' as role from property p
        where p.company_id = ${companyId}::uuid and p.owner_id = ${id}::uuid`
    case 'buyer':
      return sql`
        select p.id as property_id, 'buyer' as role from property p
        where p.company_id = ${companyId}::uuid and p.id = ${id}::uuid and ${hasBuyer(companyId)}`
    case 'additional':
      return sql`
        select a.property_id, a.side || 'Contact' as role from property_additional_contact a
        where a.company_id = ${companyId}::uuid and a.id = ${id}::uuid`
    case 'offer':
      return sql`
        select f.property_id, 'offerBuyer' as role from offer f
        where f.company_id = ${companyId}::uuid and f.id = ${id}::uuid`
    case 'viewing':
      return sql`
        select v.property_id, 'viewer' as role from viewing v
        where v.company_id = ${companyId}::uuid and v.id = ${id}::uuid`
    case 'self':
      return none
  }
}

export type Identity = {
  name: string
  tel: string
  email: string
  note: string
  firm_id: string | null
  firm_name: string | null
  firm_tel: string | null
  firm_email: string | null
}

/** Name, telephone, e-mail and firm of a party. Scope is checked by the caller. */
export function identityOfParty(companyId: string, ref: PartyRef): RawBuilder<Identity> {
  const { kind, id } = parsePartyRef(ref)
  const person = (name: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql<Identity>`
    select ${name} as name, t.tel, t.email, '' as note,
      null::uuid as firm_id, null::text as firm_name, null::text as firm_tel, null::text as firm_email
    from ${from} t where t.company_id = ${companyId}::uuid and t.id = ${id}::uuid`
  switch (kind) {
    case 'poc':
      return sql`
        select k.name, k.tel, k.email, k.note, c.id as firm_id, c.name as firm_name, c.tel as firm_tel, c.email as firm_email
        from company_contact_poc k join company_contact c on c.company_id = k.company_id and c.id = k.contact_id
        where k.company_id = ${companyId}::uuid and k.id = ${id}::uuid and c.deleted_on is null`
    case 'firm':
      return sql`
        select c.name, c.tel, c.email, '' as note, c.id as firm_id, c.name as firm_name, c.tel as firm_tel, c.email as firm_email
        from company_contact c
        where c.company_id = ${companyId}::uuid and c.id = ${id}::uuid and c.deleted_on is null`
    case 'vendor':
      return person(sql`t.first_name || ' ' || t.last_name`, sql`app_user`)
    case 'buyer':
      return person(sql`t.name`, sql`(select p.company_id, p.id, ${buyerColumns(companyId)} from property p)`)
    case 'additional':
      return person(sql`t.first_name || ' ' || t.last_name`, sql`property_additional_contact`)
    case 'offer':
      return person(sql`t.name`, sql`offer`)
    case 'viewing':
      return person(sql`t.name`, sql`viewing`)
    case 'self':
      return sql`
        select 'Ourselves' as name, '' as tel, '' as email, '' as note,
          null::uuid as firm_id, null::text as firm_name, null::text as firm_tel, null::text as firm_email`
  }
}

/** Properties in scope: not deleted, and in one of the branches (null: all of the company). */
export const propertyInScope = (branchIds: readonly string[] | null): RawBuilder<boolean> =>
  sql`p.deleted_on is null and exists (select from branch b where b.company_id = p.company_id and b.id = p.branch_id
    and b.deleted_on is null) and (${branchIds === null} or p.branch_id = any(${branchIds ?? []}::uuid[]))`
