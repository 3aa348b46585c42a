import { updateDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { SaveFormDialog } from '../../platform/save-form-dialog.tsx'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import type { PropertyParams, WireDocument } from './document-values.ts'
import { noteSaved } from './documents.messages.ts'

type EditNoteDialogProps = { document: WireDocument; params: PropertyParams; onClose: () => void }

/** Changes the note of a file. */
export function EditNoteDialog({ document, params, onClose }: EditNoteDialogProps) {
  const saving = useSaveForm({
    call: updateDocument,
    name: `document-${document._id}`,
    initialValues: { note: document.note },
    version: document.version,
    toInput: ({ note }, version) => ({ params: { ...params, documentId: document._id }, body: { note, version } }),
    messages: noteSaved,
    onSaved: onClose,
  })
  return (
    <SaveFormDialog
      title={`Note of ${document.file.fileName}`}
      saving={saving}
      onClose={onClose}
      disabledReason={saving.disabledReason}
      saveLabel="Save note"
    >
      <TextAreaField {...saving.form.getInputProps('note')} label="Note" limit={1000} rows={4} data-autofocus />
    </SaveFormDialog>
  )
}
