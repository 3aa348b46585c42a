import type { Instant } from '@gya/domain/common/dates.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import type { Repeat, RepeatUnit } from '@gya/domain/features/tasks/repeat.ts'
import { dueIssues, whyNotAddTasks, whyNotChangeTask } from '@gya/domain/features/tasks/tasks.rules.ts'
import type { Db } from '../../db/pool.ts'
import { changedFields, requireCurrentVersion } from '../../db/query/changed-fields.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { recordTasks } from './record-tasks.ts'
import { addedPart, changedPart, type TaskPart } from './task-undo.ts'
import {
  type Assignee,
  countOpenTasks,
  findActiveStaff,
  findVisibleTask,
  insertTasks,
  lockSales,
  lockTask,
  type NewTaskRow,
  type TaskRow,
  updateTaskRow,
} from './tasks.repository.ts'

export type TaskContext = { db: Db; caller: Caller; now: Instant; today: string; newId(): string }

type TaskFields = {
  title: string
  note: string
  assigneeId?: string | undefined
  dueOn: string | null
  dueAt: string | null
  repeat: Repeat | null
}

export type TaskEntry = Parameters<typeof recordTasks>[2][number]

type Sale = { id: string; branch_id: string; b_staff: string | null }

const invalidAssignee = () =>
  new DomainError('VALIDATION_FAILED', { issues: [{ path: 'assigneeId', message: 'Choose who does it.' }] })

const refuseIssues = (fields: Pick<TaskFields, 'dueOn' | 'dueAt' | 'repeat'>): void => {
  const issues = dueIssues(fields)
  if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', { issues })
}

const worksIn = (person: Assignee, branchId: string): boolean => person.branchIds.includes(branchId)

/** "Assignee must be an active member of a branch in reach (else 404)"; for a sale, of its branch (NOT_A_MEMBER). */
async function requireAssignee({ db, caller }: TaskContext, companyId: string, assigneeId: string, branchIds: readonly string[]) {
  const person = (await findActiveStaff(db, companyId, [assigneeId])).get(assigneeId)
  const scope = branchesInScope(caller)
  const isInScope = person && (scope === null || person.branchIds.some((id) => scope.includes(id)))
  if (!isInScope && !(person && assigneeId === caller.userId)) throw new DomainError('NOT_FOUND')
  refuseIf(branchIds.every((id) => worksIn(person, id)) ? null : 'NOT_A_MEMBER')
}

/** "Default me, on a sale its progressor." Throws VALIDATION_FAILED if neither works there. */
async function defaultAssignees({ db, caller }: TaskContext, companyId: string, sales: readonly (Sale | null)[]) {
  const people = await findActiveStaff(db, companyId, [caller.userId, ...sales.flatMap((sale) => sale?.b_staff ?? [])])
  return sales.map((sale) => {
    const candidates = sale ? [people.get(sale.b_staff ?? ''), people.get(caller.userId)] : [people.get(caller.userId)]
    const found = candidates.find((person) => person && (sale === null || worksIn(person, sale.branch_id)))
    if (!found) throw invalidAssignee()
    return found.id
  })
}

/** Throws TOO_MANY_TASKS. */
export async function refuseTooMany(db: Db, companyId: string, added: readonly Pick<TaskRow, 'property_id' | 'assignee_id'>[]) {
  const propertyIds = [...new Set(added.flatMap(({ property_id }) => property_id ?? []))]
  const assigneeIds = [...new Set(added.map(({ assignee_id }) => assignee_id))]
  const open = await countOpenTasks(db, companyId, { propertyIds, assigneeIds })
  for (const { property_id, assignee_id } of added) {
    const of = (id: string | null) =>
      id === null ? 0 : (open.get(id) ?? 0) + added.filter((one) => one.property_id === id || one.assignee_id === id).length
    refuseIf(whyNotAddTasks({ ofSale: of(property_id), ofPerson: of(assignee_id) }))
  }
}

const repeatColumns = (repeat: Repeat | null, dueOn: string | null) => ({
  repeat_every: repeat?.every ?? null,
  repeat_unit: repeat?.unit ?? null,
  repeat_from: repeat?.from ?? null,
  repeat_day: repeat?.unit === 'month' && dueOn !== null ? Number(dueOn.slice(8)) : null,
})

export const repeatOf = (row: TaskRow): Repeat | null =>
  row.repeat_every === null
    ? null
    : { every: row.repeat_every, unit: row.repeat_unit as RepeatUnit, from: row.repeat_from as Repeat['from'] }

