import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { CopyText } from '../../ui/overlays/copy-text.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { LeaveGuard } from './leave-guard.tsx'

type Props = {
  title: string
  /** Advice on where to store it, shown before it. */
  intro: ReactNode
  /** What the copy button copies. */
  secret: string
  /** How it is shown; by default as one line. */
  shown?: ReactNode
  /** "Copy key" */
  copyLabel: string
  /** Further buttons. */
  actions?: ReactNode
  /** "I have saved it" */
  doneLabel: string
  onClose: () => void
  /** Shown below the secret. */
  children?: ReactNode
}

/**
 * A secret that is shown once, with a button that copies it. Only the named button closes it: Escape, the close button and leaving the page
 * ask first.
 */
export function ShownOnceDialog(props: Props) {
  const { title, intro, secret, shown, copyLabel, actions, doneLabel, onClose, children } = props
  const [copied, setCopied] = useState(false)
  const [asking, setAsking] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    setCopied(true)
  }
  const canCopy = 'clipboard' in navigator
  return (
    <Dialog
      open
      title={title}
      onClose={() => setAsking(true)}
      footer={
        <>
          {canCopy && (
            <Button data-autofocus onClick={() => void copy()}>
              {copied ? 'Copied' : copyLabel}
            </Button>
          )}
          {actions}
          {/* Not the initial focus: a second Enter for the button that made the secret must not close it. */}
          <Button variant="primary" onClick={onClose}>
            {doneLabel}
          </Button>
        </>
      }
    >
      <LeaveGuard dirty />
      {intro}
      {shown ?? <CopyText>{secret}</CopyText>}
      {children}
      <ConfirmDialog
        open={asking}
        title="This is not shown again. Have you saved it?"
        cancelLabel="Back"
        confirmLabel={doneLabel}
        focusCancel
        onCancel={() => setAsking(false)}
        onConfirm={onClose}
      />
    </Dialog>
  )
}
