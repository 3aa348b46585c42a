import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import {
  actionItemsOf,
  type DerivedItem,
  type SaleFacts,
  type TaskFacts,
  taskItem,
} from '@gya/domain/features/today/action-items.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { prepareStatement } from '../../../db/query/prepared-statement.ts'
import type { LoadedProperty } from '../read/property.read-model.ts'
import { loadFacts, toFacts } from './action-item-facts.ts'
import type { SettledBy } from './settled-items.ts'

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
