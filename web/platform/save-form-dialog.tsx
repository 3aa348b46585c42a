import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { SaveForm } from './use-save-form.tsx'

type SaveFormDialogProps = {
  title: string
  saving: Pick<SaveForm<Record<string, unknown>>, 'submit' | 'pending' | 'dirty' | 'notices'>
  onClose: () => void
  /** Why Save cannot be pressed. */
  disabledReason: string | null
  saveLabel?: string
  children: ReactNode
}

/** A form in a dialog: Cancel and Save, and a question before what was typed is thrown away. */
export function SaveFormDialog({ title, saving, onClose, disabledReason, saveLabel = 'Save', children }: SaveFormDialogProps) {
  const [asking, setAsking] = useState(false)
  const { pending, dirty } = saving
  return (
    <Dialog
      open
      title={title}
      onClose={() => (dirty ? setAsking(true) : onClose())}
      onSubmit={() => disabledReason === null && saving.submit()}
      locked={pending}
      footer={
        <>
          <Button onClick={() => (dirty ? setAsking(true) : onClose())} disabledReason={pending ? 'Please wait...' : null}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" pending={pending} disabledReason={disabledReason}>
            {saveLabel}
          </Button>
        </>
      }
    >
      {saving.notices}
      {children}
      <ConfirmDialog
        open={asking}
        title="Discard what you typed?"
        confirmLabel="Discard"
        cancelLabel="Go on"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={onClose}
      >
        <p>It has not been saved.</p>
      </ConfirmDialog>
    </Dialog>
  )
}
