import { type KeyboardEvent, memo, type RefObject, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react'
import { SkipLink } from '../../ui/navigation/skip-link.tsx'
import { moveFocus, useGridFocus } from '../../ui/table/grid-focus.ts'
import { rowPixels } from '../../ui/table/row-pixels.ts'
import { type Column, type ColumnLayout, layoutColumns, type SortState } from '../../ui/table/table-column.ts'
import { cellClass, TableHead } from '../../ui/table/table-row.tsx'
import { useRowsInView } from '../../ui/table/use-rows-in-view.ts'
import { useScrollRestoration } from '../../ui/table/use-scroll-restoration.ts'
import { type ShownRow, selectColumnId } from './report-columns.tsx'
import type { Selection } from './selection.ts'

/** Selects all rows of the page, or none. */
const SelectAll = ({ selection, rows }: { selection: Selection; rows: readonly ShownRow[] }) => {
  const { size } = useSyncExternalStore(selection.subscribe, selection.get)
  return (
    <input
      type="checkbox"
      aria-label="Select all rows"
      ref={(box) => {
        if (box) box.indeterminate = size > 0 && size < rows.length
      }}
      checked={size > 0 && size === rows.length}
      onChange={() => selection.set(size === rows.length ? [] : rows.map(({ _id }) => _id))}
    />
  )
}

type RowProps = {
  row: ShownRow
  laid: readonly ColumnLayout<ShownRow>[]
  className: string | undefined
  selected: boolean
  selection: Selection
}

const GridRow = memo(({ row, laid, className, selected, selection }: RowProps) => (
  <tr
    data-row={row._id}
    className={[className, selected && 'sel'].filter(Boolean).join(' ') || undefined}
    aria-selected={selection.may ? selected : undefined}
  >
    {laid.map((one) => {
      const { column, style } = one
      const shared = { className: cellClass(one, row), style, 'data-col': column.id }
      if (column.id === selectColumnId)
        return (
          <td key={column.id} {...shared}>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`Select ${row.address.line1}`}
              checked={selected}
              onChange={() => selection.toggle(row._id)}
            />
          </td>
        )
      return column.main ? (
        <th key={column.id} scope="row" {...shared}>
          {column.cell(row)}
        </th>
      ) : (
        <td
          key={column.id}
          {...shared}
          tabIndex={-1}
          aria-label={column.cellLabel?.(row)}
          aria-readonly={column.editable ? undefined : true}
        >
          {column.cell(row)}
        </td>
      )
    })}
  </tr>
))

/**
 * Number of rows in a group that the browser skips together while off screen. Single rows would be slower: each would cost a clip in every
 * frame.
 */
const rowsOfChunk = 10

/** Height of everything above and below the rows: head of the page, filters, bars of the table. */
const pixelsWithoutRows = 540
const pixelsOfChunk = rowPixels * rowsOfChunk

/** Rows that fit in the window are painted first, the others afterwards, so that they appear sooner on a slow processor. */
const chunksInWindow = (): number => Math.max(1, Math.ceil((window.innerHeight - pixelsWithoutRows) / pixelsOfChunk))

const chunksOf = <Row,>(rows: readonly Row[]): { place: number; chunk: Row[] }[] =>
  Array.from({ length: Math.ceil(rows.length / rowsOfChunk) }, (_, place) => ({
    place,
    chunk: rows.slice(place * rowsOfChunk, (place + 1) * rowsOfChunk),
  }))

/** Native rows and cells get the roles of a grid from their table. */
const gridRole = { role: 'grid' }

type Props = {
  frame: RefObject<HTMLDivElement | null>
  label: string
  columns: readonly Column<ShownRow>[]
  rows: readonly ShownRow[]
  rowClassName: (row: ShownRow) => string | undefined
  sort: SortState
  onSort: (sort: SortState) => void
  selection: Selection
}

/** The workflow report as a grid: one tab stop, arrow keys between cells. The editing code attaches its keys to the frame. */
export function ReportGrid({ frame, label, columns, rows, rowClassName, sort, onSort, selection }: Props) {
  const selected = useSyncExternalStore(selection.subscribe, selection.get)
  const laid = useMemo(() => layoutColumns(columns, true), [columns])
  const head = useMemo(
    () =>
      laid.map((one) =>
        one.column.id === selectColumnId
          ? { ...one, column: { ...one.column, head: <SelectAll selection={selection} rows={rows} /> } }
          : one,
      ),
    [laid, selection, rows],
  )
  const isWhole = useDeferredValue(true, false)
  const [chunksFirst] = useState(chunksInWindow)
  const keepScroll = useScrollRestoration(frame, label, true)
  useGridFocus(frame)
  useRowsInView(frame, 'exch', isWhole && rows)
  const width = columns.reduce((sum, column) => sum + (column.width ?? 0), 0)
  const stickyWidth = columns.reduce((sum, column) => sum + (column.sticky ? (column.width ?? 0) : 0), 0)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    if (event.altKey || event.metaKey || event.shiftKey || event.defaultPrevented || !target.matches('td, th *, td input')) return
    if (moveFocus(event.currentTarget, event.key, event.ctrlKey)) event.preventDefault()
  }
  return (
    <div
      ref={frame}
      className="tbl-scroll"
      role="region"
      aria-label={`${label}, rows`}
      style={{ scrollPadding: `88px 0 0 ${stickyWidth}px` }}
      onKeyDown={move}
      onScroll={(event) => {
        event.currentTarget.classList.toggle('scrolled', event.currentTarget.scrollLeft > 0)
        keepScroll()
      }}
    >
      <SkipLink onSkip={() => frame.current?.querySelector<HTMLElement>('table [tabindex="0"]')?.focus()}>
        Skip to the report
      </SkipLink>
      <table
        {...gridRole}
        aria-label={label}
        aria-multiselectable={selection.may || undefined}
        className="tbl wf fixed lines"
        style={{ minWidth: width }}
      >
        <TableHead laid={head} sort={sort} onSort={onSort} />
        {chunksOf(rows).map(({ place, chunk }) => {
          const height = `calc(${chunk.length} * var(--row))`
          // An unrendered group of rows keeps its height, so that a scroll position can be restored.
          if (!isWhole && place >= chunksFirst) return <tbody key={place} style={{ height }} />
          return (
            <tbody key={place} style={{ containIntrinsicHeight: `auto ${height}` }}>
              {chunk.map((row) => (
                <GridRow
                  key={row._id}
                  row={row}
                  laid={laid}
                  className={rowClassName(row)}
                  selected={selected.has(row._id)}
                  selection={selection}
                />
              ))}
            </tbody>
          )
        })}
      </table>
    </div>
  )
}
