import { ConnectionHelp } from '../../features/api-keys/connection-help.tsx'
import { connectionViews } from '../../features/api-keys/connection-views.ts'
import { AppsTable } from '../../features/applications/apps-table.tsx'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /company/applications: applications that people of the company connect. */
export default function ApplicationsPage() {
  const { company } = useCurrentScope()
  return (
    <CompanyPage crumb="Applications" title="Connections">
      <ScreenViewLinks of={connectionViews} current="/company/applications" />
      <ConnectionHelp />
      {company && <AppsTable key={company} companyId={company} />}
    </CompanyPage>
  )
}
