import { BranchPage } from '../../features/branches/branch-page.tsx'
import { CreateMember } from '../../features/members/create-member.tsx'
import { branchUserViews } from '../../features/members/member-scope.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /branch/user-create: a new user of a branch. */
export default function BranchUserCreatePage() {
  const { company, branch } = useCurrentScope()
  return (
    <BranchPage crumb="Add new user" title="Add new user">
      <ScreenViewLinks of={branchUserViews} current="/branch/user-create" />
      {company && branch && <CreateMember key={branch} scope={{ of: 'branch', companyId: company, branchId: branch }} />}
    </BranchPage>
  )
}
