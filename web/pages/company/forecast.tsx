import { CompanyPage, useCompany } from '../../features/companies/company-page.tsx'
import { ForecastPanels } from '../../features/forecast/forecast-page.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /company/forecast: when the sales of all branches will exchange, and their value. */
export default function CompanyForecastPage() {
  const { company: companyId = '' } = useCurrentScope()
  const { data: company } = useCompany()
  return (
    <CompanyPage crumb="Forecast" title="Forecast">
      {company && (
        <ForecastPanels
          key={companyId}
          scope={{ companyId, branchId: null }}
          company={company.name}
          template={{ steps: company.timeline, version: company.version }}
        />
      )}
    </CompanyPage>
  )
}
