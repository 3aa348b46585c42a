import { useCompany } from '../features/companies/company-page.tsx'
import { MailScreen } from '../features/mail-in/mail-screen.tsx'
import { useMe } from '../lib/session/session.tsx'
import { useCurrentScope, useScopedPath } from '../lib/url-state/current-scope.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'

/** /mail: e-mails that are on no sale. */
export default function MailPage() {
  const { company: companyId } = useCurrentScope()
  const me = useMe()
  const to = useScopedPath()
  const { data: company } = useCompany()
  if (!companyId)
    return (
      <Page crumbs={[{ label: 'Mail' }]} title="Mail">
        <EmptyState title="No company found." actions={<LinkButton to="/company/manage">Manage Companies</LinkButton>}>
          Choose a company first, under Manage Companies.
        </EmptyState>
      </Page>
    )
  const crumbs = [{ label: me.company?.name ?? company?.name ?? 'Company', to: to('/company/edit') }, { label: 'Mail' }]
  return (
    <MailScreen
      companyId={companyId}
      branches={me.branches.length > 0 ? me.branches : (company?.branches ?? [])}
      frame={({ actions, content }) => (
        <Page fill crumbs={crumbs} title="Mail" actions={actions}>
          {content}
        </Page>
      )}
    />
  )
}
