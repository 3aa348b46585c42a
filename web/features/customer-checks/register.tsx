import './customer-checks.css'
import { addDays, londonDay, showDate } from '@gya/domain/common/dates.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { listRegister } from '@gya/domain/features/customer-checks/customer-checks.contract.ts'
import {
  type CustomerSide,
  customerSideLabels,
  customerSides,
} from '@gya/domain/features/customer-checks/customer-checks.model.ts'
import { endsSoonDays, yearsKept } from '@gya/domain/features/customer-checks/customer-checks.rules.ts'
import { type CustomerStateName } from '@gya/domain/features/customer-checks/customer-states.ts'
import { IconFileZip } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { useMay } from '../../lib/session/session.tsx'
import { today } from '../../lib/today.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useSearchParams, useSetSearchParams } from '../../lib/url-state/search-params.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { SegmentedField } from '../../ui/fields/segmented-field.tsx'
import { MultiSelectField, SelectField } from '../../ui/fields/select-field.tsx'
import { FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoRows } from '../../ui/table/no-rows.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { useBranchOptions } from '../common/use-branch-options.ts'
import { ChecksFailed } from './checks-failed.tsx'
import { allChecked } from './customer-checks.messages.ts'
import { CustomerState } from './customer-state.tsx'
import { InspectorsFile } from './inspectors-file.tsx'

type Row = Wire<typeof listRegister, 'response'>['data'][number]

type Counts = Wire<typeof listRegister, 'response'>['counts']

type Chip = 'open' | 'to-decide' | 'ends' | 'refused' | 'all'
type ChipText = { label: string; count?: keyof Counts; state?: CustomerStateName; none: string }

/** What they list, and what an empty list means. */
const chips: Record<Chip, ChipText> = {
  open: { label: 'Open', count: 'open', state: 'open', none: allChecked },
  'to-decide': { label: 'To decide', count: 'toDecide', state: 'to-decide', none: 'Nobody waits for a decision.' },
  ends: { label: `Ends in ${endsSoonDays} days`, count: 'endsSoon', none: `No check ends in the next ${endsSoonDays} days.` },
  refused: { label: 'Refused', count: 'refused', state: 'refused', none: 'Nobody is refused.' },
  all: { label: 'All', none: 'No customer is entered.' },
}
const chipNames = Object.keys(chips) as Chip[]

const columns: readonly Column<Row>[] = [
  {
    id: 'property',
    head: 'Property',
    main: true,
    className: 'register-cell',
    cell: ({ property: { line1, deleted } }) => (deleted ? `${line1} (deleted)` : line1),
  },
  { id: 'customer', head: 'Customer', className: 'register-cell', cell: ({ name }) => name },
  { id: 'side', head: 'Side', cell: ({ side }) => customerSideLabels[side] },
  { id: 'state', head: 'State', cell: ({ state, until }) => <CustomerState state={state} until={until} /> },
  {
    id: 'missing',
    head: 'Missing',
    className: 'register-cell',
    cell: ({ missing = [] }) => missing.join(', ') || <span className="vh">Nothing</span>,
  },
  { id: 'since', head: 'Since', className: 'tnum nowrap', cell: ({ since }) => showDate(londonDay(since)) },
  { id: 'branch', head: 'Branch', className: 'register-cell', cell: ({ property }) => property.branch },
]

/** The filters, all in the URL. */
function useRegisterFilters() {
  const search = useSearchParams()
  const setParams = useSetSearchParams()
  return {
    chip: chipNames.find((chip) => chip === search.state) ?? 'open',
    side: customerSides.find((side) => side === search.type) ?? null,
    branchIds: (search.branches ?? '').split(',').filter(Boolean),
    setChip: (chip: Chip) => setParams({ state: chip === 'open' ? undefined : chip, page: undefined }),
    setSide: (side: CustomerSide | null) => setParams({ type: side ?? undefined, page: undefined }),
    setBranchIds: (ids: string[]) => setParams({ branches: ids.join(',') || undefined, page: undefined }),
  }
}

