import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { CopyText } from './copy-text.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  /** Advice on where to store it, shown before it. */
  intro: ReactNode
  secret: string
  /** "Copy key" */
  copyLabel: string
  /** "I have saved it" */
  doneLabel: string
  onClose: () => void
  /** Shown below the secret. */
  children: ReactNode
}

/** A secret that is shown once, with a button that copies it. */
export function ShownOnceDialog({ title, intro, secret, copyLabel, doneLabel, onClose, children }: Props) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    setCopied(true)
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      onSubmit={onClose}
      footer={
        <>
          {'clipboard' in navigator && <Button onClick={() => void copy()}>{copied ? 'Copied' : copyLabel}</Button>}
          <Button type="submit" variant="primary">
            {doneLabel}
          </Button>
        </>
      }
    >
      {intro}
      <CopyText>{secret}</CopyText>
      {children}
    </Dialog>
  )
}
