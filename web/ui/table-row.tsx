import { memo, type ReactNode } from 'react'
import { Link } from './link.tsx'
import type { ColumnLayout } from './table-column.ts'

type Props<Row> = {
  row: Row
  laid: readonly ColumnLayout<Row>[]
  className: string | undefined
  href: string | undefined
  onOpen: ((row: Row) => void) | undefined
  selected: boolean
}

const cellClass = <Row,>({ column, className }: ColumnLayout<Row>, row: Row): string | undefined => {
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
  const { row, laid, className, href, onOpen, selected } = props
  return (
    <tr
      className={[className, selected && 'sel'].filter(Boolean).join(' ') || undefined}
      data-opens={href ?? (onOpen ? '' : undefined)}
    >
      {laid.map((one) => {
        const { column, left } = one
        const content = column.cell(row)
        return column.main ? (
          <th key={column.id} scope="row" className={cellClass(one, row)} style={left}>
            {column.ownLink ? content : opened(props, content)}
          </th>
        ) : (
          <td key={column.id} className={cellClass(one, row)} style={left}>
            {content}
          </td>
        )
      })}
    </tr>
  )
}

/** One row. Drawn again only when its own row, the columns or its state change. */
export const TableRow = memo(TableRowOf) as typeof TableRowOf