/** The register of customer checks of a company. [sale-file §2.4](docs/design/sale-file.md#2.4). */
export function Register({ companyId }: { companyId: string }) {
  const to = useScopedPath()
  const { chip, side, branchIds, setChip, setSide, setBranchIds } = useRegisterFilters()
  const list = useListParams('checks')
  const branches = useBranchOptions(companyId, true)
  const mayMake = useMay('check.pack')
  const [making, setMaking] = useState(false)
  const { textSearch, ...page } = list.query
  const { state, none } = chips[chip]
  const query = {
    ...page,
    ...(chip === 'ends' ? { endsBefore: addDays(today(), endsSoonDays + 1) } : {}),
    ...(state ? { state } : {}),
    ...(textSearch ? { searchText: textSearch } : {}),
    ...(side ? { side } : {}),
    ...(branchIds.length > 0 ? { branchIds: branchIds.join(',') } : {}),
  }
  const customers = useCall(listRegister, { params: { companyId }, query }, { keep: true })
  const { counts, nextDeletion } = customers.data ?? {}
  const options = useMemo(() => chipOptions(counts), [counts])
  if (customers.error && !customers.data) return <ChecksFailed error={customers.error} onRetry={() => void customers.refetch()} />
  const isFiltered = side !== null || branchIds.length > 0
  return (
    <>
      <div className="after-tabs register-chips">
        <SegmentedField label="State" hideLabel value={chip} onChange={setChip} options={options} />
        {mayMake && (
          <Button icon={IconFileZip} aria-haspopup="dialog" onClick={() => setMaking(true)}>
            Inspector’s file…
          </Button>
        )}
      </div>
      <FilterBar
        active={Number(side !== null) + Number(branchIds.length > 0)}
        search={
          <SearchField
            label="Search"
            className="grow"
            placeholder="Customer or address"
            maxLength={200}
            value={list.typed}
            onChange={list.setTyped}
          />
        }
      >
        <SelectField
          label="Side"
          width={150}
          value={side}
          onChange={setSide}
          options={[
            { value: null, label: 'Both sides' },
            ...customerSides.map((value) => ({ value, label: customerSideLabels[value] })),
          ]}
        />
        {branches.length > 1 && (
          <MultiSelectField
            label="Branches"
            width={190}
            options={branches}
            value={branchIds}
            onChange={setBranchIds}
            noneLabel="All branches"
          />
        )}
      </FilterBar>
      <PagedTable
        label="Customers"
        columns={columns}
        {...pagedTableProps(customers)}
        rowKey={({ _id }) => _id}
        rowHref={({ property }) =>
          property.deleted ? undefined : to('/property/checks', { branch: property.branchId, property: property._id })
        }
        card={RegisterCard}
        onPage={list.setPage}
        onPageSize={list.setSize}
        above={
          <span className="mut register-end">
            Checks are deleted {yearsKept === 5 ? 'five' : yearsKept} years after a sale ends
            {nextDeletion ? `; the next ${showCount(nextDeletion.customers, 'customer')} on ${showDate(nextDeletion.on)}` : ''}.
          </span>
        }
        empty={
          <NoRows list={list} count={customers.data?.paging.count} notFound="No customer is called">
            <EmptyState title={isFiltered ? 'Nobody matches these filters.' : none}>
              {!isFiltered && 'Customers are entered with each sale, under Checks.'}
            </EmptyState>
          </NoRows>
        }
      />
      {making && <InspectorsFile companyId={companyId} branches={branches} onClose={() => setMaking(false)} />}
    </>
  )
}

const chipOptions = (counts: Counts | undefined) =>
  chipNames.map((value) => {
    const { label, count } = chips[value]
    return { value, label: count && counts ? `${label} ${counts[count]}` : label }
  })

const RegisterCard = ({ property, name, side, state, until, missing = [] }: Row) => (
  <span className="register-card">
    <b>{name}</b> <span className="mut">{customerSideLabels[side]}</span>
    <span>{property.deleted ? `${property.line1} (deleted)` : property.line1}</span>
    <CustomerState state={state} until={until} />
    {missing.length > 0 && <span className="mut">Missing: {missing.join(', ')}</span>}
  </span>
)