/** Adds a task to each sale, or one without a sale (`[null]`). Returns their ids in the order of the sales. */
export async function addTasks(
  context: TaskContext,
  companyId: string,
  propertyIds: readonly (string | null)[],
  fields: TaskFields,
): Promise<{ ids: string[]; parts: TaskPart[] }> {
  const { db, caller, now, newId } = context
  refuseIssues(fields)
  const wanted = [...new Set(propertyIds.flatMap((id) => id ?? []))]
  const locked = wanted.length > 0 ? await lockSales(db, companyId, wanted, branchesInScope(caller)) : []
  if (locked.length < wanted.length) throw new DomainError('NOT_FOUND')
  const sales = propertyIds.length > 0 && wanted.length === 0 ? [null] : locked
  const { assigneeId } = fields
  if (assigneeId !== undefined)
    await requireAssignee(
      context,
      companyId,
      assigneeId,
      locked.map(({ branch_id }) => branch_id),
    )
  const assignees = assigneeId === undefined ? await defaultAssignees(context, companyId, sales) : sales.map(() => assigneeId)
  const rows = sales.map((sale, at) => ({
    ...newTaskRow(companyId, { createdBy: caller.userId, now, newId }),
    property_id: sale?.id ?? null,
    branch_id: sale?.branch_id ?? null,
    title: fields.title,
    note: fields.note,
    assignee_id: assignees[at] ?? caller.userId,
    due_on: fields.dueOn,
    due_at: fields.dueAt,
    ...repeatColumns(fields.repeat, fields.dueOn),
  }))
  await refuseTooMany(db, companyId, rows)
  await insertTasks(db, rows)
  await recordTasks(
    context,
    companyId,
    rows.map((row) => ({ task: row, event: { kind: 'task-added', data: eventData(row) } })),
  )
  return { ids: rows.map(({ id }) => id), parts: rows.map(addedPart) }
}

type Creation = { createdBy: string; now: Instant; newId(): string }

export const newTaskRow = (companyId: string, { createdBy, now, newId }: Creation) => ({
  company_id: companyId,
  id: newId(),
  created_by: createdBy,
  createdon: now,
  updatedon: now,
  updated_by: createdBy,
})

/** The data of a task that the history shows. */
export const eventData = ({ id, title, due_on }: Pick<NewTaskRow, 'id' | 'title' | 'due_on'>) => ({
  taskId: id,
  title,
  dueOn: due_on ?? null,
})

/** Locks the sale, then the task, in the order of every change of a sale. Throws NOT_FOUND. */
export async function lockVisibleTask({ db, caller }: TaskContext, companyId: string, taskId: string): Promise<TaskRow> {
  const visible = await findVisibleTask(db, companyId, taskId, caller)
  if (!visible) throw new DomainError('NOT_FOUND')
  if (visible.property_id !== null) await lockSales(db, companyId, [visible.property_id], null)
  const task = await lockTask(db, companyId, taskId)
  if (!task) throw new DomainError('NOT_FOUND')
  return task
}

export type Ids = { companyId: string; taskId: string }
type TaskPatch = { [Field in keyof TaskFields]?: TaskFields[Field] | undefined } & { version?: number | undefined }

export async function changeTask(context: TaskContext, { companyId, taskId }: Ids, patch: TaskPatch): Promise<TaskPart[]> {
  const { db, caller, now } = context
  const task = await lockVisibleTask(context, companyId, taskId)
  await requireCurrentVersion(db, patch.version, task, caller.userId)
  refuseIf(whyNotChangeTask(task.state as 'open', 'change'))
  const before = fieldsOf(task)
  const after = {
    title: patch.title ?? before.title,
    note: patch.note ?? before.note,
    assigneeId: patch.assigneeId ?? before.assigneeId,
    dueOn: patch.dueOn === undefined ? before.dueOn : patch.dueOn,
    // A time is removed with its day.
    dueAt: patch.dueAt === undefined ? (patch.dueOn === null ? null : before.dueAt) : patch.dueAt,
    repeat: patch.repeat === undefined ? before.repeat : patch.repeat,
  }
  refuseIssues(after)
  const isReassigned = after.assigneeId !== before.assigneeId
  if (isReassigned) {
    await requireAssignee(context, companyId, after.assigneeId, task.branch_id === null ? [] : [task.branch_id])
    await refuseTooMany(db, companyId, [{ property_id: null, assignee_id: after.assigneeId }])
  }
  const changes = changedFields(comparable(before), comparable(after))
  if (changes.length === 0) return []
  const hasNewDay = after.dueOn !== before.dueOn || after.repeat?.unit !== before.repeat?.unit
  await updateTaskRow(db, task, {
    title: after.title,
    note: after.note,
    assignee_id: after.assigneeId,
    due_on: after.dueOn,
    due_at: after.dueAt,
    ...repeatColumns(after.repeat, after.dueOn),
    ...(hasNewDay ? {} : { repeat_day: task.repeat_day }),
    updatedon: now,
    updated_by: caller.userId,
  })
  const people = isReassigned ? await findNames(db, [before.assigneeId, after.assigneeId]) : new Map<string, string>()
  const named = changes.map(({ field, from, to }) =>
    field === 'assigneeId' ? { field, from: people.get(String(from)), to: people.get(String(to)) } : { field, from, to },
  )
  const event: NewEvent = { kind: 'task-changed', data: { taskId, title: after.title, changes: named } }
  await recordTasks(context, companyId, [{ task, event }])
  return [changedPart(task)]
}

const fieldsOf = (row: TaskRow) => ({
  title: row.title,
  note: row.note,
  assigneeId: row.assignee_id,
  dueOn: row.due_on,
  dueAt: row.due_at?.slice(0, 5) ?? null,
  repeat: repeatOf(row),
})

const comparable = ({ repeat, ...fields }: ReturnType<typeof fieldsOf>) => ({
  ...fields,
  repeat: repeat && `${repeat.every} ${repeat.unit} ${repeat.from}`,
})

const findNames = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`]))
}
