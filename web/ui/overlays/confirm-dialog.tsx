import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../button.tsx'
import { Notice } from '../feedback/notice.tsx'
import { TextField } from '../fields/text-field.tsx'
import { Dialog } from './dialog.tsx'

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

const inSmall = (text: string): string => text.trim().toLocaleLowerCase('en-GB')

/** Whether what was typed confirms the text. Capitals and spaces at the ends do not count, unless it has to be `exact`. */
export const isConfirmed = (typed: string, text: string, exact = false): boolean =>
  exact ? typed === text : inSmall(typed) === inSmall(text)

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

/** The question before unsaved changes are left behind; the text is the specification's. */
export const LeaveGuardDialog = ({ open, onStay, onLeave }: { open: boolean; onStay: () => void; onLeave: () => void }) => (
  <ConfirmDialog
    open={open}
    title="Unsaved changes"
    confirmLabel="Leave page"
    cancelLabel="Stay on page"
    danger
    onConfirm={onLeave}
    onCancel={onStay}
  >
    <p>Are you sure you want to move page? You may have unsaved changes.</p>
  </ConfirmDialog>
)
