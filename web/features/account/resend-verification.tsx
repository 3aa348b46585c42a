import { resendVerification } from '@gya/domain/features/account/account.contract.ts'
import { useState } from 'react'
import { inWords, useSave } from '../../platform/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { verificationSent } from './account.messages.ts'

type Props = {
  /** Null once the address is confirmed and no new one is pending. */
  token: string | null
  email: string
  /** A new address that is to be confirmed. */
  pending?: string | null
}

/** Says that an e-mail address, or a new one, is not confirmed yet, and sends its link again. */
export function ResendVerification({ token, email, pending = null }: Props) {
  const [sent, setSent] = useState(false)
  const resending = useSave(resendVerification, verificationSent)
  if (token === null) return null
  const resend = async () => {
    if ((await resending.save({ body: { token } })) !== null) setSent(true)
  }
  return (
    <>
      {resending.overlay}
      <Notice
        tone={resending.error ? 'bad' : sent ? 'good' : 'warn'}
        action={
          !sent && (
            <Button size="s" pending={resending.pending} onClick={() => void resend()}>
              Send the link again
            </Button>
          )
        }
      >
        {resending.error
          ? inWords(resending.error, verificationSent.failure)
          : sent
            ? `A link that confirms the address went to ${pending ?? email}.`
            : pending === null
              ? `${email} has not been confirmed yet, by the link that went to it.`
              : `${pending} becomes the new address when it is confirmed by the link that went to it. Until then ${email} stays in force.`}
      </Notice>
    </>
  )
}
