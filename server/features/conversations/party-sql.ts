import {
  type PartyKind,
  type PartyRef,
  parsePartyRef,
  partyKinds,
  type SaleRole,
} from '@gya/domain/features/property-contacts/parties.ts'
import { type RawBuilder, sql } from 'kysely'

/** A party of a sale with its role. */
type InSale = { ref: PartyRef; property_id: string; role: SaleRole }

/** The accepted offer of property `p`, which names the buyer until one is entered. */
const acceptedOffer = (companyId: string) => sql`
  from offer f where f.company_id = ${companyId}::uuid and f.property_id = p.id and f.state = 'A'`

/** Whether property `p` has a buyer, and who it is. */
export const hasBuyer = (companyId: string) => sql<boolean>`(p.buyer_name <> '' or exists (select ${acceptedOffer(companyId)}))`
export const buyerColumns = (companyId: string) => sql`
  coalesce(nullif(p.buyer_name, ''), (select f.name ${acceptedOffer(companyId)})) as name,
  coalesce(nullif(p.buyer_tel, ''), (select f.tel ${acceptedOffer(companyId)}), '') as tel,
  coalesce(nullif(p.buyer_email, ''), (select f.email ${acceptedOffer(companyId)}), '') as email`

const unionOf = <Row>(parts: readonly RawBuilder<Row>[]): RawBuilder<Row> => sql<Row>`${sql.join([...parts], sql` union all `)}`

/** Groups the ids of references by kind. */
const idsByKind = (refs: readonly PartyRef[]): [PartyKind | 'self', string[]][] => {
  const parsed = [...new Set(refs)].map((ref) => parsePartyRef(ref))
  return [...Map.groupBy(parsed, ({ kind }) => kind)].map(([kind, of]) => [kind, of.map(({ id }) => id)])
}

/** Selects the sales of a party in the company, with its role. The caller checks the scope. */
export const salesOfParty = (companyId: string, ref: PartyRef): RawBuilder<InSale> => salesOfParties(companyId, [ref])

/** Selects the sales of several parties in one statement. */
export const salesOfParties = (companyId: string, refs: readonly PartyRef[]): RawBuilder<InSale> =>
  unionOf(idsByKind(refs).map(([kind, ids]) => salesOfKind(companyId, kind, ids)))

