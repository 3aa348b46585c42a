import type { UserType } from '@gya/domain/access/permissions.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { type ReactNode, useState } from 'react'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { PersonFields, userCardLabels } from '../common/user-card.tsx'
import { LeftByRole } from './left-behind.tsx'
import { LastLogin, MemberAccount, RemoveMemberDialog } from './member-account.tsx'
import {
  type MemberChanges,
  type MemberReachValues,
  reachLabels,
  reachOf,
  type StaffType,
  updateMemberCall,
} from './member-calls.ts'
import { isRemovable, type MemberScope, membersHref, removeLabel, type WireMember } from './member-scope.ts'
import { memberEdited, userEdited } from './members.messages.ts'
import { ReachFields, RoleField } from './reach-fields.tsx'

type Values = MemberChanges['card'] & MemberReachValues & { type: UserType }

type Props = {
  scope: MemberScope
  member: WireMember
  /** Shown above the fields. */
  children?: ReactNode
  /** The member's sessions, if the reader may see them. */
  sessions?: ReactNode
}

/** "Password entry is only on creation." [administration §5](docs/design/administration.md#5). */
export function EditMember({ scope, member, children, sessions }: Props) {
  const me = useMe()
  const follow = useFollowLink()
  const [removing, setRemoving] = useState(false)
  const { firstName, lastName, email, tel, type } = member
  const { call, input } = updateMemberCall(scope, member._id)
  const saving = useSaveForm<Endpoint, Values>({
    call,
    name: `user-${member._id}`,
    initialValues: { firstName, lastName, email, tel, type, ...reachOf(member) },
    version: member.version,
    toInput: ({ type: newType, branchIds, areaIds, allBranches, ...card }, version) =>
      input({ card, type: newType as StaffType, branchIds, areaIds, allBranches, version }),
    messages: scope.of === 'branch' ? memberEdited : userEdited,
  })
  const { form } = saving
  return (
    <>
      {/* Outside the form, because forms cannot be nested. */}
      <RemoveMemberDialog
        scope={scope}
        member={removing ? member : null}
        onClose={() => setRemoving(false)}
        onRemoved={() => follow(membersHref(scope, me.company || scope.of === 'platform' ? undefined : scope.companyId))}
      />
      <SaveFormPage
        label={`User ${member.fullName}`}
        className="after-tabs"
        wide
        saving={saving}
        labels={{ ...userCardLabels, ...reachLabels }}
        actions={
          isRemovable(scope, me, member) && (
            <Button
              variant="danger"
              aria-haspopup="dialog"
              disabledReason={saving.dirty ? 'Save or discard the other changes first' : null}
              onClick={() => setRemoving(true)}
            >
              {removeLabel(scope.of)}
            </Button>
          )
        }
      >
        <FormPanel
          title="User"
          aside={
            <>
              <span className="spacer" />
              <span className="t12">
                <LastLogin at={member.lastLogin} />
              </span>
            </>
          }
        >
          {children}
          <PersonFields field={form.getInputProps}>
            {scope.of !== 'platform' && <RoleField field={form.getInputProps} type={form.values.type} />}
            {scope.of === 'company' && (
              <ReachFields field={form.getInputProps} values={form.values} companyId={scope.companyId} />
            )}
          </PersonFields>
          {scope.of !== 'platform' && (
            <LeftByRole companyId={scope.companyId} userId={member._id} type={form.values.type} before={type} />
          )}
        </FormPanel>
        {scope.of === 'company' && <MemberAccount companyId={scope.companyId} member={member} />}
        {sessions}
      </SaveFormPage>
    </>
  )
}
