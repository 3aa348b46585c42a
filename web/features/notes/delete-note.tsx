import { deleteNote } from '@gya/domain/features/notes/notes.contract.ts'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { authorName, type PropertyParams, type WireNote } from './note-values.ts'
import { invalidNote, noteDeleted } from './notes.messages.ts'

/** Asks, then deletes a note. "Deleting with no id raises an alert: … 'Invalid note.'" Property document, section 5. */
export function DeleteNote({ note, params, onDone }: { note: WireNote; params: PropertyParams; onDone: () => void }) {
  const saving = useSave(deleteNote, noteDeleted)
  const remove = async () => {
    if (await saving.save({ params: { ...params, noteId: note._id } })) onDone()
  }
  return (
    <>
      {saving.overlay}
      <ConfirmDialog
        open
        title="Delete this note?"
        confirmLabel="Delete note"
        danger
        pending={saving.pending}
        error={saving.error && (saving.error.code === 'NOT_FOUND' ? invalidNote : refusalText(saving.error, noteDeleted.failure))}
        onCancel={onDone}
        onConfirm={() => void remove()}
      >
        <p>The note by {authorName(note.author)} leaves this list. What it said stays in the property’s history.</p>
      </ConfirmDialog>
    </>
  )
}
