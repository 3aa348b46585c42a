import type { deleteFallOff, restoreFallOff } from '@gya/domain/features/fall-offs/fall-offs.contract.ts'
import type { ReactNode } from 'react'
import { refusalText, type SaveMessages, useSave } from '../../platform/use-save.tsx'
import { ConfirmByTypingDialog } from '../../ui/confirm-by-typing-dialog.tsx'
import type { FallOffProperty, PropertyParams } from './what-a-fall-off-does.ts'

type ConfirmFallOffDialogProps = {
  call: typeof restoreFallOff | typeof deleteFallOff
  messages: SaveMessages
  title: string
  confirmLabel: string
  fallOff: FallOffProperty['saleResets'][number]
  line1: string
  params: PropertyParams
  onDone: () => void
  children: ReactNode
}

/** "Restoring and deleting a fall-off each require typing the address first line." Property document, section 5. */
export function ConfirmFallOffDialog({
  call,
  messages,
  title,
  confirmLabel,
  fallOff,
  line1,
  params,
  onDone,
  children,
}: ConfirmFallOffDialogProps) {
  const saving = useSave(call, messages)
  const confirm = async () => {
    if (await saving.save({ params: { ...params, fallOffId: fallOff._id } })) onDone()
  }
  return (
    <>
      {saving.overlay}
      <ConfirmByTypingDialog
        open
        title={title}
        text={line1}
        what="the first line of the address"
        confirmLabel={confirmLabel}
        pending={saving.pending}
        error={saving.error && refusalText(saving.error, messages.failure)}
        onConfirm={() => void confirm()}
        onCancel={onDone}
      >
        <p>{children}</p>
      </ConfirmByTypingDialog>
    </>
  )
}
