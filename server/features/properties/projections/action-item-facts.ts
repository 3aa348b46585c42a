import { workers } from '@gya/domain/access/permissions.ts'
import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { defaultDaySettings } from '@gya/domain/features/day-settings/default-day-settings.ts'
import { saleRoles, updatedSideOf } from '@gya/domain/features/property-contacts/parties.ts'
import type { Side } from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import type {
  ActionItemFacts,
  CallBackFacts,
  MailFacts,
  ProposalFacts,
  TaskFacts,
} from '@gya/domain/features/today/item-facts.ts'
import { type NewsEntry, newsKinds } from '@gya/domain/features/today/news.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { prepareStatement } from '../../../db/query/prepared-statement.ts'
import { isInReach } from '../../../http/access/reach.ts'
import { mailWaits } from './mail-waits.ts'

type FactsRow = {
  property_id: string
  branch_id: string
  progressor_id: string | null
  vendor_silence: number
  vendor_silence_for_sale: number
  buyer_silence: number
  imported_on: DateOnly | null
  vendor_last_updated_on: DateOnly | null
  buyer_last_updated_on: DateOnly | null
  call_backs: CallBackFacts[]
  tasks: TaskFacts[]
  proposals: ProposalFacts[]
  mails: MailFacts[]
  news: NewsEntry[]
  survey_firms: Record<string, string>
  items: StoredItem[]
  /** As in the report row. */
  stored_vendor: DateOnly | null
  stored_buyer: DateOnly | null
}

/** The columns of `action_item` as JSON. */
export type StoredItem = { subject_id: string; key: string; [column: string]: unknown }

/** The action items of a property or task as they are. */
export const storedItems = (subject: 'p' | 'n') => sql`(
  select coalesce(json_agg(i), '[]') from action_item i
  where i.company_id = ${sql.ref(`${subject}.company_id`)} and i.subject_id = ${sql.ref(`${subject}.id`)})`

/** Whether an account can be responsible: active, with a role that works on sales, and with the branch in reach. */
export const countsFor = (userId: string, companyId: string, branchId: string) => sql`exists (
  select from app_user u
  where u.id = ${sql.ref(userId)} and u.company_id = ${sql.ref(companyId)} and u.deleted_on is null and u.deactivated_on is null
    and u.type = any(${[...workers]}::text[]) 
    and ${isInReach({ companyId: sql.ref(companyId), branchId: sql.ref(branchId) })})`

/** Roles for which a conversation counts as an update of a side. */
const rolesOf = (side: Side): string[] => saleRoles.filter((role) => updatedSideOf(role) === side)

/**
 * When somebody of the side was last spoken to, or e-mailed by a person through GYA. For the buyer only since the acceptance of their
 * offer: an earlier sale of the property had another buyer.
 */
const lastUpdated = (side: Side) => sql`london_day(max(c.at) filter (
  where (x.outcome in ('spoke', 'promised') or (x.outcome = 'emailed' and not c.inbound and coalesce(c.mail_id, c.mail_in_id) is not null)) and c.party_role = any(${rolesOf(side)}::text[])
    and ${side === 'buyer' ? sql`london_day(c.at) >= o.accepted_on` : sql`true`}))`

/** The conversations about the property `p`: the last days on which its sides were updated, and open call-backs. */
const conversations = sql`
  select ${lastUpdated('vendor')} as vendor, ${lastUpdated('buyer')} as buyer,
    coalesce(json_agg(json_build_object('conversationId', c.id, 'nextAt', x.next_at, 'partyRef', c.party_ref,
      'partyRole', c.party_role, 'firmId', case split_part(c.party_ref, ':', 1)
        when 'firm' then split_part(c.party_ref, ':', 2)::uuid
        when 'poc' then (select q.contact_id from company_contact_poc q
          where q.company_id = c.company_id and q.id = split_part(c.party_ref, ':', 2)::uuid) end))
      filter (where x.call_back_open and x.next_at is not null), '[]') as call_backs
  from conversation_sale x join conversation c on c.company_id = x.company_id and c.id = x.conversation_id
  left join offer o on o.company_id = x.company_id and o.property_id = x.property_id and o.state = 'A'
  where x.company_id = p.company_id and x.property_id = p.id and c.undone_on is null`

