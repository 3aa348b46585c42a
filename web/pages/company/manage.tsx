import { listCompanies } from '@gya/domain/features/companies/companies.contract.ts'
import { IconPlus } from '@tabler/icons-react'
import { CompaniesTable, CompanyViews } from '../../features/companies/companies-table.tsx'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoRows } from '../../ui/table/no-rows.tsx'

const CreateCompany = () => (
  <LinkButton to="/company/create" variant="primary" icon={IconPlus}>
    Create Company
  </LinkButton>
)

/** /company/manage: all companies, for platform admins. */
export default function ManageCompaniesPage() {
  const list = useListParams('companies')
  const companies = useCall(listCompanies, { query: list.query }, { keep: true })
  return (
    <Page
      fill
      crumbs={[{ label: 'Companies' }]}
      title="Manage Companies"
      count={companies.data?.paging.count}
      actions={<CreateCompany />}
    >
      <CompanyViews current="companies" />
      <FilterBar
        search={
          <SearchField
            label="Search"
            className="grow"
            placeholder="Company name"
            maxLength={200}
            value={list.typed}
            onChange={list.setTyped}
          />
        }
      />
      <CompaniesTable
        {...pagedTableProps(companies)}
        onPage={list.setPage}
        onPageSize={list.setSize}
        empty={
          <NoRows list={list} count={companies.data?.paging.count} notFound="No company is called">
            <EmptyState title="No companies yet" actions={<CreateCompany />}>
              A company owns branches, and branches own properties. Create the first one to begin.
            </EmptyState>
          </NoRows>
        }
      />
    </Page>
  )
}
