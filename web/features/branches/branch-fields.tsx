import { companyRoles, type UserType, userTypeLabels } from '@gya/domain/access/permissions.ts'
import { type Address, emptyAddress, withAddressDefaults } from '@gya/domain/common/address.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { createBranch, readBranch, updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { whyNotCreateType } from '@gya/domain/features/members/members.rules.ts'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useMe } from '../../lib/session/session.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { LookupField } from '../../ui/fields/lookup-field.tsx'
import { PercentField } from '../../ui/fields/number-field.tsx'
import type { Option } from '../../ui/fields/option-list.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx'
import { FieldGrid, FormPanel, TwoColumn } from '../../ui/layout/form-panel.tsx'
import { AddressFields } from '../common/address-fieldset.tsx'
import { findMembers, noUserFound } from '../common/find-members.ts'
import { UserCard } from '../common/user-card.tsx'
import {
  emptyUserCard,
  type UserCardValues,
  userCardBody,
  userCardProblems,
  whyNotSaveUserCard,
} from '../common/user-card-values.ts'

const overrideLabel = 'Override the company’s deduction'

export const branchImageLabel = 'Branch image'

/** Form path → label. The Save bar lists changed fields by these labels. */
export const branchLabels = {
  name: 'Name',
  tel: 'Telephone',
  email: 'E-mail',
  address: 'Address',
  displayText: 'Display text',
  useBranchDeduction: overrideLabel,
  feeDeduction: 'Fee deduction',
  administrator: 'Administrator',
} satisfies Record<string, string>

type BranchFieldsProps = {
  form: UseFormReturnType<BranchValues>
  companyId: string
  /** The company's fee deduction, which applies unless the branch overrides it; undefined while loading. */
  companyDeduction: number | null | undefined
  image: ReactNode
  /** The branch being edited. */
  branchId?: string | undefined
  /** Why the reader cannot edit anything. */
  locked?: string | null
}

/** The branch fields, shared by create and edit. */
export const BranchFields = ({
  form: { getInputProps: field, values },
  companyId,
  companyDeduction,
  image,
  branchId,
  locked = null,
}: BranchFieldsProps) => (
  <TwoColumn>
    <div>
      <FormPanel title="Branch details">
        <FieldGrid>
          <TextField {...field('name')} label={branchLabels.name} className="full" required disabledReason={locked} />
          <TextField {...field('tel')} label={branchLabels.tel} type="tel" optional disabledReason={locked} />
          <TextField {...field('email')} label={branchLabels.email} type="email" optional disabledReason={locked} />
        </FieldGrid>
        <AddressFields field={(part) => field(`address.${part}`)} disabledReason={locked} />
      </FormPanel>
      {locked === null && (
        <BranchAdministrator
          field={(path) => field(`administrator.${path}`)}
          values={values.administrator}
          companyId={companyId}
          branchId={branchId}
        />
      )}
    </div>
    <div>
      <FormPanel title="Image">{image}</FormPanel>
      <FormPanel title="Fees">
        <FieldGrid columns={1}>
          <CheckField
            {...field('useBranchDeduction', { type: 'checkbox' })}
            label={overrideLabel}
            hint={companyDeductionHint(companyDeduction)}
            disabledReason={locked}
          />
          {/* "A branch's fee deduction field is enabled only when the override flag useBranchDeduction is ticked." */}
          <PercentField
            {...field('feeDeduction')}
            label={branchLabels.feeDeduction}
            step={0.01}
            width={160}
            optional
            disabledReason={locked ?? (values.useBranchDeduction ? null : `Tick “${overrideLabel}” first.`)}
          />
        </FieldGrid>
      </FormPanel>
      <FormPanel>
        <TextAreaField
          {...field('displayText')}
          label={branchLabels.displayText}
          rows={8}
          limit={1750}
          optional
          disabledReason={locked}
        />
      </FormPanel>
    </div>
  </TwoColumn>
)