/** The day of the last update that was sent to the vendor of property `p`. */
const updateSent = sql`(select london_day(max(v.at)) from vendor_update v
  where v.company_id = p.company_id and v.property_id = p.id and v.state = 'sent')`

/** Facts about a task. Without a branch (of the task or its sale), any active account of the company can be responsible. */
const taskFacts = sql`json_build_object('id', t.id, 'title', t.title, 'dueOn', t.due_on, 'dueAt', to_char(t.due_at, 'HH24:MI'),
  'createdOn', t.createdon, 'assigneeId', case when ${countsFor('t.assignee_id', 't.company_id', 'p.branch_id')} then t.assignee_id end)`

const tasks = sql`(
  select coalesce(json_agg(${taskFacts}), '[]') from task t
  where t.company_id = p.company_id and t.property_id = p.id and t.state = 'open')`

const proposalContent = sql`'what', o.what, 'stepKey', o.step_key, 'state', o.step_state, 'dateKind', o.date_kind, 'onDay', o.on_day,
  'text', o.text, 'fileName', o.file_name`

/** The open proposals of the parties of property `p`, but those of an e-mail that waits, whose item stands for them, and of assistants. */
const proposals = sql`(
  select coalesce(json_agg(json_build_object('id', o.id, 'createdOn', o.createdon, 'party', o.proposed_by, 'partyRef', o.party_ref,
    'contactId', l.contact_id, 'pocId', l.poc_id, ${proposalContent})), '[]')
  from party_proposal o left join party_link l on l.company_id = o.company_id and l.id = o.link_id
  where o.company_id = p.company_id and o.property_id = p.id and o.state = 'open'
    and o.source <> 'assistant' and not exists (
    select from mail_in_sale s join mail_in m on m.company_id = s.company_id and m.id = s.mail_in_id
    where s.company_id = p.company_id and s.property_id = p.id and s.mail_in_id = o.source_id and ${mailWaits('p')}))`

/** The e-mails on property `p` that wait for an answer. */
const mails = sql`(
  select coalesce(json_agg(json_build_object('id', m.id, 'arrivedOn', m.arrived_on, 'subject', m.subject, 'partyRef', m.party_ref,
    'partyRole', coalesce(m.party_role, 'self'), 'firmId', m.firm_id, 'didNotArrive', case m.kind when 'bounce' then m.bounced_to end,
    'proposes', (select json_build_object(${proposalContent}) from party_proposal o
      where o.company_id = p.company_id and o.property_id = p.id and o.source_id = m.id and o.state = 'open' order by o.id limit 1))), '[]')
  from mail_in_sale s join mail_in m on m.company_id = s.company_id and m.id = s.mail_in_id
  where s.company_id = p.company_id and s.property_id = p.id and ${mailWaits('p')})`

/** When property `p` was imported for the first time. Index `event_imported`. */
const firstImport = sql`
  select min(i.at) as at from event i
  where i.company_id = p.company_id and i.property_id = p.id and i.kind = 'imported'`

/** An undone change and its undo cancel each other out. */
const isUndone = (entry: 'e' | 'a') => sql`(${sql.ref(`${entry}.data`)} ? 'undoId' and exists (select from event u
  where u.company_id = p.company_id and u.property_id = p.id and u.kind = 'undone'
    and u.data ->> 'undoId' = ${sql.ref(`${entry}.data`)} ->> 'undoId'))`

/** Items that were added and removed again. */
const isRemoved = sql`exists (select from event r
  where r.company_id = p.company_id and r.property_id = p.id and r.at >= e.at
    and case split_part(e.kind, '-', 1)
      when 'offer' then r.kind = 'offer-removed' and r.data ->> 'offerId' = e.data ->> 'offerId'
      when 'note' then r.kind = 'note-removed' and r.data ->> 'noteId' = e.data ->> 'noteId'
      when 'document' then r.kind = 'document-removed' and r.data ->> 'documentId' = e.data ->> 'documentId'
      else false end)`

/**
 * The news of property `p` for its progressor: since they were last seen, and since the assignment, which is included,
 * without the entries of its first import.
 */
