import { showDateTime } from '@gya/domain/common/dates.ts'
import { describeHeld } from '@gya/domain/features/assignment/choose-progressor.ts'
import { deactivateMember, inviteMember, reactivateMember } from '@gya/domain/features/members/member-lifecycle.contract.ts'
import { type ReactNode, useContext, useState } from 'react'
import { ConfirmSaveDialog } from '../../lib/forms/confirm-save-dialog.tsx'
import { refusalText, useSave } from '../../lib/forms/use-save.tsx'
import { DialogsContext } from '../../lib/screens.ts'
import { Button } from '../../ui/button.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { ConfirmByTypingDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { Tag } from '../../ui/tag.tsx'
import { LeftBehind } from './left-behind.tsx'
import { removeMemberCall } from './member-calls.ts'
import { MemberSales, type Sales, useMemberSales } from './member-sales.tsx'
import { type MemberScope, removeLabel, type WireMember } from './member-scope.ts'
import { invitationSent, memberDeactivated, memberReactivated, memberRemoved } from './members.messages.ts'

export const MemberStatus = ({ member: { deactivatedOn, invitation } }: { member: WireMember }) => {
  if (deactivatedOn) return <Tag>Deactivated</Tag>
  if (invitation?.state === 'failed') return <Tag tone="red">Invitation failed</Tag>
  return invitation ? <Tag tone="amber">Invited</Tag> : <Tag tone="good">Active</Tag>
}

/** "Invited on 22/11/2026 09:14am" */
export const invitationText = ({ invitation }: WireMember): string | null =>
  invitation && `${invitation.state === 'failed' ? 'Could not be sent on' : 'Invited on'} ${showDateTime(invitation.sentOn)}`

type AccountAction = 'invite' | 'hand-over' | 'deactivate' | 'reactivate'
/** `back` is asked again once the sales are shared. */
type PendingAction = { action: AccountAction; member: WireMember; back?: 'deactivate' }

/** Account and sales actions of an administrator, in the list and on the form. Render `dialogs` outside any form. */
export function useMemberActions(companyId: string) {
  const { share } = useContext(DialogsContext)
  const [pendingAction, setPendingAction] = useState<PendingAction | null>(null)
  const inviting = useSave(inviteMember, invitationSent)
  const reactivating = useSave(reactivateMember, memberReactivated)
  const paramsOf = (member: WireMember) => ({ params: { companyId, userId: member._id } })
  const [keepsConnections, setKeepsConnections] = useState(false)
  const close = () => setPendingAction(null)
  const run = (action: AccountAction, member: WireMember) => {
    if (action === 'invite') return void inviting.save(paramsOf(member))
    if (action === 'reactivate') return void reactivating.save(paramsOf(member))
    setKeepsConnections(false)
    setPendingAction({ action, member })
  }
  const memberToDeactivate = pendingAction?.action === 'deactivate' ? pendingAction.member : null
  const left = useMemberSales({ companyId, userId: memberToDeactivate?._id })
  const dialogs: ReactNode = (
    <>
      {inviting.overlay}
      {reactivating.overlay}
      {memberToDeactivate && (
        <ConfirmSaveDialog
          call={deactivateMember}
          input={{ ...paramsOf(memberToDeactivate), query: { connections: keepsConnections ? 'hand-over' : 'end' } }}
          messages={memberDeactivated}
          title={`Deactivate ${memberToDeactivate.fullName}?`}
          confirmLabel={anyway('Deactivate', left)}
          danger
          onClose={close}
        >
          <p>They are signed out everywhere at once and cannot sign in until somebody reactivates them. What they did stays.</p>
          <LeftBehind
            sales={left}
            name={memberToDeactivate.fullName}
            onShare={() => setPendingAction({ action: 'hand-over', member: memberToDeactivate, back: 'deactivate' })}
            keepsConnections={keepsConnections}
            onKeepConnections={setKeepsConnections}
          />
        </ConfirmSaveDialog>
      )}
      {pendingAction?.action === 'hand-over' &&
        share({
          companyId,
          what: `the sales of ${pendingAction.member.fullName}`,
          sales: { from: pendingAction.member._id },
          onClose: () =>
            setPendingAction(pendingAction.back ? { action: pendingAction.back, member: pendingAction.member } : null),
        })}
    </>
  )
  return { run, dialogs, pending: inviting.pending || reactivating.pending }
}

/** Nobody can deactivate themselves. */
export const memberActions = (member: WireMember): readonly { action: AccountAction; label: string }[] => [
  ...(member.invitation && !member.deactivatedOn ? [{ action: 'invite' as const, label: 'Resend invitation' }] : []),
  { action: 'hand-over', label: 'Share their sales' },
  member.deactivatedOn ? { action: 'reactivate', label: 'Reactivate' } : { action: 'deactivate', label: 'Deactivate' },
]

