import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { defaultDaySettings } from '@gya/domain/features/day-settings/default-day-settings.ts'
import { saleRoles, updatedSideOf } from '@gya/domain/features/property-contacts/parties.ts'
import type { Side } from '@gya/domain/features/property-contacts/property-contacts.rules.ts'
import {
  type ActionItemFacts,
  actionItemsOf,
  type CallBackFacts,
  type DerivedItem,
  type SaleFacts,
  type TaskFacts,
  taskItem,
} from '@gya/domain/features/today/action-items.ts'
import { type NewsEntry, newsKinds } from '@gya/domain/features/today/news.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { prepareStatement } from '../../../db/query/prepared-statement.ts'
import type { LoadedProperty } from '../read/property.read-model.ts'
import type { SettledBy } from './settled-items.ts'

type FactsRow = {
  property_id: string
  branch_id: string
  progressor_id: string | null
  vendor_silence: number
  vendor_silence_for_sale: number
  buyer_silence: number
  vendor_last_updated_on: DateOnly | null
  buyer_last_updated_on: DateOnly | null
  call_backs: CallBackFacts[]
  tasks: TaskFacts[]
  news: NewsEntry[]
  survey_firms: Record<string, string>
}

/** Whether an account counts: active, and a member of the branch or an administrator of the company. */
const countsFor = (userId: string, companyId: string, branchId: string) => sql`exists (
  select from app_user u
  where u.id = ${sql.ref(userId)} and u.company_id = ${sql.ref(companyId)} and u.deleted_on is null and u.deactivated_on is null
    and (u.type = 'COMPANY_ADMIN' or exists (select from branch_member m
      where m.company_id = ${sql.ref(companyId)} and m.branch_id = ${sql.ref(branchId)} and m.user_id = u.id)))`

/** Roles of a conversation that bring a side up to date. */
const rolesOf = (side: Side): string[] => saleRoles.filter((role) => updatedSideOf(role) === side)

/** The last day on which somebody of the side was spoken to about the property `p`. */
const lastUpdated = (side: Side) => sql`(
  select max(london_day(c.at))
  from conversation_sale x join conversation c on c.company_id = x.company_id and c.id = x.conversation_id
  where x.company_id = p.company_id and x.property_id = p.id and c.undone_on is null and x.outcome in ('spoke', 'promised')
    and c.party_role = any(${rolesOf(side)}::text[]))`

const callBacks = sql`(
  select coalesce(json_agg(json_build_object('conversationId', c.id, 'nextAt', x.next_at, 'partyRef', c.party_ref,
    'partyRole', c.party_role, 'firmId', case split_part(c.party_ref, ':', 1)
      when 'firm' then split_part(c.party_ref, ':', 2)::uuid
      when 'poc' then (select q.contact_id from company_contact_poc q
        where q.company_id = c.company_id and q.id = split_part(c.party_ref, ':', 2)::uuid) end)), '[]')
  from conversation_sale x join conversation c on c.company_id = x.company_id and c.id = x.conversation_id
  where x.company_id = p.company_id and x.property_id = p.id and x.call_back_open and x.next_at is not null
    and c.undone_on is null)`

/** A task's facts. Without a branch, of the task or its sale, any active account of the company counts. */
const taskFacts = sql`json_build_object('id', t.id, 'title', t.title, 'dueOn', t.due_on, 'dueAt', to_char(t.due_at, 'HH24:MI'),
  'createdOn', t.createdon, 'assigneeId', case when ${countsFor('t.assignee_id', 't.company_id', 'p.branch_id')} then t.assignee_id end)`

const tasks = sql`(
  select coalesce(json_agg(${taskFacts}), '[]') from task t
  where t.company_id = p.company_id and t.property_id = p.id and t.state = 'open')`

/** An undone change and its undo cancel each other out. */
const isUndone = (entry: 'e' | 'a') => sql`(${sql.ref(`${entry}.data`)} ? 'undoId' and exists (select from event u
  where u.company_id = p.company_id and u.property_id = p.id and u.kind = 'undone'
    and u.data ->> 'undoId' = ${sql.ref(`${entry}.data`)} ->> 'undoId'))`

/** What was added and removed again. */
const isRemoved = sql`exists (select from event r
  where r.company_id = p.company_id and r.property_id = p.id and r.at >= e.at
    and case split_part(e.kind, '-', 1)
      when 'offer' then r.kind = 'offer-removed' and r.data ->> 'offerId' = e.data ->> 'offerId'
      when 'note' then r.kind = 'note-removed' and r.data ->> 'noteId' = e.data ->> 'noteId'
      when 'document' then r.kind = 'document-removed' and r.data ->> 'documentId' = e.data ->> 'documentId'
      else false end)`

