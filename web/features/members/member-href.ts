import { scopedPath } from '../../platform/place.ts'
import type { MemberScope } from './member-scope.ts'

/** The list that a scope's users stand in. `company`: named in the address for a reader who has none of their own. */
export const membersHref = (scope: MemberScope, company: string | undefined): string => {
  if (scope.of === 'branch') return scopedPath('/branch/users', { company, branch: scope.branchId })
  return scope.of === 'company' ? scopedPath('/company/users', { company }) : '/gya/users'
}

/** The screen that edits one of them: it says whose user they are edited as, since their removal differs. */
export const editMemberHref = (scope: MemberScope, userId: string, company: string | undefined): string =>
  scopedPath(
    '/user-edit',
    { company },
    { of: scope.of, ...(scope.of === 'branch' ? { branch: scope.branchId } : {}), user: userId },
  )
