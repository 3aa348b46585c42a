import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import { DomainError } from '@gya/domain/errors.ts'
import {
  cancelTask,
  completeTask,
  createTask,
  createTasksOfSales,
  listTasks,
  reopenTask,
  updateTask,
} from '@gya/domain/features/tasks/tasks.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { onPropertyChanged } from '../properties/write/property-changed.ts'
import { followPhase } from './fire-task-templates.ts'
import { addTasks, cancelOpenTask, changeTask, markTaskDone, reopenDoneTask } from './save-tasks.ts'
import { listTaskRows, readTasks } from './tasks.repository.ts'

export function tasksRoutes(app: FastifyInstance): void {
  onPropertyChanged(app, followPhase)

  registerRoute(app, listTasks, async ({ params: { companyId }, query, caller, db }) => {
    const page = pageRequest(query)
    const { rows, count } = await listTaskRows(db, companyId, caller, query, page)
    return { data: rows, paging: toPaging(page, count) }
  })

  registerRoute(app, createTask, async (context) => {
    const { params, body, db } = context
    const { propertyId, ...fields } = body
    const [id] = await addTasks(context, params.companyId, [propertyId], fields)
    return { task: await readTask(db, params.companyId, id), undoId: null }
  })

  registerRoute(app, createTasksOfSales, async (context) => {
    const { params, body, db } = context
    const { propertyIds, ...fields } = body
    const ids = await addTasks(context, params.companyId, propertyIds, fields)
    return { tasks: await readTasks(db, params.companyId, ids), undoId: null }
  })

  registerRoute(app, updateTask, async (context) => {
    const { params, body, db } = context
    await changeTask(context, params, body)
    return { task: await readTask(db, params.companyId, params.taskId), undoId: null }
  })

  registerRoute(app, completeTask, async (context) => {
    const { params, db } = context
    const nextId = await markTaskDone(context, params)
    const task = await readTask(db, params.companyId, params.taskId)
    return { task, next: nextId === null ? null : await readTask(db, params.companyId, nextId), undoId: null }
  })

  registerRoute(app, reopenTask, async (context) => {
    const { params, db } = context
    await reopenDoneTask(context, params)
    return { task: await readTask(db, params.companyId, params.taskId), undoId: null }
  })

  registerRoute(app, cancelTask, async (context) => {
    const { params, db } = context
    await cancelOpenTask(context, params)
    return { task: await readTask(db, params.companyId, params.taskId), undoId: null }
  })
}

async function readTask(db: Db, companyId: string, taskId: string | undefined) {
  const [task] = await readTasks(db, companyId, taskId === undefined ? [] : [taskId])
  if (!task) throw new DomainError('NOT_FOUND')
  return task
}
