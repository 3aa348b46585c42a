import { startSsoConfirmation } from '@gya/domain/features/single-sign-on/single-sign-on.contract.ts'
import { useEffect, useState } from 'react'
import { callApi, isApiError } from '../../lib/api/call-api.ts'
import { onIdentityConfirmed } from '../../lib/session/identity-confirmed.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/**
 * Confirms the identity with the company's provider in a separate window, so that entered data is kept. Users of single sign-on have no
 * password that could be asked for.
 */
export function ConfirmByProviderDialog({ onClose, onConfirmed }: { onClose: () => void; onConfirmed: () => void }) {
  const [state, setState] = useState<'asked' | 'opening' | 'away' | 'blocked'>('asked')
  const [error, setError] = useState<string | null>(null)
  useEffect(() => onIdentityConfirmed(onConfirmed), [onConfirmed])
  const leave = async () => {
    // Opened before the call, because browsers allow a window only directly after a click.
    const opened = window.open('', '_blank')
    setState('opening')
    setError(null)
    try {
      const { url } = await callApi(startSsoConfirmation, { body: {} })
      if (opened) opened.location.replace(url)
      setState(opened ? 'away' : 'blocked')
    } catch (refusal) {
      opened?.close()
      setError(isApiError(refusal) ? refusal.message : 'Please try again.')
      setState('asked')
    }
  }
  const isAway = state === 'away'
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => (isAway ? onConfirmed() : void leave())}
      title="Confirm that it is you"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {isAway && <Button onClick={() => void leave()}>Open it again</Button>}
          <Button type="submit" variant="primary" pending={state === 'opening'}>
            {isAway ? 'I have signed in' : 'Sign in with your company'}
          </Button>
        </>
      }
    >
      {error && <Notice tone="bad">{error}</Notice>}
      {state === 'blocked' && (
        <Notice tone="warn">Your browser has blocked the window. Allow windows of this site and try again.</Notice>
      )}
      <p>
        {isAway
          ? 'Sign in with your company in the window that has opened. This goes on by itself then.'
          : 'This change needs you to sign in with your company once more, because you signed in some time ago. What you have entered is kept.'}
      </p>
    </Dialog>
  )
}
