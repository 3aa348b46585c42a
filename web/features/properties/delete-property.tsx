import { deleteProperty } from '@gya/domain/features/deletion/deletion.contract.ts'
import { useScopedPath } from '../../platform/place.ts'
import { refusalText, useSave } from '../../platform/use-save.tsx'
import { ConfirmByTypingDialog } from '../../ui/confirm-by-typing-dialog.tsx'
import { useLeaveWithoutAsking } from '../../ui/link.tsx'
import { propertyDeleted } from './properties.messages.ts'
import type { PropertyParams, WireProperty } from './property-page.tsx'

type DeletePropertyProps = { property: WireProperty; params: PropertyParams; onClose: () => void }

/** "Delete property: the first line of the address must be typed." Property document, section 5. */
export function DeleteProperty({ property, params, onClose }: DeletePropertyProps) {
  const leave = useLeaveWithoutAsking()
  const to = useScopedPath()
  const deleting = useSave(deleteProperty, propertyDeleted)
  const remove = async () => {
    if (await deleting.save({ params })) leave(to('/company/properties'))
  }
  return (
    <>
      {deleting.overlay}
      <ConfirmByTypingDialog
        open
        title="Delete property"
        text={property.address.line1}
        what="the first line of the address"
        confirmLabel="Delete property"
        pending={deleting.pending}
        error={deleting.error && refusalText(deleting.error, propertyDeleted.failure)}
        onConfirm={() => void remove()}
        onCancel={onClose}
      >
        <p>
          {property.address.line1} leaves every list and report with its offers, notes and files. For 30 days a platform admin can
          bring it back as it is now.
        </p>
      </ConfirmByTypingDialog>
    </>
  )
}
