import { type MouseEvent, type ReactNode, useMemo, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import { Skeleton } from '../feedback/loading.tsx'
import { useIsPhone } from '../layout/use-is-phone.ts'
import { Link, useFollowLink } from '../navigation/link.tsx'
import { SkipLink } from '../navigation/skip-link.tsx'
import { PageRange, Pager, PageSize, type Paging } from './pager.tsx'
import { focusFirstRow, onRowKeyDown, useRovingTabIndex } from './row-navigation.ts'
import { type Column, layoutColumns, type SortState } from './table-column.ts'
import { TableHead, TableRow } from './table-row.tsx'
import { useScrollRestoration } from './use-scroll-restoration.ts'

export type PagedTableProps<Row> = {
  /** Accessible name. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while the first page loads: skeleton rows are shown. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Target of a row. A click anywhere on the row follows it; Ctrl-click and the middle button open a new tab. */
  rowHref?: ((row: Row) => string | undefined) | undefined
  /** Instead of `rowHref`: selects the row on the same page. Must be memoised (`useCallback`). */
  onOpen?: ((row: Row) => void) | undefined
  selectedKey?: string | undefined
  /** Class name of a row. */
  rowClassName?: ((row: Row) => string | undefined) | undefined
  sort?: SortState | undefined
  onSort?: ((sort: SortState) => void) | undefined
  paging?: Paging | undefined
  /** Number of requested rows: the number of skeleton rows. */
  asked?: number | undefined
  onPage?: ((page: number) => void) | undefined
  onPageSize?: ((size: number) => void) | undefined
  /** Another page is loading; the old rows stay, dimmed. */
  busy?: boolean | undefined
  /** Error message of a failed load. */
  error?: ReactNode
  onRetry?: (() => void) | undefined
  /** Shown in place of no rows: an EmptyState. */
  empty?: ReactNode
  /** A bar above all others: saved views. */
  views?: ReactNode
  /** A bar above the header; starts with "1–26 of 26". */
  above?: ReactNode
  /** At the right of the footer; the pager is then on the left. */
  footEnd?: ReactNode
  /** Instead of the table, once there are rows: a grid that can be edited. */
  grid?: ReactNode
  /** Between the table and the footer. */
  under?: ReactNode
  /** Renders a row as a card under 720 px. Without it the table scrolls in its frame there. */
  card?: ((row: Row) => ReactNode) | undefined
  /** The card contains links or buttons, so it is not a link as a whole. */
  cardHasLinks?: boolean | undefined
  /** `wf` for wide tables with compact cells, else `list`. */
  look?: 'list' | 'wf' | undefined
  tight?: boolean | undefined
  className?: string | undefined
}

/** Properties of a table that a feature leaves to its page. */
export type TablePageProps<Row> = Omit<PagedTableProps<Row>, 'label' | 'columns' | 'rowKey' | 'rowHref' | 'card'>

/** Table of one page of rows. The server sorts, filters and pages. */
export const PagedTable = <Row,>(props: PagedTableProps<Row>) => {
  const { label, rows, error, above, card, busy, className } = props
  const asCards = useIsPhone() && card !== undefined
  const failed = error !== undefined && error !== null && error !== false
  const none = !failed && rows?.length === 0
  return (
    <section
      className={classNames('frame table-frame', asCards && 'cards', className)}
      aria-label={label}
      aria-busy={busy || (!rows && !failed) || undefined}
      data-busy={busy || undefined}
    >
      {busy && (
        <div className="busy-line" aria-hidden="true">
          <i />
        </div>
      )}
      {props.views}
      {above !== undefined && (
        <div className="bar up">
          {props.paging && <PageRange paging={props.paging} />}
          {above}
        </div>
      )}
      {failed && <ErrorState onRetry={props.onRetry}>{error}</ErrorState>}
      {none && (props.empty ?? <EmptyState title="No results found." />)}
      {!failed && !none && (asCards ? <Cards {...props} card={card} /> : ((rows && props.grid) ?? <Grid {...props} />))}
      {!asCards && props.under}
      <Foot {...props} />
    </section>
  )
}

const Foot = <Row,>({ paging, onPage, onPageSize, above, footEnd }: PagedTableProps<Row>) => {
  if (!paging) return null
  const pager = onPage && <Pager currentPage={paging.currentPage} totalPages={paging.totalPages} onPage={onPage} />
  return (
    <div className="bar down">
      {onPageSize && <PageSize size={paging.itemsPerPage} onSize={onPageSize} />}
      {above === undefined && <PageRange paging={paging} />}
      {footEnd !== undefined && pager}
      <span className="spacer" />
      {footEnd === undefined ? pager : footEnd}
    </div>
  )
}

/** Elements of a row that handle clicks themselves. */
const own = 'a, button, input, select, textarea, label, [role="combobox"], .pop'

const Grid = <Row,>(props: PagedTableProps<Row>) => {
  const { label, columns, rows, rowKey, rowHref, onOpen, rowClassName, selectedKey, sort, onSort, look = 'list', tight } = props
  const laid = useMemo(() => layoutColumns(columns), [columns])
  const follow = useFollowLink()
  const frame = useRef<HTMLDivElement>(null)
  const keepScroll = useScrollRestoration(frame, label, rows !== undefined)
  useRovingTabIndex(frame)
  const fixed = columns.every((column) => column.width !== undefined)
  const width = columns.reduce((sum, column) => sum + (column.width ?? 0), 0)

  const open = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const line = target.closest('tr')
    if (!line || target.closest(own) || window.getSelection()?.toString()) return
    const href = line.dataset.opens
    if (href) follow(href, event)
    else if (href === '' && event.button === 0) line.querySelector<HTMLElement>('[data-row-link]')?.click()
  }
  return (
    <div
      ref={frame}
      className="tbl-scroll"
      role="region"
      aria-label={`${label}, rows`}
      tabIndex={0}
      onKeyDown={onRowKeyDown}
      onScroll={(event) => {
        event.currentTarget.classList.toggle('scrolled', event.currentTarget.scrollLeft > 0)
        keepScroll()
      }}
    >
      <SkipLink onSkip={() => focusFirstRow(frame.current)}>{`Skip to ${label.toLowerCase()}`}</SkipLink>
      <table
        aria-label={label}
        className={classNames('tbl', look, tight && 'tight', fixed && 'fixed')}
        style={fixed ? { minWidth: width } : undefined}
      >
        {fixed && (
          <colgroup>
            {columns.map((column, index) => (
              <col key={column.id} style={index === columns.length - 1 ? undefined : { width: column.width }} />
            ))}
          </colgroup>
        )}
        <TableHead laid={laid} sort={sort} onSort={onSort} />
        <tbody onClick={open} onAuxClick={(event) => event.button === 1 && open(event)} onKeyDown={undefined}>
          {rows?.map((row) => {
            const key = rowKey(row)
            return (
              <TableRow
                key={key}
                id={key}
                row={row}
                laid={laid}
                className={rowClassName?.(row)}
                href={rowHref?.(row)}
                onOpen={onOpen}
                selected={key === selectedKey}
              />
            )
          })}
          {!rows && <SkeletonRows columns={laid.length} count={Math.min(props.paging?.itemsPerPage ?? props.asked ?? 10, 25)} />}
        </tbody>
      </table>
    </div>
  )
}

