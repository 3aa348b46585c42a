import { workers } from '@gya/domain/access/permissions.ts'
import type { PageRequest } from '@gya/domain/common/paging.ts'
import type { RepeatUnit } from '@gya/domain/features/tasks/repeat.ts'
import type { Task } from '@gya/domain/features/tasks/tasks.model.ts'
import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { countRows } from '../../db/query/coalesced-count.ts'
import type { Task as TaskTable } from '../../db/schema.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchesInReach } from '../../http/access/reach.ts'
import { branchesInScope } from '../../http/access/scope.ts'

export type TaskRow = Selectable<TaskTable>
export type NewTaskRow = Insertable<TaskTable>

type Person = { id: string; firstName: string; lastName: string } | null

const personOf = (table: 'a' | 'c' | 'd') =>
  sql<Person>`case when ${sql.ref(`${table}.id`)} is null then null else json_build_object(
    'id', ${sql.ref(`${table}.id`)}, 'firstName', ${sql.ref(`${table}.first_name`)}, 'lastName', ${sql.ref(`${table}.last_name`)}) end`

/**
 * "A task of no sale is seen by its assignee, its maker and company admins; a task of a sale by whoever reaches the sale."
 * [day §5](docs/design/day.md#5).
 */
const isVisibleTo = (caller: Caller) => {
  const branchIds = branchesInScope(caller)
  return branchIds === null
    ? sql<SqlBool>`(t.property_id is null or (p.deleted_on is null and b.deleted_on is null))`
    : sql<SqlBool>`case when t.property_id is null then t.assignee_id = ${caller.userId} or t.created_by = ${caller.userId}
        else p.deleted_on is null and b.deleted_on is null and p.branch_id = any(${branchIds}::uuid[]) end`
}

const tasksOf = (db: Db, companyId: string) =>
  db
    .selectFrom('task as t')
    .leftJoin('property as p', (join) => join.onRef('p.company_id', '=', 't.company_id').onRef('p.id', '=', 't.property_id'))
    .leftJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .where('t.company_id', '=', companyId)

const withPeople = (tasks: ReturnType<typeof tasksOf>) =>
  tasks
    .innerJoin('app_user as a', 'a.id', 't.assignee_id')
    .leftJoin('app_user as c', 'c.id', 't.created_by')
    .leftJoin('app_user as d', (join) =>
      join.on('d.id', '=', sql<string>`case t.state when 'done' then t.done_by when 'cancelled' then t.updated_by end`),
    )
    .selectAll('t')
    .select(['p.line1', 'p.postcode', 'p.branch_id as sale_branch_id'])
    .select([personOf('a').as('assignee'), personOf('c').as('creator'), personOf('d').as('closer')])

type TaskFilters = {
  propertyId?: string | undefined
  assigneeId?: string | undefined
  state?: Task['state'] | 'closed' | undefined
  dueUntil?: string | undefined
}

/** "By due day and time, then made"; lists of closed tasks are ordered by time, latest first. */
export async function listTaskRows(db: Db, companyId: string, caller: Caller, filters: TaskFilters, page: PageRequest) {
  const { propertyId, assigneeId, state, dueUntil } = filters
  const states = state === 'closed' ? ['done', 'cancelled'] : [state ?? 'open']
  const filtered = tasksOf(db, companyId)
    .where(isVisibleTo(caller))
    .$if(propertyId !== undefined, (query) => query.where('t.property_id', '=', propertyId ?? ''))
    .$if(assigneeId !== undefined, (query) => query.where('t.assignee_id', '=', assigneeId ?? ''))
    .$if(state !== undefined, (query) => query.where(sql<SqlBool>`t.state = any(${states}::text[])`))
    .$if(dueUntil !== undefined, (query) => query.where('t.due_on', '<=', dueUntil ?? ''))
  const isClosed = state !== undefined && state !== 'open'
  const people = withPeople(filtered)
  const ordered = isClosed
    ? people.orderBy('t.updatedon', 'desc').orderBy('t.id', 'desc')
    : people
        .orderBy('t.due_on', (order) => order.asc().nullsLast())
        .orderBy('t.due_at', (order) => order.asc().nullsLast())
        .orderBy('t.createdon')
        .orderBy('t.id')
  const rows = await ordered
    .limit(page.itemsPerPage)
    .offset(page.itemsPerPage * page.currentPage)
    .execute()
  return { rows: rows.map(toTask), count: await countRows(filtered) }
}