function salesOfKind(companyId: string, kind: PartyKind | 'self', ids: readonly string[]): RawBuilder<InSale> {
  switch (kind) {
    case 'poc':
      return sql`
        select 'poc:' || k.id as ref, x.property_id, x.role from property_contact x
        join company_contact_poc k on k.company_id = x.company_id and k.contact_id = x.contact_id and k.id = x.poc_id
        where x.company_id = ${companyId}::uuid and k.company_id = ${companyId}::uuid and k.id = any(${ids}::uuid[])
        union
        select 'poc:' || t.survey_contact_poc, t.property_id, 'surveyContact' from property_step t
        where t.company_id = ${companyId}::uuid and t.survey_contact_poc = any(${ids}::uuid[])`
    case 'firm':
      return sql`
        select 'firm:' || x.contact_id as ref, x.property_id, x.role from property_contact x
        where x.company_id = ${companyId}::uuid and x.contact_id = any(${ids}::uuid[])
        union
        select 'firm:' || k.contact_id, t.property_id, 'surveyContact' from company_contact_poc k
        join property_step t on t.company_id = k.company_id and t.survey_contact_poc = k.id
        where k.company_id = ${companyId}::uuid and k.contact_id = any(${ids}::uuid[])`
    case 'vendor':
      return sql`
        select 'vendor:' || p.owner_id as ref, p.id as property_id, 'vendor' as role from property p
        where p.company_id = ${companyId}::uuid and p.owner_id = any(${ids}::uuid[])`
    case 'buyer':
      return sql`
        select 'buyer:' || p.id as ref, p.id as property_id, 'buyer' as role from property p
        where p.company_id = ${companyId}::uuid and p.id = any(${ids}::uuid[]) and ${hasBuyer(companyId)}`
    case 'additional':
      return sql`
        select 'additional:' || a.id as ref, a.property_id, a.side || 'Contact' as role from property_additional_contact a
        where a.company_id = ${companyId}::uuid and a.id = any(${ids}::uuid[])`
    case 'offer':
      return sql`
        select 'offer:' || f.id as ref, f.property_id, 'offerBuyer' as role from offer f
        where f.company_id = ${companyId}::uuid and f.id = any(${ids}::uuid[])`
    case 'viewing':
      return sql`
        select 'viewing:' || v.id as ref, v.property_id, 'viewer' as role from viewing v
        where v.company_id = ${companyId}::uuid and v.id = any(${ids}::uuid[])`
    case 'self':
      return sql`select null as ref, null::uuid as property_id, null as role where false`
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

/** Selects name, telephone, e-mail and firm of a party. The caller checks the scope. */
export const identityOfParty = (companyId: string, ref: PartyRef): RawBuilder<NamedIdentity> =>
  identitiesOfParties(companyId, [ref])

type NamedIdentity = Identity & { ref: PartyRef }

/** Selects the identities of several parties in one statement. Omits parties that do not exist. */
export const identitiesOfParties = (companyId: string, refs: readonly PartyRef[]): RawBuilder<NamedIdentity> =>
  unionOf(idsByKind(refs).map(([kind, ids]) => identitiesOfKind(companyId, kind, ids)))

/** The same for the references that a statement selects; of ourselves none. */
export const identitiesOfSelected = (companyId: string, refs: RawBuilder<unknown>): RawBuilder<NamedIdentity> =>
  unionOf(
    partyKinds.map((kind) =>
      identitiesOfKind(
        companyId,
        kind,
        sql`array(select split_part(r.ref, ':', 2) from (${refs}) r (ref) where split_part(r.ref, ':', 1) = ${kind})`,
      ),
    ),
  )

/** `ids`: an array of texts. */
function identitiesOfKind(companyId: string, kind: PartyKind | 'self', ids: unknown): RawBuilder<NamedIdentity> {
  const person = (name: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql<NamedIdentity>`
    select ${`${kind}:`}::text || t.id as ref, ${name} as name, t.tel, t.email, '' as note,
      null::uuid as firm_id, null::text as firm_name, null::text as firm_tel, null::text as firm_email
    from ${from} t where t.company_id = ${companyId}::uuid and t.id = any(${ids}::uuid[])`
  switch (kind) {
    case 'poc':
      return sql`
        select 'poc:' || k.id as ref, k.name, k.tel, k.email, k.note, c.id as firm_id, c.name as firm_name, c.tel as firm_tel,
          c.email as firm_email
        from company_contact_poc k join company_contact c on c.company_id = k.company_id and c.id = k.contact_id
        where k.company_id = ${companyId}::uuid and k.id = any(${ids}::uuid[]) and c.deleted_on is null`
    case 'firm':
      return sql`
        select 'firm:' || c.id as ref, c.name, c.tel, c.email, '' as note, c.id as firm_id, c.name as firm_name, c.tel as firm_tel,
          c.email as firm_email
        from company_contact c
        where c.company_id = ${companyId}::uuid and c.id = any(${ids}::uuid[]) and c.deleted_on is null`
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
        select 'self' as ref, 'Ourselves' as name, '' as tel, '' as email, '' as note,
          null::uuid as firm_id, null::text as firm_name, null::text as firm_tel, null::text as firm_email`
  }
}

/** Condition for properties in scope: not deleted, and in one of the branches (`null`: all of the company). */
export const propertyInScope = (branchIds: readonly string[] | null): RawBuilder<boolean> =>
  sql`p.deleted_on is null and exists (select from branch b where b.company_id = p.company_id and b.id = p.branch_id
    and b.deleted_on is null) and (${branchIds === null} or p.branch_id = any(${branchIds ?? []}::uuid[]))`
