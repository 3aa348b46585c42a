import { type SqlBool, sql } from 'kysely'
import { findSaverName } from '../properties/write/properties.repository.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart } from '../undo/undo-registry.ts'
import { moveOpenTasks } from './cell-edits.repository.ts'

/** The open tasks of a sale that went to its new progressor. */
export type MovedTasksPart = UndoPart & { kind: 'moved-tasks'; propertyId: string; taskIds: string[]; from: string; to: string }

export function registerMovedTasksPart(): void {
  registerUndoPart<MovedTasksPart>('moved-tasks', {
    async conflict({ db, companyId }, parts) {
      const ids = parts.flatMap(({ taskIds }) => taskIds)
      const rows = await db
        .selectFrom('task')
        .select(['id', 'title', 'assignee_id', 'state', 'updated_by', 'updatedon'])
        .where('company_id', '=', companyId)
        .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
        .orderBy('id')
        .forUpdate()
        .execute()
      for (const { taskIds, to } of parts) {
        const changed = rows.find((row) => taskIds.includes(row.id) && (row.assignee_id !== to || row.state !== 'open'))
        if (changed)
          return { what: `the task “${changed.title}”`, by: await findSaverName(db, changed.updated_by), on: changed.updatedon }
      }
      return null
    },
    async undo({ db, companyId, now, caller }, parts) {
      const moves = parts.map(({ propertyId, taskIds, from, to }) => ({ propertyId, taskIds, from: to, to: from }))
      await moveOpenTasks(db, companyId, moves, { now, userId: caller.userId })
    },
  })
}
