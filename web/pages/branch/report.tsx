import { BranchPage } from '../../features/branches/branch-page.tsx'
import { WorkflowReport } from '../../features/report/workflow-report.tsx'
import { usePlace } from '../../platform/place.ts'

/** The branch's home: its workflow report. */
export default function BranchReportPage() {
  const { company, branch } = usePlace()
  return (
    <BranchPage crumb="Workflow" title="Workflow" fill>
      {company && branch && <WorkflowReport companyId={company} branchId={branch} />}
    </BranchPage>
  )
}
