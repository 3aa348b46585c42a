import { showDateTime } from '@gya/domain/common/dates.ts'
import { decideJoinRequest, listJoinRequests } from '@gya/domain/features/members/join-requests.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import './join-requests.css'
import { joinDecided } from './members.messages.ts'

/** Colleagues who are waiting for an administrator's approval to join a branch. */
export function JoinRequests({ companyId, branchId }: { companyId: string; branchId?: string }) {
  const { data } = useCall(listJoinRequests, { params: { companyId } })
  const saving = useSave(decideJoinRequest, joinDecided)
  const mayDecide = useMay('company-admin.edit')
  const requests = data?.data.filter(({ branch }) => branchId === undefined || branch._id === branchId) ?? []
  const decide = (requestId: string, approved: boolean) =>
    void saving.save({ params: { companyId, requestId }, body: { approved } })
  return (
    <>
      {saving.overlay}
      {requests.length > 0 && (
        <FormPanel title="Waiting for an administrator" className="join-requests">
          {saving.error && <Notice tone="bad">{refusalText(saving.error, joinDecided.failure)}</Notice>}
          <ul>
            {requests.map(({ _id, user, branch, askedBy, askedOn }) => (
              <li key={_id}>
                <span>
                  <b>{user.fullName}</b> to join <b>{branch.name}</b>
                  <small className="mut">
                    {user.email} · asked by {askedBy} on {showDateTime(askedOn)}
                  </small>
                </span>
                {mayDecide && (
                  <span className="button-row">
                    <Button
                      size="s"
                      variant="primary"
                      pending={saving.pending}
                      aria-label={`Approve ${user.fullName} for ${branch.name}`}
                      onClick={() => decide(_id, true)}
                    >
                      Approve
                    </Button>
                    <Button
                      size="s"
                      disabledReason={saving.pending ? 'Please wait...' : null}
                      aria-label={`Decline ${user.fullName} for ${branch.name}`}
                      onClick={() => decide(_id, false)}
                    >
                      Decline
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </FormPanel>
      )}
    </>
  )
}
