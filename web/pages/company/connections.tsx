import { ConnectionHelp } from '../../features/api-keys/connection-help.tsx'
import { connectionViews } from '../../features/api-keys/connection-views.ts'
import { Keys } from '../../features/api-keys/keys.tsx'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /company/connections: API keys of the company. */
export default function ConnectionsPage() {
  const { company } = useCurrentScope()
  return (
    <CompanyPage crumb="Connections" title="Connections">
      <ScreenViewLinks of={connectionViews} current="/company/connections" />
      <ConnectionHelp />
      {company && <Keys key={company} companyId={company} />}
    </CompanyPage>
  )
}
