import './tasks.css'
import { createTask, createTasksOfSales, updateTask } from '@gya/domain/features/tasks/tasks.contract.ts'
import { useState } from 'react'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { type FoundSale, SaleLookup } from '../common/sale-lookup.tsx'
import { emptyTask, TaskFields, type TaskValues, taskBody, valuesOfTask } from './task-fields.tsx'
import { taskAdded, taskSaved } from './tasks.messages.ts'
import { offerUndo, type WireTask } from './use-task-actions.ts'

type NewTaskProps = {
  companyId: string
  /** The sales, each of which gets the task. Empty: a single task, with or without a sale that is chosen in the dialog. */
  sales: readonly FoundSale[]
  /** How its title begins. */
  start?: string | undefined
  onClose: () => void
}

const whyNotSave = ({ title }: TaskValues): string | null => (title.trim() === '' ? 'Write what is to be done first' : null)

/** Adds a task to each of the given sales, or a task without a sale. */
export const AddTaskDialog = (props: NewTaskProps) =>
  props.sales.length > 1 ? <AddTasksToSales {...props} /> : <AddOneTask {...props} />

function AddOneTask({ companyId, sales, start = '', onClose }: NewTaskProps) {
  const me = useMe()
  const [sale, setSale] = useState<FoundSale | null>(sales[0] ?? null)
  const saving = useSaveForm({
    call: createTask,
    name: `task-create-${sales[0]?.propertyId ?? ''}`,
    initialValues: { ...emptyTask, title: start },
    toInput: (values) => ({ params: { companyId }, body: { ...taskBody(values), propertyId: sale?.propertyId ?? null } }),
    messages: taskAdded,
    onSaved: (answer) => {
      offerUndo(companyId, answer)
      onClose()
    },
  })
  const self = me.company === null ? 'Choose a person' : 'Me'
  return (
    <SaveFormDialog
      title="Add task"
      saving={saving}
      onClose={onClose}
      disabledReason={whyNotSave(saving.form.values)}
      saveLabel="Add task"
    >
      <TaskFields
        form={saving.form}
        companyId={companyId}
        sales={sale ? [sale] : []}
        nobodyChosen={sale ? 'Sales progressor' : self}
        about={
          sales[0] ? (
            <p className="task-about">{sales[0].line1}</p>
          ) : (
            <SaleLookup optional companyId={companyId} sale={sale} onChange={setSale} />
          )
        }
      />
    </SaveFormDialog>
  )
}

function AddTasksToSales({ companyId, sales, onClose }: NewTaskProps) {
  const saving = useSaveForm({
    call: createTasksOfSales,
    name: 'task-create-sales',
    initialValues: emptyTask,
    toInput: (values) => ({
      params: { companyId },
      body: { ...taskBody(values), propertyIds: sales.map(({ propertyId }) => propertyId) },
    }),
    messages: taskAdded,
    onSaved: (answer) => {
      offerUndo(companyId, answer)
      onClose()
    },
  })
  return (
    <SaveFormDialog
      title={`Add a task to ${sales.length} sales`}
      saving={saving}
      onClose={onClose}
      disabledReason={whyNotSave(saving.form.values)}
      saveLabel={`Add ${sales.length} tasks`}
    >
      <TaskFields
        form={saving.form}
        companyId={companyId}
        sales={sales}
        nobodyChosen="Sales progressor of each"
        about={<p className="task-about">{sales.map(({ line1 }) => line1).join(', ')}</p>}
      />
    </SaveFormDialog>
  )
}

type EditProps = { companyId: string; task: WireTask; onClose: () => void }

/** Changes an open task: text, day, time, repeat or assignee. */
export function EditTaskDialog({ companyId, task, onClose }: EditProps) {
  const saving = useSaveForm({
    call: updateTask,
    name: `task-${task._id}`,
    initialValues: valuesOfTask(task),
    version: task.version,
    toInput: (values, version) => ({
      params: { companyId, taskId: task._id },
      body: { ...taskBody(values), dueAt: values.dueOn === null ? null : values.dueAt, version },
    }),
    messages: taskSaved,
    onSaved: (answer) => {
      offerUndo(companyId, answer)
      onClose()
    },
  })
  return (
    <SaveFormDialog
      title="Edit task"
      saving={saving}
      onClose={onClose}
      disabledReason={whyNotSave(saving.form.values) ?? saving.disabledReason}
    >
      <TaskFields
        form={saving.form}
        companyId={companyId}
        sales={task.property ? [task.property] : []}
        nobodyChosen={null}
        about={task.property && <p className="task-about">{task.property.address.line1}</p>}
      />
    </SaveFormDialog>
  )
}
