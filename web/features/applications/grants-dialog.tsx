import './applications.css'
import { apiScopeLabels } from '@gya/domain/access/api-scopes.ts'
import { showDateTime } from '@gya/domain/common/dates.ts'
import { type ConnectedApp, endAppGrant, listAppGrants } from '@gya/domain/features/applications/applications.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { useSave } from '../../lib/forms/use-save.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonLines } from '../../ui/feedback/loading.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { grantEnded } from './applications.messages.ts'

/** The people who have connected an application. */
export function GrantsDialog({ companyId, app, onClose }: { companyId: string; app: ConnectedApp; onClose: () => void }) {
  const params = { companyId, appId: app._id }
  const { data, error, refetch } = useCall(listAppGrants, { params })
  const ending = useSave(endAppGrant, grantEnded)
  return (
    <Dialog open title={`People who connected ‘${app.name}’`} onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      {ending.overlay}
      {ending.error && <Notice tone="bad">{ending.error.message}</Notice>}
      {error && !data && <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>}
      {!data && !error && <SkeletonLines lines={3} />}
      {data?.data.length === 0 && <p className="mut">Nobody has connected it.</p>}
      {data && data.data.length > 0 && (
        <ul className="own-apps">
          {data.data.map(({ _id, person, scopes, createdon, lastUsedOn, lastUsedFrom }) => (
            <li key={_id}>
              <div>
                <p className="own-apps-name">{person}</p>
                <p className="mut t12">{scopes.map((scope) => apiScopeLabels[scope]).join(', ')}</p>
                <p className="mut t12">
                  Connected {showDateTime(createdon)} ·{' '}
                  {lastUsedOn ? `Last used ${showDateTime(lastUsedOn)} from ${lastUsedFrom}` : 'Not used yet'}
                </p>
              </div>
              <Button
                size="s"
                aria-label={`End for ${person}`}
                pending={ending.pending}
                onClick={() => void ending.save({ params: { ...params, grantId: _id } })}
              >
                End
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
