import type { Endpoint } from '@gya/domain/endpoint.ts'
import {
  deleteCompanyMember,
  deletePlatformAdministrator,
  removeBranchMember,
} from '@gya/domain/features/members/members.contract.ts'
import type { CallInput } from '../../platform/api.ts'
import { refusalText, useSave } from '../../platform/use-save.tsx'
import { ConfirmByTypingDialog } from '../../ui/confirm-by-typing-dialog.tsx'
import { type MemberScope, removeLabel, type WireMember } from './member-scope.ts'
import { memberRemoved } from './members.messages.ts'

type RemoveMemberProps = {
  scope: MemberScope
  /** Who goes; the dialog is open while there is somebody. */
  member: WireMember | null
  onClose: () => void
  onRemoved?: (() => void) | undefined
}

type RemoveMemberCall<E extends Endpoint> = RemoveMemberProps & {
  call: E
  inputOf: (userId: string) => Omit<CallInput<E>, 'signal'>
}

function RemoveMemberConfirmation<E extends Endpoint>({ scope, member, onClose, onRemoved, call, inputOf }: RemoveMemberCall<E>) {
  const removing = useSave(call, memberRemoved)
  const close = () => {
    removing.reset()
    onClose()
  }
  const remove = async () => {
    if (member === null || (await removing.save(inputOf(member._id))) === null) return
    close()
    onRemoved?.()
  }
  const { error } = removing
  const word = removeLabel(scope.of)
  return (
    <>
      {removing.overlay}
      <ConfirmByTypingDialog
        open={member !== null}
        title={scope.of === 'branch' ? 'Remove this user from the branch?' : 'Delete this user account?'}
        text={member?.fullName ?? ''}
        what="their full name"
        confirmLabel={word}
        pending={removing.pending}
        error={error && (error.code === 'INTERNAL' ? memberRemoved.failure.title : refusalText(error, memberRemoved.failure))}
        onConfirm={() => void remove()}
        onCancel={close}
      >
        <p>
          {scope.of === 'branch'
            ? `${member?.fullName} can no longer open this branch and its properties. The account itself stays.`
            : `${member?.fullName} is logged out everywhere and can no longer sign in. What they did stays under their name.`}
        </p>
      </ConfirmByTypingDialog>
    </>
  )
}

/** "Deleting a member requires typing the member's full name." Administration document, section 5. */
export const RemoveMemberDialog = (props: RemoveMemberProps) => {
  const { scope } = props
  switch (scope.of) {
    case 'branch':
      return (
        <RemoveMemberConfirmation
          {...props}
          call={removeBranchMember}
          inputOf={(userId) => ({ params: { branchId: scope.branchId, userId } })}
        />
      )
    case 'company':
      return (
        <RemoveMemberConfirmation
          {...props}
          call={deleteCompanyMember}
          inputOf={(userId) => ({ params: { companyId: scope.companyId, userId } })}
        />
      )
    case 'platform':
      return (
        <RemoveMemberConfirmation {...props} call={deletePlatformAdministrator} inputOf={(userId) => ({ params: { userId } })} />
      )
  }
}