/**
 * The news of property `p` for its progressor: since they were seen, since the company's action items were first made, and
 * since the assignment, which is included.
 */
const news = sql`(
  select coalesce(json_agg(json_build_object('kind', e.kind, 'at', e.at, 'amount', (e.data ->> 'amount')::bigint) order by e.at, e.id), '[]')
  from event e
  where e.company_id = p.company_id and e.property_id = p.id and e.kind = any(${newsKinds}::text[])
    and p.b_staff is not null and e.user_id is distinct from p.b_staff
    and (e.kind <> 'contacts-saved' or jsonb_array_length(e.data -> 'sides') > 0)
    and (e.kind <> 'chain-saved' or e.data ? 'savedAt')
    and (e.kind <> 'progressor-assigned' or e.data ->> 'to' = p.b_staff::text)
    and e.at > coalesce(greatest(
      (select s.seen_until from property_seen s where s.company_id = p.company_id and s.property_id = p.id),
      (select f.started_on from action_item_fill f where f.company_id = p.company_id)), '-infinity')
    and e.at >= coalesce((select max(a.at) from event a
      where a.company_id = p.company_id and a.property_id = p.id and a.kind = 'progressor-assigned'
        and not ${isUndone('a')}), '-infinity')
    and not ${isUndone('e')} and not ${isRemoved})`

const factsQuery = (companyId: string, which: RawBuilder<SqlBool>) => sql<FactsRow>`
  select p.id as property_id, p.branch_id,
    case when ${countsFor('p.b_staff', 'p.company_id', 'p.branch_id')} then p.b_staff end as progressor_id,
    coalesce(d.vendor_silence, ${sql.lit(defaultDaySettings.vendorSilence)}) as vendor_silence,
    coalesce(d.vendor_silence_for_sale, ${sql.lit(defaultDaySettings.vendorSilenceForSale)}) as vendor_silence_for_sale,
    coalesce(d.buyer_silence, ${sql.lit(defaultDaySettings.buyerSilence)}) as buyer_silence,
    ${lastUpdated('vendor')} as vendor_last_updated_on, ${lastUpdated('buyer')} as buyer_last_updated_on,
    ${callBacks} as call_backs, ${tasks} as tasks, ${news} as news,
    (select coalesce(json_object_agg(q.id, q.contact_id), '{}')
     from property_step t join company_contact_poc q on q.company_id = t.company_id and q.id = t.survey_contact_poc
     where t.company_id = p.company_id and t.property_id = p.id) as survey_firms
  from property p left join day_settings d on d.company_id = p.company_id
  where p.company_id = ${companyId} and ${which}`

// PostgreSQL would expect ten properties of a list of unknown length, and plan a statement for one property anew each time.
const factsOfOne = prepareStatement('load-facts', (db, { companyId, propertyId }: PropertyIds) =>
  factsQuery(companyId, sql`p.id = ${propertyId}`).compile(db),
)
const factsOfMany = prepareStatement(
  'load-facts-of-many',
  (db, { companyId, propertyIds }: { companyId: string; propertyIds: readonly string[] }) =>
    factsQuery(companyId, sql`p.id = any(${propertyIds}::uuid[])`).compile(db),
)

async function loadFacts(db: Db, companyId: string, ids: readonly string[]): Promise<Map<string, FactsRow>> {
  const [propertyId] = ids
  if (propertyId === undefined) return new Map()
  const statement = ids.length === 1 ? factsOfOne({ companyId, propertyId }) : factsOfMany({ companyId, propertyIds: ids })
  const { rows } = await db.executeQuery(statement)
  return new Map(rows.map((row) => [row.property_id, row]))
}

const toFacts = (row: FactsRow): ActionItemFacts => ({
  progressorId: row.progressor_id,
  silence: { vendor: row.vendor_silence, vendorForSale: row.vendor_silence_for_sale, buyer: row.buyer_silence },
  vendorLastUpdatedOn: row.vendor_last_updated_on,
  buyerLastUpdatedOn: row.buyer_last_updated_on,
  callBacks: row.call_backs,
  tasks: row.tasks,
  news: row.news,
  surveyFirms: row.survey_firms,
})

type Subject = { subjectId: string; propertyId: string | null; branchId: string | null; sale: SaleFacts | null }

