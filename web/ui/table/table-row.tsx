import { IconArrowNarrowDown, IconArrowNarrowUp } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { Link } from '../navigation/link.tsx'
import { type ColumnLayout, headerGroups, nextSort, type SortState } from './table-column.ts'

type Props<Row> = {
  /** Key of the row. */
  id: string
  row: Row
  laid: readonly ColumnLayout<Row>[]
  className: string | undefined
  href: string | undefined
  onOpen: ((row: Row) => void) | undefined
  selected: boolean
}

export const cellClass = <Row,>({ column, className }: ColumnLayout<Row>, row: Row): string | undefined => {
  const own = typeof column.className === 'function' ? column.className(row) : column.className
  return (own ? `${className} ${own}` : className) || undefined
}

const opened = <Row,>({ row, href, onOpen, selected }: Props<Row>, content: ReactNode): ReactNode => {
  if (href !== undefined) {
    return (
      <Link to={href} className="open" data-row-link aria-current={selected || undefined}>
        {content}
      </Link>
    )
  }
  if (!onOpen) return content
  return (
    <button type="button" className="open" data-row-link aria-pressed={selected} onClick={() => onOpen(row)}>
      {content}
    </button>
  )
}

const TableRowOf = <Row,>(props: Props<Row>) => {
  const { id, row, laid, className, href, onOpen, selected } = props
  return (
    <tr
      data-row={id}
      className={[className, selected && 'sel'].filter(Boolean).join(' ') || undefined}
      data-opens={href ?? (onOpen ? '' : undefined)}
    >
      {laid.map((one) => {
        const { column, style } = one
        const content = column.cell(row)
        return column.main ? (
          <th key={column.id} scope="row" className={cellClass(one, row)} style={style}>
            {column.ownLink ? content : opened(props, content)}
          </th>
        ) : (
          <td key={column.id} className={cellClass(one, row)} style={style}>
            {content}
          </td>
        )
      })}
    </tr>
  )
}

export const TableRow = memo(TableRowOf) as typeof TableRowOf

type TableHeadProps<Row> = {
  laid: readonly ColumnLayout<Row>[]
  sort: SortState | undefined
  onSort: ((sort: SortState) => void) | undefined
}

/** Group headers if there are any, then column headers with sort buttons. */
export const TableHead = <Row,>({ laid, sort, onSort }: TableHeadProps<Row>) => {
  const grouped = laid.some(({ column }) => column.group !== undefined)
  const stickyWidth = laid.reduce((sum, { column }) => sum + (column.sticky ? (column.width ?? 0) : 0), 0)
  return (
    <thead>
      {grouped && (
        <tr className="groups">
          {headerGroups(laid).map(({ group, span, first, style }) =>
            group === undefined ? (
              <td key={first.column.id} className={first.edges} style={style} aria-hidden="true" />
            ) : (
              <th key={first.column.id} className={first.edges} style={style} colSpan={span} scope="colgroup">
                <span style={{ left: stickyWidth + 8 }}>{group}</span>
              </th>
            ),
          )}
        </tr>
      )}
      <tr className="cols">
        {laid.map((one) => (
          <HeadCell key={one.column.id} one={one} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  )
}

const HeadCell = <Row,>({
  one: { column, className, style },
  sort,
  onSort,
}: { one: ColumnLayout<Row> } & Omit<TableHeadProps<Row>, 'laid'>) => {
  const sortable = column.sort !== undefined && onSort !== undefined
  const direction = sortable && sort && sort.by === column.sort ? sort.direction : undefined
  const words = (
    <>
      {column.head}
      {column.headLabel && <span className="vh">{column.headLabel}</span>}
    </>
  )
  return (
    <th
      scope="col"
      className={[className, column.headClassName].filter(Boolean).join(' ') || undefined}
      style={style}
      data-col={column.id}
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
    >
      {sortable ? (
        <button type="button" onClick={() => onSort(nextSort(column.sort ?? '', sort))}>
          {words}
          {direction && <Icon of={direction === 'asc' ? IconArrowNarrowUp : IconArrowNarrowDown} size={14} />}
        </button>
      ) : (
        words
      )}
    </th>
  )
}
