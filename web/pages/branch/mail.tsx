import { BranchPage } from '../../features/branches/branch-page.tsx'
import { MailAddress } from '../../features/mail-in/mail-address.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /branch/mail: where the branch receives e-mail. */
export default function BranchMailPage() {
  const { company: companyId, branch: branchId } = useCurrentScope()
  return (
    <BranchPage crumb="E-mail" title="E-mail">
      <div className="after-tabs">{companyId && branchId && <MailAddress key={branchId} params={{ companyId, branchId }} />}</div>
    </BranchPage>
  )
}
