import { IconArrowNarrowDown, IconArrowNarrowUp } from '@tabler/icons-react'
import { Icon } from './icon.tsx'
import { type ColumnLayout, headerGroups, nextSort, type SortState } from './table-column.ts'

type TableHeadProps<Row> = {
  laid: readonly ColumnLayout<Row>[]
  sort: SortState | undefined
  onSort: ((sort: SortState) => void) | undefined
}

/** The sticky head: a row of group heads when there are groups, then the columns with their sort buttons. */
export const TableHead = <Row,>({ laid, sort, onSort }: TableHeadProps<Row>) => {
  const grouped = laid.some(({ column }) => column.group !== undefined)
  const stickyWidth = laid.reduce((sum, { column }) => sum + (column.sticky ? (column.width ?? 0) : 0), 0)
  return (
    <thead>
      {grouped && (
        <tr className="groups">
          {headerGroups(laid).map(({ group, span, first }) =>
            group === undefined ? (
              <td key={first.column.id} className={first.edges} style={first.left} aria-hidden="true" />
            ) : (
              <th key={first.column.id} className={first.edges} colSpan={span} scope="colgroup">
                <span style={{ left: stickyWidth + 8 }}>{group}</span>
              </th>
            ),
          )}
        </tr>
      )}
      <tr className={grouped ? 'cols' : undefined}>
        {laid.map((one) => (
          <HeadCell key={one.column.id} one={one} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  )
}

const HeadCell = <Row,>({
  one: { column, className, left },
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
      style={left}
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
