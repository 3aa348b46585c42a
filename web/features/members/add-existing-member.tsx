import { addBranchMember } from '@gya/domain/features/members/members.contract.ts'
import { findMembers, noUserFound } from '../../platform/find-members.ts'
import { useSaveForm } from '../../platform/use-save-form.tsx'
import { FormPanel } from '../../ui/form-panel.tsx'
import { LookupField } from '../../ui/lookup-field.tsx'
import type { Option } from '../../ui/option-list.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { memberAdded } from './members.messages.ts'

const initialValues = { user: null as Option<string> | null }

/** "Adding an existing user to a branch keeps their privileges." Administration document, section 4. */
export function AddExistingMember({ companyId, branchId }: { companyId: string; branchId: string }) {
  const saving = useSaveForm({
    call: addBranchMember,
    name: `existing-user-${branchId}`,
    isNew: true,
    initialValues,
    toInput: ({ user }: typeof initialValues) => ({ params: { branchId }, body: user ? { _id: user.value } : {} }),
    messages: memberAdded,
    onSaved: () => {
      form.setValues(initialValues)
      form.resetDirty(initialValues)
    },
  })
  const { form } = saving
  const { user } = form.values
  return (
    <form {...saving.props} className="after-tabs" aria-label="Add existing user">
      <div className="grid1 before-savebar">
        {saving.above}
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
                : 'Finds the users of this company who are not in this branch by their e-mail address.'
            }
          />
        </FormPanel>
      </div>
      <SaveBar
        saveLabel="Add user"
        disabledReason={user ? null : 'Choose a user first'}
        summary={user?.label}
        pending={saving.pending}
        onDiscard={saving.dirty ? form.reset : undefined}
      />
    </form>
  )
}
