import type { CandidateSale, MatchedMail, MatchFacts, PartyOfSale } from '@gya/domain/features/mail-in/match-mail.model.ts'
import { addressesOf, addressTermsOf, subjectWords, theirRefsIn } from '@gya/domain/features/mail-in/match-mail.ts'
import { registrableDomain } from '@gya/domain/features/mail-in/registrable-domain.ts'
import type { WarnedMail, WarningFacts } from '@gya/domain/features/mail-in/warnings-of.ts'
import { standingOf } from '@gya/domain/features/sale-now/sale-now.ts'
import type { Phase } from '@gya/domain/features/timeline/phase.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { likePattern } from '../../../db/query/like-pattern.ts'
import { ambiguousRef } from '../learn-their-refs.ts'
import { warningFactsOf } from './warning-facts.ts'

type Company = { db: Db; companyId: string }

/** What is looked up of an e-mail. */
export type LookedUp = Omit<MatchedMail, 'kind' | 'senderCheck' | 'hasWarning'>

/** The facts that matching and warnings need, and what the e-mail answers. */
export type FoundFacts = {
  facts: MatchFacts
  warningFacts: Pick<WarningFacts, 'namesakes' | 'known' | 'earlierDigests'>
  /** Accounts of the company with one of the addresses, but vendors. */
  members: readonly { id: string; email: string }[]
  /** Whether it is a message that the company sent, which came back by a copy. */
  isOurs: boolean
  /** Our e-mail whose key, or else whose Message-ID, it names. */
  answersMailId: string | null
  /** The thread of what it answers, with the subject of that. */
  thread: { id: string; subject: string } | null
}

const maxCandidates = 60

type OfMail = { mailId: string | null; threadId: string; subject: string }
type FactsRow = {
  keys: (MatchFacts['keys'][number] & OfMail)[]
  threads: (MatchFacts['threads'][number] & OfMail)[]
  parties: PartyOfSale[]
  firms: MatchFacts['firms']
  refs: MatchFacts['theirRefs']
  members: FoundFacts['members']
  isOurs: boolean
  warningFacts: FoundFacts['warningFacts']
  sales: CandidateRow[]
}

/**
 * Uses one statement, whatever the number of sales. `warned` is the e-mail as it was read where `mail` is the one that it reports on. Without
 * it nothing is asked for warnings.
 */
