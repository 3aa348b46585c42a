import { listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { CompanyPage, useCompany } from '../../features/companies/company-page.tsx'
import { PropertiesTable, propertySortOptions, propertySorts } from '../../features/properties/properties-table.tsx'
import { useListAddress } from '../../platform/list-address.ts'
import { usePlace, useTo } from '../../platform/place.ts'
import { useMay, useMe } from '../../platform/session.tsx'
import { useCall } from '../../platform/use-call.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { MenuOn } from '../../ui/menu.tsx'
import { NoRows } from '../../ui/no-rows.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'

type Branch = { _id: string; name: string }

/** A property is added to a branch: to the only one there is, or to the one that is chosen. */
const AddProperty = ({ branches }: { branches: readonly Branch[] }) => {
  const to = useTo()
  const mayAdd = useMay('property.create')
  const items = branches.map((branch) => ({ label: branch.name, to: to('/property/create', { branch: branch._id }) }))
  const [first] = items
  if (!mayAdd || !first) return null
  return items.length === 1 ? (
    <LinkButton to={first.to} variant="primary" icon={IconPlus}>
      Add Property
    </LinkButton>
  ) : (
    <MenuOn
      label="Add Property to a branch"
      items={items}
      align="end"
      trigger={(props) => (
        <Button {...props} variant="primary" icon={IconPlus} iconAfter={IconChevronDown}>
          Add Property
        </Button>
      )}
    />
  )
}

const NoProperties = ({ branches }: { branches: readonly Branch[] | undefined }) => {
  const to = useTo()
  const mayAddBranch = useMay('branch.create')
  if (branches?.length === 0 && mayAddBranch)
    return (
      <EmptyState title="No properties yet" actions={<LinkButton to={to('/branch/create')}>Add Branch</LinkButton>}>
        Properties belong to branches, and there is no branch yet.
      </EmptyState>
    )
  return (
    <EmptyState title="No properties yet" actions={branches && <AddProperty branches={branches} />}>
      Take on a property, and it stands here with its viewings, offers and warnings.
    </EmptyState>
  )
}

/** The properties of a company, or of those of its branches that the reader belongs to. */
export default function CompanyPropertiesPage() {
  const { company: companyId } = usePlace()
  const me = useMe()
  const { data: company } = useCompany()
  const list = useListAddress('properties', propertySorts)
  const sort = list.sort ?? 'address:asc'
  const properties = useCall(
    listCompanyProperties,
    { params: { companyId: companyId ?? '' }, query: { ...list.asked, sort } },
    { keep: true, enabled: companyId !== undefined },
  )
  const branches = me.branches.length > 0 ? me.branches : company?.branches
  const count = properties.data?.paging.count
  return (
    <CompanyPage
      fill
      crumb="Properties"
      title="Properties"
      count={count}
      actions={branches && count !== 0 && <AddProperty branches={branches} />}
    >
      <FilterBar
        search={
          <SearchField
            label="Search"
            className="grow"
            placeholder="Address, postcode, name"
            maxLength={200}
            value={list.typed}
            onChange={list.setTyped}
          />
        }
      >
        <span className="spacer" />
        <SelectField label="Sort" width={220} value={sort} onChange={list.setSort} options={propertySortOptions} />
      </FilterBar>
      <PropertiesTable
        companyId={companyId ?? ''}
        sort={sort}
        onSort={list.setSort}
        rows={properties.data?.data}
        paging={properties.data?.paging}
        onPage={list.setPage}
        onPageSize={list.setSize}
        busy={properties.isPlaceholderData}
        error={properties.data ? undefined : properties.error?.message}
        onRetry={() => void properties.refetch()}
        empty={
          <NoRows list={list} count={count} notFound="No address, postcode or name holds">
            <NoProperties branches={branches} />
          </NoRows>
        }
      />
    </CompanyPage>
  )
}
