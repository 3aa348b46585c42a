import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** A column of a PagedTable. The list of columns must be constant (module level or `useMemo`): rows are memoised on it. */
export type Column<Row> = {
  id: string
  head: ReactNode
  /** Name for screen readers, if `head` is empty or not sufficient. */
  headLabel?: string
  cell: (row: Row) => ReactNode
  /** In a grid: text for screen readers, if the visible text of the cell is abbreviated. */
  cellLabel?: (row: Row) => string
  /** Pixels. If every column has a width, the layout is fixed, the last column takes the rest, and long text is truncated. */
  width?: number
  align?: 'left' | 'right' | 'centre'
  /** The value handed to `onSort`. */
  sort?: string
  /** Sticky; leading columns only, and each needs a width. */
  sticky?: boolean
  /** Header above adjacent columns of the same group. */
  group?: string
  /** Line at its left edge; implied where a group starts. */
  rule?: boolean
  /** The row header, which links to the row. Exactly one column. */
  main?: boolean
  /** The cell contains its own link (with class `open` or inside `.adr`). */
  ownLink?: boolean
  /** In a grid: its cells can be edited. */
  editable?: boolean
  /** Class names of its cells, constant or by row. */
  className?: string | ((row: Row) => string | undefined)
  headClassName?: string
}

/** The layout of an actions column: it stays visible while the table scrolls sideways. */
const stickyActions = { align: 'right', className: 'stick row-acts', headClassName: 'stick row-acts' } as const

/** The column of the buttons and links at the end of a row. */
export const actionsColumn = <Row>(cell: Column<Row>['cell'], layout: Partial<Column<Row>> = {}): Column<Row> => ({
  id: 'actions',
  head: '',
  headLabel: 'Actions',
  cell,
  ...stickyActions,
  ...layout,
})

export type SortState = { by: string; direction: 'asc' | 'desc' }

/** Sort after a click on a header: ascending, then descending, then ascending again. */
export const nextSort = (by: string, now: SortState | undefined): SortState => ({
  by,
  direction: now?.by === by && now.direction === 'asc' ? 'desc' : 'asc',
})

/** The parts of a column that do not depend on the row. */
export type ColumnLayout<Row> = {
  column: Column<Row>
  /** Class names of cells and header: alignment and edges. */
  className: string
  /** Class names of the group header: edges only. */
  edges: string
  /** Offset of a sticky column, and its width if the rows are flex containers. */
  style: { left?: number; width?: number | undefined } | undefined
}

const alignClass = { left: '', right: 'num', centre: 'mid' } as const

/**
 * Computes sticky offsets, group lines and alignment. Throws if a sticky column has no width. `sized`: each cell has an explicit width,
 * because the rows are not table rows (`.tbl.lines`).
 */
export const layoutColumns = <Row>(columns: readonly Column<Row>[], sized = false): ColumnLayout<Row>[] => {
  let offset = 0
  return columns.map((column, index) => {
    const before = columns[index - 1]
    const rule = column.rule || (column.group !== undefined && column.group !== before?.group)
    const stickyEnd = column.sticky && !columns[index + 1]?.sticky
    if (column.sticky && column.width === undefined) throw new Error(`The sticky column ${column.id} needs a width.`)
    const left = column.sticky ? { left: offset } : undefined
    const style = sized ? { ...left, width: column.width } : left
    offset += column.sticky ? (column.width ?? 0) : 0
    const edges = classNames(rule && 'gs', column.sticky && 'stick', stickyEnd && 'stick-end')
    return { column, style, edges, className: classNames(alignClass[column.align ?? 'left'], edges) }
  })
}

type HeaderGroup<Row> = {
  group: string | undefined
  span: number
  first: ColumnLayout<Row>
  /** Total width of its columns, if cells have explicit widths. */
  style: ColumnLayout<Row>['style']
}

/** Cells of the group header row; `group` is undefined for columns without a group. */
export const headerGroups = <Row>(laid: readonly ColumnLayout<Row>[]): HeaderGroup<Row>[] => {
  const heads: HeaderGroup<Row>[] = []
  for (const one of laid) {
    const last = heads.at(-1)
    if (last && one.column.group !== undefined && last.group === one.column.group) {
      last.span += 1
      if (last.style?.width !== undefined) last.style = { ...last.style, width: last.style.width + (one.style?.width ?? 0) }
    } else heads.push({ group: one.column.group, span: 1, first: one, style: one.style })
  }
  return heads
}
