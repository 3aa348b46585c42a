import { resendVerification } from '@gya/domain/features/account/account.contract.ts'
import { refusalText, useSave } from '../../platform/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { verificationResent } from './vendors.messages.ts'

/** "An action to resend the e-mail verification when the vendor has an activation token." Property document, section 2. */
export function ResendVerification({ token }: { token: string }) {
  const resending = useSave(resendVerification, verificationResent)
  return (
    <>
      {resending.overlay}
      {resending.error && <Notice tone="bad">{refusalText(resending.error, verificationResent.failure)}</Notice>}
      <Button pending={resending.pending} onClick={() => void resending.save({ body: { token } })}>
        Resend e-mail verification
      </Button>
    </>
  )
}
