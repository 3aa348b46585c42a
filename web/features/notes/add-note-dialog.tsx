import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { useState } from 'react'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { NoteFields, whyNotSave } from './note-fields.tsx'
import { buttonWords, type NoteStep, type NoteValues, type PropertyParams } from './note-values.ts'
import { addANote, noteAdded } from './notes.messages.ts'
import { useItemKey } from './use-item-key.ts'

type Props = { params: PropertyParams; steps: readonly NoteStep[]; stepKey?: number | undefined; onClose: () => void }

/** A new note on the property, or on the step it was opened from, or whose notes are shown. */
export function AddNoteDialog({ params, steps, stepKey, onClose }: Props) {
  const shown = useItemKey()
  const itemKey = stepKey ?? shown
  const [initialValues] = useState<NoteValues>(() => ({
    message: '',
    timelineKey: steps.some(({ key }) => key === itemKey) ? itemKey : null,
  }))
  const saving = useSaveForm({
    call: addNote,
    name: `note-create-${params.propertyId}`,
    initialValues,
    toInput: (values) => ({ params, body: values }),
    messages: noteAdded,
    onSaved: onClose,
  })
  return (
    <SaveFormDialog
      title={addANote}
      saving={saving}
      onClose={onClose}
      disabledReason={whyNotSave(saving.form.values)}
      saveLabel={buttonWords(saving)}
    >
      <NoteFields form={saving.form} steps={steps} />
    </SaveFormDialog>
  )
}
