import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { useState } from 'react'
import { SaveFormDialog } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import type { NewNoteProps } from '../../lib/screens.ts'
import { NoteFields, type NoteStep, type NoteValues, saveButtonLabel, useItemKey, whyNotSave } from './note-form.tsx'
import { addANote, noteAdded } from './notes.messages.ts'

type Props = Omit<NewNoteProps, 'steps'> & { steps: readonly NoteStep[] }

/** Adds a note on the step from which the dialog was opened or whose notes are shown, otherwise on the property. */
export function AddNoteDialog({ params, steps, stepKey, start = '', onClose }: Props) {
  const listedStep = useItemKey()
  const itemKey = stepKey ?? listedStep
  const [initialValues] = useState<NoteValues>(() => ({
    message: start,
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
      saveLabel={saveButtonLabel(saving)}
    >
      <NoteFields form={saving.form} steps={steps} />
    </SaveFormDialog>
  )
}
