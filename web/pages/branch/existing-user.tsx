import { BranchPage } from '../../features/branches/branch-page.tsx'
import { AddExistingMember } from '../../features/members/add-existing-member.tsx'
import { branchUserViews } from '../../features/members/member-scope.ts'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /branch/existing-user: adds a user of the company to a branch. */
export default function BranchExistingUserPage() {
  const { company, branch } = useCurrentScope()
  return (
    <BranchPage crumb="Add existing user" title="Add existing user">
      <ScreenViewLinks of={branchUserViews} current="/branch/existing-user" />
      {company && branch && <AddExistingMember key={branch} companyId={company} branchId={branch} />}
    </BranchPage>
  )
}
