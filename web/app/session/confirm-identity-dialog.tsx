import { confirmIdentity as confirmCall } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { useState } from 'react'
import { ApiError, callApi } from '../../lib/api/call-api.ts'
import { useMe } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type Props = { onClose: () => void; onConfirmed: () => void }

/** Asks for the user's password. */
export function ConfirmIdentityDialog({ onClose, onConfirmed }: Props) {
  const { email } = useMe()
  const [password, setPassword] = useState('')
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const confirm = async () => {
    if (password === '' || pending) return
    setPending(true)
    try {
      await callApi(confirmCall, { body: { password } })
      onConfirmed()
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal
      setError(refusal)
      setPassword('')
      setPending(false)
    }
  }
  const wrong = error?.code === 'PASSWORD_WRONG'
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void confirm()}
      title="Confirm that it is you"
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
            disabledReason={password === '' ? 'Enter your password first' : null}
          >
            Confirm
          </Button>
        </>
      }
    >
      {error && !wrong && <Notice tone="bad">{error.message}</Notice>}
      <p>This change needs your password, because you signed in some time ago. What you have entered is kept.</p>
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        name="password"
        value={password}
        onChange={(text) => {
          setPassword(text)
          setError(null)
        }}
        error={wrong ? error.message : undefined}
      />
    </Dialog>
  )
}
