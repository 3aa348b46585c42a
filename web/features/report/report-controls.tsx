import type { DateOnly } from '@gya/domain/common/dates.ts'
import { freshLabels } from '@gya/domain/features/report/report.rules.ts'
import { type ReportSort, reportSortNames, reportSorts } from '@gya/domain/features/report/report-columns.ts'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowNarrowDown,
  IconArrowNarrowUp,
  IconArrowsExchange,
  IconBell,
  IconDownload,
  IconFilterOff,
  IconPrinter,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { SwitchField } from '../../ui/fields/check-field.tsx'
import { DateRangeField } from '../../ui/fields/date-range-field.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { MultiSelectField, SelectField } from '../../ui/fields/select-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useIsPhone } from '../../ui/layout/use-is-phone.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import { FilterBar } from '../../ui/table/filter-bar.tsx'
import type { SortState } from '../../ui/table/table-column.ts'
import { isAnyExpected } from '../common/expected-range.ts'
import { useAreaOptions, useBranchOptions } from '../common/use-branch-options.ts'
import { useStaffOptions } from '../common/use-staff-options.ts'
import { countActiveFilters, type Flag, type FlagChoice, flags, type ReportFilters } from './report-filters.ts'

/** Its columns are only in views. */
const ExpectedFilter = lazy(async () => ({ default: (await import('../common/expected-filter.tsx')).ExpectedFilter }))

const flagLabels: Record<Flag, string> = { active: 'Active', sold: 'Sold', complete: 'Complete' }
const flagChoices: readonly { value: FlagChoice; label: string }[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'either', label: 'Either' },
]

const checksChoices = [
  { value: false, label: 'Any' },
  { value: true, label: 'Open' },
]

const chainOptions = [
  { value: 1, label: 'Completed chain' },
  { value: 2, label: 'Incomplete chain' },
  { value: 0, label: 'No chain' },
  { value: 3, label: 'Unknown' },
]

type ReportFilterBarProps = {
  companyId: string
  branchId: string | undefined
  today: DateOnly
  filters: ReportFilters
  onChange: (filters: ReportFilters) => void
  search: { typed: string; setTyped: (text: string) => void }
  groups: Record<'financial' | 'saleProgression', { shown: boolean; show: (shown: boolean) => void }>
  /** Includes the filter by expected exchange. */
  withExpected: boolean
  withNegotiator: boolean
  withChecks: boolean
  /** Shown below the filters, before the section switches. */
  children: ReactNode
}

/** "Controls: text search; property filter; branch multi-select; date range; sales progressor multi-select; toggles." */
export function ReportFilterBar({
  companyId,
  branchId,
  today,
  filters,
  onChange,
  search,
  groups,
  withExpected,
  withNegotiator,
  withChecks,
  children,
}: ReportFilterBarProps) {
  const phone = useIsPhone()
  const branches = useBranchOptions(companyId, branchId === undefined)
  const areas = useAreaOptions(companyId, branchId === undefined)
  const staff = useStaffOptions(companyId)
  const { financial, saleProgression } = groups
  const toggles = (
    <>
      <SwitchField label="Sale progression" checked={saleProgression.shown} onChange={saleProgression.show} />
      <SwitchField label="Financial" checked={financial.shown} onChange={financial.show} />
    </>
  )
  return (
    <>
      <FilterBar
        active={countActiveFilters(filters, today)}
        toggles={phone && toggles}
        search={
          <SearchField
            label="Search"
            className="grow"
            placeholder="Address, postcode, name"
            maxLength={200}
            value={search.typed}
            onChange={search.setTyped}
          />
        }
      >
        {flags.map((flag) => (
          <SelectField
            key={flag}
            label={flagLabels[flag]}
            width={80}
            options={flagChoices}
            value={filters.flags[flag]}
            onChange={(choice) => onChange({ ...filters, flags: { ...filters.flags, [flag]: choice } })}
          />
        ))}
        {branchId === undefined && areas.length > 0 && branches.length > 1 && (
          <MultiSelectField
            label="Area"
            width={108}
            options={areas}
            value={[...filters.areas]}
            onChange={(chosen) => onChange({ ...filters, areas: chosen })}
            noneLabel="All areas"
          />
        )}
        {branchId === undefined && branches.length > 1 && (
          <MultiSelectField
            label="Branch"
            width={126}
            options={branches}
            value={[...filters.branches]}
            onChange={(chosen) => onChange({ ...filters, branches: chosen })}
            noneLabel="All branches"
          />
        )}
        <DateRangeField
          label="Added from – until"
          fromLabel="Added from"
          untilLabel="Added until"
          value={{ from: filters.from, until: filters.until }}
          onChange={(range) => onChange({ ...filters, ...range })}
        />
        <MultiSelectField
          label="Sales progressor"
          width={branchId === undefined ? 108 : 128}
          options={staff}
          value={[...filters.staff]}
          onChange={(chosen) => onChange({ ...filters, staff: chosen })}
          noneLabel="All staff"
        />
        {(withNegotiator || filters.negotiators.length > 0) && (
          <MultiSelectField
            label="Negotiator"
            width={108}
            options={staff}
            value={[...filters.negotiators]}
            onChange={(chosen) => onChange({ ...filters, negotiators: chosen })}
            noneLabel="All staff"
          />
        )}
        {(withChecks || filters.checksOpen) && (
          <SelectField
            label="Checks"
            width={80}
            options={checksChoices}
            value={filters.checksOpen}
            onChange={(checksOpen) => onChange({ ...filters, checksOpen })}
          />
        )}
        {(withExpected || !isAnyExpected(filters.expected)) && (
          <Suspense fallback={null}>
            <ExpectedFilter
              today={today}
              value={filters.expected}
              onChange={(range) => onChange({ ...filters, expected: range })}
            />
          </Suspense>
        )}
        <MultiSelectField
          label="Chain"
          width={branchId === undefined ? 80 : 108}
          options={chainOptions}
          value={[...filters.chain]}
          onChange={(chain) => onChange({ ...filters, chain })}
        />
      </FilterBar>
      <div className="under-filters">
        {children}
        {!phone && (
          <div className="toggles" role="group" aria-label="Sections">
            {toggles}
          </div>
        )}
      </div>
    </>
  )
}

