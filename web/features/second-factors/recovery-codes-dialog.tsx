import './second-factors.css'
import { makeRecoveryCodes } from '@gya/domain/features/second-factors/second-factors.contract.ts'
import { useEffect, useRef, useState } from 'react'
import { ShownOnceDialog } from '../../lib/forms/shown-once-dialog.tsx'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { recoveryCodesMade } from './second-factors.messages.ts'

type Props = {
  /** If codes exist, asks first, because new codes replace them. */
  hasCodes: boolean
  onClose: () => void
}

export function RecoveryCodesDialog({ hasCodes, onClose }: Props) {
  const [confirmed, setConfirmed] = useState(!hasCodes)
  if (confirmed) return <NewCodes onClose={onClose} />
  return (
    <ConfirmDialog
      open
      title="Make new recovery codes?"
      confirmLabel="Make new codes"
      onCancel={onClose}
      onConfirm={() => setConfirmed(true)}
    >
      <p>The codes you have stop working.</p>
    </ConfirmDialog>
  )
}

/** "10 of 10 signs without vowels, shown once with *Copy* and *Print*". [trust §4.2](docs/design/trust.md#4.2). */
function NewCodes({ onClose }: { onClose: () => void }) {
  const making = useSave(makeRecoveryCodes, recoveryCodesMade)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const started = useRef(false)
  const make = useRef(making.save)
  useEffect(() => {
    // Effects run twice in development, and each call replaces the codes of the previous one.
    if (started.current) return
    started.current = true
    void make.current({ body: {} }).then((made) => setCodes(made?.codes ?? null))
  }, [])
  if (codes)
    return (
      <ShownOnceDialog
        title="Recovery codes of your GYA account"
        intro={<p>Keep them where you find them without this device. Each signs in once, and they are not shown again.</p>}
        secret={codes.join('\n')}
        shown={
          <ul className="recovery-codes">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        }
        copyLabel="Copy"
        actions={<Button onClick={() => window.print()}>Print</Button>}
        doneLabel="I have kept them"
        onClose={onClose}
      />
    )
  return (
    <Dialog
      open
      title="Recovery codes of your GYA account"
      onClose={onClose}
      locked={making.pending}
      footer={
        <Button onClick={onClose} disabledReason={making.pending ? 'Please wait...' : null}>
          Close
        </Button>
      }
    >
      {making.error ? (
        <Notice tone="bad">{refusalText(making.error, recoveryCodesMade.failure)}</Notice>
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Dialog>
  )
}
