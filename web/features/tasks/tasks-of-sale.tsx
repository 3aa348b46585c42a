import { useMay } from '../../lib/session/session.tsx'
import './tasks.css'
import { type DateOnly, daysBetween, londonDay, showDate, showDays } from '@gya/domain/common/dates.ts'
import { describeRepeat } from '@gya/domain/features/tasks/repeat.ts'
import { listTasks } from '@gya/domain/features/tasks/tasks.contract.ts'
import { IconChecklist, IconPlus, IconRepeat } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { today } from '../../lib/today.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import '../../ui/styles/running-text.css'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import { actionsColumn, type Column } from '../../ui/table/table-column.ts'
import { Tag } from '../../ui/tag.tsx'
import type { FoundSale } from '../common/sale-lookup.tsx'
import { AddTaskDialog, EditTaskDialog } from './task-dialog.tsx'
import { useTaskActions, type WireTask } from './use-task-actions.ts'

const nameOf = (person: { firstName: string; lastName: string } | null): string =>
  person ? `${person.firstName} ${person.lastName}` : 'a rule'

/** `Today 14:30`, `05/11/2025`, with the lateness. */
function Due({ task: { dueOn, dueAt } }: { task: WireTask }) {
  if (dueOn === null) return <span className="mut">No day</span>
  const now: DateOnly = today()
  const day = dueOn === now ? 'Today' : showDate(dueOn)
  const late = daysBetween(dueOn, now)
  return (
    <>
      {[day, dueAt].filter(Boolean).join(' ')}
      {late > 0 && <small className="task-late">{showDays(late)} late</small>}
    </>
  )
}

const What = ({ task: { title, note, repeat, fromTemplate } }: { task: WireTask }) => (
  <>
    {title}
    {fromTemplate && (
      <>
        {' '}
        <Tag>Template</Tag>
      </>
    )}
    {repeat && (
      <small className="mut">
        <Icon of={IconRepeat} size={12} /> {describeRepeat(repeat)}
      </small>
    )}
    {note && <small className="mut task-note">{note}</small>}
  </>
)

type Row = { task: WireTask }

/** When a task was done or cancelled, and by whom. */
const Closed = ({ task }: Row) => (
  <>
    {task.closedOn && showDate(londonDay(task.closedOn))} by {nameOf(task.closedBy)}
    {task.cancelReason && <small className="mut">{task.cancelReason}</small>}
  </>
)

const title: Column<WireTask> = {
  id: 'title',
  head: 'Task',
  main: true,
  className: 'running',
  cell: (task) => <What task={task} />,
}
const openColumns: readonly Column<WireTask>[] = [
  title,
  { id: 'due', head: 'Due', className: 'tnum', cell: (task) => <Due task={task} /> },
  { id: 'assignee', head: 'Whose', cell: ({ assignee }) => nameOf(assignee) },
]
const closedColumns: readonly Column<WireTask>[] = [
  title,
  { id: 'state', head: 'State', cell: ({ state }) => (state === 'done' ? <Tag tone="good">Done</Tag> : <Tag>Cancelled</Tag>) },
  { id: 'closed', head: 'When', className: 'tnum', cell: (task) => <Closed task={task} /> },
]

const pageSize = '50'
const closedPageSize = '10'

/** The tasks of a sale: open ones first, then done and cancelled ones. */
export function TasksOfSale({ companyId, sale }: { companyId: string; sale: FoundSale }) {
  const [page, setPage] = useState({ open: 0, closed: 0 })
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<WireTask | null>(null)
  const { act, busy } = useTaskActions(companyId)
  const mayWork = useMay('day.work')
  const read = (state: 'open' | 'closed', itemsPerPage: string) => ({
    params: { companyId },
    query: { propertyId: sale.propertyId, state, itemsPerPage, currentPage: String(page[state]) },
  })
  const open = useCall(listTasks, read('open', pageSize), { keep: true })
  const closed = useCall(listTasks, read('closed', closedPageSize), { keep: true })
  const actions = useMemo(
    () => ({
      open: (task: WireTask) => (
        <span className="row-end">
          <Button size="s" aria-label={`Done: ${task.title}`} pending={busy === task._id} onClick={() => void act('done', task)}>
            Done
          </Button>
          <Button
            size="s"
            variant="quiet"
            aria-haspopup="dialog"
            aria-label={`Edit ${task.title}`}
            onClick={() => setEditing(task)}
          >
            Edit
          </Button>
          <Button size="s" variant="quiet" aria-label={`Cancel ${task.title}`} onClick={() => void act('cancel', task)}>
            Cancel
          </Button>
        </span>
      ),
      closed: (task: WireTask) => (
        <span className="row-end">
          <Button size="s" variant="quiet" aria-label={`Reopen ${task.title}`} onClick={() => void act('reopen', task)}>
            Reopen
          </Button>
        </span>
      ),
    }),
    [busy, act],
  )
  const columns = useMemo(
    () => ({
      open: [...openColumns, ...(mayWork ? [actionsColumn(actions.open)] : [])],
      closed: [...closedColumns, ...(mayWork ? [actionsColumn(actions.closed)] : [])],
    }),
    [actions, mayWork],
  )
  const count = open.data?.paging.count
  return (
    <>
      <div className="toolbar">
        <span className="mut">{count !== undefined && count > 0 && (count === 1 ? '1 open task' : `${count} open tasks`)}</span>
        <span className="spacer" />
        {mayWork && (
          <Button variant="primary" icon={IconPlus} aria-haspopup="dialog" onClick={() => setAdding(true)}>
            Add task
          </Button>
        )}
      </div>
      <PagedTable
        label="Open tasks"
        className="running-rows"
        columns={columns.open}
        rowKey={({ _id }) => _id}
        {...pagedTableProps(open)}
        {...(count !== undefined && count > Number(pageSize)
          ? { onPage: (to) => setPage({ ...page, open: to }) }
          : { paging: undefined })}
        card={(task) => <TaskCard task={task} when={<Due task={task} />} actions={mayWork && actions.open(task)} />}
        cardHasLinks
        empty={
          <EmptyState title="No open tasks" icon={IconChecklist}>
            A task is something one of you has to do for this sale. It comes up in Today on its day.
          </EmptyState>
        }
      />
      {closed.data && closed.data.paging.count > 0 && (
        <>
          <h2 className="tasks-closed">Done and cancelled</h2>
          <PagedTable
            label="Done and cancelled tasks"
            className="running-rows"
            columns={columns.closed}
            rowKey={({ _id }) => _id}
            {...pagedTableProps(closed)}
            {...(closed.data.paging.totalPages > 1
              ? { onPage: (to: number) => setPage({ ...page, closed: to }) }
              : { paging: undefined })}
            card={(task) => <TaskCard task={task} when={<Closed task={task} />} actions={mayWork && actions.closed(task)} />}
            cardHasLinks
          />
        </>
      )}
      {adding && <AddTaskDialog companyId={companyId} sales={[sale]} onClose={() => setAdding(false)} />}
      {editing && <EditTaskDialog key={editing._id} companyId={companyId} task={editing} onClose={() => setEditing(null)} />}
    </>
  )
}

const TaskCard = ({ task, when, actions }: Row & { when: React.ReactNode; actions: React.ReactNode }) => (
  <>
    <p className="running">
      <b>{task.title}</b>
    </p>
    {task.note && <p className="running">{task.note}</p>}
    <p className="task-card-facts mut">
      <span className="tnum">{when}</span>
      {task.state === 'open' && <span>{nameOf(task.assignee)}</span>}
    </p>
    <div className="r2">
      <span className="spacer" />
      {actions}
    </div>
  </>
)
