import { showDate } from '../../common/dates.ts'
import type { ErrorCode, Issue } from '../../error-catalogue.ts'
import type { Repeat } from './repeat.ts'
import type { Task } from './tasks.model.ts'

export const maxOpenTasksOfSale = 200
export const maxOpenTasksOfPerson = 500

/** "Limits: 200 open tasks a sale, 500 a person." Counts include the new tasks. */
export const whyNotAddTasks = (open: { ofSale: number; ofPerson: number }): ErrorCode | null =>
  open.ofSale > maxOpenTasksOfSale || open.ofPerson > maxOpenTasksOfPerson ? 'TOO_MANY_TASKS' : null

export type TaskAction = 'change' | 'done' | 'reopen' | 'cancel'

/** A task that was done or cancelled in the meantime can only be reopened. */
export const whyNotChangeTask = (state: Task['state'], action: TaskAction): ErrorCode | null =>
  action === 'reopen' || state === 'open' ? null : 'ACTION_GONE'

/** Repeating a request changes nothing: a task that is done already stays done. */
export const isAlready = (state: Task['state'], action: TaskAction): boolean =>
  state === ({ change: null, done: 'done', reopen: 'open', cancel: 'cancelled' } as const)[action]

type DueFields = { dueOn: string | null; dueAt: string | null; repeat: Repeat | null }

/** A time requires a day, and so does a repeat that is counted from the due day. */
export function dueIssues({ dueOn, dueAt, repeat }: DueFields): Issue[] {
  if (dueOn !== null) return []
  if (dueAt !== null) return [{ path: 'dueOn', message: 'Choose the day for this time.' }]
  return repeat?.from === 'due' ? [{ path: 'dueOn', message: 'Choose the day from which it repeats.' }] : []
}

/** Reason of tasks that were cancelled by a fall-off; a restore reopens exactly these. */
export const fallOffCancelReason = 'Sale fell off'
export const undoneCancelReason = 'Undone'

const actionWords = { add: 'Task added', change: 'Task changed', done: 'Done', reopen: 'Task reopened', cancel: 'Task cancelled' }

/** Describes the change in the toast and the list of undoable changes: "Done: Ring the bank. Next on 03/12/2025". */
export function describeTaskChange(
  action: TaskAction | 'add',
  { title, sales = 1, next = null }: { title: string; sales?: number; next?: string | null },
): string {
  const words = `${actionWords[action]}${sales > 1 ? ` to ${sales} sales` : ''}: ${title}`
  return next === null ? words : `${words}. Next on ${showDate(next)}`
}
