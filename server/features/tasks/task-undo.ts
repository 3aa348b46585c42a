import { undoneCancelReason } from '@gya/domain/features/tasks/tasks.rules.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { type Overtaken, registerUndoPart, type UndoContext } from '../undo/undo-registry.ts'
import { recordTasks } from './record-tasks.ts'
import { findActiveStaff, lockTasks, type NewTaskRow, saveTaskRows, type TaskRow } from './tasks.repository.ts'

const undoneColumns = [
  ...(['title', 'note', 'assignee_id', 'due_on', 'due_at', 'repeat_every', 'repeat_unit', 'repeat_from', 'repeat_day'] as const),
  ...(['state', 'done_on', 'done_by', 'cancel_reason'] as const),
]

/** A change of a task: its columns before, null if it was added, and its version afterwards. */
export type TaskPart = UndoPart & {
  kind: 'task'
  taskId: string
  before: Pick<TaskRow, (typeof undoneColumns)[number]> | null
  version: number
}

export const addedPart = ({ id, property_id }: Pick<NewTaskRow, 'id' | 'property_id'>): TaskPart => ({
  kind: 'task',
  propertyId: property_id ?? null,
  taskId: id,
  before: null,
  version: 1,
})

/** `row` is the task before the change, which increments its version by one. */
export const changedPart = (row: TaskRow): TaskPart => ({
  kind: 'task',
  propertyId: row.property_id,
  taskId: row.id,
  before: Object.fromEntries(undoneColumns.map((column) => [column, row[column]])) as NonNullable<TaskPart['before']>,
  version: row.version + 1,
})

/** "Deleting does not exist; cancelling does": a task that was added is cancelled. */
const undoneValues = ({ before }: TaskPart): Partial<NonNullable<TaskPart['before']>> =>
  before ?? { state: 'cancelled', cancel_reason: undoneCancelReason }

export const registerTaskPart = (): void =>
  registerUndoPart<TaskPart>('task', {
    async overtaken(context, parts) {
      const own = parts.filter(({ each }) => each)
      if (own.length === 0) return []
      const rows = await lockTasksOf(context, own)
      const mayHave = await assignable(context, own)
      const overtaken: Overtaken[] = []
      for (const part of own) {
        const row = rows.get(part.taskId)
        const name = nameOfTask(row)
        if (row?.version !== part.version) overtaken.push({ part, name })
        else if (part.before && !mayHave(part))
          overtaken.push({ part, name, gone: (await nameOf(context.db, part.before.assignee_id)) ?? 'somebody' })
      }
      return overtaken
    },
    async conflict(context, parts) {
      const rows = await lockTasksOf(context, parts)
      for (const { taskId, version } of parts) {
        const row = rows.get(taskId)
        if (row?.version === version) continue
        return {
          what: nameOfTask(row),
          by: await nameOf(context.db, row?.updated_by),
          on: row?.updatedon ?? null,
        }
      }
      return null
    },
    async undo(context, parts) {
      const { db, companyId, caller, now } = context
      const mayHave = await assignable(context, parts)
      const undone = parts.map((part) => {
        const { assignee_id, ...columns } = undoneValues(part)
        return { id: part.taskId, columns: mayHave(part) ? { ...columns, assignee_id } : columns }
      })
      await saveTaskRows(db, companyId, undone, { now, userId: caller.userId })
      const tasks = parts.map(({ taskId, propertyId }) => ({ task: { id: taskId, property_id: propertyId }, event: null }))
      await recordTasks(context, companyId, tasks)
    },
  })

/** Whether whoever had the task may have it back: not who has left, or no longer reaches the branch of its sale. */
async function assignable({ db, companyId, properties }: UndoContext, parts: readonly TaskPart[]) {
  const staff = await findActiveStaff(db, companyId, [...new Set(parts.flatMap(({ before }) => before?.assignee_id ?? []))])
  return ({ before, propertyId }: TaskPart): boolean => {
    const person = staff.get(before?.assignee_id ?? '')
    const branchId = properties.get(propertyId ?? '')?.detail.branch._id
    return person !== undefined && (branchId === undefined || person.branchIds.includes(branchId))
  }
}

const nameOfTask = (row: TaskRow | undefined) => (row ? `the task “${row.title}”` : 'a task')

async function lockTasksOf({ db, companyId }: UndoContext, parts: readonly TaskPart[]): Promise<Map<string, TaskRow>> {
  const ids = parts.map(({ taskId }) => taskId)
  return new Map((await lockTasks(db, companyId, ids)).map((row) => [row.id, row]))
}

async function nameOf(db: UndoContext['db'], userId: string | null | undefined): Promise<string | null> {
  if (!userId) return null
  const row = await db.selectFrom('app_user').select(['first_name', 'last_name']).where('id', '=', userId).executeTakeFirst()
  return row ? `${row.first_name} ${row.last_name}` : null
}
