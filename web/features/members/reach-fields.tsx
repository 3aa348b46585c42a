import { companyRoles, type UserType, userTypeLabels } from '@gya/domain/access/permissions.ts'
import { whyNotCreateType } from '@gya/domain/features/members/members.rules.ts'
import { listAreas } from '@gya/domain/features/roles/areas.contract.ts'
import { useCall } from '../../lib/api/use-call.ts'
import { useMe } from '../../lib/session/session.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { MultiSelectField, SelectField } from '../../ui/fields/select-field.tsx'
import { useBranchOptions } from '../common/use-branch-options.ts'
import type { StaffType } from './member-calls.ts'

const typeHints: Record<StaffType, string> = {
  COMPANY_ADMIN: 'Administers the company and every branch of it.',
  AREA_MANAGER: 'Administers the branches of their areas, and sees a dashboard of all of them.',
  BRANCH_ADMIN: 'Administers the branches they belong to.',
  BRANCH_STAFF: 'Works on the properties of the branches they belong to.',
  PROGRESSOR: 'Progresses the sales of their branches; takes on no properties.',
  READER: 'Sees everything of their branches and changes nothing.',
}

type InputProps = (path: 'type' | 'allBranches' | 'areaIds' | 'branchIds', options?: { type: 'checkbox' }) => object

/** The role of a member, with its permissions. Nobody can assign a role above their own. */
export function RoleField({ field, type }: { field: InputProps; type: UserType | undefined }) {
  const me = useMe()
  const types = companyRoles.filter((one) => one === type || whyNotCreateType(me.type, one) === null)
  return (
    <SelectField<StaffType>
      {...field('type')}
      label="Type"
      hint={type && typeHints[type as StaffType]}
      className="full"
      options={types.map((value) => ({ value, label: userTypeLabels[value] }))}
    />
  )
}

type ReachProps = {
  field: InputProps
  values: { type: UserType; allBranches: boolean }
  companyId: string
}

/** The branches that somebody reaches: all, those of areas, and individual ones. Company admins reach all. */
export function ReachFields({ field, values, companyId }: ReachProps) {
  const branches = useBranchOptions(companyId, true)
  const { data } = useCall(listAreas, { params: { companyId } })
  const areas = data?.data.map(({ _id, name }) => ({ value: _id, label: name })) ?? []
  if (values.type === 'COMPANY_ADMIN') return null
  return (
    <>
      <CheckField
        {...field('allBranches', { type: 'checkbox' })}
        label="All branches"
        className="full"
        hint="Also those that are added later."
      />
      {!values.allBranches && areas.length > 0 && (
        <MultiSelectField
          {...field('areaIds')}
          label="Areas"
          className="full"
          options={areas}
          noneLabel="No area"
          summary={(names) => names.join(', ')}
          hint="They see the branches of these areas, also those that join one later."
        />
      )}
      {!values.allBranches && (
        <MultiSelectField
          {...field('branchIds')}
          label="Branches"
          className="full"
          options={branches}
          noneLabel="No branch"
          summary={(names) => names.join(', ')}
          hint="They see the properties of these branches, from their next click on."
        />
      )}
    </>
  )
}
