import { BranchPage } from '../../features/branches/branch-page.tsx'
import { ProposalInbox } from '../../features/party-links/proposal-inbox.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'
import { useSearchParams } from '../../lib/url-state/search-params.ts'

/** /branch/proposals: proposals of solicitors and buyers, to be accepted or declined. */
export default function BranchProposalsPage() {
  const { company: companyId, branch: branchId } = useCurrentScope()
  const { id } = useSearchParams()
  return (
    <BranchPage crumb="Proposals" title="Proposals">
      <div className="after-tabs">
        {companyId && branchId && <ProposalInbox key={branchId} companyId={companyId} branchId={branchId} chosen={id} />}
      </div>
    </BranchPage>
  )
}
