import { showDateTime } from '@gya/domain/common/dates.ts'
import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { listNotes } from '@gya/domain/features/notes/notes.contract.ts'
import { IconMessagePlus } from '@tabler/icons-react'
import './notes.css'
import { useCall } from '../../lib/api/use-call.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { authorName, type NoteStep, stepTitle, type WireNote } from './note-form.tsx'

/** Number of notes that fit beside the timeline. */
const shownNotes = 25

const SaleNote = ({ note, steps }: { note: WireNote; steps: readonly NoteStep[] }) => {
  const to = useScopedPath()
  return (
    <li>
      <div className="sale-note-head">
        <b>{authorName(note.author)}</b>
        <time dateTime={note.createdon}>{showDateTime(note.createdon)}</time>
      </div>
      {note.timelineKey !== null && (
        <Link className="link" to={to('/property/notes', {}, { itemKey: String(note.timelineKey) })}>
          {stepTitle(steps, note.timelineKey)}
        </Link>
      )}
      <p>{note.message}</p>
    </li>
  )
}

type Props = { params: PropertyParams; steps: readonly NoteStep[]; onAdd?: (() => void) | undefined }

export function SaleNotes({ params, steps, onAdd }: Props) {
  const to = useScopedPath()
  const query = { itemsPerPage: String(shownNotes), currentPage: '0' }
  const { data, error, refetch } = useCall(listNotes, { params, query }, { keep: true })
  const more = data ? data.paging.count - data.data.length : 0
  return (
    <section className="sale-notes" aria-label="Notes">
      <header>
        <h2>Notes</h2>
        {data && <span className="mut">{data.paging.count}</span>}
        <span className="spacer" />
        {onAdd && (
          <IconButton
            icon={IconMessagePlus}
            label="Add a note on the sale"
            variant="quiet"
            size="s"
            aria-haspopup="dialog"
            onClick={onAdd}
          />
        )}
      </header>
      {!data && !error && <div className="sale-notes-wait" role="status" aria-label="Loading, please wait." />}
      {!data && error && (
        <div className="sale-notes-none">
          <p>{error.message}</p>
          <Button size="s" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data?.data.length === 0 && (
        <p className="sale-notes-none">No notes yet. Write down what was said and agreed, on a step or on the sale.</p>
      )}
      {data && data.data.length > 0 && (
        // Focusable so that it can be scrolled by keyboard.
        <ul tabIndex={0} aria-label="Newest notes">
          {data.data.map((note) => (
            <SaleNote key={note._id} note={note} steps={steps} />
          ))}
        </ul>
      )}
      {data && data.data.length > 0 && (
        <footer>
          <Link className="link" to={to('/property/notes')}>
            {more > 0 ? `All notes (${more} more)` : 'Search and edit notes'}
          </Link>
        </footer>
      )}
    </section>
  )
}
