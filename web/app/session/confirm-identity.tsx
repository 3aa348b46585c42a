import { useEffect, useState } from 'react'
import { registerIdentityDialog } from '../../lib/session/confirm-identity.ts'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'

const IdentityQuestion = lazyDialog(async () => (await import('./confirm-identity-dialog.tsx')).ConfirmIdentityDialog)

/** Opens the dialog that confirms the identity when a call requires it; the call is then retried. Rendered once in the app. */
export function ConfirmIdentity() {
  const [answer, setAnswer] = useState<{ give: (confirmed: boolean) => void; hasFactor: boolean } | null>(null)
  useEffect(() => registerIdentityDialog((give, hasFactor) => setAnswer({ give, hasFactor })), [])
  if (!answer) return null
  const close = (confirmed: boolean) => {
    setAnswer(null)
    answer.give(confirmed)
  }
  return <IdentityQuestion hasFactor={answer.hasFactor} onClose={() => close(false)} onConfirmed={() => close(true)} />
}