const news = sql`(
  select coalesce(json_agg(json_build_object('kind', e.kind, 'at', e.at, 'amount', (e.data ->> 'amount')::bigint) order by e.at, e.id), '[]')
  from event e
  where e.company_id = p.company_id and e.property_id = p.id and e.kind = any(${newsKinds}::text[])
    and p.b_staff is not null and e.user_id is distinct from p.b_staff
    and (e.kind <> 'contacts-saved' or jsonb_array_length(e.data -> 'sides') > 0)
    and (e.kind <> 'chain-saved' or e.data ? 'savedAt')
    and (e.kind <> 'progressor-assigned' or e.data ->> 'to' = p.b_staff::text)
    and e.at > coalesce((select s.seen_until from property_seen s where s.company_id = p.company_id and s.property_id = p.id), '-infinity')
    and e.at >= coalesce((select max(a.at) from event a
      where a.company_id = p.company_id and a.property_id = p.id and a.kind = 'progressor-assigned'
        and not ${isUndone('a')}), '-infinity')
    and not (e.via = 'import' and e.at is not distinct from imported.at)
    and not ${isUndone('e')} and not ${isRemoved})`

const factsQuery = (companyId: string, which: RawBuilder<SqlBool>) => sql<FactsRow>`
  select p.id as property_id, p.branch_id,
    case when ${countsFor('p.b_staff', 'p.company_id', 'p.branch_id')} then p.b_staff end as progressor_id,
    coalesce(d.vendor_silence, ${defaultDaySettings.vendorSilence}) as vendor_silence,
    coalesce(d.vendor_silence_for_sale, ${defaultDaySettings.vendorSilenceForSale}) as vendor_silence_for_sale,
    coalesce(d.buyer_silence, ${defaultDaySettings.buyerSilence}) as buyer_silence,
    london_day(imported.at) as imported_on,
    greatest(said.vendor, ${updateSent}) as vendor_last_updated_on, said.buyer as buyer_last_updated_on,
    r.vendor_last_updated_on as stored_vendor, r.buyer_last_updated_on as stored_buyer,
    said.call_backs, ${tasks} as tasks, ${proposals} as proposals, ${mails} as mails, ${news} as news, ${storedItems('p')} as items,
    (select coalesce(json_object_agg(q.id, q.contact_id), '{}')
     from property_step t join company_contact_poc q on q.company_id = t.company_id and q.id = t.survey_contact_poc
     where t.company_id = p.company_id and t.property_id = p.id) as survey_firms
  from property p
  left join day_settings d on d.company_id = p.company_id
  left join property_report r on r.company_id = p.company_id and r.property_id = p.id
  cross join lateral (${conversations}) said
  cross join lateral (${firstImport}) imported
  where p.company_id = ${companyId} and ${which}`

// PostgreSQL would expect ten properties of a list of unknown length, and replan the statement for one property each time.
const factsOfOne = prepareStatement('load-facts', (db, { companyId, propertyId }: PropertyIds) =>
  factsQuery(companyId, sql`p.id = ${propertyId}`).compile(db),
)
const factsOfMany = prepareStatement(
  'load-facts-of-many',
  (db, { companyId, propertyIds }: { companyId: string; propertyIds: readonly string[] }) =>
    factsQuery(companyId, sql`p.id = any(${propertyIds}::uuid[])`).compile(db),
)

/** The facts from which action items are derived, with the stored items, by property. */
export async function loadFacts(db: Db, companyId: string, ids: readonly string[]): Promise<Map<string, FactsRow>> {
  const [propertyId] = ids
  if (propertyId === undefined) return new Map()
  const statement = ids.length === 1 ? factsOfOne({ companyId, propertyId }) : factsOfMany({ companyId, propertyIds: ids })
  const { rows } = await db.executeQuery(statement)
  return new Map(rows.map((row) => [row.property_id, row]))
}

export const toFacts = (row: FactsRow): ActionItemFacts => ({
  progressorId: row.progressor_id,
  silence: { vendor: row.vendor_silence, vendorForSale: row.vendor_silence_for_sale, buyer: row.buyer_silence },
  importedOn: row.imported_on,
  vendorLastUpdatedOn: row.vendor_last_updated_on,
  buyerLastUpdatedOn: row.buyer_last_updated_on,
  callBacks: row.call_backs,
  tasks: row.tasks,
  proposals: row.proposals,
  mails: row.mails,
  news: row.news,
  surveyFirms: row.survey_firms,
})
