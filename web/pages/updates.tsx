import { useCompany } from '../features/companies/company-page.tsx'
import { UpdatesScreen } from '../features/vendor-updates/updates-screen.tsx'
import { useMe } from '../lib/session/session.tsx'
import { useCurrentScope, useScopedPath } from '../lib/url-state/current-scope.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'

/** /updates: vendors who are due for an update, with a letter for each. */
export default function UpdatesPage() {
  const { company: companyId } = useCurrentScope()
  const me = useMe()
  const to = useScopedPath()
  const { data: company } = useCompany()
  const branches = me.branches.length > 0 ? me.branches : (company?.branches ?? [])
  if (!companyId)
    return (
      <Page crumbs={[{ label: 'Updates' }]} title="Updates">
        <EmptyState title="No company found." actions={<LinkButton to="/company/manage">Manage Companies</LinkButton>}>
          Choose a company first, under Manage Companies.
        </EmptyState>
      </Page>
    )
  const crumbs = [
    { label: me.company?.name ?? company?.name ?? 'Company', to: to('/company/edit') },
    { label: 'Today', to: to('/today') },
    { label: 'Updates' },
  ]
  return (
    <UpdatesScreen
      companyId={companyId}
      branches={branches}
      frame={({ beside, actions, content }) => (
        <Page fill crumbs={crumbs} title="Updates" beside={beside} actions={actions}>
          {content}
        </Page>
      )}
    />
  )
}
