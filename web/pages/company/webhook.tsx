import { CompanyPage } from '../../features/companies/company-page.tsx'
import { WebhookScreen } from '../../features/webhooks/webhook-screen.tsx'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParam } from '../../lib/url-state/search-params.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** /company/webhook?id=: an endpoint and its messages. */
export default function WebhookPage() {
  const { company } = useCurrentScope()
  const id = useSearchParam('id')
  const to = useScopedPath()
  return (
    <CompanyPage crumb="Webhook" title="Webhook" under={[{ label: 'Webhooks', to: to('/company/webhooks') }]}>
      {company && id && <WebhookScreen key={id} companyId={company} webhookId={id} />}
      {!id && (
        <EmptyState title="No webhook chosen." actions={<LinkButton to={to('/company/webhooks')}>Webhooks</LinkButton>}>
          Choose one under Webhooks.
        </EmptyState>
      )}
    </CompanyPage>
  )
}
