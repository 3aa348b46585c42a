import { showDate } from '@gya/domain/common/dates.ts'
import { deleteRelaunch } from '@gya/domain/features/relaunches/relaunches.contract.ts'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { PropertyParams, WireRelaunch } from './relaunch-values.ts'
import { relaunchRemoved } from './relaunches.messages.ts'

type Props = { relaunch: WireRelaunch; params: PropertyParams; onDone: () => void }

/** Asks, then removes a relaunch. */
export function RemoveRelaunch({ relaunch, params, onDone }: Props) {
  const saving = useSave(deleteRelaunch, relaunchRemoved)
  const remove = async () => {
    if (await saving.save({ params: { ...params, relaunchId: relaunch._id } })) onDone()
  }
  return (
    <>
      {saving.overlay}
      <ConfirmDialog
        open
        title="Remove this relaunch?"
        confirmLabel="Remove relaunch"
        danger
        pending={saving.pending}
        error={saving.error && refusalText(saving.error, relaunchRemoved.failure)}
        onCancel={onDone}
        onConfirm={() => void remove()}
      >
        <p>The relaunch of {showDate(relaunch.when)} leaves this list. It stays in the property’s history.</p>
      </ConfirmDialog>
    </>
  )
}
