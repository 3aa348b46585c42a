import { type SqlBool, sql } from 'kysely'
import { isInReach } from '../../http/access/reach.ts'
import { recordTasks } from './record-tasks.ts'
import { eventData, type TaskContext } from './save-tasks.ts'

/** `branchId`: only tasks of sales of this branch. */
type HandOver = { from: string; to: string; toName: string; branchId?: string | undefined }

/**
 * Transfers the open tasks of a leaver to a colleague: tasks without a sale, and tasks of sales in branches where the colleague works. The
 * others stay with the sale, where all users of its branch see them. Returns the number of transferred tasks.
 */
export async function handOverTasks(
  context: Omit<TaskContext, 'caller'> & { caller: { userId: string }; companyId: string },
  { from, to, toName, branchId }: HandOver,
): Promise<number> {
  const { db, caller, companyId, now } = context
  const moved = await db
    .updateTable('task')
    .set((set) => ({ assignee_id: to, updatedon: now, updated_by: caller.userId, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('assignee_id', '=', from)
    .where('state', '=', 'open')
    .where(
      sql<SqlBool>`(property_id is null
        or ${isInReach({ companyId: sql.ref('task.company_id'), branchId: sql.ref('task.branch_id'), userId: to })})`,
    )
    .$if(branchId !== undefined, (query) => query.where('property_id', 'is not', null).where('branch_id', '=', branchId ?? ''))
    .returning(['id', 'property_id', 'title', 'due_on'])
    .execute()
  await recordTasks(
    context,
    companyId,
    moved.map((task) => ({
      task,
      event: { kind: 'task-changed', data: { ...eventData(task), changes: [{ field: 'assigneeId', to: toName }] } },
    })),
  )
  return moved.length
}
