import { listBranchMembers } from '@gya/domain/features/members/members.contract.ts'
import { BranchPage } from '../../features/branches/branch-page.tsx'
import { branchUserViews } from '../../features/members/member-scope.ts'
import { MembersList } from '../../features/members/members-list.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** "Branch users page: 30 initially, 10 on search." [administration §9](docs/design/administration.md#9). */
const sizes = { first: 30, onSearch: 10 }

/** /branch/users: members of a branch, including the company's administrators. */
export default function BranchUsersPage() {
  const { company, branch } = useCurrentScope()
  const list = useListParams('branch-users', [], sizes)
  const members = useCall(
    listBranchMembers,
    { params: { branchId: branch ?? '' }, query: list.query },
    { keep: true, enabled: branch !== undefined },
  )
  return (
    <BranchPage fill crumb="Users" title="Users" count={members.data?.paging.count}>
      <ScreenViewLinks of={branchUserViews} current="/branch/users" />
      {company && branch && (
        <MembersList
          scope={{ of: 'branch', companyId: company, branchId: branch }}
          label="Users"
          list={list}
          members={members}
          empty={<EmptyState title="No users yet">Nobody belongs to this branch.</EmptyState>}
        />
      )}
    </BranchPage>
  )
}