/** The columns of `action_item` but the company. */
const toRow = ({ subjectId, propertyId, branchId, sale }: Subject, one: DerivedItem) => ({
  subject_id: subjectId,
  key: one.key,
  property_id: propertyId,
  branch_id: branchId,
  progressor_id: one.progressorId,
  kind: one.kind,
  party_ref: one.partyRef,
  party_role: one.partyRole,
  firm_id: one.firmId,
  description: one.description,
  shows_on: one.showsOn,
  shows_until: one.showsUntil,
  due_on: one.dueOn,
  due_at: one.dueAt,
  late_base: one.lateBase,
  late_per_day: one.latePerDay,
  late_cap: one.lateCap,
  fee: sale?.fee ?? null,
  phase: sale?.phase ?? null,
  progress: sale?.progress ?? null,
  expected_exchange: sale?.expectedExchange ?? null,
})

export type ActionItemRow = ReturnType<typeof toRow>

const columns = [
  'subject_id key property_id branch_id progressor_id kind party_ref party_role firm_id description shows_on shows_until',
  'due_on due_at late_base late_per_day late_cap fee phase progress expected_exchange',
].flatMap((names) => names.split(' '))
const valueColumns = columns.filter((name) => name !== 'subject_id' && name !== 'key')
/** What `action_item_settled` copies. */
const copied = columns.filter((name) => !['shows_on', 'shows_until', 'late_base', 'late_per_day', 'late_cap'].includes(name))

const list = (names: readonly string[], table?: string) =>
  sql.join(names.map((name) => (table ? sql.ref(`${table}.${name}`) : sql.ref(name))))

type Updated = { propertyId: string; vendor: DateOnly | null; buyer: DateOnly | null }
type Derived = { subjects: readonly Subject[]; rows: readonly ActionItemRow[]; updated: readonly Updated[] }

type Replacement = {
  companyId: string
  today: DateOnly
  /** Of these no other rows stay. */
  subjects: readonly string[]
  /** The items that were completed, by subject and key. */
  completedSubjects: readonly string[]
  completedKeys: readonly string[]
  settledBy: string | null
  settledOn: Instant | null
  isUndo: boolean
  /** JSON of the rows. */
  rows: string
  /** JSON of `Updated[]`. */
  updated: string
}

/**
 * Replaces the action items of the subjects by `rows`, in one statement: unchanged rows are not written, and a snooze stays
 * with its item. "A step that becomes blocked loses its snooze." What a person completed is kept for the list of Done, which
 * leaves out items that are back; of an item that later disappears without being completed it is deleted. Also updates the
 * days on which vendor and buyer were last updated.
 */
const replaceStatement = prepareStatement('replace-action-items', (db, values: Replacement) => {
  const { companyId, subjects, rows, updated, completedSubjects, completedKeys, today, settledBy, settledOn, isUndo } = values
  return sql`
    with wanted as materialized (
      select ${list(columns)} from jsonb_populate_recordset(null::action_item, ${rows}::jsonb)
    ),
    gone as (
      delete from action_item i
      where i.company_id = ${companyId} and i.subject_id = any(${subjects}::uuid[])
        and not exists (select from wanted w where w.subject_id = i.subject_id and w.key = i.key)
      returning i.*
    ),
    quiet as (
      select i.* from action_item i join wanted w on w.subject_id = i.subject_id and w.key = i.key
      where i.company_id = ${companyId} and i.kind = 'silence' and i.shows_on <= ${today}::date and w.shows_on > ${today}::date
    ),
    completed as (
      select * from unnest(${completedSubjects}::uuid[], ${completedKeys}::text[]) as c (subject_id, key)
    ),
    settled as (
      insert into action_item_settled (company_id, ${list(copied)}, settled_by, settled_on)
      select company_id, ${list(copied)}, ${settledBy}::uuid, ${settledOn}::timestamptz
      from (select * from gone union all select * from quiet) one
      where shows_on <= ${today}::date and (subject_id, key) in (select subject_id, key from completed)
      on conflict (company_id, subject_id, key) do update set settled_by = excluded.settled_by, settled_on = excluded.settled_on
    ),
    forgotten as (
      delete from action_item_settled s using gone g
      where not ${isUndo}::boolean and s.company_id = ${companyId} and s.subject_id = g.subject_id and s.key = g.key
        and (g.subject_id, g.key) not in (select subject_id, key from completed)
    ),
    unsnoozed as (
      delete from action_item_snooze s using action_item i, wanted w
      where s.company_id = ${companyId} and i.company_id = s.company_id and i.subject_id = s.subject_id and i.key = s.key
        and w.subject_id = s.subject_id and w.key = s.key and w.kind = 'blocked' and i.kind <> 'blocked'
    ),
    updated as (
      update property_report r set vendor_last_updated_on = u.vendor, buyer_last_updated_on = u.buyer
      from jsonb_to_recordset(${updated}::jsonb) as u ("propertyId" uuid, vendor date, buyer date)
      where r.company_id = ${companyId} and r.property_id = u."propertyId"
        and (r.vendor_last_updated_on, r.buyer_last_updated_on) is distinct from (u.vendor, u.buyer)
    )
    insert into action_item (company_id, ${list(columns)})
    select ${companyId}, ${list(columns)} from wanted
    on conflict (company_id, subject_id, key) do update
    set ${sql.join(valueColumns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    where (${list(valueColumns, 'action_item')}) is distinct from (${list(valueColumns, 'excluded')})`.compile(db)
})

