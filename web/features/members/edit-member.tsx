import { type UserType, userTypeLabels } from '@gya/domain/access/permissions.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import {
  updateBranchMember,
  updateCompanyAdministrator,
  updatePlatformAdministrator,
} from '@gya/domain/features/members/members.contract.ts'
import { type ReactNode, useState } from 'react'
import type { CallInput } from '../../lib/api/call-api.ts'
import { changedFields } from '../../lib/forms/save-form.tsx'
import type { SaveMessages } from '../../lib/forms/use-save.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { MultiSelectField, SelectField } from '../../ui/fields/select-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { SaveBar } from '../../ui/layout/save-bar.tsx'
import { useFollowLink } from '../../ui/navigation/link.tsx'
import { useBranchOptions } from '../common/use-branch-options.ts'
import { PersonFields, userCardLabels } from '../common/user-card.tsx'
import { LastLogin, MemberAccount, RemoveMemberDialog } from './member-account.tsx'
import { type MemberScope, mayRemoveMember, membersHref, removeLabel, type WireMember } from './member-scope.ts'
import { memberEdited, userEdited } from './members.messages.ts'

type StaffType = Exclude<UserType, 'GYA_ADMIN' | 'VENDOR'>
type Card = { firstName: string; lastName: string; email: string; tel: string }
type Values = Card & { type: UserType; branchIds: string[] }

const types = (['COMPANY_ADMIN', 'BRANCH_ADMIN', 'BRANCH_STAFF'] as const).map((value) => ({
  value,
  label: userTypeLabels[value],
}))

const typeHints: Record<StaffType, string> = {
  COMPANY_ADMIN: 'Administers the company and every branch of it.',
  BRANCH_ADMIN: 'Administers the branches they belong to.',
  BRANCH_STAFF: 'Works on the properties of the branches they belong to.',
}

type Props = {
  scope: MemberScope
  member: WireMember
  /** What stands beside the last login: whether the e-mail address is confirmed. */
  children?: ReactNode
  /** Where they are signed in, for those who may see and end it. */
  sessions?: ReactNode
}

type EditMemberCall<E extends Endpoint> = Props & {
  call: E
  inputOf: (card: Card, type: StaffType, version: number | undefined, branchIds: string[]) => Omit<CallInput<E>, 'signal'>
  messages: SaveMessages
}

function EditMemberForm<E extends Endpoint>({ scope, member, children, sessions, call, inputOf, messages }: EditMemberCall<E>) {
  const me = useMe()
  const follow = useFollowLink()
  const [removing, setRemoving] = useState(false)
  const { firstName, lastName, email, tel, type } = member
  const saving = useSaveForm<E, Values>({
    call,
    name: `user-${member._id}`,
    initialValues: { firstName, lastName, email, tel, type, branchIds: member.branches.map(({ _id }) => _id) },
    version: member.version,
    toInput: ({ type: chosen, branchIds, ...card }, version) => inputOf(card, chosen as StaffType, version, branchIds),
    messages,
  })
  const { form } = saving
  const branches = useBranchOptions(scope.of === 'company' ? scope.companyId : '', scope.of === 'company')
  const chosen = form.values.type
  return (
    <>
      {/* Beside the form, not in it: the dialog is a form of its own. */}
      <RemoveMemberDialog
        scope={scope}
        member={removing ? member : null}
        onClose={() => setRemoving(false)}
        onRemoved={() => follow(membersHref(scope, me.company || scope.of === 'platform' ? undefined : scope.companyId))}
      />
      <form {...saving.props} className="after-tabs" aria-label={`User ${member.fullName}`}>
        <div className="grid1 before-savebar">
          {saving.notices}
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
                  hint={chosen === 'GYA_ADMIN' || chosen === 'VENDOR' ? undefined : typeHints[chosen]}
                  className="full"
                  options={types}
                />
              )}
              {scope.of === 'company' && chosen !== 'COMPANY_ADMIN' && (
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
        </div>
        <SaveBar
          disabledReason={saving.disabledReason}
          summary={changedFields(form, { ...userCardLabels, type: 'Type', branchIds: 'Branches' }).join(', ') || undefined}
          pending={saving.pending}
          onDiscard={saving.dirty ? form.reset : undefined}
        >
          {mayRemoveMember(scope.of, me, member) && (
            <Button
              variant="danger"
              aria-haspopup="dialog"
              disabledReason={saving.dirty ? 'Save or discard the other changes first' : null}
              onClick={() => setRemoving(true)}
            >
              {removeLabel(scope.of)}
            </Button>
          )}
        </SaveBar>
      </form>
    </>
  )
}

/** The form of one user: card and type. "Password entry is only on creation." Administration document, section 5. */
export const EditMember = (props: Props) => {
  const { scope, member } = props
  const userId = member._id
  switch (scope.of) {
    case 'branch':
      return (
        <EditMemberForm
          {...props}
          call={updateBranchMember}
          inputOf={(card, type, version) => ({
            params: { branchId: scope.branchId, userId },
            body: { ...card, type, ...(version === undefined ? {} : { version }) },
          })}
          messages={memberEdited}
        />
      )
    case 'company':
      return (
        <EditMemberForm
          {...props}
          call={updateCompanyAdministrator}
          inputOf={(card, type, version, branchIds) => ({
            params: { companyId: scope.companyId, userId },
            body: {
              ...card,
              type,
              ...(type === 'COMPANY_ADMIN' ? {} : { branchIds }),
              ...(version === undefined ? {} : { version }),
            },
          })}
          messages={userEdited}
        />
      )
    case 'platform':
      return (
        <EditMemberForm
          {...props}
          call={updatePlatformAdministrator}
          inputOf={(card, _type, version) => ({
            params: { userId },
            body: { ...card, ...(version === undefined ? {} : { version }) },
          })}
          messages={userEdited}
        />
      )
  }
}
