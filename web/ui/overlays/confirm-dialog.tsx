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
  /**
   * Gives Cancel the initial focus, as `danger` does, so that neither a key pressed too early nor the second click of a double click
   * confirms anything. On a phone the confirm button covers the button that opened the dialog.
   */
  focusCancel?: boolean | undefined
  pending?: boolean | undefined
  /** Disables the confirm button. */
  disabledReason?: string | null | undefined
  /** Content in addition to a question. */
  wide?: boolean | undefined
  /** Error message; the dialog stays open. */
  error?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation. With `danger` the confirm button is red and does not get the initial focus. */
export const ConfirmDialog = ({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger,
  focusCancel = danger,
  pending,
  disabledReason,
  wide,
  error,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => (
  <Dialog
    open={open}
    wide={wide}
    onClose={onCancel}
    title={title}
    locked={pending}
    role="alertdialog"
    footer={
      <>
        <Button onClick={onCancel} data-autofocus={focusCancel} disabledReason={pending ? 'Please wait...' : null}>
          {cancelLabel}
        </Button>
        <Button
          variant={danger ? 'danger-primary' : 'primary'}
          pending={pending}
          disabledReason={disabledReason}
          onClick={({ detail }) => (focusCancel && detail > 1 ? undefined : onConfirm())}
          data-autofocus={!focusCancel}
        >
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

/** Ignores case and surrounding spaces unless `exact`. */
export const isConfirmed = (typed: string, text: string, exact = false): boolean =>
  exact ? typed === text : inSmall(typed) === inSmall(text)

type Props = Omit<ConfirmDialogProps, 'danger' | 'focusCancel'> & {
  /** The text to type. */
  text: string
  /** Case and spaces must match. */
  exact?: boolean
  /** Names the text to type: "the full name". */
  what: ReactNode
}

/** "Deleting … requires typing …" The confirm button is enabled once the text is typed. */
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
