import { listBranches } from '@gya/domain/features/branches/branches.contract.ts'
import { IconPlus } from '@tabler/icons-react'
import { BranchesTable } from '../../features/branches/branches-table.tsx'
import { CompanyPage } from '../../features/companies/company-page.tsx'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { useMay } from '../../lib/session/session.tsx'
import { useCurrentScope, useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoRows } from '../../ui/table/no-rows.tsx'

/** /branch/manage: the branches of a company. */
export default function ManageBranchesPage() {
  const { company } = useCurrentScope()
  const to = useScopedPath()
  const canAdd = useMay('branch.create')
  const list = useListParams('branches')
  const branches = useCall(
    listBranches,
    { params: { companyId: company ?? '' }, query: list.query },
    { keep: true, enabled: company !== undefined },
  )
  const { licences } = branches.data ?? {}
  const add = canAdd && (
    <LinkButton to={to('/branch/create')} variant="primary" icon={IconPlus}>
      Add Branch
    </LinkButton>
  )
  return (
    <CompanyPage
      fill
      crumb="Branches"
      title="Branches"
      count={branches.data?.paging.count}
      beside={
        licences && (
          <span className="mut">
            {licences.used} of {licences.available} {licences.available === 1 ? 'licence' : 'licences'} used
          </span>
        )
      }
      actions={add}
    >
      <FilterBar
        search={
          <SearchField
            label="Search"
            className="grow"
            placeholder="Branch name"
            maxLength={200}
            value={list.typed}
            onChange={list.setTyped}
          />
        }
      />
      <BranchesTable
        companyId={company}
        {...pagedTableProps(branches)}
        onPage={list.setPage}
        onPageSize={list.setSize}
        empty={
          <NoRows list={list} count={branches.data?.paging.count} notFound="No branch is called">
            <EmptyState title="No branches yet" actions={add}>
              {canAdd
                ? 'Properties belong to branches. Review the company timeline, then add the first branch.'
                : 'You are not a member of a branch. Ask an administrator of your company.'}
            </EmptyState>
          </NoRows>
        }
      />
    </CompanyPage>
  )
}
