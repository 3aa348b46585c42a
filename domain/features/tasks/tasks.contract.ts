import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Day, Id, paragraph, requiredLine, Version } from '../../common/wire.ts'
import { endpoint, liveSubjects } from '../../endpoint.ts'
import { maxTemplates, templateAssignees, templatePhases } from './task-templates.ts'
import { maxTaskNoteLength, maxTasksPerCall, Task, TaskRepeat, taskStates } from './tasks.model.ts'

/** Tasks of people, with or without a sale, and the templates from which a sale gets tasks when it enters a phase. */

const DueDay = Day.refine((day) => day >= '2000-01-01' && day < '2101-01-01', 'Enter a date between 2000 and 2100.')
const DueTime = z.string('Enter a time.').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 14:30.')

/** `undoId` is null if nothing changed. */
const undoable = { undoId: Id.nullable(), description: z.string() }
const TaskChange = z.object({ task: Task, ...undoable })

export const listTasks = endpoint({
  method: 'GET',
  path: '/task/:companyId',
  permission: 'day.view',
  liveFor: liveSubjects,
  readsFromStandby: true,
  summary:
    'Tasks by due day and time; done and cancelled ones alone, the latest first. A task of a sale is seen by everybody with access to the sale, a task of no sale by its assignee, its maker and company administrators.',
  params: companyParams,
  query: z.strictObject({
    ...pagingQuery(),
    propertyId: Id.optional(),
    assigneeId: Id.optional(),
    /** `closed`: done or cancelled. */
    state: z.enum([...taskStates, 'closed'], 'There is no such state.').optional(),
    dueUntil: Day.optional(),
  }),
  response: pagedListOf(Task),
})

const taskFields = {
  title: requiredLine(200, 'what is to be done'),
  note: paragraph(maxTaskNoteLength),
  assigneeId: Id,
  dueOn: DueDay.nullable(),
  dueAt: DueTime.nullable(),
  repeat: TaskRepeat.nullable(),
}

const newTask = {
  title: taskFields.title,
  note: taskFields.note.default(''),
  assigneeId: taskFields.assigneeId.optional(),
  dueOn: taskFields.dueOn.default(null),
  dueAt: taskFields.dueAt.default(null),
  repeat: taskFields.repeat.default(null),
}

export const createTask = endpoint({
  method: 'POST',
  path: '/task/:companyId',
  permission: 'day.work',
  summary:
    'Add a task; without an assignee it is the sales progressor’s on a sale, else the caller’s. At most 200 open tasks a sale and 500 a person.',
  params: companyParams,
  body: z.strictObject({ ...newTask, propertyId: Id.nullable().default(null) }),
  response: TaskChange,
})

export const createTasksOfSales = endpoint({
  method: 'POST',
  path: '/task/:companyId/sales',
  permission: 'day.work',
  summary: 'Add the same task to several sales: all of them or none. Without an assignee each is the sales progressor’s.',
  params: companyParams,
  body: z.strictObject({
    ...newTask,
    propertyIds: z.array(Id).min(1, 'Choose a sale.').max(maxTasksPerCall, `Choose at most ${maxTasksPerCall} sales.`),
  }),
  response: z.object({ tasks: z.array(Task), ...undoable }),
})

const taskParams = companyParams.extend({ taskId: Id })

export const updateTask = endpoint({
  method: 'PATCH',
  path: '/task/:companyId/:taskId',
  permission: 'day.work',
  summary: 'Change an open task: its words, day, time, repeat, or who does it.',
  params: taskParams,
  body: z.strictObject(taskFields).partial().extend({ version: Version.optional() }),
  response: TaskChange,
})

export const completeTask = endpoint({
  method: 'POST',
  path: '/task/:companyId/:taskId/done',
  permission: 'day.work',
  summary: 'Complete a task. Of a repeating task the next one is made, due on its first day after today.',
  params: taskParams,
  response: TaskChange.extend({ next: Task.nullable() }),
})

export const reopenTask = endpoint({
  method: 'POST',
  path: '/task/:companyId/:taskId/reopen',
  permission: 'day.work',
  summary: 'Reopen a done or cancelled task. The next one of a repeating task is cancelled if nobody has changed it.',
  params: taskParams,
  response: TaskChange,
})

export const cancelTask = endpoint({
  method: 'POST',
  path: '/task/:companyId/:taskId/cancel',
  permission: 'day.work',
  summary: 'Cancel a task. A repeating task does not come back.',
  params: taskParams,
  response: TaskChange,
})

const TaskTemplate = z.strictObject({
  /** Missing for a new template. */
  _id: Id.optional(),
  phase: z.enum(templatePhases, 'Choose a phase.'),
  title: taskFields.title,
  note: taskFields.note.default(''),
  offsetDays: z.int('Enter a whole number.').min(0, 'Use 0 or more.').max(365, 'Use 365 or less.'),
  assign: z.enum(templateAssignees, 'Choose who does it.'),
  active: z.boolean('Choose yes or no.').default(true),
})
export type TaskTemplate = z.output<typeof TaskTemplate>

const TaskTemplates = z.object({
  templates: z.array(TaskTemplate),
  /** The branch has no templates of its own: these are the company's. */
  fromCompany: z.boolean(),
  version: Version,
})

const templateScope = z.strictObject({ branchId: Id.optional() })

export const readTaskTemplates = endpoint({
  method: 'GET',
  path: '/tasktemplate/:companyId',
  permission: 'day.view',
  summary: 'The task templates of the company or, with branchId, those that apply in a branch.',
  params: companyParams,
  query: templateScope,
  response: TaskTemplates,
})

export const saveTaskTemplates = endpoint({
  method: 'PUT',
  path: '/tasktemplate/:companyId',
  permission: 'task-template.edit',
  summary:
    'Replace the task templates of the company (company administrators) or of a branch. Tasks made before are unchanged. An empty list of a branch brings the company’s back.',
  params: companyParams,
  query: templateScope,
  body: z.strictObject({
    templates: z.array(TaskTemplate).max(maxTemplates, `Use at most ${maxTemplates} templates.`),
    version: Version.optional(),
  }),
  response: TaskTemplates,
})
