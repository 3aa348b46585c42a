import { updateNote } from '@gya/domain/features/notes/notes.contract.ts'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { NoteFields, whyNotSave } from './note-fields.tsx'
import { buttonWords, type NoteStep, type NoteValues, type PropertyParams, type WireNote } from './note-values.ts'
import { noteSaved } from './notes.messages.ts'

type Props = { note: WireNote; params: PropertyParams; steps: readonly NoteStep[]; onClose: () => void }

/** Changes a note; what it said before stays in the property's history. */
export function EditNoteDialog({ note, params, steps, onClose }: Props) {
  const initialValues: NoteValues = { message: note.message, timelineKey: note.timelineKey }
  const saving = useSaveForm({
    call: updateNote,
    name: `note-${note._id}`,
    initialValues,
    version: note.version,
    toInput: (values, version) => ({ params: { ...params, noteId: note._id }, body: { ...values, version } }),
    messages: noteSaved,
    onSaved: onClose,
  })
  return (
    <SaveFormDialog
      title="Edit note"
      saving={saving}
      onClose={onClose}
      disabledReason={whyNotSave(saving.form.values) ?? saving.disabledReason}
      saveLabel={buttonWords(saving)}
    >
      <NoteFields form={saving.form} steps={steps} />
    </SaveFormDialog>
  )
}
