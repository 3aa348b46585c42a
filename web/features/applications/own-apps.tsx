import './applications.css'
import { apiScopeLabels } from '@gya/domain/access/api-scopes.ts'
import { showDateTime } from '@gya/domain/common/dates.ts'
import { endOwnGrant, listOwnGrants, type OwnGrant } from '@gya/domain/features/applications/applications.contract.ts'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useCall } from '../../lib/api/use-call.ts'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { grantEnded } from './applications.messages.ts'

/** The applications that the user has connected. */
export function OwnApps() {
  const { data, error, refetch } = useCall(listOwnGrants, {})
  const [ending, setEnding] = useState<OwnGrant | null>(null)
  if (!data) return error ? <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState> : <SkeletonLines lines={2} />
  if (data.data.length === 0) return <p className="mut">You have connected nothing.</p>
  return (
    <>
      <ul className="own-apps">
        {data.data.map((grant) => (
          <li key={grant._id}>
            <div>
              <p className="own-apps-name">{grant.name}</p>
              <p className="mut t12">
                {grant.local ? 'On your computer' : grant.host} · {grant.scopes.map((scope) => apiScopeLabels[scope]).join(', ')}
              </p>
              <p className="mut t12">
                Connected {showDateTime(grant.createdon)} ·{' '}
                {grant.lastUsedOn ? `Last used ${showDateTime(grant.lastUsedOn)}` : 'Not used yet'}
              </p>
            </div>
            <Button size="s" aria-haspopup="dialog" aria-label={`End ${grant.name}`} onClick={() => setEnding(grant)}>
              End
            </Button>
          </li>
        ))}
      </ul>
      {/* A portal, because the dialog is a form and forms cannot be nested. */}
      {ending &&
        createPortal(
          <ConfirmSaveDialog
            call={endOwnGrant}
            input={{ params: { grantId: ending._id } }}
            messages={grantEnded}
            title={`End ${ending.name}?`}
            confirmLabel="End"
            danger
            notFound="This has already ended."
            onClose={() => setEnding(null)}
          >
            <p>Its next call is refused. To use it again, connect it again.</p>
          </ConfirmSaveDialog>,
          document.body,
        )}
    </>
  )
}
