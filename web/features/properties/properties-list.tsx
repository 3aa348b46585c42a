import {
  downloadBranchProperties,
  downloadCompanyProperties,
  listBranchProperties,
  listCompanyProperties,
} from '@gya/domain/features/properties/properties.contract.ts'
import { listExportColumns, presetCriteria, standardListColumns } from '@gya/domain/features/properties/property-list.ts'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { useDownload } from '../../lib/api/use-download.ts'
import { useChecksOn } from '../../lib/screens.ts'
import { useLocalStorage } from '../../lib/storage/use-local-storage.ts'
import { today } from '../../lib/today.ts'
import { useFilterParams } from '../../lib/url-state/use-filter-params.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { MultiSelectField, SelectField } from '../../ui/fields/select-field.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { FilterBar } from '../../ui/table/filter-bar.tsx'
import { NoRows } from '../../ui/table/no-rows.tsx'
import { ExpectedFilter } from '../common/expected-filter.tsx'
import { isAnyExpected } from '../common/expected-range.ts'
import { useAreaOptions, useBranchOptions } from '../common/use-branch-options.ts'
import { useStaffOptions } from '../common/use-staff-options.ts'
import { useListView, useSavedView } from '../common/views/use-list-view.tsx'
import { csvFailed } from './properties.messages.ts'
import { columnWidths, PropertiesTable } from './properties-table.tsx'
import {
  branchListQuery,
  companyListQuery,
  defaultFilters,
  filtersOfView,
  type ListFilters,
  readFilters,
  showsExpected,
  statusOptions,
  viewFiltersOf,
  writeFilters,
} from './property-list-filters.ts'
import { mostOverdueFirst, propertySorts, sortOptions } from './property-sorts.ts'

type ListScope = { companyId: string; branchId: string | undefined }
type ListRequest = Parameters<typeof companyListQuery>[0]
type Page = { itemsPerPage: string; currentPage: string }

function useProperties({ companyId, branchId = '' }: ListScope, request: ListRequest, page: Page, enabled = true) {
  const ofCompany = useCall(
    listCompanyProperties,
    { params: { companyId }, query: { ...companyListQuery(request), ...page } },
    { keep: true, enabled: enabled && branchId === '' },
  )
  const ofBranch = useCall(
    listBranchProperties,
    { params: { companyId, branchId }, query: { ...branchListQuery(request), ...page } },
    { keep: true, enabled: enabled && branchId !== '' },
  )
  return branchId === '' ? ofCompany : ofBranch
}

/** `columns`: those of the screen if they differ from Standard. */
function useExport({ companyId, branchId }: ListScope, request: ListRequest, columns: string | undefined) {
  const ofCompany = useDownload(downloadCompanyProperties)
  const ofBranch = useDownload(downloadBranchProperties)
  const shown = columns === undefined ? {} : { columns }
  const { pending, failed } = branchId === undefined ? ofCompany : ofBranch
  const start = () =>
    branchId === undefined
      ? ofCompany.download({ params: { companyId }, query: { ...companyListQuery(request), ...shown } })
      : ofBranch.download({ params: { companyId, branchId }, query: { ...branchListQuery(request), ...shown } })
  return { start, pending, failed }
}

const filterCodec = { read: readFilters, write: writeFilters }

const specifiedIds = (withBranch: boolean): string[] =>
  listExportColumns(undefined, withBranch ? 'company' : 'branch').map(({ id }) => id)
const oneRow = { itemsPerPage: '1', currentPage: '0' }
const noFilters: ListFilters = { ...defaultFilters, status: 'all' }

const countActive = ({ status, branches, areas, staff, negotiators, expected }: ListFilters): number =>
  [
    status !== defaultFilters.status,
    branches.length > 0,
    areas.length > 0,
    staff.length > 0,
    negotiators.length > 0,
    !isAnyExpected(expected),
  ].filter(Boolean).length

type Props = ListScope & {
  /** Shown if there are no properties at all. */
  none: ReactNode
  /** Arranges the parts on the page. `isEmpty`: there are no properties at all. */
  frame: (parts: { count: number | undefined; isEmpty: boolean; actions: ReactNode; list: ReactNode }) => ReactNode
}

