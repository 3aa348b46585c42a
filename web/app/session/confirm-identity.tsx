import { useEffect, useState } from 'react'
import { registerIdentityDialog } from '../../lib/session/confirm-identity.ts'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'

const IdentityQuestion = lazyDialog(async () => (await import('./confirm-identity-dialog.tsx')).ConfirmIdentityDialog)
const ProviderQuestion = lazyDialog(async () => (await import('./confirm-by-provider-dialog.tsx')).ConfirmByProviderDialog)

/** Opens the dialog that confirms the identity when a call requires it; the call is then retried. Rendered once in the app. */
export function ConfirmIdentity() {
  const [answer, setAnswer] = useState<{ give: (confirmed: boolean) => void; ways: string } | null>(null)
  useEffect(() => registerIdentityDialog((give, ways) => setAnswer({ give, ways })), [])
  if (!answer) return null
  const close = (confirmed: boolean) => {
    setAnswer(null)
    answer.give(confirmed)
  }
  const dialog = { onClose: () => close(false), onConfirmed: () => close(true) }
  return answer.ways === 'sso' ? (
    <ProviderQuestion {...dialog} />
  ) : (
    <IdentityQuestion hasFactor={answer.ways.includes('second-factor')} {...dialog} />
  )
}
