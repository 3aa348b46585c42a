import { listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { IconMessage, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import './notes.css'
import { useListAddress } from '../../platform/list-address.ts'
import { useTo } from '../../platform/place.ts'
import { useCall } from '../../platform/use-call.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NoRows } from '../../ui/no-rows.tsx'
import { DeleteNote } from './delete-note.tsx'
import { EditNoteDialog } from './edit-note-dialog.tsx'
import { type NoteStep, type PropertyParams, stepTitle, type WireNote } from './note-values.ts'
import { NotesTable } from './notes-table.tsx'
import { useItemKey } from './use-item-key.ts'

const counted = (count: number | undefined): string => {
  if (count === undefined) return ''
  return count === 1 ? '1 note' : `${count} notes`
}

/** Which step the notes are of, with the way back to all of them. */
const StepFilter = ({ title }: { title: string }) => {
  const to = useTo()
  return (
    <span className="note-filter">
      <span className="mut">Step</span>
      <LinkButton to={to('/property/notes')} size="s" iconAfter={IconX}>
        {title}
        <span className="vh">, show every note</span>
      </LinkButton>
    </span>
  )
}

/** "Paged list (default 10, with per-page selector) … notes can be filtered by timeline reference through itemKey." */
export function NotesList({ params, steps }: { params: PropertyParams; steps: readonly NoteStep[] }) {
  const itemKey = useItemKey()
  const list = useListAddress('notes')
  const { itemsPerPage, currentPage } = list.asked
  const query = { itemsPerPage, currentPage, ...(itemKey === null ? {} : { itemKey: String(itemKey) }) }
  const notes = useCall(listNotes, { params, query }, { keep: true })
  const [editing, setEditing] = useState<WireNote | null>(null)
  const [deleting, setDeleting] = useState<WireNote | null>(null)
  const count = notes.data?.paging.count
  return (
    <>
      <div className="toolbar">
        {itemKey !== null && <StepFilter title={stepTitle(steps, itemKey)} />}
        <span className="mut">{counted(count)}</span>
      </div>
      <NotesTable
        steps={steps}
        onEdit={setEditing}
        onDelete={setDeleting}
        rows={notes.data?.data}
        paging={notes.data?.paging}
        onPage={list.setPage}
        onPageSize={list.setSize}
        busy={notes.isPlaceholderData}
        error={notes.data ? undefined : notes.error?.message}
        onRetry={() => void notes.refetch()}
        empty={
          <NoRows list={list} count={count} notFound="">
            <EmptyState title={itemKey === null ? 'No notes yet' : 'No notes on this step'} icon={IconMessage}>
              With “Add a note”, above, you write down what was said and agreed, for everybody who works on this sale.
            </EmptyState>
          </NoRows>
        }
      />
      {editing && (
        <EditNoteDialog key={editing._id} note={editing} params={params} steps={steps} onClose={() => setEditing(null)} />
      )}
      {deleting && <DeleteNote note={deleting} params={params} onDone={() => setDeleting(null)} />}
    </>
  )
}
