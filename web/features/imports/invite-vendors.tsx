import { showDateTime } from '@gya/domain/common/dates.ts'
import { showCount, showNumber } from '@gya/domain/common/show-count.ts'
import { inviteVendors } from '@gya/domain/features/imports/imports.contract.ts'
import type { VendorInvitations } from '@gya/domain/features/imports/imports.model.ts'
import { jobRetryWindow } from '@gya/domain/features/operations/job-retries.ts'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { invitationsStarted } from './imports.messages.ts'

type Props = { params: { companyId: string; importId: string }; vendors: VendorInvitations }

/**
 * How many vendors of an import are invited, the button that invites the others, and the progress of the job that does so. Shown once the
 * import has made an account.
 */
export function InviteVendors({ params, vendors }: Props) {
  const { toInvite, invited, withoutEmail, isSending, failedOn } = vendors
  const [isAsking, setAsking] = useState(false)
  if (toInvite + invited + withoutEmail === 0) return null
  if (failedOn !== null) return <InterruptedInvitations params={params} vendors={vendors} />
  return (
    <div className="import-progress">
      {isSending && <progress max={Math.max(1, invited + toInvite)} value={invited} aria-label="Invitations" />}
      <span role="status" className="tnum">
        {isSending
          ? `Inviting vendors: ${showNumber(invited)} of ${showNumber(invited + toInvite)}.`
          : `Vendors: ${showNumber(invited)} invited, ${showNumber(toInvite)} not invited yet, ${showNumber(withoutEmail)} without an e-mail address.`}
      </span>
      {!isSending && toInvite > 0 && (
        <Button icon={IconMail} onClick={() => setAsking(true)}>
          Invite {showCount(toInvite, 'vendor', 'vendors')}…
        </Button>
      )}
      {isAsking && (
        <ConfirmSaveDialog
          call={inviteVendors}
          input={{ params }}
          messages={invitationsStarted}
          title={`Invite ${showCount(toInvite, 'vendor', 'vendors')}?`}
          confirmLabel={`Send ${showCount(toInvite, 'e-mail', 'e-mails')}`}
          focusCancel
          onClose={() => setAsking(false)}
        >
          {toInvite === 1 ? 'The vendor gets' : 'Each vendor gets'} an e-mail with a link to choose a password.
          <LeftOut vendors={vendors} />
        </ConfirmSaveDialog>
      )}
    </div>
  )
}

function LeftOut({ vendors: { invited, withoutEmail } }: Pick<Props, 'vendors'>) {
  const parts = [
    invited > 0 && `${showNumber(invited)} invited already`,
    withoutEmail > 0 && `${showNumber(withoutEmail)} without an e-mail address`,
  ].filter(Boolean)
  return parts.length > 0 && <small>Left out: {parts.join(', ')}.</small>
}

function InterruptedInvitations({ params, vendors: { toInvite, invited, failedOn } }: Props) {
  const retrying = useSave(inviteVendors, invitationsStarted)
  return (
    <>
      {retrying.overlay}
      <Notice
        tone="warn"
        title="An error interrupted the invitations"
        action={
          <Button size="s" pending={retrying.pending} onClick={() => void retrying.save({ params })}>
            Try again
          </Button>
        }
      >
        {failedOn && `It happened on ${showDateTime(failedOn)}. `}
        {showNumber(invited)} of {showCount(invited + toInvite, 'vendor is', 'vendors are')} invited; nobody is invited twice. GYA
        tries again automatically for about {jobRetryWindow}.
      </Notice>
    </>
  )
}
