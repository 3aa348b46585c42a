import { z } from 'zod'
import { Day, Id, Timestamp, Version } from '../../common/wire.ts'
import { maxRepeatEvery, repeatStarts, repeatUnits } from './repeat.ts'

export const maxTaskNoteLength = 2000
/** Maximum number of sales to which one call adds a task. */
export const maxTasksPerCall = 100

export const taskStates = ['open', 'done', 'cancelled'] as const

export const TaskRepeat = z.strictObject({
  every: z.int('Enter a whole number.').min(1, 'Use 1 or more.').max(maxRepeatEvery, `Use ${maxRepeatEvery} or less.`),
  unit: z.enum(repeatUnits, 'Choose days, weekdays, weeks or months.'),
  from: z.enum(repeatStarts, 'Choose from which day the next is counted.'),
})

const TaskPerson = z.object({ _id: Id, firstName: z.string(), lastName: z.string() })

export const Task = z
  .object({
    _id: Id,
    /** Null for a task without a sale. */
    property: z.object({ _id: Id, branchId: Id, address: z.object({ line1: z.string(), postcode: z.string() }) }).nullable(),
    title: z.string(),
    note: z.string(),
    assignee: TaskPerson,
    dueOn: Day.nullable(),
    /** `HH:mm` in London. */
    dueAt: z.string().nullable(),
    repeat: TaskRepeat.nullable(),
    state: z.enum(taskStates),
    /** When and by whom it was done or cancelled; the person is null if a rule cancelled it. */
    closedOn: Timestamp.nullable(),
    closedBy: TaskPerson.nullable(),
    cancelReason: z.string().nullable(),
    /** Created from a template when the sale entered a phase. */
    fromTemplate: z.boolean(),
    createdBy: TaskPerson.nullable(),
    createdon: Timestamp,
    version: Version,
  })
  .meta({ id: 'Task' })
export type Task = z.output<typeof Task>
