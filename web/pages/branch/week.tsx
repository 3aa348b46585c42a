import { CompanyPage, useCompany } from '../../features/companies/company-page.tsx'
import { WeekScreen } from '../../features/dashboard/week/week-screen.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /branch/week: the manager's week of a branch, an area or the company. */
export default function WeekPage() {
  const { company } = useCurrentScope()
  const { data } = useCompany()
  if (company !== undefined) return <WeekScreen company={data?.name} />
  return (
    <CompanyPage crumb="Week" title="Week">
      {null}
    </CompanyPage>
  )
}
