import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'

export type ConfirmDialogProps = {
  open: boolean
  title: ReactNode
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string | undefined
  danger?: boolean | undefined
  pending?: boolean | undefined
  /** What went wrong, in words; the dialog stays. */
  error?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

/** A question before something is done. A dangerous answer is red and never has the focus at first. */
export const ConfirmDialog = ({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger,
  pending,
  error,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => (
  <Dialog
    open={open}
    onClose={onCancel}
    title={title}
    locked={pending}
    role="alertdialog"
    footer={
      <>
        <Button onClick={onCancel} data-autofocus={danger} disabledReason={pending ? 'Please wait...' : null}>
          {cancelLabel}
        </Button>
        <Button variant={danger ? 'danger-primary' : 'primary'} pending={pending} onClick={onConfirm} data-autofocus={!danger}>
          {confirmLabel}
        </Button>
      </>
    }
  >
    {error && <Notice tone="bad">{error}</Notice>}
    {children}
  </Dialog>
)
