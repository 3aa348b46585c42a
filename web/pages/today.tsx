import { useCompany } from '../features/companies/company-page.tsx'
import { TodayScreen } from '../features/today/today-screen.tsx'
import { useMe } from '../lib/session/session.tsx'
import { useCurrentScope, useScopedPath } from '../lib/url-state/current-scope.ts'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'

/** /today: what to do today, by the person to ring. */
export default function TodayPage() {
  const { company: companyId } = useCurrentScope()
  const me = useMe()
  const to = useScopedPath()
  const { data: company } = useCompany()
  const branches = me.branches.length > 0 ? me.branches : (company?.branches ?? [])
  const [branch] = me.branches
  const crumbs = [
    { label: me.company?.name ?? company?.name ?? 'Company', to: to('/company/edit') },
    ...(branch && me.branches.length === 1 ? [{ label: branch.name, to: to('/branch/edit', { branch: branch._id }) }] : []),
    { label: 'Today' },
  ]
  if (!companyId)
    return (
      <Page crumbs={[{ label: 'Today' }]} title="Today">
        <EmptyState title="No company found." actions={<LinkButton to="/company/manage">Manage Companies</LinkButton>}>
          Choose a company first, under Manage Companies.
        </EmptyState>
      </Page>
    )
  return (
    <TodayScreen
      companyId={companyId}
      branches={branches}
      frame={({ beside, actions, content }) => (
        <Page fill crumbs={crumbs} title="Today" beside={beside} actions={actions}>
          {content}
        </Page>
      )}
    />
  )
}
