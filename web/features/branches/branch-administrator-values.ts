import type { UserType } from '@gya/domain/access/permissions.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { updateBranch } from '@gya/domain/features/branches/branches.contract.ts'
import type { Option } from '../../ui/option-list.tsx'
import {
  emptyUserCard,
  type UserCardValues,
  userCardBody,
  userCardProblems,
  whyNotSaveUserCard,
} from '../../ui/user-card-values.ts'

export type StaffType = Exclude<UserType, 'GYA_ADMIN' | 'VENDOR'>
type AdministratorBody = NonNullable<Wire<typeof updateBranch, 'body'>['administrator']>

/** The administrator section of a branch form: nobody, an existing user, or the card of somebody new. */
export type BranchAdministratorValues = {
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

/** What the calls take: "an existing user id, or new user details" (administration document, section 3), or nothing. */
export function toAdministratorBody({ kind, user, type, ...card }: BranchAdministratorValues): AdministratorBody | undefined {
  if (kind === 'new') return { ...userCardBody(card), type }
  return kind === 'existing' && user ? { _id: user.value } : undefined
}

/** What is wrong with the section, by its fields. What else the contract refuses it says itself. */
export function branchAdministratorProblems(values: BranchAdministratorValues): Record<string, string> {
  if (values.kind === 'new') return userCardProblems(values)
  return values.kind === 'existing' && !values.user ? { user: 'Choose a user.' } : {}
}

/** Why the section keeps Save disabled. */
export const whyNotSaveBranchAdministrator = (values: BranchAdministratorValues): string | null =>
  values.kind === 'new' ? whyNotSaveUserCard(values) : null
