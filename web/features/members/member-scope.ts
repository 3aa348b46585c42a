import { hasPermission, type Permission, type UserType } from '@gya/domain/access/permissions.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { listBranchMembers } from '@gya/domain/features/members/members.contract.ts'
import { whyNotDeleteMember, whyNotRemoveFromBranch } from '@gya/domain/features/members/members.rules.ts'
import type { ScreenViews } from '../../lib/screen-views.tsx'
import { scopedPath } from '../../lib/url-state/current-scope.ts'

export type WireMember = Wire<typeof listBranchMembers, 'response'>['data'][number]

/** The scope a user is managed in: a branch, a company or the platform. */
export type MemberScope =
  | { of: 'branch'; companyId: string; branchId: string }
  | { of: 'company'; companyId: string }
  | { of: 'platform' }

type MemberRef = { _id: string; type: UserType }

const managePermission: Record<MemberScope['of'], Permission> = {
  branch: 'member.manage',
  company: 'company-admin.edit',
  platform: 'platform-admin.edit',
}

/** "Only platform admin and company admin may Manage or Remove branch members. Manage is not offered on oneself." Section 6. */
export const mayManageMember = (of: MemberScope['of'], caller: MemberRef, member: MemberRef): boolean =>
  hasPermission(caller.type, managePermission[of]) && caller._id !== member._id

/** "Remove is not offered on company admins", nor on oneself. The server protects the last administrator. */
export const mayRemoveMember = (of: MemberScope['of'], caller: MemberRef, member: MemberRef): boolean =>
  mayManageMember(of, caller, member) &&
  (of === 'branch' ? whyNotRemoveFromBranch(caller._id, member) : whyNotDeleteMember(caller._id, member._id, [])) === null

/** Users who reach a branch through an area, or who reach all branches, are not its members; only an administrator changes their reach. */
export const isRemovable = (scope: MemberScope, caller: MemberRef, member: WireMember): boolean =>
  mayRemoveMember(scope.of, caller, member) &&
  (scope.of !== 'branch' || member.branches.some(({ _id }) => _id === scope.branchId))

/** Removing from a branch keeps the account; elsewhere the account is deleted. */
export const removeLabel = (of: MemberScope['of']): string => (of === 'branch' ? 'Remove' : 'Delete')

/** The users list of a scope. `company`: for readers without a company of their own. */
export const membersHref = (scope: MemberScope, company: string | undefined): string => {
  if (scope.of === 'branch') return scopedPath('/branch/users', { company, branch: scope.branchId })
  return scope.of === 'company' ? scopedPath('/company/users', { company }) : '/gya/users'
}

/** The edit screen. It needs the scope because removal depends on it. */
export const editMemberHref = (scope: MemberScope, userId: string, company: string | undefined): string =>
  scopedPath(
    '/user-edit',
    { company },
    { of: scope.of, ...(scope.of === 'branch' ? { branch: scope.branchId } : {}), user: userId },
  )

/** "Tabs are Users, Add new user and Add existing user." [administration §2](docs/design/administration.md#2). */
export const branchUserViews: ScreenViews = {
  label: 'Users',
  views: [
    { label: 'Users', path: '/branch/users' },
    { label: 'Add new user', path: '/branch/user-create' },
    { label: 'Add existing user', path: '/branch/existing-user' },
  ],
}

/** "/company/users: tab Users. /company/user-create: tab Create administrator." [administration §2](docs/design/administration.md#2). */
export const companyUserViews: ScreenViews = {
  label: 'Admins',
  views: [
    { label: 'Users', path: '/company/users' },
    { label: 'Create administrator', path: '/company/user-create' },
    { label: 'Areas', path: '/company/areas' },
  ],
}

/** "/gya/users (Users list) and /gya/add-user (Create User), titled Manage administrators." */
export const platformUserViews: ScreenViews = {
  label: 'Manage administrators',
  views: [
    { label: 'Users list', path: '/gya/users' },
    { label: 'Create User', path: '/gya/add-user' },
  ],
}
