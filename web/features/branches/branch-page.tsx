import { readBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { readCompany } from '@gya/domain/features/companies/companies.contract.ts'
import type { ReactNode } from 'react'
import { ReadFailed } from '../../lib/api/read-failed.tsx'
import { useCall } from '../../lib/api/use-call.ts'
import { useCanOpen } from '../../lib/screens.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { isNotFound, ScopeNotFound, useRememberScope } from '../../lib/url-state/scope-not-found.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page, type PageProps } from '../../ui/layout/page.tsx'

type Props = Omit<PageProps, 'crumbs' | 'tabs' | 'children' | 'header'> & { crumb: string; children: ReactNode }

/** The branch in scope; no request while none is selected. */
export function useBranch() {
  const { company, branch } = useCurrentScope()
  return useCall(
    readBranch,
    { params: { companyId: company ?? '', branchId: branch ?? '' } },
    { enabled: company !== undefined && branch !== undefined },
  )
}

/** Empty state: the company has no branch, or none is selected. */
function NoBranch({ isFirst }: { isFirst: boolean }) {
  const to = useScopedPath()
  const canAdd = useMay('branch.create')
  if (isFirst && canAdd)
    return (
      <EmptyState
        title="There is no branch yet"
        actions={
          <LinkButton to={to('/branch/create')} variant="primary">
            Add Branch
          </LinkButton>
        }
      >
        Properties and people belong to branches: add one first.
      </EmptyState>
    )
  return (
    <EmptyState title="No branch found." actions={<LinkButton to={to('/branch/manage')}>Branches</LinkButton>}>
      Choose a branch first, under Branches.
    </EmptyState>
  )
}

/** The frame of a branch page: breadcrumbs, tabs, content. */
export function BranchPage({ crumb, children, ...page }: Props) {
  const scope = useCurrentScope()
  const { data: branch, error, refetch } = useBranch()
  const { data: company } = useCall(
    readCompany,
    { params: { companyId: scope.company ?? '' } },
    { enabled: scope.company !== undefined },
  )
  const to = useScopedPath()
  const canOpen = useCanOpen()
  useRememberScope({ company: scope.company, branch: scope.branch }, branch !== undefined, error)
  const missing = scope.branch === undefined || (branch === undefined && isNotFound(error))
  const way = company ? { label: 'Branches', to: to('/branch/manage') } : { label: 'Go to your first page', to: '/' }
  const tabs = [
    { label: 'Branch', to: to('/branch/edit') },
    { label: 'Properties', to: to('/property/manage') },
    { label: 'Add Property', to: to('/property/create') },
    { label: 'Workflow', to: to('/branch/report') },
    { label: 'Proposals', to: to('/branch/proposals') },
    { label: 'Forecast', to: to('/branch/forecast') },
    { label: 'Management dashboard', to: to('/branch/md') },
    { label: 'Users', to: to('/branch/users'), also: ['/branch/user-create', '/branch/existing-user', '/user-edit'] },
    { label: 'E-mail', to: to('/branch/mail') },
    { label: 'Timeline', to: to('/branch/timeline') },
    { label: 'Templates', to: to('/branch/templates') },
  ]
  return (
    <Page
      {...page}
      {...(missing ? { title: crumb, count: undefined, beside: undefined, actions: undefined } : {})}
      crumbs={[
        ...(company || !missing ? [{ label: company?.name ?? 'Company', to: to('/branch/manage') }] : []),
        ...(missing ? [] : [{ label: branch?.name ?? 'Branch', to: to('/branch/report') }]),
        { label: crumb },
      ]}
      tabs={missing ? undefined : { label: 'Branch', items: tabs.filter((tab) => canOpen(tab.to)) }}
    >
      {scope.branch === undefined ? (
        <NoBranch isFirst={company?.branches.length === 0} />
      ) : missing ? (
        <ScopeNotFound title="No branch found." way={way} />
      ) : error && !branch ? (
        <ReadFailed what="branch" error={error} onRetry={() => void refetch()} />
      ) : (
        children
      )}
    </Page>
  )
}
