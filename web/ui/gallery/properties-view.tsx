import { IconAlertCircle, IconAlertTriangle, IconDownload, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { HousePicture } from '../../layouts/house-picture.tsx'
import { Page } from '../../layouts/page.tsx'
import { ChainIcon } from '../chain-light.tsx'
import { FilterBar } from '../filter-bar.tsx'
import { Icon } from '../icon.tsx'
import { Link } from '../link.tsx'
import { Menu } from '../menu.tsx'
import { PagedTable } from '../paged-table.tsx'
import { SearchField } from '../search-field.tsx'
import { SelectField } from '../select-field.tsx'
import type { Column } from '../table-column.ts'
import { type Sale, sales } from './sales.ts'

const count = (sale: Sale, sign: string): number => sale.steps.filter((step) => step.startsWith(sign)).length

const columns: readonly Column<Sale>[] = [
  {
    id: 'photo',
    head: '',
    headLabel: 'Photo',
    className: 'pic',
    cell: (sale) => <HousePicture width={40} height={28} terraced={sale.address.length % 3 === 0} />,
  },
  {
    id: 'property',
    head: 'Property',
    main: true,
    cell: (sale) => (
      <>
        {sale.address} <span className="mut">{sale.postcode}</span>
      </>
    ),
  },
  { id: 'branch', head: 'Branch', cell: () => 'Tilehurst' },
  { id: 'chain', head: 'Chain', align: 'centre', cell: (sale) => <ChainIcon state={sale.chain} /> },
  { id: 'viewings', head: 'Viewings', align: 'right', cell: (sale) => sale.address.length },
  { id: 'price', head: 'Asking price', align: 'right', sort: 'askingPrice', cell: (sale) => sale.money[0] },
  { id: 'takeOn', head: 'Take on', cell: (sale) => sale.accepted },
  {
    id: 'notice',
    head: 'On notice',
    cell: (sale) => (sale.tint === 'notice' ? <span className="notice-d">{sale.end}</span> : ''),
  },
  {
    id: 'warnings',
    head: 'Warnings',
    cell: (sale) =>
      count(sale, 'over') > 0 ? (
        <button type="button" className="count w" aria-label={`${count(sale, 'over')} warnings`}>
          <Icon of={IconAlertTriangle} size={14} />
          {count(sale, 'over')}
        </button>
      ) : (
        <span className="vh">None</span>
      ),
  },
  {
    id: 'setup',
    head: 'Setup warnings',
    headClassName: 'wrap',
    cell: (sale) =>
      count(sale, 'na') > 0 ? (
        <button type="button" className="count s" aria-label={`${count(sale, 'na')} setup warnings`}>
          <Icon of={IconAlertCircle} size={14} />
          {count(sale, 'na')}
        </button>
      ) : (
        <span className="vh">None</span>
      ),
  },
  {
    id: 'manage',
    head: '',
    headLabel: 'Actions',
    align: 'right',
    cell: (sale) => (
      <Link className="link" to={`/property/manage?propertyId=${sale.postcode}`} aria-label={`Manage ${sale.address}`}>
        Manage
      </Link>
    ),
  },
]

const tabs = ['Company', 'Branches', 'Properties', 'Contacts', 'Workflow']

export const PropertiesView = () => {
  const [text, setText] = useState('')
  const [page, setPage] = useState(0)
  return (
    <Page
      fill
      crumbs={[{ label: 'Larkmead', to: '/company/edit' }, { label: 'Properties' }]}
      title="Properties"
      count={128}
      actions={
        <Menu
          items={[
            { label: 'Add property', icon: IconPlus, to: '/property/create' },
            { label: 'Export CSV', icon: IconDownload, onSelect: () => undefined },
          ]}
        />
      }
      tabs={{ label: 'Company', items: tabs.map((label) => ({ label, to: `/company/${label.toLowerCase()}` })) }}
    >
      <FilterBar
        search={
          <SearchField label="Search" className="grow" placeholder="Address, postcode, name" value={text} onChange={setText} />
        }
      >
        <SelectField
          label="Branch"
          width={160}
          defaultValue={null}
          options={[
            { value: null, label: 'All branches' },
            { value: 't', label: 'Tilehurst' },
          ]}
        />
        <SelectField
          label="Status"
          width={160}
          defaultValue="allActive"
          options={[
            { value: 'allActive', label: 'All active' },
            { value: 'sold', label: 'Sold' },
          ]}
        />
        <span className="spacer" />
        <SelectField
          label="Sort"
          width={220}
          defaultValue="askingPrice:desc"
          options={[
            { value: 'askingPrice:desc', label: 'Price - Highest first' },
            { value: 'askingPrice:asc', label: 'Price - Lowest first' },
          ]}
        />
      </FilterBar>
      <PagedTable
        label="Properties"
        tight
        columns={columns}
        rows={sales}
        rowKey={(sale) => sale.address}
        rowHref={(sale) => `/property/timeline?propertyId=${sale.postcode}`}
        sort={{ by: 'askingPrice', direction: 'desc' }}
        onSort={() => undefined}
        paging={{ itemsPerPage: 25, count: 228, currentPage: page, totalPages: 10 }}
        onPage={setPage}
        onPageSize={() => undefined}
      />
    </Page>
  )
}
