import { deleteDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { refusalText, useSave } from '../../platform/use-save.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { PropertyParams, WireDocument } from './document-values.ts'
import { fileDeleted } from './documents.messages.ts'

type DeleteFileDialogProps = { document: WireDocument; params: PropertyParams; onDone: () => void }

/** Asks, and deletes a file. */
export function DeleteFileDialog({ document, params, onDone }: DeleteFileDialogProps) {
  const saving = useSave(deleteDocument, fileDeleted)
  const remove = async () => {
    if (await saving.save({ params: { ...params, documentId: document._id } })) onDone()
  }
  return (
    <>
      {saving.overlay}
      <ConfirmDialog
        open
        title="Delete this file?"
        confirmLabel="Delete file"
        danger
        pending={saving.pending}
        error={saving.error && refusalText(saving.error, fileDeleted.failure)}
        onCancel={onDone}
        onConfirm={() => void remove()}
      >
        <p>{document.file.fileName} is deleted for everybody. An e-mail of it that is still on its way arrives all the same.</p>
      </ConfirmDialog>
    </>
  )
}
