import { userTypeLabels } from '@gya/domain/access/permissions.ts'
import { whyNotCreateType } from '@gya/domain/features/members/why-not-change-member.ts'
import { findMembers, noUserFound } from '../../platform/find-members.ts'
import { useMe } from '../../platform/session.tsx'
import { FormPanel } from '../../ui/form-panel.tsx'
import { LookupField } from '../../ui/lookup-field.tsx'
import { SegmentedField } from '../../ui/segmented-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { UserCard } from '../../ui/user-card.tsx'
import type { BranchAdministratorValues, StaffType } from './branch-administrator-values.ts'

const administratorKinds = [
  { value: 'none' as const, label: 'None now' },
  { value: 'existing' as const, label: 'Existing user' },
  { value: 'new' as const, label: 'New user' },
]

const staffTypes: readonly StaffType[] = ['COMPANY_ADMIN', 'BRANCH_ADMIN', 'BRANCH_STAFF']

type BranchAdministratorProps = {
  /** `(path) => form.getInputProps('administrator.' + path)` */
  field: (path: string) => object
  values: BranchAdministratorValues
  companyId: string
  /** The branch that is edited; its members are not offered again. */
  branchId?: string | undefined
}

/** "Branch edit/create form. It has … an administrator section." Administration document, section 2, screen 6. */
export function BranchAdministrator({ field, values, companyId, branchId }: BranchAdministratorProps) {
  const me = useMe()
  const offered = staffTypes.filter((type) => whyNotCreateType(me.type, type) === null)
  return (
    <FormPanel title="Administrator">
      <div className="grid1">
        <SegmentedField {...field('kind')} label="Administrator" hideLabel wide options={administratorKinds} />
        {values.kind === 'none' && (
          <p className="hint">The company’s administrators are this branch’s too. Others are added here, or under Users.</p>
        )}
        {values.kind === 'existing' && (
          <LookupField
            {...field('user')}
            label="User’s e-mail"
            placeholder="Type at least 3 characters"
            find={findMembers(companyId, branchId)}
            emptyText={noUserFound}
            hint={
              values.user
                ? `${values.user.note}. They keep their privileges.`
                : 'Finds the users of this company by their e-mail address.'
            }
          />
        )}
        {values.kind === 'new' && (
          <UserCard field={field} values={values}>
            <SelectField
              {...field('type')}
              label="Type"
              className="full"
              options={offered.map((value) => ({ value, label: userTypeLabels[value] }))}
            />
          </UserCard>
        )}
      </div>
    </FormPanel>
  )
}
