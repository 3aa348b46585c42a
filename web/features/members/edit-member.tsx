import { companyRoles, type UserType, userTypeLabels } from '@gya/domain/access/permissions.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { type ReactNode, useState } from 'react'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { MultiSelectField, SelectField } from '../../ui/fields/select-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { useBranchOptions } from '../common/use-branch-options.ts'
import { PersonFields, userCardLabels } from '../common/user-card.tsx'
import { LastLogin, MemberAccount, RemoveMemberDialog } from './member-account.tsx'
import { type MemberChanges, type StaffType, updateMemberCall } from './member-calls.ts'
import { type MemberScope, mayRemoveMember, membersHref, removeLabel, type WireMember } from './member-scope.ts'
import { memberEdited, userEdited } from './members.messages.ts'

type Values = MemberChanges['card'] & { type: UserType; branchIds: string[] }

const types = companyRoles.map((value) => ({ value, label: userTypeLabels[value] }))

const typeHints: Record<StaffType, string> = {
  COMPANY_ADMIN: 'Administers the company and every branch of it.',
  BRANCH_ADMIN: 'Administers the branches they belong to.',
  AREA_MANAGER: 'Administers the branches of their areas.',
  BRANCH_STAFF: 'Works on the properties of the branches they belong to.',
  PROGRESSOR: 'Progresses the sales of their branches, and takes on none.',
  READER: 'Sees everything of their branches and changes nothing.',
}

type Props = {
  scope: MemberScope
  member: WireMember
  /** Above the fields. */
  children?: ReactNode
  /** The member's sessions, if the reader may see them. */
  sessions?: ReactNode
}

/** "Password entry is only on creation." Administration document, section 5. */
export function EditMember({ scope, member, children, sessions }: Props) {
  const me = useMe()
  const follow = useFollowLink()
  const [removing, setRemoving] = useState(false)
  const { firstName, lastName, email, tel, type } = member
  const { call, input } = updateMemberCall(scope, member._id)
  const saving = useSaveForm<Endpoint, Values>({
    call,
    name: `user-${member._id}`,
    initialValues: { firstName, lastName, email, tel, type, branchIds: member.branches.map(({ _id }) => _id) },
    version: member.version,
    toInput: ({ type: newType, branchIds, ...card }, version) => input({ card, type: newType as StaffType, branchIds, version }),
    messages: scope.of === 'branch' ? memberEdited : userEdited,
  })
  const { form } = saving
  const branches = useBranchOptions(scope.of === 'company' ? scope.companyId : '', scope.of === 'company')
  const selectedType = form.values.type
  return (
    <>
      {/* Outside the form: forms cannot be nested. */}
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
        labels={{ ...userCardLabels, type: 'Type', branchIds: 'Branches' }}
        actions={
          mayRemoveMember(scope.of, me, member) && (
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
            {scope.of !== 'platform' && (
              <SelectField
                {...form.getInputProps('type')}
                label="Type"
                hint={typeHints[selectedType as StaffType]}
                className="full"
                options={types}
              />
            )}
            {scope.of === 'company' && selectedType !== 'COMPANY_ADMIN' && (
              <MultiSelectField
                {...form.getInputProps('branchIds')}
                label="Branches"
                className="full"
                options={branches}
                noneLabel="No branch"
                summary={(names) => names.join(', ')}
                hint="They see the properties of these branches, from their next click on."
              />
            )}
          </PersonFields>
        </FormPanel>
        {scope.of === 'company' && <MemberAccount companyId={scope.companyId} member={member} />}
        {sessions}
      </SaveFormPage>
    </>
  )
}
