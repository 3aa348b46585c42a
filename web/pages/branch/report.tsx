import { BranchPage } from '../../features/branches/branch-page.tsx'
import { WorkflowReport } from '../../features/report/workflow-report.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /branch/report: workflow report of a branch. */
export default function BranchReportPage() {
  const { company, branch } = useCurrentScope()
  if (!company || !branch)
    return (
      <BranchPage crumb="Workflow" title="Workflow">
        {null}
      </BranchPage>
    )
  return (
    <WorkflowReport
      companyId={company}
      branchId={branch}
      frame={({ actions, report }) => (
        <BranchPage crumb="Workflow" title="Workflow" actions={actions} fill>
          {report}
        </BranchPage>
      )}
    />
  )
}
