import { refuseIf } from '@gya/domain/error-catalogue.ts'
import { nextDueOn } from '@gya/domain/features/tasks/repeat.ts'
import { isAlready, type TaskAction, undoneCancelReason, whyNotChangeTask } from '@gya/domain/features/tasks/tasks.rules.ts'
import { recordTasks } from './record-tasks.ts'
import {
  eventData,
  type Ids,
  lockVisibleTask,
  newTaskRow,
  refuseTooMany,
  repeatOf,
  type TaskContext,
  type TaskEntry,
} from './save-tasks.ts'
import { addedPart, changedPart, type TaskPart } from './task-undo.ts'
import { insertTasks, lockNextTasks, type NewTaskRow, type TaskRow, updateTaskRow, updateTaskRows } from './tasks.repository.ts'

/** Locks the task for an action; null if it already has the state. Throws ACTION_GONE. */
async function lockForAction(context: TaskContext, { companyId, taskId }: Ids, action: TaskAction): Promise<TaskRow | null> {
  const task = await lockVisibleTask(context, companyId, taskId)
  if (isAlready(task.state as 'open', action)) return null
  refuseIf(whyNotChangeTask(task.state as 'open', action))
  return task
}

export type DoneTask = { parts: TaskPart[]; next: { id: string; dueOn: string } | null }

/** Completes a task; if it repeats, creates the next one. Throws ACTION_GONE if it was cancelled. */
export async function markTaskDone(context: TaskContext, ids: Ids): Promise<DoneTask> {
  const task = await lockForAction(context, ids, 'done')
  if (!task) return { parts: [], next: null }
  const { parts, entries, nexts } = await writeTasksDone(context, ids.companyId, [task])
  await recordTasks(context, ids.companyId, entries)
  const [next] = nexts
  return { parts, next: next ? { id: next.id, dueOn: next.due_on } : null }
}

type DoneTasks = { parts: TaskPart[]; entries: TaskEntry[]; nexts: NextTask[] }
type NextTask = NewTaskRow & { id: string; due_on: string }

/**
 * Marks locked open tasks as done and creates the next ones of repeating tasks, with a number of statements that does not depend on the
 * number of tasks. The caller records the entries.
 */
export async function writeTasksDone(context: TaskContext, companyId: string, tasks: readonly TaskRow[]): Promise<DoneTasks> {
  if (tasks.length === 0) return { parts: [], entries: [], nexts: [] }
  const { db, caller, now } = context
  const { userId } = caller
  const ids = tasks.map(({ id }) => id)
  await updateTaskRows(db, companyId, ids, { state: 'done', done_on: now, done_by: userId, updatedon: now, updated_by: userId })
  const repeating = tasks.filter((task) => repeatOf(task) !== null)
  const followed = repeating.length === 0 ? [] : await lockNextTasks(db, companyId, ids)
  const hasNext = new Set(followed.map(({ follows_id }) => follows_id))
  const nexts = repeating.filter(({ id }) => !hasNext.has(id)).map((task) => nextTask(context, task))
  await insertTasks(db, nexts)
  return {
    parts: [...tasks.map(changedPart), ...nexts.map(addedPart)],
    entries: [
      ...tasks.map((task): TaskEntry => ({ task, event: { kind: 'task-done', data: eventData(task) } })),
      ...nexts.map(
        (next): TaskEntry => ({
          task: next,
          event: { kind: 'task-added', data: { ...eventData(next), follows: next.follows_id } },
        }),
      ),
    ],
    nexts,
  }
}

function nextTask({ caller, now, today, newId }: TaskContext, task: TaskRow): NextTask {
  const repeat = repeatOf(task)
  if (repeat === null) throw new Error('Only a repeating task has a next one.')
  return {
    ...newTaskRow(task.company_id, { createdBy: caller.userId, now, newId }),
    property_id: task.property_id,
    branch_id: task.branch_id,
    title: task.title,
    note: task.note,
    assignee_id: task.assignee_id,
    due_on: nextDueOn({ repeat, dueOn: task.due_on, dayOfMonth: task.repeat_day }, today),
    due_at: task.due_at,
    repeat_every: task.repeat_every,
    repeat_unit: task.repeat_unit,
    repeat_from: task.repeat_from,
    repeat_day: task.repeat_day,
    phase_entry: task.phase_entry,
    follows_id: task.id,
  }
}

/** Reopens a task; the next one of a repeating task is removed if nobody has changed it. Throws TOO_MANY_TASKS. */
export async function reopenDoneTask(context: TaskContext, ids: Ids): Promise<TaskPart[]> {
  const { db, caller, now } = context
  const task = await lockForAction(context, ids, 'reopen')
  if (!task) return []
  const takenBack = (await lockNextTasks(db, ids.companyId, [task.id])).filter(({ version }) => version === 1)
  const cancelled: TaskEntry[] = []
  for (const one of takenBack) cancelled.push(await cancel(context, one, undoneCancelReason))
  await refuseTooMany(db, ids.companyId, [task])
  await updateTaskRow(db, task, { ...reopened, updatedon: now, updated_by: caller.userId })
  await recordTasks(context, ids.companyId, [...cancelled, { task, event: { kind: 'task-reopened', data: eventData(task) } }])
  return [task, ...takenBack].map(changedPart)
}

export const reopened = { state: 'open', done_on: null, done_by: null, cancel_reason: null } as const

export async function cancelOpenTask(context: TaskContext, ids: Ids): Promise<TaskPart[]> {
  const task = await lockForAction(context, ids, 'cancel')
  if (!task) return []
  await recordTasks(context, ids.companyId, [await cancel(context, task, null)])
  return [changedPart(task)]
}

async function cancel(context: TaskContext, task: TaskRow, reason: string | null): Promise<TaskEntry> {
  const { db, caller, now } = context
  await updateTaskRow(db, task, { state: 'cancelled', cancel_reason: reason, updatedon: now, updated_by: caller.userId })
  return { task, event: { kind: 'task-cancelled', data: { ...eventData(task), reason } } }
}
