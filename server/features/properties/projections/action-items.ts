import type { DateOnly } from '@gya/domain/common/dates.ts'
import { actionItemsOf, type DerivedItem, taskItem } from '@gya/domain/features/today/action-items.ts'
import { type SaleFacts, type TaskFacts } from '@gya/domain/features/today/item-facts.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { prepareStatement } from '../../../db/query/prepared-statement.ts'
import type { LoadedProperty } from '../read/load-property.ts'
import { loadFacts, type StoredItem, storedItems, toFacts } from './action-item-facts.ts'

type Subject = { subjectId: string; propertyId: string | null; branchId: string | null; sale: SaleFacts | null }

/** The columns of `action_item` except the company. */
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

const list = (names: readonly string[], table?: string) =>
  sql.join(names.map((name) => (table ? sql.ref(`${table}.${name}`) : sql.ref(name))))

type Updated = { propertyId: string; vendor: DateOnly | null; buyer: DateOnly | null }
/** The differences from the stored rows. */
type Difference = {
  rows: readonly ActionItemRow[]
  gone: readonly Pick<StoredItem, 'subject_id' | 'key'>[]
  updated: readonly Updated[]
}

/** PostgreSQL writes times with seconds. */
const comparable = (value: unknown, column: string): unknown =>
  column === 'due_at' && typeof value === 'string' ? value.slice(0, 5) : value

function differenceOf(rows: readonly ActionItemRow[], stored: readonly StoredItem[]): Omit<Difference, 'updated'> {
  const storedByKey = new Map(stored.map((item) => [item.key, item]))
  const isStored = (row: Record<string, unknown> & ActionItemRow): boolean => {
    const item = storedByKey.get(row.key)
    return item !== undefined && columns.every((name) => comparable(item[name], name) === comparable(row[name], name))
  }
  const keys = new Set(rows.map(({ key }) => key))
  return { rows: rows.filter((row) => !isStored(row)), gone: stored.filter(({ key }) => !keys.has(key)) }
}

type Replacement = {
  companyId: string
  goneSubjects: readonly string[]
  goneKeys: readonly string[]
  /** JSON of the rows. */
  rows: string
  /** JSON of `Updated[]`. */
  updated: string
}

/**
 * Writes changed action items and deletes those that no longer exist, in one statement: a snooze stays with its item. "A step that becomes
 * blocked loses its snooze." Also updates the days on which vendor and buyer were last updated.
 */
const saveDifference = prepareStatement(
  'save-action-items',
  (db, { companyId, goneSubjects, goneKeys, rows, updated }: Replacement) => {
    return sql`
    with wanted as materialized (
      select ${list(columns)} from jsonb_populate_recordset(null::action_item, ${rows}::jsonb)
    ),
    gone as (
      delete from action_item i using unnest(${goneSubjects}::uuid[], ${goneKeys}::text[]) as g (subject_id, key)
      where i.company_id = ${companyId} and i.subject_id = g.subject_id and i.key = g.key
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
    set ${sql.join(valueColumns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`.compile(db)
  },
)

/** Unchanged rows are not written: an upsert would lock each of them. */
async function save(db: Db, companyId: string, { rows, gone, updated }: Difference): Promise<void> {
  if (rows.length + gone.length + updated.length === 0) return
  const statement = saveDifference({
    companyId,
    goneSubjects: gone.map(({ subject_id }) => subject_id),
    goneKeys: gone.map(({ key }) => key),
    rows: JSON.stringify(rows),
    updated: JSON.stringify(updated),
  })
  await db.executeQuery(statement)
}

/** Returns the writes that give properties the rows, and the days of the last update, that they should have now. */
async function derive(db: Db, companyId: string, properties: readonly LoadedProperty[]): Promise<Difference> {
  const facts = await loadFacts(
    db,
    companyId,
    properties.map(({ detail }) => detail._id),
  )
  const derived = properties.flatMap((property): Difference[] => {
    const { detail } = property
    const row = facts.get(detail._id)
    if (!row) return []
    const { sale, items } = actionItemsOf(property, toFacts(row))
    const subject: Subject = { subjectId: detail._id, propertyId: detail._id, branchId: detail.branch._id, sale }
    const [vendor, buyer] = [row.vendor_last_updated_on, row.buyer_last_updated_on]
    const isUpdated = vendor !== row.stored_vendor || buyer !== row.stored_buyer
    const difference = differenceOf(
      items.map((one) => toRow(subject, one)),
      row.items,
    )
    return [{ ...difference, updated: isUpdated ? [{ propertyId: detail._id, vendor, buyer }] : [] }]
  })
  return {
    rows: derived.flatMap(({ rows }) => rows),
    gone: derived.flatMap(({ gone }) => gone),
    updated: derived.flatMap(({ updated }) => updated),
  }
}

/** Derives and writes the action items of properties, in two statements; the second runs only if something differs. */
export async function deriveActionItems(db: Db, companyId: string, properties: readonly LoadedProperty[]): Promise<void> {
  if (properties.length === 0) return
  const derived = await derive(db, companyId, properties)
  await save(db, companyId, derived)
}

/** The same for tasks without a sale. */
export async function deriveTaskItems(db: Db, companyId: string, taskIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    id: string
    facts: TaskFacts
    branch_id: string | null
    open: boolean | null
    items: StoredItem[]
  }>`
    select n.id, json_build_object('id', t.id, 'title', t.title, 'dueOn', t.due_on, 'dueAt', to_char(t.due_at, 'HH24:MI'),
      'createdOn', t.createdon, 'assigneeId', u.id) as facts, t.branch_id, t.state = 'open' as open, ${storedItems('n')} as items
    from (select ${companyId}::uuid as company_id, id from unnest(${taskIds}::uuid[]) as id) n
    left join task t on t.company_id = n.company_id and t.id = n.id and t.property_id is null
    left join app_user u on u.id = t.assignee_id and u.deleted_on is null and u.deactivated_on is null`.execute(db)
  const differences = rows.map(({ id, facts, branch_id, open, items }) => {
    const subject: Subject = { subjectId: id, propertyId: null, branchId: branch_id, sale: null }
    return differenceOf(open ? [toRow(subject, taskItem(facts))] : [], items)
  })
  const difference = {
    rows: differences.flatMap((one) => one.rows),
    gone: differences.flatMap(({ gone }) => gone),
    updated: [],
  }
  await save(db, companyId, difference)
}
