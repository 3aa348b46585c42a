import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** One column of a PagedTable. Keep the list of columns constant (module level or `useMemo`): the rows are memoised on it. */
export type Column<Row> = {
  id: string
  head: ReactNode
  /** What a screen reader calls the column when `head` is empty (actions, photo) or the sort button needs more. */
  headLabel?: string
  cell: (row: Row) => ReactNode
  /** Pixels. When every column has one the layout is fixed, the last column takes what is left, and cells end in an ellipsis. */
  width?: number
  align?: 'left' | 'right' | 'centre'
  /** The value handed to `onSort`. */
  sort?: string
  /** Stays in sight while the rest scrolls; leading columns only, and each needs a width. */
  sticky?: boolean
  /** Head above several columns that stand next to each other and name the same group. */
  group?: string
  /** A rule at its left edge; set by itself where a group begins. */
  rule?: boolean
  /** The cell that names the row: it is a row header, and the link that opens the row. Exactly one column. */
  main?: boolean
  /** The cell already holds its own link (with class `open` or inside `.adr`): the table does not wrap it in another. */
  ownLink?: boolean
  /** Class names of its cells: constant, or by row (`st done`, `st f24`). */
  className?: string | ((row: Row) => string | undefined)
  headClassName?: string
}

export type SortState = { by: string; direction: 'asc' | 'desc' }

/** A press on a head: ascending first, then descending, then ascending again. */
export const nextSort = (by: string, now: SortState | undefined): SortState => ({
  by,
  direction: now?.by === by && now.direction === 'asc' ? 'desc' : 'asc',
})

/** Everything about a column that does not depend on a row, worked out once per table. */
export type ColumnLayout<Row> = {
  column: Column<Row>
  /** Alignment and edges, for its cells and its head. */
  className: string
  /** Edges alone, for the head of its group. */
  edges: string
  left: { left: number } | undefined
}

const alignClass = { left: '', right: 'num', centre: 'mid' } as const

/** Sticky offsets, group rules and alignment classes. Throws when a sticky column has no width, since it could not be placed. */
export const layoutColumns = <Row>(columns: readonly Column<Row>[]): ColumnLayout<Row>[] => {
  let offset = 0
  return columns.map((column, index) => {
    const before = columns[index - 1]
    const rule = column.rule || (column.group !== undefined && column.group !== before?.group)
    const stickyEnd = column.sticky && !columns[index + 1]?.sticky
    if (column.sticky && column.width === undefined) throw new Error(`The sticky column ${column.id} needs a width.`)
    const left = column.sticky ? { left: offset } : undefined
    offset += column.sticky ? (column.width ?? 0) : 0
    const edges = classNames(rule && 'gs', column.sticky && 'stick', stickyEnd && 'stick-end')
    return { column, left, edges, className: classNames(alignClass[column.align ?? 'left'], edges) }
  })
}

/** The cells of the row of group heads: each with the columns it spans; no group gives empty cells. */
export const headerGroups = <Row>(
  laid: readonly ColumnLayout<Row>[],
): { group: string | undefined; span: number; first: ColumnLayout<Row> }[] => {
  const heads: { group: string | undefined; span: number; first: ColumnLayout<Row> }[] = []
  for (const one of laid) {
    const last = heads.at(-1)
    if (last && one.column.group !== undefined && last.group === one.column.group) last.span += 1
    else heads.push({ group: one.column.group, span: 1, first: one })
  }
  return heads
}
