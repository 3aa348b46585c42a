import { deleteViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { momentOf, type PropertyParams, type WireViewing } from './viewing-values.ts'
import { invalidViewing, viewingRemoved } from './viewings.messages.ts'

/** Asks, then removes a viewing. */
export function RemoveViewing({ viewing, params, onDone }: { viewing: WireViewing; params: PropertyParams; onDone: () => void }) {
  const saving = useSave(deleteViewing, viewingRemoved)
  const remove = async () => {
    if (await saving.save({ params: { ...params, viewingId: viewing._id } })) onDone()
  }
  return (
    <>
      {saving.overlay}
      <ConfirmDialog
        open
        title="Remove this viewing?"
        confirmLabel="Remove viewing"
        danger
        pending={saving.pending}
        error={
          saving.error && (saving.error.code === 'NOT_FOUND' ? invalidViewing : refusalText(saving.error, viewingRemoved.failure))
        }
        onCancel={onDone}
        onConfirm={() => void remove()}
      >
        <p>
          The viewing by {viewing.name} on {momentOf(viewing)} and its feedback leave this list. They stay in the property’s
          history.
        </p>
      </ConfirmDialog>
    </>
  )
}
