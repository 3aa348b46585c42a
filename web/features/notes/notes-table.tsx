import { showDateTime } from '@gya/domain/common/dates.ts'
import { type ComponentProps, useMemo } from 'react'
import '../../ui/styles/running-text.css'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { authorName, type NoteStep, stepTitle, type WireNote } from './note-values.ts'

type Actions = { steps: readonly NoteStep[]; onEdit: (note: WireNote) => void; onDelete: (note: WireNote) => void }

/** The step a note is on, as the way to that step's notes. */
const StepLink = ({ note, steps }: { note: WireNote; steps: readonly NoteStep[] }) => {
  const to = useScopedPath()
  if (note.timelineKey === null) return <span className="mut">–</span>
  return (
    <Link className="link" to={to('/property/notes', {}, { itemKey: String(note.timelineKey) })}>
      {stepTitle(steps, note.timelineKey)}
    </Link>
  )
}

/** When it was written; under it, when it was last changed. */
const Written = ({ note: { createdon, updatedon } }: { note: WireNote }) => (
  <>
    {showDateTime(createdon)}
    {updatedon !== createdon && <small className="mut">Edited {showDateTime(updatedon)}</small>}
  </>
)

const RowActions = ({ note, onEdit, onDelete }: { note: WireNote } & Actions) => {
  const of = `note of ${showDateTime(note.createdon)} by ${authorName(note.author)}`
  return (
    <span className="row-end">
      <Button size="s" variant="quiet" aria-haspopup="dialog" aria-label={`Edit ${of}`} onClick={() => onEdit(note)}>
        Edit
      </Button>
      <Button size="s" variant="danger-quiet" aria-haspopup="dialog" aria-label={`Delete ${of}`} onClick={() => onDelete(note)}>
        Delete
      </Button>
    </span>
  )
}

const columnsFor = (actions: Actions): readonly Column<WireNote>[] => [
  { id: 'message', head: 'Note', main: true, className: 'running', cell: (note) => note.message },
  { id: 'step', head: 'Step', cell: (note) => <StepLink note={note} steps={actions.steps} /> },
  { id: 'author', head: 'Author', cell: (note) => authorName(note.author) },
  { id: 'written', head: 'Written', className: 'tnum', cell: (note) => <Written note={note} /> },
  { id: 'actions', head: '', headLabel: 'Actions', cell: (note) => <RowActions note={note} {...actions} /> },
]

const NoteCard = ({ note, ...actions }: { note: WireNote } & Actions) => (
  <>
    <div className="r1">
      <b>{authorName(note.author)}</b>
      <span className="spacer" />
      <span className="mut tnum">{showDateTime(note.createdon)}</span>
    </div>
    <p className="running">{note.message}</p>
    <div className="r2">
      {note.timelineKey !== null && <StepLink note={note} steps={actions.steps} />}
      <span className="spacer" />
      <RowActions note={note} {...actions} />
    </div>
  </>
)

type Props = Omit<ComponentProps<typeof PagedTable<WireNote>>, 'label' | 'columns' | 'rowKey' | 'card' | 'className'> & Actions

/** The notes on a property or on one of its steps, newest first. */
export function NotesTable({ steps, onEdit, onDelete, ...table }: Props) {
  const actions = useMemo(() => ({ steps, onEdit, onDelete }), [steps, onEdit, onDelete])
  const columns = useMemo(() => columnsFor(actions), [actions])
  return (
    <PagedTable
      {...table}
      label="Notes"
      className="running-rows"
      columns={columns}
      rowKey={(note) => note._id}
      card={(note) => <NoteCard note={note} {...actions} />}
    />
  )
}
