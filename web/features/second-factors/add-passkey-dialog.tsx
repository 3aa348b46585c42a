import { addPasskey, startPasskey } from '@gya/domain/features/second-factors/second-factors.contract.ts'
import { useState } from 'react'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { createPasskey } from '../../lib/session/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { passkeyAdded } from './second-factors.messages.ts'

type Props = { onClose: () => void; onAdded: () => void }

/** Names a passkey, then lets the browser create it. */
export function AddPasskeyDialog({ onClose, onAdded }: Props) {
  const [name, setName] = useState('')
  const [waiting, setWaiting] = useState(false)
  const [cancelled, setCancelled] = useState(false)
  const starting = useSave(startPasskey, { ...passkeyAdded, quiet: true })
  const saving = useSave(addPasskey, passkeyAdded)
  const error = saving.error ?? starting.error
  const pending = waiting || saving.pending || starting.pending
  const add = async () => {
    if (name.trim() === '' || pending) return
    setCancelled(false)
    saving.reset()
    const question = await starting.save({ body: {} })
    if (question === null) return
    setWaiting(true)
    const passkey = await createPasskey(question.options).catch(() => null)
    setWaiting(false)
    if (passkey === null) return setCancelled(true)
    if ((await saving.save({ body: { ticket: question.ticket, name: name.trim(), passkey } })) !== null) onAdded()
  }
  return (
    <Dialog
      open
      title="Add a passkey"
      onClose={onClose}
      onSubmit={() => void add()}
      locked={pending}
      footer={
        <>
          <Button onClick={onClose} disabledReason={pending ? 'Please wait...' : null}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            pending={pending}
            disabledReason={name.trim() === '' ? 'Enter a name first' : null}
          >
            Continue
          </Button>
        </>
      }
    >
      {saving.overlay}
      {error && <Notice tone="bad">{refusalText(error, passkeyAdded.failure)}</Notice>}
      {cancelled && <Notice tone="info">No passkey was made. It may be on this device already.</Notice>}
      <p>Your device then asks for its fingerprint, face or PIN, or for a security key.</p>
      <TextField
        label="Name"
        hint="By which you recognise it, such as “Work laptop”."
        maxLength={60}
        value={name}
        onChange={setName}
        required
      />
    </Dialog>
  )
}