/** One cell whose background looks like rows: cells of their own would cost the first paint more than the rows that replace them. */
const SkeletonRows = ({ columns, count }: { columns: number; count: number }) => (
  <tr className="skel">
    <td colSpan={columns}>
      <span className="vh">Loading, please wait.</span>
      <span className="skeleton-rows" style={{ height: `calc(${count} * var(--row))` }} aria-hidden="true" />
    </td>
  </tr>
)

const Cards = <Row,>({
  rows,
  rowKey,
  rowHref,
  onOpen,
  rowClassName,
  selectedKey,
  card,
  cardHasLinks,
  label,
}: PagedTableProps<Row> & { card: (row: Row) => ReactNode }) => {
  if (!rows) {
    return (
      <ul className="pcards" aria-label="Loading, please wait.">
        {Array.from({ length: 6 }, (_, line) => (
          <li key={`card-${line}`} className="skeleton-lines form">
            <Skeleton width="70%" />
            <Skeleton width="45%" />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <ul className="pcards" aria-label={label} onKeyDown={onRowKeyDown}>
      {rows.map((row) => {
        const key = rowKey(row)
        const href = rowHref?.(row)
        return (
          <li key={key} className={classNames(rowClassName?.(row), key === selectedKey && 'sel') || undefined}>
            {href !== undefined && !cardHasLinks ? (
              <Link to={href} data-row-link>
                {card(row)}
              </Link>
            ) : onOpen && !cardHasLinks ? (
              <button type="button" data-row-link aria-pressed={key === selectedKey} onClick={() => onOpen(row)}>
                {card(row)}
              </button>
            ) : (
              <div className="form">{card(row)}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
