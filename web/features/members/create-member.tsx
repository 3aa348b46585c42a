import { companyRoles, userTypeLabels } from '@gya/domain/access/permissions.ts'
import { imageMediaTypes } from '@gya/domain/common/uploads.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { whyNotCreateType } from '@gya/domain/features/members/members.rules.ts'
import { useState } from 'react'
import { PictureField, useChosenFile } from '../../lib/forms/picture-field.tsx'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { MultiSelectField, SelectField } from '../../ui/fields/select-field.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { useBranchOptions } from '../common/use-branch-options.ts'
import { UserCard, userCardLabels } from '../common/user-card.tsx'
import { emptyUserCard, userCardBody, userCardProblems, whyNotSaveUserCard } from '../common/user-card-values.ts'
import { createMemberCall, type NewMember, type StaffType } from './member-calls.ts'
import { type MemberScope, membersHref } from './member-scope.ts'
import { memberCreated, userCreated } from './members.messages.ts'

type Values = typeof emptyUserCard & { type: StaffType | 'GYA_ADMIN'; branchIds: string[] }
type Created = { fullName: string; invited: boolean }

const defaultType = { branch: 'BRANCH_STAFF', company: 'COMPANY_ADMIN', platform: 'GYA_ADMIN' } as const

const labels = { ...userCardLabels, type: 'Type', password: 'Password', branchIds: 'Branches' }
const photoHint = 'JPEG, PNG, WebP, GIF or AVIF, less than 20 MB.'

/** Only the company screen chooses branches: company admins belong to all, members to the branch they are added in. */
const bodyOf = (scope: MemberScope, { type, branchIds, ...card }: Values): NewMember => ({
  ...userCardBody(card),
  type,
  ...(scope.of === 'company' && type !== 'COMPANY_ADMIN' ? { branchIds } : {}),
})

/**
 * Creates a member of a branch (BRANCH_STAFF unless another type is chosen), a user of a company ("types COMPANY_ADMIN,
 * BRANCH_ADMIN and BRANCH_STAFF") or a platform administrator. Administration document, section 6.
 */
export function CreateMember({ scope }: { scope: MemberScope }) {
  const me = useMe()
  const [created, setCreated] = useState<Created | null>(null)
  const photo = useChosenFile()
  const initialValues: Values = { ...emptyUserCard, type: defaultType[scope.of], branchIds: [] }
  const branches = useBranchOptions(companyIdOf(scope) ?? '', scope.of === 'company')
  const { call, input } = createMemberCall(scope)
  const saving = useSaveForm<Endpoint, Values>({
    call,
    name: `user-create-${JSON.stringify(scope)}`,
    isNew: true,
    initialValues,
    toInput: (values) => input(bodyOf(scope, values)),
    validate: userCardProblems,
    messages: scope.of === 'branch' ? memberCreated : userCreated,
    chosen: photo,
    onSaved: (answer, values) => {
      setCreated({ fullName: (answer as { fullName: string }).fullName, invited: values.password === '' })
      form.setValues(initialValues)
      form.resetDirty(initialValues)
      window.scrollTo({ top: 0 })
    },
  })
  const { form } = saving
  const types = companyRoles.filter((one) => whyNotCreateType(me.type, one) === null)
  return (
    <SaveFormPage
      label={scope.of === 'branch' ? 'Add new user' : 'Create user'}
      className="after-tabs"
      wide
      saving={saving}
      labels={labels}
      picture={{ label: 'Photo', chosen: photo }}
      disabledReason={whyNotSaveUserCard(form.values)}
    >
      {created && <CreatedNotice created={created} listHref={membersHref(scope, me.company ? undefined : companyIdOf(scope))} />}
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
          <PictureField label="Photo" hint={photoHint} kinds={imageMediaTypes} chosen={photo} progress={saving.progress} />
        </FormPanel>
      )}
    </SaveFormPage>
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