export const memberMenuItems = (member: WireMember, run: (action: AccountAction, member: WireMember) => void): MenuItem[] =>
  memberActions(member).map(({ action, label }) => ({
    label,
    onSelect: () => run(action, member),
    danger: action === 'deactivate',
  }))

export function MemberAccount({ companyId, member }: { companyId: string; member: WireMember }) {
  const { run, dialogs, pending } = useMemberActions(companyId)
  return (
    <FormPanel
      title="Account"
      aside={
        <>
          <span className="spacer" />
          <MemberStatus member={member} />
        </>
      }
    >
      <div className="grid1">
        {dialogs}
        <p>
          {member.deactivatedOn
            ? `Deactivated on ${showDateTime(member.deactivatedOn)}. They cannot sign in.`
            : `${invitationText(member) ?? 'They have chosen a password of their own'}.`}{' '}
          <MemberSales companyId={companyId} userId={member._id}>
            {({ count, held }) =>
              count === 0
                ? 'They are the sales progressor of no open sale.'
                : `They are the sales progressor of ${describeHeld(held)}, not completed yet.`
            }
          </MemberSales>
        </p>
        <p className="button-row">
          {memberActions(member).map(({ action, label }) => (
            <Button
              key={action}
              variant={action === 'deactivate' ? 'danger' : undefined}
              pending={pending && (action === 'invite' || action === 'reactivate')}
              onClick={() => run(action, member)}
            >
              {label}
            </Button>
          ))}
        </p>
      </div>
    </FormPanel>
  )
}

/** "The last-login display reads that the user is using the app, or has not yet logged in. Its format is DD/MM/YYYY hh:mma." */
export const LastLogin = ({ at, inColumn = false }: { at: string | null; inColumn?: boolean }) =>
  at ? (
    <>
      <span className="mut">Using the app{inColumn ? ', ' : ', last login '}</span>
      <time className="tnum" dateTime={at}>
        {showDateTime(at)}
      </time>
    </>
  ) : (
    <span className="mut">Has not yet logged in</span>
  )

type RemoveMemberProps = {
  scope: MemberScope
  /** The member to remove. The dialog is open while it is not null. */
  member: WireMember | null
  onClose: () => void
  onRemoved?: (() => void) | undefined
}

/** "Remove anyway": of somebody who still runs sales. */
const anyway = (label: string, left: Sales | undefined): string => (left && left.count > 0 ? `${label} anyway` : label)

/** "Deleting a member requires typing the member's full name." [administration §5](docs/design/administration.md#5). */
export function RemoveMemberDialog({ scope, member, onClose, onRemoved }: RemoveMemberProps) {
  const [keepsConnections, setKeepsConnections] = useState(false)
  const [handingOver, setHandingOver] = useState(false)
  const { share } = useContext(DialogsContext)
  const { call, input } = removeMemberCall(scope)
  const branchId = scope.of === 'branch' ? scope.branchId : undefined
  const companyId = scope.of === 'platform' ? '' : scope.companyId
  const left = useMemberSales({ companyId, userId: member?._id, branchId }, companyId !== '')
  const saving = useSave(call, memberRemoved)
  const close = () => {
    saving.reset()
    setKeepsConnections(false)
    onClose()
  }
  const remove = async () => {
    if (member === null || (await saving.save(input({ userId: member._id, keepsConnections }))) === null) return
    close()
    onRemoved?.()
  }
  const { error } = saving
  return (
    <>
      {saving.overlay}
      <ConfirmByTypingDialog
        open={member !== null && !handingOver}
        title={scope.of === 'branch' ? 'Remove this user from the branch?' : 'Delete this user account?'}
        text={member?.fullName ?? ''}
        what="their full name"
        confirmLabel={anyway(removeLabel(scope.of), left)}
        pending={saving.pending}
        error={error && (error.code === 'INTERNAL' ? memberRemoved.failure.title : refusalText(error, memberRemoved.failure))}
        onConfirm={() => void remove()}
        onCancel={close}
      >
        <p>
          {scope.of === 'branch'
            ? `${member?.fullName} can no longer open this branch and its properties. The account itself stays.`
            : `${member?.fullName} is logged out everywhere and can no longer sign in. What they did stays under their name.`}
        </p>
        {member && scope.of !== 'platform' && (
          <LeftBehind
            sales={left}
            name={member.fullName}
            branchId={branchId}
            onShare={() => setHandingOver(true)}
            keepsConnections={keepsConnections}
            onKeepConnections={setKeepsConnections}
          />
        )}
      </ConfirmByTypingDialog>
      {member &&
        handingOver &&
        share({
          companyId,
          what: `the sales of ${member.fullName}`,
          sales: { from: member._id, ...(branchId === undefined ? {} : { branchIds: [branchId] }) },
          onClose: () => setHandingOver(false),
        })}
    </>
  )
}
