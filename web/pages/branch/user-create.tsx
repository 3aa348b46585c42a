import { BranchPage } from '../../features/branches/branch-page.tsx'
import { CreateMember } from '../../features/members/create-member.tsx'
import { BranchUserViews } from '../../features/members/member-views.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** Somebody new in the branch. */
export default function BranchUserCreatePage() {
  const { company, branch } = useCurrentScope()
  return (
    <BranchPage crumb="Add new user" title="Add new user">
      <BranchUserViews current="/branch/user-create" />
      {company && branch && <CreateMember key={branch} scope={{ of: 'branch', companyId: company, branchId: branch }} />}
    </BranchPage>
  )
}
