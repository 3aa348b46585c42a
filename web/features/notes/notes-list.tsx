import { listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { IconMessage } from '@tabler/icons-react'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../../lib/api/use-call.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { NoRows } from '../../ui/table/no-rows.tsx'
import { DeleteNote } from './delete-note.tsx'
import { EditNoteDialog } from './edit-note-dialog.tsx'
import { type NoteStep, type PropertyParams, stepOptions, type WireNote } from './note-values.ts'
import { NotesTable } from './notes-table.tsx'
import { useItemKey } from './use-item-key.ts'

type Authors = readonly { _id: string; name: string }[]

/** A parameter of the address; another value shows the first page. */
function useAddressText(name: string): [string | undefined, (value: string | undefined) => void] {
  const value = useRouterState({ select: ({ location }) => (location.search as Record<string, string | undefined>)[name] })
  const navigate = useNavigate()
  const set = (to: string | undefined) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, [name]: to, page: undefined }),
      resetScroll: false,
    } as never)
  return [value, set]
}

const counted = (count: number | undefined): string => {
  if (count === undefined) return ''
  return count === 1 ? '1 note' : `${count} notes`
}

/** By step (itemKey in the address), by author and by text; all of them stand in the address. */
function NoteFilters({
  steps,
  authors,
  list,
}: {
  steps: readonly NoteStep[]
  authors: Authors
  list: Pick<ReturnType<typeof useListParams>, 'typed' | 'setTyped'>
}) {
  const itemKey = useItemKey()
  const [author, setAuthor] = useAddressText('author')
  const [, setItemKey] = useAddressText('itemKey')
  const [anyStep, ...ofSteps] = stepOptions(steps, itemKey)
  return (
    <>
      <SearchField label="Search notes" hideLabel placeholder="Search notes" value={list.typed} onChange={list.setTyped} />
      <SelectField
        label="Step"
        hideLabel
        options={[
          { value: '', label: anyStep ? 'Every step' : '' },
          ...ofSteps.map(({ value, label }) => ({ value: String(value), label })),
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
export function NotesList({ params, steps }: { params: PropertyParams; steps: readonly NoteStep[] }) {
  const itemKey = useItemKey()
  const list = useListParams('notes')
  const [authorId] = useAddressText('author')
  const query = { ...list.asked, ...(itemKey === null ? {} : { itemKey: String(itemKey) }), ...(authorId ? { authorId } : {}) }
  const isFiltered = itemKey !== null || authorId !== undefined
  const notes = useCall(listNotes, { params, query }, { keep: true })
  const [editing, setEditing] = useState<WireNote | null>(null)
  const [deleting, setDeleting] = useState<WireNote | null>(null)
  const count = notes.data?.paging.count
  return (
    <>
      <div className="toolbar">
        <NoteFilters steps={steps} authors={notes.data?.authors ?? []} list={list} />
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
          <NoRows list={list} count={count} notFound="No note says">
            <EmptyState title={isFiltered ? 'No notes like this' : 'No notes yet'} icon={IconMessage}>
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
