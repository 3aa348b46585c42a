import { addBranchMember } from '@gya/domain/features/members/members.contract.ts'
import { useState } from 'react'
import { SaveFormPage } from '../../lib/forms/save-form.tsx'
import { useSaveForm } from '../../lib/forms/use-save-form.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { LookupField } from '../../ui/fields/lookup-field.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { FormPanel } from '../../ui/layout/form-panel.tsx'
import { findMembers, noUserFound } from '../common/find-members.ts'
import { JoinRequests } from './join-requests.tsx'
import { memberAdded } from './members.messages.ts'

const initialValues = { user: null as Option<string> | null }

/** "Adding an existing user to a branch keeps their privileges." [administration §4](docs/design/administration.md#4). */
export function AddExistingMember({ companyId, branchId }: { companyId: string; branchId: string }) {
  const [awaiting, setAwaiting] = useState<string | null>(null)
  const saving = useSaveForm({
    call: addBranchMember,
    name: `existing-user-${branchId}`,
    isNew: true,
    initialValues,
    toInput: ({ user }: typeof initialValues) => ({ params: { branchId }, body: user ? { _id: user.value } : {} }),
    messages: memberAdded,
    onSaved: (member) => {
      setAwaiting(member.awaitsApproval ? member.fullName : null)
      form.setValues(initialValues)
      form.resetDirty(initialValues)
    },
  })
  const { form } = saving
  const { user } = form.values
  return (
    <SaveFormPage
      label="Add existing user"
      className="after-tabs"
      wide
      saving={{ ...saving, disabledReason: user ? null : 'Choose a user first' }}
      labels={{}}
      summary={user?.label}
      saveLabel="Add user"
    >
      {awaiting && (
        <Notice tone="info" title="An administrator confirms it first">
          {awaiting} works for another branch. Your company’s administrators were asked; you are told by e-mail what they decide.
        </Notice>
      )}
      <FormPanel title="Existing user">
        <LookupField
          {...form.getInputProps('user')}
          label="User’s e-mail"
          placeholder="Type at least 3 characters"
          find={findMembers(companyId, branchId)}
          emptyText={noUserFound}
          hint={
            user
              ? `${user.note}. They keep their privileges and reach this branch from their next click on.`
              : 'Finds the users of this company, of every branch, by their e-mail address.'
          }
        />
      </FormPanel>
      <JoinRequests companyId={companyId} branchId={branchId} />
    </SaveFormPage>
  )
}
