import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import type { ConfirmDialogProps } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { isConfirmed } from './is-confirmed.ts'
import { Notice } from './notice.tsx'
import { TextField } from './text-field.tsx'

type Props = Omit<ConfirmDialogProps, 'danger'> & {
  /** The text to type: a company's name, a person's full name. */
  text: string
  /** "exactly": capitals and spaces count. */
  exact?: boolean
  /** What that text is: "the company name", "the full name". */
  what: ReactNode
}

/** "Deleting … requires typing …" The red button works once that is typed. */
export const ConfirmByTypingDialog = ({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  pending,
  error,
  onConfirm,
  onCancel,
  text,
  what,
  exact = false,
}: Props) => {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    if (!open) setTyped('')
  }, [open])
  const same = isConfirmed(typed, text, exact)
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      onSubmit={() => same && !pending && onConfirm()}
      title={title}
      locked={pending}
      role="alertdialog"
      footer={
        <>
          <Button onClick={onCancel} disabledReason={pending ? 'Please wait...' : null}>
            {cancelLabel}
          </Button>
          <Button type="submit" variant="danger-primary" pending={pending} disabledReason={same ? null : `Type ${text} first`}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {error && <Notice tone="bad">{error}</Notice>}
      {children}
      <div>
        <p className="lab">To confirm, type {what}:</p>
        <p className="type-this">{text}</p>
      </div>
      <TextField label="Type it here" value={typed} onChange={setTyped} spellCheck={false} data-autofocus />
    </Dialog>
  )
}
