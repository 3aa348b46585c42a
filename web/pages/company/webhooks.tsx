import { ConnectionHelp } from '../../features/api-keys/connection-help.tsx'
import { connectionViews } from '../../features/api-keys/connection-views.ts'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { WebhooksTable } from '../../features/webhooks/webhooks-table.tsx'
import { ScreenViewLinks } from '../../lib/screen-views.tsx'
import { useCurrentScope } from '../../lib/url-state/current-scope.ts'

/** /company/webhooks: the company's webhook endpoints. */
export default function WebhooksPage() {
  const { company } = useCurrentScope()
  return (
    <CompanyPage crumb="Webhooks" title="Connections">
      <ScreenViewLinks of={connectionViews} current="/company/webhooks" />
      <ConnectionHelp />
      {company && <WebhooksTable key={company} companyId={company} />}
    </CompanyPage>
  )
}
