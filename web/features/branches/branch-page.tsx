import { readBranch } from '@gya/domain/features/branches/branches.contract.ts'
import { readCompany } from '@gya/domain/features/companies/companies.contract.ts'
import type { ReactNode } from 'react'
import { Page, type PageProps } from '../../layouts/page.tsx'
import { usePlace, useTo } from '../../platform/place.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { useCanOpen } from '../../platform/screens.ts'
import { useMay } from '../../platform/session.tsx'
import { useCall } from '../../platform/use-call.ts'
import { ErrorState } from '../../ui/error-state.tsx'

type Props = Omit<PageProps, 'crumbs' | 'tabs' | 'children' | 'header'> & { crumb: string; children: ReactNode }

/** The branch the reader is in. Not asked while none is chosen. */
export function useBranch() {
  const { company, branch } = usePlace()
  return useCall(
    readBranch,
    { params: { companyId: company ?? '', branchId: branch ?? '' } },
    { enabled: company !== undefined && branch !== undefined },
  )
}

/** A page of a branch: breadcrumb, tabs, content. */
export function BranchPage({ crumb, children, ...page }: Props) {
  const place = usePlace()
  const { data: branch, error, refetch } = useBranch()
  const { data: company } = useCall(
    readCompany,
    { params: { companyId: place.company ?? '' } },
    { enabled: place.company !== undefined },
  )
  const to = useTo()
  const canOpen = useCanOpen()
  const isAdministrator = useMay('company.edit')
  const tabs = [
    { label: 'Branch', to: to('/branch/edit') },
    { label: 'Properties', to: to('/property/manage') },
    { label: 'Add Property', to: to('/property/create') },
    { label: 'Workflow', to: to('/branch/report') },
    { label: 'Management dashboard', to: to('/branch/md') },
    { label: 'Users', to: to('/branch/users'), also: ['/branch/user-create', '/branch/existing-user', '/user-edit'] },
    ...(isAdministrator ? [{ label: 'Timeline', to: to('/branch/timeline') }] : []),
  ]
  return (
    <Page
      {...page}
      crumbs={[
        { label: company?.name ?? 'Company', to: to('/branch/manage') },
        { label: branch?.name ?? 'Branch', to: to('/branch/report') },
        { label: crumb },
      ]}
      tabs={{ label: 'Branch', items: tabs.filter((tab) => canOpen(tab.to)) }}
    >
      {place.branch === undefined ? (
        <ErrorState title="No branch found.">Choose a branch first, under Branches.</ErrorState>
      ) : error && !branch ? (
        <ReadFailed what="branch" error={error} onRetry={() => void refetch()} />
      ) : (
        children
      )}
    </Page>
  )
}
