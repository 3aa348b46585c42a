import { BranchPage, useBranch } from '../../features/branches/branch-page.tsx'
import { useCompany } from '../../features/companies/company-page.tsx'
import { ForecastPanels } from '../../features/forecast/forecast-page.tsx'
import { useMay } from '../../lib/session/session.tsx'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Link } from '../../ui/navigation/link.tsx'

/** /branch/forecast: when the sales of a branch will exchange, and their value. */
export default function BranchForecastPage() {
  const { company: companyId = '', branch: branchId = '' } = useCurrentScope()
  const { data: company } = useCompany()
  const { data: branch } = useBranch()
  const canOpenCompany = useMay('forecast.company')
  const to = useScopedPath()
  return (
    <BranchPage crumb="Forecast" title="Forecast">
      {branch && (
        <ForecastPanels
          key={branchId}
          scope={{ companyId, branchId }}
          company={company?.name ?? 'the company'}
          template={{ steps: branch.timelineTemplate, version: branch.version }}
          other={
            canOpenCompany && (
              <Link className="link" to={to('/company/forecast')}>
                Whole company
              </Link>
            )
          }
        />
      )}
    </BranchPage>
  )
}
