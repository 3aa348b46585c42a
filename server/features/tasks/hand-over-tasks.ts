import { type SqlBool, sql } from 'kysely'
import { isInReach } from '../../http/access/reach.ts'
import { recordTasks } from './record-tasks.ts'
import { eventData, type TaskContext } from './save-tasks.ts'
import { changedPart, type TaskPart } from './task-undo.ts'
import { saveTaskRows, taskRow } from './tasks.repository.ts'

/** `branchId`: only tasks of sales of this branch. */
type HandOver = { from: string; to: string; toName: string; branchId?: string | undefined }

/**
 * Transfers the open tasks of a leaver to a colleague: tasks without a sale, and tasks of sales in branches where the colleague works. The
 * others stay with the sale, where all users of its branch see them. Returns the parts of an undo: each transferred task for itself.
 */
export async function handOverTasks(
  context: Omit<TaskContext, 'caller'> & { caller: { userId: string }; companyId: string },
  { from, to, toName, branchId }: HandOver,
): Promise<TaskPart[]> {
  const { db, caller, companyId, now } = context
  const moved = await taskRow(db, companyId)
    .where('assignee_id', '=', from)
    .where('state', '=', 'open')
    .where(
      sql<SqlBool>`(property_id is null
        or ${isInReach({ companyId: sql.ref('task.company_id'), branchId: sql.ref('task.branch_id'), userId: to })})`,
    )
    .$if(branchId !== undefined, (query) => query.where('property_id', 'is not', null).where('branch_id', '=', branchId ?? ''))
    .orderBy('id')
    .forUpdate()
    .execute()
  const changed = moved.map(({ id }) => ({ id, columns: { assignee_id: to } }))
  if (changed.length > 0) await saveTaskRows(db, companyId, changed, { now, userId: caller.userId })
  await recordTasks(
    context,
    companyId,
    moved.map((task) => ({
      task,
      event: { kind: 'task-changed', data: { ...eventData(task), changes: [{ field: 'assigneeId', to: toName }] } },
    })),
  )
  return moved.map((task) => ({ ...changedPart(task), each: true }))
}