/** The tasks in the order of the ids, regardless of who may see them. */
export async function readTasks(db: Db, companyId: string, ids: readonly string[]): Promise<Task[]> {
  if (ids.length === 0) return []
  const rows = await withPeople(tasksOf(db, companyId).where(sql<SqlBool>`t.id = any(${ids}::uuid[])`)).execute()
  const tasks = new Map(rows.map((row) => [row.id, toTask(row)]))
  return ids.flatMap((id) => tasks.get(id) ?? [])
}

/** The sale of a task that the caller may see, to be locked before the task. Undefined if there is no such task. */
export const findVisibleTask = (db: Db, companyId: string, taskId: string, caller: Caller) =>
  tasksOf(db, companyId)
    .where('t.id', '=', taskId)
    .where(isVisibleTo(caller))
    .select(['t.id', 't.property_id', 'p.branch_id'])
    .executeTakeFirst()

export const taskRow = (db: Db, companyId: string) => db.selectFrom('task').selectAll().where('company_id', '=', companyId)

export const lockTask = (db: Db, companyId: string, taskId: string): Promise<TaskRow | undefined> =>
  taskRow(db, companyId).where('id', '=', taskId).forUpdate().executeTakeFirst()

export const lockTasks = (db: Db, companyId: string, taskIds: readonly string[]): Promise<TaskRow[]> =>
  taskRow(db, companyId).where(sql<SqlBool>`id = any(${taskIds}::uuid[])`).orderBy('id').forUpdate().execute()

export const lockOpenTasksOf = (db: Db, companyId: string, propertyIds: readonly string[]): Promise<TaskRow[]> =>
  taskRow(db, companyId)
    .where(sql<SqlBool>`property_id = any(${propertyIds}::uuid[])`)
    .where('state', '=', 'open')
    .orderBy('id')
    .forUpdate()
    .execute()

/** The open successors of repeating tasks. */
export const lockNextTasks = (db: Db, companyId: string, taskIds: readonly string[]): Promise<TaskRow[]> =>
  taskRow(db, companyId)
    .where(sql<SqlBool>`follows_id = any(${taskIds}::uuid[])`)
    .where('state', '=', 'open')
    .orderBy('id')
    .forUpdate()
    .execute()

/** Inserts the tasks and returns the ids of the new ones: a template creates a task once per entering of a phase. */
export async function insertTasks(db: Db, rows: readonly NewTaskRow[]): Promise<string[]> {
  if (rows.length === 0) return []
  const inserted = await db
    .insertInto('task')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['company_id', 'property_id', 'template_id', 'phase_entry']).doNothing())
    .returning('id')
    .execute()
  return inserted.map(({ id }) => id)
}

export const updateTaskRow = (db: Db, { company_id, id }: Pick<TaskRow, 'company_id' | 'id'>, columns: Updateable<TaskTable>) =>
  db
    .updateTable('task')
    .set((set) => ({ ...columns, version: set('version', '+', 1) }))
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()

