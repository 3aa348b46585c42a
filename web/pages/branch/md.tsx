import { viewNames } from '@gya/domain/features/dashboard/metrics.ts'
import { useContext } from 'react'
import { useBranch } from '../../features/branches/branch-page.tsx'
import { CompanyPage, useCompany } from '../../features/companies/company-page.tsx'
import { Dashboard } from '../../features/dashboard/dashboard.tsx'
import { useDashboardState } from '../../features/dashboard/use-dashboard.ts'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { DialogsContext } from '../../lib/screens.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { isNotFound, ScopeNotFound, useRememberScope } from '../../lib/url-state/scope-not-found.tsx'
import { useSearchParam, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Link } from '../../ui/navigation/link.tsx'

const title = 'Management dashboard'

/** /branch/md: management dashboard of a branch; for company administrators also of the company. */
export default function ManagementDashboardPage() {
  const { company: companyId, branch: branchId } = useCurrentScope()
  const to = useScopedPath()
  const canOpenCompany = useMay('dashboard.company')
  const { wholeCompany, hrefOf } = useDashboardState()
  const { how: howDrawer } = useContext(DialogsContext)
  const asked = useSearchParam('how')
  const setParams = useSetSearchParams()
  const { data: company, error: companyError } = useCompany()
  const { data: branch, error, refetch } = useBranch()
  const read = wholeCompany ? company : branch
  const refusal = wholeCompany ? companyError : error
  useRememberScope({ company: companyId, ...(wholeCompany ? {} : { branch: branchId }) }, read !== undefined, refusal)
  const crumbs = [{ label: company?.name ?? 'Company', to: to('/branch/manage') }]
  if (!companyId)
    return (
      <CompanyPage crumb={title} title={title}>
        {null}
      </CompanyPage>
    )
  if (read === undefined && isNotFound(refusal))
    return (
      <Page crumbs={[{ label: title }]} title={title}>
        <ScopeNotFound
          title={company ? 'No branch found.' : 'No company found.'}
          way={company ? { label: 'Branches', to: to('/branch/manage') } : { label: 'Go to your first page', to: '/' }}
        />
      </Page>
    )
  if (!wholeCompany && (branchId === undefined || (error && !branch))) {
    const companyLink = canOpenCompany && (
      <>
        {' '}
        <Link className="link" to={hrefOf({ wholeCompany: true })}>
          Whole company
        </Link>
      </>
    )
    return (
      <Page crumbs={[...crumbs, { label: title }]} title={title}>
        {error ? (
          <ReadFailed what="branch" error={error} onRetry={() => void refetch()}>
            {companyLink}
          </ReadFailed>
        ) : (
          <ErrorState title="No branch found.">Choose a branch first, under Branches.{companyLink}</ErrorState>
        )}
      </Page>
    )
  }
  return (
    <Dashboard
      companyId={companyId}
      branchId={branchId}
      frame={({ view, actions, tabs, content }) => (
        <Page
          crumbs={[
            ...crumbs,
            ...(wholeCompany ? [] : [{ label: branch?.name ?? 'Branch', to: to('/branch/report') }]),
            { label: title },
          ]}
          title={
            <>
              {title}
              <span className="on-paper">
                : {wholeCompany ? company?.name : branch?.name}, {viewNames[view]}
              </span>
            </>
          }
          actions={actions}
          tabs={{ label: 'Dashboard', items: tabs }}
        >
          {content}
          {asked !== undefined &&
            howDrawer({
              scope: { companyId, branchId: wholeCompany ? null : (branchId ?? null) },
              company: company?.name ?? '',
              onClose: () => setParams({ how: undefined }),
            })}
        </Page>
      )}
    />
  )
}