const companyDeductionHint = (percent: number | null | undefined): string | undefined => {
  if (percent === undefined) return undefined
  return percent === null ? 'The company has no fee deduction.' : `The company’s fee deduction is ${percent} %.`
}

type StaffType = Exclude<UserType, 'GYA_ADMIN' | 'VENDOR'>
type AdministratorBody = NonNullable<Wire<typeof updateBranch, 'body'>['administrator']>

/** The administrator section of a branch form: none, an existing user, or a new user. */
type BranchAdministratorValues = {
  kind: 'none' | 'existing' | 'new'
  user: Option<string> | null
  type: StaffType
} & UserCardValues

export const emptyBranchAdministrator: BranchAdministratorValues = {
  kind: 'none',
  user: null,
  type: 'BRANCH_ADMIN',
  ...emptyUserCard,
}

/** The request body: "an existing user id, or new user details" ([administration §3](docs/design/administration.md#3)), or nothing. */
function toAdministratorBody({ kind, user, type, ...card }: BranchAdministratorValues): AdministratorBody | undefined {
  if (kind === 'new') return { ...userCardBody(card), type }
  return kind === 'existing' && user ? { _id: user.value } : undefined
}

/** Client-side errors by form path; the contract validates the rest. */
export function branchErrors({ administrator }: BranchValues): Record<string, string> {
  if (administrator.kind === 'new')
    return Object.fromEntries(
      Object.entries(userCardProblems(administrator)).map(([path, problem]) => [`administrator.${path}`, problem]),
    )
  return administrator.kind === 'existing' && !administrator.user ? { 'administrator.user': 'Choose a user.' } : {}
}

/** Why the administrator section disables Save, or null. */
export const whyNotSaveBranch = ({ administrator }: BranchValues): string | null =>
  administrator.kind === 'new' ? whyNotSaveUserCard(administrator) : null

const administratorKinds = [
  { value: 'none' as const, label: 'None now' },
  { value: 'existing' as const, label: 'Existing user' },
  { value: 'new' as const, label: 'New user' },
]

type BranchAdministratorProps = {
  field: (path: string) => object
  values: BranchAdministratorValues
  companyId: string
  /** The branch being edited; its members are not suggested. */
  branchId?: string | undefined
}

/** "Branch edit/create form. It has … an administrator section." [administration §2](docs/design/administration.md#2), screen 6. */
function BranchAdministrator({ field, values, companyId, branchId }: BranchAdministratorProps) {
  const me = useMe()
  const creatableTypes = companyRoles.filter((type) => whyNotCreateType(me.type, type) === null)
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
              options={creatableTypes.map((value) => ({ value, label: userTypeLabels[value] }))}
            />
          </UserCard>
        )}
      </div>
    </FormPanel>
  )
}

export type WireBranch = Wire<typeof readBranch, 'response'>

/** The form values of a branch. */
export type BranchValues = {
  name: string
  tel: string
  email: string
  displayText: string
  address: Address
  useBranchDeduction: boolean
  feeDeduction: number | null
  administrator: BranchAdministratorValues
}

export const newBranch: BranchValues = {
  name: '',
  tel: '',
  email: '',
  displayText: '',
  address: emptyAddress,
  useBranchDeduction: false,
  feeDeduction: null,
  administrator: emptyBranchAdministrator,
}

export const toBranchValues = (branch: WireBranch): BranchValues => ({
  name: branch.name,
  tel: branch.tel,
  email: branch.email,
  displayText: branch.displayText,
  address: withAddressDefaults(branch.address),
  useBranchDeduction: branch.useBranchDeduction,
  feeDeduction: branch.feeDeduction,
  administrator: emptyBranchAdministrator,
})

/**
 * The request body. An unparsable deduction is dropped while the override is off, because its disabled field could not be
 * corrected.
 */
export const toBranchBody = ({ feeDeduction, administrator, ...values }: BranchValues): Wire<typeof createBranch, 'body'> => ({
  ...values,
  administrator: toAdministratorBody(administrator),
  feeDeduction: !values.useBranchDeduction && Number.isNaN(feeDeduction) ? null : feeDeduction,
})
