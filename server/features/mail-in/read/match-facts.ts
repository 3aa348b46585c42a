import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { CandidateSale, MatchedMail, MatchFacts, PartyOfSale } from '@gya/domain/features/mail-in/match-mail.model.ts'
import { addressesOf, addressTermsOf, subjectWords, theirRefsIn } from '@gya/domain/features/mail-in/match-mail.ts'
import { registrableDomain } from '@gya/domain/features/mail-in/registrable-domain.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { likePattern } from '../../../db/query/like-pattern.ts'
import { type LoadedProperty, loadProperties } from '../../properties/read/load-property.ts'
import { ambiguousRef } from '../learn-their-refs.ts'

type Company = { db: Db; companyId: string; today: DateOnly }

/** The facts that matching needs, and what the e-mail answers. */
export type FoundFacts = {
  facts: MatchFacts
  /** Our e-mail whose key, or else whose Message-ID, it names. */
  answersMailId: string | null
  /** The thread of what it answers, with the subject of that. */
  thread: { id: string; subject: string } | null
  /** Candidates as they are loaded, by id. */
  properties: ReadonlyMap<string, LoadedProperty>
}

const maxCandidates = 60

/** Uses six statements, whatever the number of sales. */
export async function findMatchFacts(company: Company, mail: MatchedMail): Promise<FoundFacts> {
  const { db, companyId, today } = company
  const keys = mail.replyKeys.length === 0 ? [] : await findKeys(company, mail.replyKeys)
  const threads = mail.references.length === 0 ? [] : await findThreads(company, mail.references)
  const { parties, firms, members, theirRefs } = await findSenders(company, mail)
  const known = [...keys, ...threads, { sales: parties }].flatMap(({ sales }) => sales.map(({ propertyId }) => propertyId))
  const ids = await findCandidates(company, mail, [...new Set([...known, ...theirRefs.map(({ propertyId }) => propertyId)])])
  const properties = await loadProperties(
    db,
    companyId,
    ids.flatMap((one) => (one.isDeleted ? [] : [one.id])),
    today,
  )
  return {
    facts: {
      keys,
      threads,
      parties,
      firms,
      theirRefs,
      members,
      sales: [...properties.map(toCandidate), ...ids.flatMap((one) => (one.isDeleted ? [deletedCandidate(one)] : []))],
    },
    answersMailId: keys[0]?.mailId ?? threads.find(({ mailId }) => mailId !== null)?.mailId ?? null,
    thread: [...keys, ...threads].map(({ threadId, subject }) => ({ id: threadId, subject }))[0] ?? null,
    properties: new Map(properties.map((property) => [property.detail._id, property])),
  }
}

