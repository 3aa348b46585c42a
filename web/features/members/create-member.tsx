import { type UserType, userTypeLabels } from '@gya/domain/access/permissions.ts'
import { imageMediaTypes } from '@gya/domain/common/uploads.ts'
import type { Endpoint, Wire } from '@gya/domain/endpoint.ts'
import {
  addBranchMember,
  createCompanyAdministrator,
  createPlatformAdministrator,
} from '@gya/domain/features/members/members.contract.ts'
import { whyNotCreateType } from '@gya/domain/features/members/members.rules.ts'
import { useState } from 'react'
import type { CallInput } from '../../lib/api/call-api.ts'
import { PictureField, useChosenFile } from '../../lib/forms/picture-field.tsx'
import { changedFields } from '../../lib/forms/save-form.tsx'
import type { SaveMessages } from '../../lib/forms/use-save.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { MultiSelectField, SelectField } from '../../ui/fields/select-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { SaveBar } from '../../ui/layout/save-bar.tsx'
import { useBranchOptions } from '../common/use-branch-options.ts'
import { UserCard, userCardLabels } from '../common/user-card.tsx'
import { emptyUserCard, userCardBody, userCardProblems, whyNotSaveUserCard } from '../common/user-card-values.ts'
import type { MemberScope } from './member-scope.ts'
import { membersHref } from './member-scope.ts'
import { memberCreated, userCreated } from './members.messages.ts'

type StaffType = Exclude<UserType, 'GYA_ADMIN' | 'VENDOR'>
const staffTypes: readonly StaffType[] = ['COMPANY_ADMIN', 'BRANCH_ADMIN', 'BRANCH_STAFF']

type Values = typeof emptyUserCard & { type: StaffType | 'GYA_ADMIN'; branchIds: string[] }
type Body = ReturnType<typeof userCardBody> & { type: StaffType | 'GYA_ADMIN'; branchIds?: string[] }
type Created = { fullName: string; invited: boolean }

type CreateMemberCall<E extends Endpoint> = {
  scope: MemberScope
  call: E
  inputOf: (body: Body) => Omit<CallInput<E>, 'signal'>
  type: Values['type']
  messages: SaveMessages
}

const labels = { ...userCardLabels, type: 'Type', password: 'Password', branchIds: 'Branches' }
const photoHint = 'JPEG, PNG, WebP, GIF or AVIF, less than 20 MB.'

/** A company admin belongs to every branch; a branch's member to the one they are created in. */
const bodyOf = (scope: MemberScope, { type, branchIds, ...card }: Values): Body => ({
  ...userCardBody(card),
  type,
  ...(scope.of === 'company' && type !== 'COMPANY_ADMIN' ? { branchIds } : {}),
})

function CreateMemberForm<E extends Endpoint>({ scope, call, inputOf, type, messages }: CreateMemberCall<E>) {
  const me = useMe()
  const [created, setCreated] = useState<Created | null>(null)
  const chosen = useChosenFile()
  const initialValues: Values = { ...emptyUserCard, type, branchIds: [] }
  const branches = useBranchOptions(companyIdOf(scope) ?? '', scope.of === 'company')
  const saving = useSaveForm<E, Values>({
    call,
    name: `user-create-${JSON.stringify(scope)}`,
    isNew: true,
    initialValues,
    toInput: (values) => inputOf(bodyOf(scope, values)),
    validate: userCardProblems,
    messages,
    chosen,
    onSaved: (answer: Wire<E, 'response'>, values) => {
      setCreated({ fullName: (answer as { fullName: string }).fullName, invited: values.password === '' })
      form.setValues(initialValues)
      form.resetDirty(initialValues)
      window.scrollTo({ top: 0 })
    },
  })
  const { form } = saving
  const types = staffTypes.filter((one) => whyNotCreateType(me.type, one) === null)
  return (
    <form {...saving.props} className="after-tabs" aria-label={scope.of === 'branch' ? 'Add new user' : 'Create user'}>
      <div className="grid1 before-savebar">
        {saving.notices}
        {created && (
          <CreatedNotice created={created} listHref={membersHref(scope, me.company ? undefined : companyIdOf(scope))} />
        )}
        <FormPanel title="User">
          <UserCard field={form.getInputProps} values={form.values}>
            {scope.of !== 'platform' && (
              <SelectField
                {...form.getInputProps('type')}
                label="Type"
                className="full"
                options={types.map((value) => ({ value, label: userTypeLabels[value] }))}
              />
            )}
            {scope.of === 'company' && form.values.type !== 'COMPANY_ADMIN' && (
              <MultiSelectField
                {...form.getInputProps('branchIds')}
                label={labels.branchIds}
                className="full"
                options={branches}
                noneLabel="No branch yet"
                summary={(names) => names.join(', ')}
                hint="They see the properties of these branches. Without one they see nothing until somebody adds them."
              />
            )}
          </UserCard>
        </FormPanel>
        {scope.of === 'platform' && (
          <FormPanel title="Photo">
            <PictureField label="Photo" hint={photoHint} kinds={imageMediaTypes} chosen={chosen} progress={saving.progress} />
          </FormPanel>
        )}
      </div>
      <SaveBar
        disabledReason={saving.disabledReason ?? whyNotSaveUserCard(form.values)}
        summary={[...changedFields(form, labels), ...(chosen.file ? ['Photo'] : [])].join(', ') || undefined}
        pending={saving.pending}
        onDiscard={saving.dirty ? saving.discard : undefined}
      />
    </form>
  )
}

const companyIdOf = (scope: MemberScope): string | undefined => (scope.of === 'platform' ? undefined : scope.companyId)

const CreatedNotice = ({ created: { fullName, invited }, listHref }: { created: Created; listHref: string }) => (
  <Notice tone="good" title={userCreated.success.title} action={<LinkButton to={listHref}>Users</LinkButton>}>
    {invited
      ? `${fullName} was e-mailed a temporary password and must change it on login.`
      : `Give ${fullName} the password you entered: they choose one of their own on their first login.`}
  </Notice>
)

/**
 * Somebody new: a member of a branch (BRANCH_STAFF unless another type is chosen), a user of a company ("types
 * COMPANY_ADMIN, BRANCH_ADMIN and BRANCH_STAFF"), or an administrator of the platform. Administration document, section 6.
 */
export const CreateMember = ({ scope }: { scope: MemberScope }) => {
  switch (scope.of) {
    case 'branch':
      return (
        <CreateMemberForm
          scope={scope}
          call={addBranchMember}
          inputOf={(body) => ({ params: { branchId: scope.branchId }, body: body as Wire<typeof addBranchMember, 'body'> })}
          type="BRANCH_STAFF"
          messages={memberCreated}
        />
      )
    case 'company':
      return (
        <CreateMemberForm
          scope={scope}
          call={createCompanyAdministrator}
          inputOf={(body) => ({
            params: { companyId: scope.companyId },
            body: body as Wire<typeof createCompanyAdministrator, 'body'>,
          })}
          type="COMPANY_ADMIN"
          messages={userCreated}
        />
      )
    case 'platform':
      return (
        <CreateMemberForm
          scope={scope}
          call={createPlatformAdministrator}
          inputOf={(body) => ({ body: body as Wire<typeof createPlatformAdministrator, 'body'> })}
          type="GYA_ADMIN"
          messages={userCreated}
        />
      )
  }
}
