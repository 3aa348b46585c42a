import type { Instant } from '@gya/domain/common/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { recordPropertyEvents } from '../events/events.repository.ts'
import { changedPart, type TaskPart } from './task-undo.ts'
import { lockOpenTasksOf } from './tasks.repository.ts'

type Person = { _id: string; name: string }
/** Transfers the open tasks of one person on a sale to another. */
export type TaskMove = { propertyId: string; from: Person; to: Person }

type ReassignContext = { db: Db; companyId: string; userId: string; now: Instant; newId(): string }

/**
 * "Also move their open tasks on these sales." [day §8](docs/design/day.md#8). Writes the tasks and their entries; the caller rebuilds the
 * projections of the sales. The number of statements does not depend on the number of tasks.
 */
export async function reassignTasksOfSales(
  { db, companyId, userId, now, newId }: ReassignContext,
  moves: readonly TaskMove[],
): Promise<TaskPart[]> {
  if (moves.length === 0) return []
  const moveOf = new Map(moves.map((move) => [`${move.propertyId} ${move.from._id}`, move]))
  const tasks = (
    await lockOpenTasksOf(
      db,
      companyId,
      moves.map(({ propertyId }) => propertyId),
    )
  ).flatMap((task) => {
    const move = moveOf.get(`${task.property_id} ${task.assignee_id}`)
    return move ? [{ task, move }] : []
  })
  if (tasks.length === 0) return []
  await sql`
    update task t set assignee_id = m.assignee_id, updatedon = ${now}, updated_by = ${userId}, version = version + 1
    from unnest(${tasks.map(({ task }) => task.id)}::uuid[], ${tasks.map(({ move }) => move.to._id)}::uuid[]) as m (id, assignee_id)
    where t.company_id = ${companyId} and t.id = m.id`.execute(db)
  const entries = tasks.map(({ task, move }) => ({
    propertyId: move.propertyId,
    kind: 'task-changed' as const,
    data: { taskId: task.id, title: task.title, changes: [{ field: 'assigneeId', from: move.from.name, to: move.to.name }] },
  }))
  await recordPropertyEvents(db, { companyId, userId, at: now, newId }, entries)
  return tasks.map(({ task }) => changedPart(task))
}