/** The sale of the property `p` at a time: the accepted offer, or the one that has fallen off since. */
const saleAt = (companyId: string, propertyId: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`
  select jsonb_build_object('propertyId', ${propertyId}, 'offerId', case when f.id is null then
      (select o.id from offer o where o.company_id = ${companyId}::uuid and o.property_id = ${propertyId} and o.state = 'A' limit 1)
    else f.offer_id end, 'fellOffOn', london_day(f.createdon))
  from (select) one left join lateral (
    select l.id, l.offer_id, l.createdon from fall_off l
    where l.company_id = ${companyId}::uuid and l.property_id = ${propertyId} and l.createdon > ${at} and l.restored_on is null
    order by l.createdon limit 1) f on true`

type OfMail = { mailId: string | null; threadId: string; subject: string }

/** The sales of an e-mail of ours: its property, else those of its conversation. */
const salesOfMail = (companyId: string) => sql`
  (select coalesce(jsonb_agg((${saleAt(companyId, sql`s.property_id`, sql`m.createdon`)})), '[]') from (
    select m.property_id where m.property_id is not null
    union select x.property_id from conversation c
      join conversation_sale x on x.company_id = ${companyId}::uuid and x.conversation_id = c.id
      where c.company_id = ${companyId}::uuid and c.mail_id = m.id) s)`

async function findKeys({ db, companyId }: Company, keys: readonly string[]) {
  const { rows } = await sql<MatchFacts['keys'][number] & OfMail>`
    select m.reply_key as key, m.id as "mailId", coalesce(m.thread_id, m.id) as "threadId", m.subject,
      london_day(coalesce(m.sent_on, m.createdon)) as "sentOn", ${salesOfMail(companyId)} as sales
    from mail m where m.company_id = ${companyId}::uuid and m.reply_key = any(${keys}::text[])`.execute(db)
  return rows
}

/** Our Message-IDs begin with the id of the message, before any domain that the installation had. */
const ownId = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@/

export const ownMailIds = (messageIds: readonly string[]): string[] => messageIds.flatMap((id) => ownId.exec(id)?.[1] ?? [])

async function findThreads({ db, companyId }: Company, references: readonly string[]) {
  const own = ownMailIds(references)
  const { rows } = await sql<MatchFacts['threads'][number] & OfMail>`
    select r.id as "messageId", m.id as "mailId", coalesce(m.thread_id, m.id) as "threadId", m.subject,
      m.recipients || m.cc as emails,
      ${salesOfMail(companyId)} as sales
    from unnest(${references}::text[]) r (id) join mail m on m.id::text = split_part(r.id, '@', 1)
    where m.company_id = ${companyId}::uuid and m.id = any(${own}::uuid[])
    union all
    select i.message_id, null, i.thread_id, i.subject, array[i.from_email] || i.to_list || i.cc,
      (select coalesce(jsonb_agg((${saleAt(companyId, sql`x.property_id`, sql`i.arrived_on`)})), '[]') from mail_in_sale x
        where x.company_id = ${companyId}::uuid and x.mail_in_id = i.id and x.state = 'filed')
    from mail_in i
    where i.company_id = ${companyId}::uuid and i.message_id = any(${references}::text[]) and i.state = 'filed'`.execute(db)
  return rows
}

type Senders = Pick<MatchFacts, 'parties' | 'firms' | 'members' | 'theirRefs'>

/** Everybody with one of the addresses, and the firms of their domains. Addresses are stored in lower case. */
async function findSenders({ db, companyId }: Company, mail: MatchedMail): Promise<Senders> {
  const emails = addressesOf(mail)
  if (emails.length === 0) return { parties: [], firms: [], members: [], theirRefs: [] }
  const domains = [...new Set(emails.flatMap((email) => registrableDomain(email) ?? []))]
  const refs = theirRefsIn(mail)
  const party = (ref: RawBuilder<unknown>, role: RawBuilder<unknown>, name: RawBuilder<unknown>, firm = sql`null::uuid`) =>
    sql`${ref} as ref, ${role} as role, ${name} as name, ${firm} as firm_id`
  const isOf = (email: RawBuilder<unknown>) => sql`${email} = any(${emails}::text[])`
  const acts = sql`company_contact c left join company_contact_poc k on k.company_id = ${companyId}::uuid and k.contact_id = c.id`
  const actor = party(
    sql`case when ${isOf(sql`k.email`)} then 'poc:' || k.id else 'firm:' || c.id end`,
    sql`a.role`,
    sql`case when ${isOf(sql`k.email`)} then k.name else c.name end`,
    sql`c.id`,
  )
  const { rows } = await sql<Omit<Senders, 'theirRefs'> & { refs: Senders['theirRefs'] }>`
    with people as (
      select u.email, p.id as property_id, ${party(sql`'vendor:' || u.id`, sql`'vendor'`, sql`u.first_name || ' ' || u.last_name`)}
      from app_user u join property p on p.company_id = ${companyId}::uuid and p.owner_id = u.id
      where u.company_id = ${companyId}::uuid and u.type = 'VENDOR' and u.deleted_on is null and ${isOf(sql`u.email`)}
      union all
      select p.buyer_email, p.id, ${party(sql`'buyer:' || p.id`, sql`'buyer'`, sql`p.buyer_name`)} from property p
      where p.company_id = ${companyId}::uuid and ${isOf(sql`p.buyer_email`)}
      union all
      select o.email, o.property_id, ${party(
        sql`case when o.state = 'A' then 'buyer:' || o.property_id else 'offer:' || o.id end`,
        sql`case when o.state = 'A' then 'buyer' else 'offerBuyer' end`,
        sql`o.name`,
      )} from offer o
      where o.company_id = ${companyId}::uuid and ${isOf(sql`o.email`)}
      union all
      select a.email, a.property_id, ${party(sql`'additional:' || a.id`, sql`a.side || 'Contact'`, sql`a.first_name || ' ' || a.last_name`)}
      from property_additional_contact a where a.company_id = ${companyId}::uuid and ${isOf(sql`a.email`)}
      union all
      select case when ${isOf(sql`k.email`)} then k.email else c.email end, a.property_id, ${actor}
      from ${acts} join lateral (
        select x.property_id, x.role from property_contact x
        where x.company_id = ${companyId}::uuid and x.contact_id = c.id and (x.poc_id is null or x.poc_id = k.id or ${isOf(sql`c.email`)})
        union
        select t.property_id, 'surveyContact' from property_step t
        where t.company_id = ${companyId}::uuid and t.survey_contact_poc = k.id
        union
        select i.property_id, 'chainAgent' from chain_item i
        where i.company_id = ${companyId}::uuid and (i.agent_contact = c.id or i.agent_poc = k.id)
      ) a on true
      where c.company_id = ${companyId}::uuid and c.deleted_on is null and (${isOf(sql`k.email`)} or ${isOf(sql`c.email`)})
    ), domains as (
      select distinct c.id, c.name, d.domain from ${acts}
      join unnest(${domains}::text[]) d (domain) on split_part(c.email, '@', 2) = d.domain or split_part(k.email, '@', 2) = d.domain
        or split_part(c.email, '@', 2) like '%.' || d.domain or split_part(k.email, '@', 2) like '%.' || d.domain
      where c.company_id = ${companyId}::uuid and c.deleted_on is null
    )
    select
      (select coalesce(jsonb_agg(distinct (${saleAt(companyId, sql`p.property_id`, sql`'infinity'::timestamptz`)}) || jsonb_build_object(
        'email', p.email, 'ref', p.ref, 'role', p.role, 'name', p.name, 'firmId', p.firm_id)), '[]') from people p) as parties,
      (select coalesce(jsonb_agg(jsonb_build_object('firmId', d.id, 'name', d.name, 'domain', d.domain)), '[]') from domains d) as firms,
      (select coalesce(jsonb_agg(jsonb_build_object('firmId', d.id, 'ref', e.ref, 'propertyId', e.object_id)), '[]') from domains d
        join external_ref e on e.company_id = ${companyId}::uuid and e.system = d.id::text and e.kind = 'their-ref'
        and e.ref = any(${refs}::text[]) and e.object_id <> ${ambiguousRef}::uuid) as refs,
      (select coalesce(jsonb_agg(u.email), '[]') from app_user u where u.company_id = ${companyId}::uuid and u.type <> 'VENDOR'
        and u.deleted_on is null and ${isOf(sql`u.email`)}) as members`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A select without a table returns one row.')
  return { parties: row.parties.toSorted(byRole), firms: row.firms, members: row.members, theirRefs: row.refs }
}

/** A buyer is also found by their offer. */
const byRole = (a: PartyOfSale, b: PartyOfSale): number => Number(a.role === 'offerBuyer') - Number(b.role === 'offerBuyer')

type CandidateRow = { id: string; isDeleted: boolean; line1: string; line2: string; town: string; postcode: string }

/** The sales already found, and those whose address or names the e-mail may name. */
async function findCandidates({ db, companyId }: Company, mail: MatchedMail, ids: readonly string[]): Promise<CandidateRow[]> {
  const terms = addressTermsOf(mail).map((term) => likePattern(term))
  const words = subjectWords(mail)
    .filter((word) => word.length > 2)
    .map((word) => likePattern(word))
  const { rows } = await sql<CandidateRow>`
    with named as (
      select s.property_id from property_search s
      where s.company_id = ${companyId}::uuid and s.search_text like any(${terms}::text[]) limit ${maxCandidates}
    ), of_people as (
      select p.id as property_id from app_user u join property p on p.company_id = ${companyId}::uuid and p.owner_id = u.id
      where u.company_id = ${companyId}::uuid and u.type = 'VENDOR' and u.deleted_on is null
        and u.search_text like any(${words}::text[]) and exists (
          select from offer o where o.company_id = ${companyId}::uuid and o.property_id = p.id and o.state = 'A'
            and o.search_text like any(${words}::text[]))
      limit ${maxCandidates}
    )
    select p.id, p.deleted_on is not null or b.deleted_on is not null as "isDeleted", p.line1, p.line2, p.town, p.postcode
    from property p join branch b on b.company_id = ${companyId}::uuid and b.id = p.branch_id
    where p.company_id = ${companyId}::uuid and (p.id = any(${ids}::uuid[]) or (p.deleted_on is null and p.id in (
      select property_id from named union select property_id from of_people)))
    order by p.id = any(${ids}::uuid[]) desc, p.active desc, p.id desc limit ${maxCandidates}`.execute(db)
  return rows
}

/** The last words of the names of one or more people. */
const surnames = (...names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => name.split(/\s(?:and|&)\s|,/i)).flatMap((name) => name.trim().split(/\s+/).at(-1) || [])),
]

const toCandidate = ({ detail, sale }: LoadedProperty): CandidateSale => {
  const accepted = detail.offers.find(({ state }) => state === 'A')
  const { line1, line2, town, postcode } = detail.address
  return {
    propertyId: detail._id,
    isDeleted: false,
    line1,
    line2,
    town,
    postcode,
    vendorSurnames: surnames(detail.owner.fullName),
    buyerSurnames: accepted ? surnames(accepted.name, detail.buyer.name) : [],
    standing: sale.standing,
    offerId: accepted?._id ?? null,
  }
}

const deletedCandidate = ({ id, isDeleted, ...address }: CandidateRow): CandidateSale => ({
  propertyId: id,
  isDeleted,
  ...address,
  vendorSurnames: [],
  buyerSurnames: [],
  standing: 'none',
  offerId: null,
})
