import { type ReportSort, reportSortNames, reportSorts } from '@gya/domain/features/report/report-columns.ts'
import { IconArrowNarrowDown, IconArrowNarrowUp } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import './report-sorting.css'
import type { SortState } from '../../ui/table-column.ts'

const sortSelectOptions = reportSorts.map((value) => ({ value, label: reportSortNames[value] }))

type ReportSortingProps = { sort: SortState; onSort: (sort: SortState) => void }

/**
 * Sorts by what no column's head can: sale progress, take on and mortgage valuations have no column, a phone has no
 * heads. The button turns the order round.
 */
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