export async function findMatchFacts(
  { db, companyId }: Company,
  mail: LookedUp,
  { warned, messageId = '' }: { warned?: Pick<WarnedMail, 'fromName' | 'from'>; messageId?: string } = {},
): Promise<FoundFacts> {
  const emails = [...new Set([...addressesOf(mail), ...(warned?.from ? [warned.from] : [])])]
  const terms = addressTermsOf(mail).map(likePattern)
  const words = surnamePatterns(mail)
  const { rows } = await sql<FactsRow>`
    with keys as (${byKey(companyId, mail.replyKeys)}),
    threads as (${byMessageId(companyId, mail.references)}),
    people as (${peopleWith(companyId, addressesOf(mail))}),
    domains as (${firmsOf(companyId, addressesOf(mail))}),
    refs as (
      select d.id, e.ref, e.object_id from domains d join external_ref e on e.company_id = ${companyId}::uuid and e.system = d.id::text
        and e.kind = 'their-ref' and e.ref = any(${theirRefsIn(mail)}::text[]) and e.object_id <> ${ambiguousRef}::uuid
    ), known as (
      select (s.value ->> 'propertyId')::uuid as id
      from (select sales from keys union all select sales from threads) m, jsonb_array_elements(m.sales) s
      union select property_id from people union select object_id from refs
    ), candidates as (
      ${candidates(
        companyId,
        sql`select id, true from known
          union (${namedBy(companyId, sql`${terms}::text[]`, sql`${words}::text[]`)} except select id, false from known)`,
      )} limit ${maxCandidates}
    )
    select
      ${listOf(sql`k from keys k`)} as keys, ${listOf(sql`t from threads t`)} as threads,
      (select coalesce(jsonb_agg(distinct (${saleAt(companyId, sql`p.property_id`, sql`'infinity'::timestamptz`)}) || jsonb_build_object(
        'email', p.email, 'ref', p.ref, 'role', p.role, 'name', p.name, 'firmId', p.firm_id)), '[]') from people p) as parties,
      ${listOf(sql`json_build_object('firmId', d.id, 'name', d.name, 'domain', d.domain) from domains d`)} as firms,
      ${listOf(sql`json_build_object('firmId', r.id, 'ref', r.ref, 'propertyId', r.object_id) from refs r`)} as refs,
      ${listOf(sql`json_build_object('id', u.id, 'email', u.email) from app_user u
        where u.company_id = ${companyId}::uuid and u.type <> 'VENDOR' and u.deleted_on is null and u.email = any(${emails}::text[])`)} as members,
      exists (select from mail m where m.company_id = ${companyId}::uuid and m.id = any(${ownMailIds([messageId])}::uuid[])) as "isOurs",
      ${warned ? warningFactsOf(companyId, warned) : sql`null`} as "warningFacts",
      ${listOf(sql`c from candidates c`)} as sales`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A select without a table returns one row.')
  const { keys, threads, members } = row
  return {
    facts: {
      keys,
      threads,
      parties: row.parties.toSorted(byRole),
      firms: row.firms,
      theirRefs: row.refs,
      members: members.map(({ email }) => email),
      sales: row.sales.map(toCandidate),
    },
    warningFacts: row.warningFacts,
    members,
    isOurs: row.isOurs,
    answersMailId: keys[0]?.mailId ?? threads.find(({ mailId }) => mailId !== null)?.mailId ?? null,
    thread: [...keys, ...threads].map(({ threadId, subject }) => ({ id: threadId, subject }))[0] ?? null,
  }
}

/** The sales whose address or names one of the subjects may name, in one statement for all subjects. */
export async function findNamedSales({ db, companyId }: Company, subjects: readonly string[]): Promise<CandidateSale[]> {
  const asked = subjects
    .map((subject) => ({ subject, forwarded: null, text: '', fileNames: [] }))
    .map((mail) => ({ terms: addressTermsOf(mail).map(likePattern), words: surnamePatterns(mail) }))
    // Two surnames name a sale, or an address.
    .filter(({ terms, words }) => terms.length > 0 || words.length > 1)
  if (asked.length === 0) return []
  const { rows } = await sql<CandidateRow>`
    with asked as (select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) a (terms text[], words text[]))
    ${candidates(companyId, sql`select distinct n.* from asked a cross join lateral (${namedBy(companyId, sql`a.terms`, sql`a.words`)}) n`)}`.execute(
    db,
  )
  return rows.map(toCandidate)
}

const listOf = (what: RawBuilder<unknown>) => sql`(select coalesce(json_agg(one.what), '[]') from (select ${what}) one (what))`

