import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import {
  cancelTask,
  completeTask,
  createTask,
  createTasksOfSales,
  listTasks,
  reopenTask,
  updateTask,
} from '@gya/domain/features/tasks/tasks.contract.ts'
import { describeTaskChange, type TaskAction } from '@gya/domain/features/tasks/tasks.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { recordUndo } from '../undo/undo.repository.ts'
import { addTasks, changeTask, type TaskContext } from './save-tasks.ts'
import { cancelOpenTask, markTaskDone, reopenDoneTask } from './settle-tasks.ts'
import { registerTaskPart, type TaskPart } from './task-undo.ts'
import { listTaskRows, readTasks } from './tasks.repository.ts'

export function tasksRoutes(app: FastifyInstance): void {
  registerTaskPart()

  registerRoute(app, listTasks, async ({ params: { companyId }, query, caller, db }) => {
    const page = pageRequest(query)
    const { rows, count } = await listTaskRows(db, companyId, caller, query, page)
    return { data: rows, paging: toPaging(page, count) }
  })

  registerRoute(app, createTask, async (context) => {
    const { params, body, db } = context
    const { propertyId, ...fields } = body
    const { ids, parts } = await addTasks(context, params.companyId, [propertyId], fields)
    const task = await readTask(db, params.companyId, ids[0])
    return { task, ...(await undoable(context, describeTaskChange('add', task), parts)) }
  })

  registerRoute(app, createTasksOfSales, async (context) => {
    const { params, body, db } = context
    const { propertyIds, ...fields } = body
    const { ids, parts } = await addTasks(context, params.companyId, propertyIds, fields)
    const description = describeTaskChange('add', { title: body.title, sales: ids.length })
    return { tasks: await readTasks(db, params.companyId, ids), ...(await undoable(context, description, parts)) }
  })

  registerRoute(app, updateTask, async (context) => {
    const parts = await changeTask(context, context.params, context.body)
    return changed(context, 'change', parts)
  })

  registerRoute(app, completeTask, async (context) => {
    const { params, db } = context
    const { parts, next } = await markTaskDone(context, params)
    const task = await readTask(db, params.companyId, params.taskId)
    const description = describeTaskChange('done', { title: task.title, next: next?.dueOn ?? null })
    return {
      task,
      next: next === null ? null : await readTask(db, params.companyId, next.id),
      ...(await undoable(context, description, parts)),
    }
  })

  registerRoute(app, reopenTask, async (context) => changed(context, 'reopen', await reopenDoneTask(context, context.params)))
  registerRoute(app, cancelTask, async (context) => changed(context, 'cancel', await cancelOpenTask(context, context.params)))
}

type UndoableContext = TaskContext & { params: { companyId: string } }

const undoable = async (context: UndoableContext, description: string, parts: readonly TaskPart[]) => ({
  undoId: parts.length === 0 ? null : await recordUndo(context, { description, parts }),
  description,
})

async function changed(
  context: TaskContext & { params: { companyId: string; taskId: string } },
  action: TaskAction,
  parts: readonly TaskPart[],
) {
  const { db, params } = context
  const task = await readTask(db, params.companyId, params.taskId)
  return { task, ...(await undoable(context, describeTaskChange(action, task), parts)) }
}

async function readTask(db: Db, companyId: string, taskId: string | undefined) {
  const [task] = await readTasks(db, companyId, taskId === undefined ? [] : [taskId])
  if (!task) throw new DomainError('NOT_FOUND')
  return task
}
