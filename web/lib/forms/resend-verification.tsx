import { cancelNewAddress, resendVerification } from '@gya/domain/features/account/account.contract.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { refusalText, useSave } from './use-save.tsx'

/** Our text: the specification has none for POST auth/verifyemail/resend. */
const verificationSent = {
  success: { title: 'Link sent' },
  failure: { title: 'Error.', text: 'The link could not be sent. Please try again.' },
}

/** Our text: the specification does not cover a pending address. */
const emailChangeCancelled = {
  success: { title: 'Change cancelled', text: 'The present address stays in force.' },
  failure: { title: 'Error.', text: 'The change could not be cancelled. Please try again.' },
}

type Props = {
  /** Null if the address is confirmed and no change is pending. */
  token: string | null
  email: string
  /** The new address that awaits confirmation. */
  pending?: string | null
  /** Whether the user can cancel the pending change. */
  canCancel?: boolean
}

/** Warns that an e-mail address is unconfirmed; resends the link or cancels the pending change. */
export function ResendVerification({ token, email, pending = null, canCancel = false }: Props) {
  const [sent, setSent] = useState(false)
  const resending = useSave(resendVerification, verificationSent)
  const cancelling = useSave(cancelNewAddress, emailChangeCancelled)
  if (token === null) return null
  const resend = async () => {
    if ((await resending.save({ body: { token } })) !== null) setSent(true)
  }
  return (
    <>
      {resending.overlay}
      {cancelling.overlay}
      {cancelling.error && <Notice tone="bad">{refusalText(cancelling.error, emailChangeCancelled.failure)}</Notice>}
      <Notice
        tone={resending.error ? 'bad' : sent ? 'good' : 'warn'}
        action={
          <>
            {!sent && (
              <Button size="s" pending={resending.pending} onClick={() => void resend()}>
                {pending === null ? 'Send the link' : 'Send the link again'}
              </Button>
            )}
            {pending !== null && canCancel && (
              <Button size="s" pending={cancelling.pending} onClick={() => void cancelling.save({ body: { token } })}>
                Cancel the change
              </Button>
            )}
          </>
        }
      >
        {resending.error
          ? refusalText(resending.error, verificationSent.failure)
          : sent
            ? `A link that confirms the address went to ${pending ?? email}.`
            : pending === null
              ? `${email} has not been confirmed yet. A link that goes to it confirms it.`
              : `${pending} becomes the new address when it is confirmed by the link that went to it. Until then ${email} stays in force.`}
      </Notice>
    </>
  )
}
