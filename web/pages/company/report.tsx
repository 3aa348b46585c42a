import { CompanyPage } from '../../features/companies/company-page.tsx'
import { WorkflowReport } from '../../features/report/workflow-report.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /company/report: workflow report of a company; of their own branches for branch roles. */
export default function CompanyReportPage() {
  const { company } = useCurrentScope()
  if (!company)
    return (
      <CompanyPage crumb="Workflow" title="Company workflow">
        {null}
      </CompanyPage>
    )
  return (
    <WorkflowReport
      companyId={company}
      frame={({ actions, report }) => (
        <CompanyPage crumb="Workflow" title="Company workflow" actions={actions} fill>
          {report}
        </CompanyPage>
      )}
    />
  )
}