type ReportActionsProps = {
  /** Null if there are no properties. */
  onClear: (() => void) | null
  onDownload: () => void
  onPrint: () => void
  downloading: boolean
}

/** "Actions menu: Clear filters, Download CSV", and Print. */
export const ReportActions = ({ onClear, onDownload, onPrint, downloading }: ReportActionsProps) => (
  <Menu
    label="Actions"
    items={[
      ...(onClear ? [{ label: 'Clear filters', icon: IconFilterOff, onSelect: onClear }] : []),
      {
        label: 'Download CSV',
        icon: IconDownload,
        disabledReason: downloading ? 'On its way' : null,
        onSelect: onDownload,
      },
      { label: 'Print', icon: IconPrinter, onSelect: onPrint },
    ]}
  />
)

const sortSelectOptions = reportSorts.map((value) => ({ value, label: reportSortNames[value] }))

type ReportSortingProps = { sort: SortState; onSort: (sort: SortState) => void }

/** Sorts without a column head: sale progress, take on, mortgage valuations; on a phone all sorts. */
export function ReportSorting({ sort, onSort }: ReportSortingProps) {
  const isDescending = sort.direction === 'desc'
  const other = isDescending ? 'asc' : 'desc'
  return (
    <span className="sorting">
      <span aria-hidden="true">Sorted by</span>
      <SelectField
        label="Sort by"
        hideLabel
        small
        value={sort.by as ReportSort}
        onChange={(by) => onSort({ by, direction: by === 'saleProgress' ? 'desc' : 'asc' })}
        options={sortSelectOptions}
      />
      <Button
        size="s"
        variant="quiet"
        icon={isDescending ? IconArrowNarrowDown : IconArrowNarrowUp}
        aria-label={isDescending ? 'Descending; sort ascending' : 'Ascending; sort descending'}
        tip={isDescending ? 'Sort ascending' : 'Sort descending'}
        onClick={() => onSort({ by: sort.by, direction: other })}
      />
    </span>
  )
}

const loadUndo = () => import('../../lib/undo/undo-last.ts')

/** The time of the report's last save, with Undo and Redo for users who do not use Ctrl Z. */
export function UndoButtons({ savedAt }: { savedAt: string | null }) {
  const queries = useQueryClient()
  const phone = useIsPhone()
  const { undo, redo } = useSyncExternalStore(undoStack.subscribe, undoStack.get)
  if (phone || (savedAt === null && undo.length + redo.length === 0)) return null
  const last = undo.at(-1)
  return (
    <>
      {savedAt !== null && <span className="mut saved-at">Saved {savedAt}</span>}
      <IconButton
        icon={IconArrowBackUp}
        label="Undo"
        disabledReason={last ? null : 'Nothing to undo'}
        onClick={() => void loadUndo().then(({ undoLast }) => undoLast(queries))}
      />
      <IconButton
        icon={IconArrowForwardUp}
        label="Redo"
        disabledReason={redo.length > 0 ? null : 'Nothing to redo'}
        onClick={() => void loadUndo().then(({ redoLast }) => redoLast(queries))}
      />
    </>
  )
}

/** Explains tints and icons of the workflow table. */
export const ReportLegend = () => (
  <>
    <span className="key">
      <i className="f24" />
      {freshLabels.strong}
    </span>
    <span className="key">
      <i className="f168" />
      {freshLabels.light}
    </span>
    <span className="key">
      <i className="nt" />
      <span className="flag notice">
        <Icon of={IconBell} size={14} />
      </span>
      On notice
    </span>
    <span className="key">
      <i className="ex" />
      <span className="flag exch">
        <Icon of={IconArrowsExchange} size={14} />
      </span>
      Exchanged
    </span>
  </>
)
