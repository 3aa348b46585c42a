import { maxDeclineReason } from '@gya/domain/features/party-links/proposal-limits.ts'
import { useState } from 'react'
import { TextAreaField } from '../../ui/fields/text-field.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { InboxRow } from './use-decisions.ts'

type Props = { proposal: InboxRow; onDecline: (reason: string) => void; onCancel: () => void }

/** "Declining needs a reason, which the party sees." */
export function DeclineDialog({ proposal, onDecline, onCancel }: Props) {
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      open
      title={`Decline: ${proposal.words}`}
      confirmLabel="Decline"
      disabledReason={reason.trim() === '' ? 'Enter a reason first' : null}
      onConfirm={() => onDecline(reason)}
      onCancel={onCancel}
    >
      <TextAreaField
        label="Why"
        hint={`${proposal.name} sees this on their page.`}
        value={reason}
        onChange={setReason}
        rows={3}
        limit={maxDeclineReason}
      />
    </ConfirmDialog>
  )
}