/** The sale of the property `p` at a time: the accepted offer, or the one that has fallen off since. */
const saleAt = (companyId: string, propertyId: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`
  select jsonb_build_object('propertyId', ${propertyId}, 'offerId', case when f.id is null then
      (select o.id from offer o where o.company_id = ${companyId}::uuid and o.property_id = ${propertyId} and o.state = 'A' limit 1)
    else f.offer_id end, 'fellOffOn', london_day(f.createdon))
  from (select) one left join lateral (
    select l.id, l.offer_id, l.createdon from fall_off l
    where l.company_id = ${companyId}::uuid and l.property_id = ${propertyId} and l.createdon > ${at} and l.restored_on is null
    order by l.createdon limit 1) f on true`

/** The sales of an e-mail of ours: its property, else those of its conversation. */
const salesOfMail = (companyId: string) => sql`
  (select coalesce(jsonb_agg((${saleAt(companyId, sql`s.property_id`, sql`m.createdon`)})), '[]') from (
    select m.property_id where m.property_id is not null
    union select x.property_id from conversation c
      join conversation_sale x on x.company_id = ${companyId}::uuid and x.conversation_id = c.id
      where c.company_id = ${companyId}::uuid and c.mail_id = m.id) s)`

const byKey = (companyId: string, keys: readonly string[]) => sql`
  select m.reply_key as key, m.id as "mailId", coalesce(m.thread_id, m.id) as "threadId", m.subject,
    london_day(coalesce(m.sent_on, m.createdon)) as "sentOn", ${salesOfMail(companyId)} as sales
  from mail m where m.company_id = ${companyId}::uuid and m.reply_key = any(${keys}::text[])`

/** Our Message-IDs begin with the id of the message, before any domain that the installation had. */
const ownId = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@/

export const ownMailIds = (messageIds: readonly string[]): string[] => messageIds.flatMap((id) => ownId.exec(id)?.[1] ?? [])

const byMessageId = (companyId: string, references: readonly string[]) => sql`
  select r.id as "messageId", m.id as "mailId", coalesce(m.thread_id, m.id) as "threadId", m.subject, m.recipients || m.cc as emails,
    ${salesOfMail(companyId)} as sales
  from unnest(${references}::text[]) r (id) join mail m on m.id::text = split_part(r.id, '@', 1)
  where m.company_id = ${companyId}::uuid and m.id = any(${ownMailIds(references)}::uuid[])
  union all
  select i.message_id, null, i.thread_id, i.subject, array[i.from_email] || i.to_list || i.cc,
    (select coalesce(jsonb_agg((${saleAt(companyId, sql`x.property_id`, sql`i.arrived_on`)})), '[]') from mail_in_sale x
      where x.company_id = ${companyId}::uuid and x.mail_in_id = i.id and x.state = 'filed')
  from mail_in i
  where i.company_id = ${companyId}::uuid and i.message_id = any(${references}::text[]) and i.state = 'filed'`

const firmsAndPeople = (companyId: string) =>
  sql`company_contact c left join company_contact_poc k on k.company_id = ${companyId}::uuid and k.contact_id = c.id`

/** Everybody with one of the addresses, by sale. Addresses are stored in lower case. */
function peopleWith(companyId: string, emails: readonly string[]) {
  const isOf = (email: string) => sql`${sql.ref(email)} = any(${emails}::text[])`
  return sql`
    select u.email, p.id as property_id, 'vendor:' || u.id as ref, 'vendor' as role, u.first_name || ' ' || u.last_name as name,
      null::uuid as firm_id
    from app_user u join property p on p.company_id = ${companyId}::uuid and p.owner_id = u.id
    where u.company_id = ${companyId}::uuid and u.type = 'VENDOR' and u.deleted_on is null and ${isOf('u.email')}
    union all
    select p.buyer_email, p.id, 'buyer:' || p.id, 'buyer', p.buyer_name, null from property p
    where p.company_id = ${companyId}::uuid and ${isOf('p.buyer_email')}
    union all
    select o.email, o.property_id, case when o.state = 'A' then 'buyer:' || o.property_id else 'offer:' || o.id end,
      case when o.state = 'A' then 'buyer' else 'offerBuyer' end, o.name, null from offer o
    where o.company_id = ${companyId}::uuid and ${isOf('o.email')}
    union all
    select a.email, a.property_id, 'additional:' || a.id, a.side || 'Contact', a.first_name || ' ' || a.last_name, null
    from property_additional_contact a where a.company_id = ${companyId}::uuid and ${isOf('a.email')}
    union all
    select case when ${isOf('k.email')} then k.email else c.email end, a.property_id,
      case when ${isOf('k.email')} then 'poc:' || k.id else 'firm:' || c.id end, a.role,
      case when ${isOf('k.email')} then k.name else c.name end, c.id
    from ${firmsAndPeople(companyId)} join lateral (
      select x.property_id, x.role from property_contact x
      where x.company_id = ${companyId}::uuid and x.contact_id = c.id and (x.poc_id is null or x.poc_id = k.id or ${isOf('c.email')})
      union
      select t.property_id, 'surveyContact' from property_step t
      where t.company_id = ${companyId}::uuid and t.survey_contact_poc = k.id
      union
      select i.property_id, 'chainAgent' from chain_item i
      where i.company_id = ${companyId}::uuid and (i.agent_contact = c.id or i.agent_poc = k.id)
    ) a on true
    where c.company_id = ${companyId}::uuid and c.deleted_on is null and (${isOf('k.email')} or ${isOf('c.email')})`
}

/** The firms of the domains of addresses. */
const firmsOf = (companyId: string, emails: readonly string[]) => sql`
  select distinct c.id, c.name, d.domain from ${firmsAndPeople(companyId)}
  join unnest(${[...new Set(emails.flatMap((email) => registrableDomain(email) ?? []))]}::text[]) d (domain)
    on split_part(c.email, '@', 2) = d.domain or split_part(k.email, '@', 2) = d.domain
    or split_part(c.email, '@', 2) like '%.' || d.domain or split_part(k.email, '@', 2) like '%.' || d.domain
  where c.company_id = ${companyId}::uuid and c.deleted_on is null`

/** A buyer is also found by their offer. */
const byRole = (a: PartyOfSale, b: PartyOfSale): number => Number(a.role === 'offerBuyer') - Number(b.role === 'offerBuyer')

const surnamePatterns = (mail: Parameters<typeof subjectWords>[0]): string[] =>
  subjectWords(mail)
    .filter((word) => word.length > 2)
    .map(likePattern)

/** The sales with one of these pieces in their address, or with surnames of vendor and buyer among these words. */
const namedBy = (companyId: string, terms: RawBuilder<unknown>, words: RawBuilder<unknown>) => sql`
  (select s.property_id, false from property_search s
    where s.company_id = ${companyId}::uuid and s.search_text like any(${terms}) limit ${maxCandidates})
  union (select p.id, false from app_user u join property p on p.company_id = ${companyId}::uuid and p.owner_id = u.id
    where u.company_id = ${companyId}::uuid and u.type = 'VENDOR' and u.deleted_on is null and u.search_text like any(${words}) and exists (
      select from offer o where o.company_id = ${companyId}::uuid and o.property_id = p.id and o.state = 'A' and o.search_text like any(${words}))
    limit ${maxCandidates})`

type CandidateRow = Pick<CandidateSale, 'propertyId' | 'isDeleted' | 'line1' | 'line2' | 'town' | 'postcode'> & {
  vendor: string
  buyers: string[]
  offerId: string | null
  phase: Phase
  isSold: boolean
}

/** Of properties `(id, isKnown)`: those already found first, also where they are deleted. */
const candidates = (companyId: string, ids: RawBuilder<unknown>) => sql`
  select p.id as "propertyId", p.deleted_on is not null or b.deleted_on is not null as "isDeleted", p.line1, p.line2, p.town, p.postcode,
    v.first_name || ' ' || v.last_name as vendor, array_remove(array[o.name, case when o.id is not null then p.buyer_name end], null) as buyers,
    o.id as "offerId", coalesce(r.phase, 'forSale') as phase, coalesce(r.sold, false) as "isSold"
  from (${ids}) n (id, is_known) join property p on p.company_id = ${companyId}::uuid and p.id = n.id
  join branch b on b.company_id = ${companyId}::uuid and b.id = p.branch_id
  join app_user v on v.id = p.owner_id
  left join property_report r on r.company_id = ${companyId}::uuid and r.property_id = p.id
  left join offer o on o.company_id = ${companyId}::uuid and o.property_id = p.id and o.state = 'A'
  where n.is_known or p.deleted_on is null
  order by n.is_known desc, p.active desc, p.id desc`

/** The last words of the names of one or more people. */
const surnames = (...names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => name.split(/\s(?:and|&)\s|,/i)).flatMap((name) => name.trim().split(/\s+/).at(-1) || [])),
]

const toCandidate = ({ vendor, buyers, phase, isSold, ...row }: CandidateRow): CandidateSale => ({
  ...row,
  vendorSurnames: row.isDeleted ? [] : surnames(vendor),
  buyerSurnames: row.isDeleted ? [] : surnames(...buyers),
  standing: row.isDeleted ? 'none' : standingOf(phase, isSold),
  offerId: row.isDeleted ? null : row.offerId,
})
