import { readRecoveryCode } from '@gya/domain/features/second-factors/recovery-code.ts'
import { readFactors } from '@gya/domain/features/second-factors/second-factors.contract.ts'
import { readTotpCode } from '@gya/domain/features/second-factors/second-factors.rules.ts'
import { confirmIdentity as confirmCall, startPasskeyConfirmation } from '@gya/domain/features/sign-in/sign-in.contract.ts'
import { useState } from 'react'
import { type ApiError, type CallInput, callApi, isApiError } from '../../lib/api/call-api.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { askForPasskey, whyNoPasskeys } from '../../lib/session/passkeys.ts'
import { useMe } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type Props = {
  /** The account has a second factor: also asks for a code, or for a passkey instead. */
  hasFactor: boolean
  onClose: () => void
  onConfirmed: () => void
}

const isCode = (code: string): boolean => readTotpCode(code) !== null || readRecoveryCode(code) !== null

/** Asks for the user's password and, with a second factor, also for a code, or for a passkey instead of both. */
export function ConfirmIdentityDialog({ hasFactor, onClose, onConfirmed }: Props) {
  const { email } = useMe()
  const { data: factors } = useCall(readFactors, {}, { enabled: hasFactor })
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const canUsePasskey = whyNoPasskeys() === null && (factors?.passkeys.length ?? 0) > 0
  const missing = password === '' ? 'Enter your password first' : hasFactor && !isCode(code) ? 'Enter the code first' : null
  const confirm = async (inputOf: () => Promise<CallInput<typeof confirmCall>>) => {
    setPending(true)
    try {
      await callApi(confirmCall, await inputOf())
      onConfirmed()
    } catch (refusal) {
      // Otherwise the user has cancelled the browser's passkey dialog.
      setError(isApiError(refusal) ? refusal : null)
      if (isApiError(refusal) && refusal.code === 'PASSWORD_WRONG') setPassword('')
      setCode('')
      setPending(false)
    }
  }
  const confirmByPassword = () => {
    if (missing !== null || pending) return
    const typed = readTotpCode(code) === null ? { recovery: code } : { totp: code }
    void confirm(async () => ({ body: { password, ...(hasFactor ? typed : {}) } }))
  }
  const confirmByPasskey = () =>
    void confirm(async () => {
      const { ticket, options } = await callApi(startPasskeyConfirmation, { body: {} })
      return { body: { ticket, passkey: await askForPasskey(options) } }
    })
  const wrongPassword = error?.code === 'PASSWORD_WRONG'
  const wrongCode = error?.code === 'SECOND_FACTOR_WRONG'
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={confirmByPassword}
      title="Confirm that it is you"
      locked={pending}
      footer={
        <>
          <Button onClick={onClose} disabledReason={pending ? 'Please wait...' : null}>
            Cancel
          </Button>
          {canUsePasskey && (
            <Button onClick={confirmByPasskey} disabledReason={pending ? 'Please wait...' : null}>
              Use a passkey
            </Button>
          )}
          <Button type="submit" variant="primary" pending={pending} disabledReason={missing}>
            Confirm
          </Button>
        </>
      }
    >
      {error && !wrongPassword && !wrongCode && <Notice tone="bad">{error.message}</Notice>}
      <p>
        {hasFactor
          ? 'This change needs your password and a code, because you signed in some time ago. What you have entered is kept.'
          : 'This change needs your password, because you signed in some time ago. What you have entered is kept.'}
      </p>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        name="password"
        value={password}
        onChange={(text) => {
          setPassword(text)
          setError(null)
        }}
        error={wrongPassword ? error.message : undefined}
      />
      {hasFactor && (
        <TextField
          label="Code"
          hint="Of your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          spellCheck={false}
          value={code}
          onChange={(text) => {
            setCode(text)
            setError(null)
          }}
          error={wrongCode ? error.message : undefined}
        />
      )}
    </Dialog>
  )
}
