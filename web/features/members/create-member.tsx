import { imageMediaTypes } from '@gya/domain/common/uploads.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { useState } from 'react'
import { PictureField, useChosenFile } from '../../lib/forms/picture-field.tsx'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { useMe } from '../../lib/session/session.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { pictureHint } from '../common/picture-hint.ts'
import { UserCard, userCardLabels } from '../common/user-card.tsx'
import { emptyUserCard, userCardBody, userCardProblems, whyNotSaveUserCard } from '../common/user-card-values.ts'
import {
  createMemberCall,
  emptyReach,
  type MemberReachValues,
  type NewMember,
  reachBody,
  reachLabels,
  type StaffType,
} from './member-calls.ts'
import { type MemberScope, membersHref } from './member-scope.ts'
import { memberCreated, userCreated } from './members.messages.ts'
import { ReachFields, RoleField } from './reach-fields.tsx'

type Values = typeof emptyUserCard & MemberReachValues & { type: StaffType | 'GYA_ADMIN' }
type Created = { fullName: string; invited: boolean }

const defaultType = { branch: 'BRANCH_STAFF', company: 'COMPANY_ADMIN', platform: 'GYA_ADMIN' } as const

const labels = { ...userCardLabels, ...reachLabels, password: 'Password' }

/** Only the company screen offers branches: company admins belong to all, and members to the branch in which they are added. */
const bodyOf = (scope: MemberScope, { type, branchIds, areaIds, allBranches, ...card }: Values): NewMember => ({
  ...userCardBody(card),
  type,
  ...(scope.of === 'company' ? reachBody({ type, branchIds, areaIds, allBranches }) : {}),
})

/**
 * Creates a member of a branch (BRANCH_STAFF unless another type is chosen), a user of a company with their role and reach, or
 * a platform administrator. [administration §6](docs/design/administration.md#6); [trust §7](docs/design/trust.md#7).
 */
export function CreateMember({ scope }: { scope: MemberScope }) {
  const me = useMe()
  const [created, setCreated] = useState<Created | null>(null)
  const photo = useChosenFile()
  const initialValues: Values = { ...emptyUserCard, type: defaultType[scope.of], ...emptyReach }
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
          {scope.of !== 'platform' && <RoleField field={form.getInputProps} type={form.values.type} />}
          {scope.of === 'company' && <ReachFields field={form.getInputProps} values={form.values} companyId={scope.companyId} />}
        </UserCard>
      </FormPanel>
      {scope.of === 'platform' && (
        <FormPanel title="Photo">
          <PictureField label="Photo" hint={pictureHint} kinds={imageMediaTypes} chosen={photo} progress={saving.progress} />
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