/** [reports §2.1](docs/design/reports.md#2.1). Initially shows all active properties. */
export function PropertiesList({ companyId, branchId, none, frame }: Props) {
  const place = { companyId, branchId }
  const saved = useSavedView(companyId, 'properties', filtersOfView)
  const list = useListParams('properties', propertySorts, {}, saved.sort)
  const [filters, setFilters] = useFilterParams('properties', filterCodec, defaultFilters, saved.filters)
  const isUrgent = presetCriteria(filters.status).overdue === true
  const [storedStepSort, storeStepSort] = useLocalStorage<string>('properties.stepSort', mostOverdueFirst)
  const stepSort = propertySorts.find((option) => option === storedStepSort) ?? mostOverdueFirst
  const withStep = isUrgent && !saved.view
  const sort = list.sortInUrl ?? (withStep ? stepSort : (list.sort ?? 'address:asc'))
  const setSort = (to: typeof sort) => {
    if (withStep) storeStepSort(to)
    list.setSort(to)
  }
  const withExpected = showsExpected(filters)
  const standard = useMemo(
    () => standardListColumns({ withBranch: branchId === undefined, withStep: isUrgent, withExpected }),
    [branchId, isUrgent, withExpected],
  )
  const view = useListView({
    saved,
    path: branchId === undefined ? '/company/properties' : '/property/manage',
    branchId,
    standard,
    widthsOf: columnWidths,
    params: list,
    filters: {
      shown: filters,
      base: saved.filters ?? defaultFilters,
      set: setFilters,
      write: writeFilters,
      stored: () => viewFiltersOf(filters),
    },
    sort: { shown: sort, base: saved.sort ?? (withStep ? mostOverdueFirst : 'address:asc') },
  })
  const { columns, frozen, isStandard } = view
  const layout = useMemo(() => ({ ids: columns, frozen, isStandard }), [columns, frozen, isStandard])
  const { itemsPerPage, currentPage, textSearch } = list.query
  const request = { filters, sort, text: textSearch }
  const properties = useProperties(place, request, { itemsPerPage, currentPage }, saved.isReady)
  const count = properties.data?.paging.count
  const unfiltered = useProperties(place, { filters: noFilters, sort, text: undefined }, oneRow, count === 0)
  const isEmpty = count === 0 && unfiltered.data?.paging.count === 0
  // Without a view, the columns of the specification; columns added by a filter come last.
  const added = withExpected ? [...specifiedIds(branchId === undefined), 'progressor', 'expectedExchange'].join(',') : undefined
  const csv = useExport(place, request, isStandard ? added : columns.join(','))
  const checksOn = useChecksOn()
  const staff = useStaffOptions(companyId)
  const branches = useBranchOptions(companyId, branchId === undefined)
  const areas = useAreaOptions(companyId, branchId === undefined)
  return frame({
    count,
    isEmpty,
    actions: (
      <Menu
        items={[
          {
            label: 'Export CSV',
            icon: IconDownload,
            disabledReason: csv.pending ? 'On its way' : null,
            onSelect: () => void csv.start(),
          },
        ]}
      />
    ),
    list: (
      <>
        <FilterBar
          shrinks
          active={countActive(filters)}
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
          {branchId === undefined && areas.length > 0 && branches.length > 1 && (
            <MultiSelectField
              label="Area"
              width={144}
              options={areas}
              value={[...filters.areas]}
              onChange={(chosen) => setFilters({ ...filters, areas: chosen })}
              noneLabel="All areas"
            />
          )}
          {branchId === undefined && branches.length > 1 && (
            <MultiSelectField
              label="Branch"
              width={160}
              options={branches}
              value={[...filters.branches]}
              onChange={(chosen) => setFilters({ ...filters, branches: chosen })}
              noneLabel="All branches"
            />
          )}
          <SelectField
            label="Status"
            width={200}
            value={filters.status}
            onChange={(status) => setFilters({ ...filters, status }, { sort: undefined })}
            options={checksOn ? statusOptions : statusOptions.filter(({ value }) => value !== 'checksOpen')}
          />
          <MultiSelectField
            label="Sales progressor"
            width={144}
            options={staff}
            value={[...filters.staff]}
            onChange={(chosen) => setFilters({ ...filters, staff: chosen })}
            noneLabel="All staff"
          />
          {(columns.includes('negotiator') || filters.negotiators.length > 0) && (
            <MultiSelectField
              label="Negotiator"
              width={144}
              options={staff}
              value={[...filters.negotiators]}
              onChange={(chosen) => setFilters({ ...filters, negotiators: chosen })}
              noneLabel="All staff"
            />
          )}
          <ExpectedFilter
            today={today()}
            value={filters.expected}
            onChange={(range) => setFilters({ ...filters, expected: range })}
          />
          <span className="spacer" />
          <SelectField label="Sort" width={232} value={sort} onChange={setSort} options={sortOptions(sort)} />
        </FilterBar>
        {csv.failed !== null && (
          <Notice tone="bad" title={csvFailed}>
            {csv.failed}
          </Notice>
        )}
        {view.gone}
        <div ref={view.frame} className="properties-rows">
          <PropertiesTable
            companyId={companyId}
            layout={layout}
            views={view.bar}
            sort={sort}
            onSort={setSort}
            {...pagedTableProps(properties)}
            asked={Number(itemsPerPage)}
            onPage={list.setPage}
            onPageSize={list.setSize}
            empty={
              <NoRows list={list} count={count} notFound="Under these filters, no address, postcode or name holds">
                {isEmpty ? (
                  none
                ) : (
                  <EmptyState
                    title="No properties fit these filters"
                    actions={<Button onClick={() => setFilters(noFilters)}>Show all properties</Button>}
                  >
                    There are others: choose another status or branch.
                  </EmptyState>
                )}
              </NoRows>
            }
          />
        </div>
      </>
    ),
  })
}