async function replace(
  db: Db,
  companyId: string,
  { subjects, rows, updated }: Derived,
  { today, by }: { today: DateOnly; by: SettledBy },
): Promise<void> {
  const completed = by?.completed ?? []
  const statement = replaceStatement({
    companyId,
    today,
    subjects: subjects.map(({ subjectId }) => subjectId),
    completedSubjects: completed.map(({ subjectId }) => subjectId),
    completedKeys: completed.map(({ key }) => key),
    isUndo: by?.isUndo === true,
    settledBy: by?.userId ?? null,
    settledOn: by?.now ?? null,
    rows: JSON.stringify(rows),
    updated: JSON.stringify(updated),
  })
  await db.executeQuery(statement)
}

/** The rows that properties have now, and when their vendors and buyers were last updated. */
async function derive(db: Db, companyId: string, properties: readonly LoadedProperty[]): Promise<Derived> {
  const facts = await loadFacts(
    db,
    companyId,
    properties.map(({ detail }) => detail._id),
  )
  const derived = properties.flatMap(({ detail, timeline }) => {
    const row = facts.get(detail._id)
    if (!row) return []
    const { sale, items } = actionItemsOf(detail, timeline, toFacts(row))
    const ids = { subjectId: detail._id, propertyId: detail._id, branchId: detail.branch._id }
    const subject: Subject = { ...ids, sale }
    const updated = { propertyId: detail._id, vendor: row.vendor_last_updated_on, buyer: row.buyer_last_updated_on }
    return [{ subject, rows: items.map((one) => toRow(subject, one)), updated }]
  })
  return {
    subjects: derived.map(({ subject }) => subject),
    rows: derived.flatMap(({ rows }) => rows),
    updated: derived.map(({ updated }) => updated),
  }
}

/** Derives the action items of properties and writes them, in two statements. */
export async function deriveActionItems(
  db: Db,
  companyId: string,
  properties: readonly LoadedProperty[],
  { today, by }: { today: DateOnly; by: SettledBy },
): Promise<void> {
  if (properties.length === 0) return
  const derived = await derive(db, companyId, properties)
  await replace(db, companyId, derived, { today, by })
}

/** The same for tasks that belong to no sale. */
export async function deriveTaskItems(
  db: Db,
  companyId: string,
  taskIds: readonly string[],
  { today, by }: { today: DateOnly; by: SettledBy },
): Promise<void> {
  const { rows } = await sql<{ facts: TaskFacts; branch_id: string | null; open: boolean }>`
    select json_build_object('id', t.id, 'title', t.title, 'dueOn', t.due_on, 'dueAt', to_char(t.due_at, 'HH24:MI'),
      'createdOn', t.createdon, 'assigneeId', u.id) as facts, t.branch_id, t.state = 'open' as open
    from task t
    left join app_user u on u.id = t.assignee_id and u.deleted_on is null and u.deactivated_on is null
    where t.company_id = ${companyId} and t.id = any(${taskIds}::uuid[]) and t.property_id is null`.execute(db)
  const open = new Map(rows.filter((row) => row.open).map((row) => [row.facts.id, row]))
  const subjects = taskIds.map((id): Subject => {
    return { subjectId: id, propertyId: null, branchId: open.get(id)?.branch_id ?? null, sale: null }
  })
  const items = subjects.flatMap((subject) => {
    const row = open.get(subject.subjectId)
    return row ? [toRow(subject, taskItem(row.facts))] : []
  })
  await replace(db, companyId, { subjects, rows: items, updated: [] }, { today, by })
}
