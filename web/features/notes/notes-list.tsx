import { showDateTime } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { deleteNote, listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { IconMessage } from '@tabler/icons-react'
import { useMemo } from 'react'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { RecordTable } from '../../lib/records/record-table.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParam, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import '../../ui/styles/running-text.css'
import { NoRows } from '../../ui/table/no-rows.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { authorName, EditNoteDialog, type NoteStep, stepOptions, stepTitle, useItemKey, type WireNote } from './note-form.tsx'
import { invalidNote, noteDeleted } from './notes.messages.ts'

type Steps = readonly NoteStep[]

/** The step a note is on, as a link to that step's notes. */
const StepLink = ({ note, steps }: { note: WireNote; steps: Steps }) => {
  const to = useScopedPath()
  if (note.timelineKey === null) return <span className="mut">–</span>
  return (
    <Link className="link" to={to('/property/notes', {}, { itemKey: String(note.timelineKey) })}>
      {stepTitle(steps, note.timelineKey)}
    </Link>
  )
}

const Written = ({ note: { createdon, updatedon } }: { note: WireNote }) => (
  <>
    {showDateTime(createdon)}
    {updatedon !== createdon && <small className="mut">Edited {showDateTime(updatedon)}</small>}
  </>
)

const columnsFor = (steps: Steps): readonly Column<WireNote>[] => [
  { id: 'message', head: 'Note', main: true, className: 'running', cell: (note) => note.message },
  { id: 'step', head: 'Step', cell: (note) => <StepLink note={note} steps={steps} /> },
  { id: 'author', head: 'Author', cell: (note) => authorName(note.author) },
  { id: 'written', head: 'Written', className: 'tnum', cell: (note) => <Written note={note} /> },
]

const rowName = (note: WireNote) => `note of ${showDateTime(note.createdon)} by ${authorName(note.author)}`

/** A filter in the URL. Setting it returns to the first page. */
function useQueryParameter(name: 'author' | 'itemKey'): [string | undefined, (value: string | undefined) => void] {
  const value = useSearchParam(name)
  const setParams = useSetSearchParams()
  const set = (next: string | undefined) => setParams({ [name]: next, page: undefined })
  return [value, set]
}

type FilterProps = {
  steps: Steps
  authors: readonly { _id: string; name: string }[]
  list: Pick<ReturnType<typeof useListParams>, 'typed' | 'setTyped'>
}

/** Filters by text, step (itemKey) and author, all stored in the URL. */
function NoteFilters({ steps, authors, list }: FilterProps) {
  const itemKey = useItemKey()
  const [author, setAuthor] = useQueryParameter('author')
  const [, setItemKey] = useQueryParameter('itemKey')
  const [, ...stepChoices] = stepOptions(steps, itemKey)
  return (
    <>
      <SearchField label="Search notes" hideLabel placeholder="Search notes" value={list.typed} onChange={list.setTyped} />
      <SelectField
        label="Step"
        hideLabel
        options={[
          { value: '', label: 'Every step' },
          ...stepChoices.map(({ value, label }) => ({ value: String(value), label })),
        ]}
        value={itemKey === null ? '' : String(itemKey)}
        onChange={(key) => setItemKey(key || undefined)}
      />
      <SelectField
        label="Author"
        hideLabel
        options={[{ value: '', label: 'Every author' }, ...authors.map(({ _id, name }) => ({ value: _id, label: name }))]}
        value={author ?? ''}
        onChange={(id) => setAuthor(id || undefined)}
      />
    </>
  )
}

/** "Paged list (default 10, with per-page selector) … notes can be filtered by timeline reference through itemKey." */
export function NotesList({ params, steps }: { params: PropertyParams; steps: Steps }) {
  const itemKey = useItemKey()
  const list = useListParams('notes')
  const [authorId] = useQueryParameter('author')
  const query = { ...list.query, ...(itemKey === null ? {} : { itemKey: String(itemKey) }), ...(authorId ? { authorId } : {}) }
  const isFiltered = itemKey !== null || authorId !== undefined
  const notes = useCall(listNotes, { params, query }, { keep: true })
  const columns = useMemo(() => columnsFor(steps), [steps])
  const count = notes.data?.paging.count
  return (
    <>
      <div className="toolbar">
        <NoteFilters steps={steps} authors={notes.data?.authors ?? []} list={list} />
        <span className="mut">{count !== undefined && (count === 1 ? '1 note' : `${count} notes`)}</span>
      </div>
      <RecordTable
        label="Notes"
        className="running-rows"
        columns={columns}
        {...pagedTableProps(notes)}
        rowName={rowName}
        removeLabel="Delete"
        onPage={list.setPage}
        onPageSize={list.setSize}
        card={(note, actions) => (
          <>
            <div className="r1">
              <b>{authorName(note.author)}</b>
              <span className="spacer" />
              <span className="mut tnum">{showDateTime(note.createdon)}</span>
            </div>
            <p className="running">{note.message}</p>
            <div className="r2">
              {note.timelineKey !== null && <StepLink note={note} steps={steps} />}
              <span className="spacer" />
              {actions}
            </div>
          </>
        )}
        empty={
          <NoRows list={list} count={count} notFound="No note says">
            <EmptyState title={isFiltered ? 'No notes like this' : 'No notes yet'} icon={IconMessage}>
              With “Add a note”, above, you write down what was said and agreed, for everybody who works on this sale.
            </EmptyState>
          </NoRows>
        }
        editDialog={(note, close) => <EditNoteDialog key={note._id} note={note} params={params} steps={steps} onClose={close} />}
        removeDialog={(note, close) => (
          <ConfirmSaveDialog
            danger
            call={deleteNote}
            input={{ params: { ...params, noteId: note._id } }}
            messages={noteDeleted}
            notFound={invalidNote}
            title="Delete this note?"
            confirmLabel="Delete note"
            onClose={close}
          >
            <p>The note by {authorName(note.author)} leaves this list. What it said stays in the property’s history.</p>
          </ConfirmSaveDialog>
        )}
      />
    </>
  )
}