/** The same columns for several tasks. */
export const updateTaskRows = (db: Db, companyId: string, ids: readonly string[], columns: Updateable<TaskTable>) =>
  db
    .updateTable('task')
    .set((set) => ({ ...columns, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .execute()

type ChangedTask = { id: string; columns: Updateable<TaskTable> }

/** Different values for each task, one statement per set of columns. */
export async function saveTaskRows(
  db: Db,
  companyId: string,
  tasks: readonly ChangedTask[],
  { now, userId }: { now: string; userId: string },
): Promise<void> {
  const bySet = Map.groupBy(tasks, ({ columns }) => Object.keys(columns).toSorted().join())
  for (const [names, group] of bySet) {
    const rows = group.map(({ id, columns }) => ({ id, ...columns }))
    await sql`
      update task t set ${sql.join(names.split(',').map((name) => sql`${sql.ref(name)} = v.${sql.ref(name)}`))},
        updatedon = ${now}::timestamptz, updated_by = ${userId}::uuid, version = t.version + 1
      from jsonb_populate_recordset(null::task, ${JSON.stringify(rows)}::jsonb) v
      where t.company_id = ${companyId}::uuid and t.id = v.id`.execute(db)
  }
}

/** Open tasks by sale and by person. */
export async function countOpenTasks(
  db: Db,
  companyId: string,
  { propertyIds, assigneeIds }: { propertyIds: readonly string[]; assigneeIds: readonly string[] },
): Promise<Map<string, number>> {
  const result = await sql<{ id: string; tasks: number }>`
    select property_id as id, count(*)::int as tasks from task
    where company_id = ${companyId} and property_id = any(${propertyIds}::uuid[]) and state = 'open' group by property_id
    union all
    select assignee_id, count(*)::int from task
    where company_id = ${companyId} and assignee_id = any(${assigneeIds}::uuid[]) and state = 'open' group by assignee_id`.execute(
    db,
  )
  return new Map(result.rows.map(({ id, tasks }) => [id, tasks]))
}

/** Tasks in a state that were created when the sale of an offer was agreed or exchanged. */
export const lockTasksOfEntry = (
  db: Db,
  { companyId, propertyId }: { companyId: string; propertyId: string },
  phaseEntry: string,
  where: { state: Task['state']; cancelReason: string | null },
): Promise<TaskRow[]> =>
  taskRow(db, companyId)
    .where('property_id', '=', propertyId)
    .where('phase_entry', '=', phaseEntry)
    .where('state', '=', where.state)
    .$if(where.cancelReason !== null, (query) => query.where('cancel_reason', '=', where.cancelReason))
    .orderBy('id')
    .forUpdate()
    .execute()

/** Properties of the company in the given branches (null: all), locked in the order of their ids, with their progressor. */
export const lockSales = (db: Db, companyId: string, propertyIds: readonly string[], branchIds: readonly string[] | null) =>
  db
    .selectFrom('property as p')
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .select(['p.id', 'p.branch_id', 'p.b_staff'])
    .where('p.company_id', '=', companyId)
    .where(sql<SqlBool>`p.id = any(${propertyIds}::uuid[])`)
    .where('p.deleted_on', 'is', null)
    .where('b.deleted_on', 'is', null)
    .$if(branchIds !== null, (query) => query.where(sql<SqlBool>`p.branch_id = any(${branchIds}::uuid[])`))
    .orderBy('p.id')
    .forNoKeyUpdate('p')
    .execute()

export type Assignee = { id: string; branchIds: string[]; name: string }

/** Returns the given users who are active and work on sales of the company, with the branches in their reach. */
export async function findActiveStaff(db: Db, companyId: string, ids: readonly string[]): Promise<Map<string, Assignee>> {
  const result = await sql<Assignee>`
    select u.id, u.first_name || ' ' || u.last_name as name, ${branchesInReach} as "branchIds"
    from app_user u
    where u.id = any(${ids}::uuid[]) and u.company_id = ${companyId} and u.deleted_on is null and u.deactivated_on is null
      and u.type = any(${[...workers]}::text[])`.execute(db)
  return new Map(result.rows.map((row) => [row.id, row]))
}

type JoinedRow = TaskRow & {
  line1: string | null
  postcode: string | null
  sale_branch_id: string | null
  assignee: Person
  creator: Person
  closer: Person
}

const toPerson = (person: Person) => person && { _id: person.id, firstName: person.firstName, lastName: person.lastName }

const toTask = (row: JoinedRow): Task => ({
  _id: row.id,
  property:
    row.property_id === null
      ? null
      : {
          _id: row.property_id,
          branchId: row.sale_branch_id ?? '',
          address: { line1: row.line1 ?? '', postcode: row.postcode ?? '' },
        },
  title: row.title,
  note: row.note,
  assignee: toPerson(row.assignee) ?? { _id: row.assignee_id, firstName: '', lastName: '' },
  dueOn: row.due_on,
  dueAt: row.due_at?.slice(0, 5) ?? null,
  repeat:
    row.repeat_every === null
      ? null
      : { every: row.repeat_every, unit: row.repeat_unit as RepeatUnit, from: row.repeat_from as 'due' | 'done' },
  state: row.state as Task['state'],
  closedOn: row.state === 'open' ? null : (row.done_on ?? row.updatedon),
  closedBy: toPerson(row.closer),
  cancelReason: row.cancel_reason,
  fromTemplate: row.template_id !== null,
  createdBy: toPerson(row.creator),
  createdon: row.createdon,
  version: row.version,
})
