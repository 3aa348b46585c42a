import { addressLine } from '@gya/domain/common/address-line.ts'
import { showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import { showCount } from '@gya/domain/common/show-count.ts'
import { type ListColumnId, listColumns } from '@gya/domain/features/properties/property-list.ts'
import { minFrozen } from '@gya/domain/features/views/views.model.ts'
import { IconAlertCircle, IconAlertTriangle, IconBell, IconHourglass } from '@tabler/icons-react'
import { type ComponentProps, useMemo, useState } from 'react'
import { ChainIcon, chainStates } from '../common/chain-light.tsx'
import { DayCell, expectedWords } from './day-cell.tsx'
import './properties-table.css'
import { propertyPhotoUrl } from '../../lib/api/picture-urls.ts'
import { useSaleOfRow } from '../../lib/sale-on-screen.ts'
import { useMe } from '../../lib/session/session.tsx'
import { today } from '../../lib/today.ts'
import { scopedPath } from '../../lib/url-state/current-scope.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { NextStepView } from '../common/next-step.tsx'
import { PhaseBadge, phaseLabel } from '../common/phase-badge.tsx'
import { PropertyPhoto } from '../common/property-photo.tsx'
import type { PropertyRow } from './property-list-filters.ts'
import type { PropertySort } from './property-sorts.ts'
import { SetupWarningsDialog, WarningsDialog } from './warnings-dialog.tsx'

/** "Chain icon (green for a completed chain, red for an incomplete chain)" */
const Chain = ({ row }: { row: PropertyRow }) =>
  row.mi.chain === 1 || row.mi.chain === 2 ? (
    <ChainIcon state={chainStates[row.mi.chain]} />
  ) : (
    <span className="vh">{row.mi.chain === 0 ? 'No chain' : 'Not known'}</span>
  )

type OpenDialog = { about: 'warnings' | 'setup'; row: PropertyRow }
type OpenDialogHandler = (dialog: OpenDialog) => void

/** The number of warnings, which opens the list of them. */
const WarningsChip = ({ row, about, openDialog }: OpenDialog & { openDialog: OpenDialogHandler }) => {
  const isSetup = about === 'setup'
  const count = isSetup ? row.setupWarnings.length : row.warnings
  if (count === 0) return <span className="vh">None</span>
  const label = showCount(count, isSetup ? 'setup warning' : 'warning')
  const awaitsReports = !isSetup && row.timeline.info.nextStep?.warning === 'amber'
  return (
    <button
      type="button"
      className={`count ${isSetup || awaitsReports ? 's' : 'w'}`}
      aria-haspopup="dialog"
      aria-label={`${label}: ${row.address.line1}`}
      data-tip={label}
      onClick={() => openDialog({ about, row })}
    >
      <Icon of={isSetup ? IconAlertCircle : awaitsReports ? IconHourglass : IconAlertTriangle} size={14} />
      {count}
    </button>
  )
}

/** Why the list *To tidy* has the property. */
const ToTidy = ({ words = [] }: { words?: readonly string[] | undefined }) =>
  words.map((why) => (
    <small key={why} className="tidy mut">
      {why}
    </small>
  ))

/** The placeholder for a missing photo, stable for each property. */
const isTerraced = ({ address }: PropertyRow): boolean =>
  /flat|court|house|terrace|mews/i.test(address.line1) || address.line1.length % 3 === 0

const photoOf = ({ _id, company, branch, logo }: PropertyRow) =>
  propertyPhotoUrl({ companyId: company, branchId: branch._id, propertyId: _id }, logo, 'avatar')

/** A page of the row's property or branch. `company`: for readers without a company of their own. */
const hrefOf = (path: string, { _id, branch }: PropertyRow, company: string | undefined): string =>
  scopedPath(path, { company, branch: branch._id, property: _id })

/** "Branch (company level only, links to the branch)." */
const branchColumn = (company: string | undefined): ListColumn => ({
  className: 'branch',
  cell: (row) => (
    <Link className="quiet" title={row.branch.name} to={hrefOf('/branch/report', row, company)}>
      {row.branch.name}
    </Link>
  ),
})

/** The name of a firm. */
const firmColumn = (nameOf: (row: PropertyRow) => string | null): ListColumn => ({
  className: 'firm',
  cell: (row) => <span title={nameOf(row) ?? undefined}>{nameOf(row) ?? <span className="vh">Nobody</span>}</span>,
})

type ListColumn = Omit<Column<PropertyRow>, 'id' | 'head'>

type ColumnContext = {
  company: string | undefined
  openDialog: OpenDialogHandler
}

const columnsById = ({ company, openDialog }: ColumnContext): Record<ListColumnId, ListColumn> => ({
  picture: {
    headLabel: 'Picture',
    className: 'pic',
    headClassName: 'pic',
    cell: (row) => <PropertyPhoto src={photoOf(row)} width={40} height={28} terraced={isTerraced(row)} />,
  },
  address: {
    main: true,
    sort: 'address',
    className: 'property',
    cell: ({ address, phase, toTidy }) => (
      <>
        <span className="address" title={`${addressLine(address)}, ${phaseLabel(phase)}`}>
          <span>{address.line1},</span> <span className="mut">{address.postcode}</span>
        </span>
        <ToTidy words={toTidy} />
      </>
    ),
  },
  phase: { className: 'phase', headClassName: 'phase', cell: (row) => <PhaseBadge phase={row.phase} /> },
  branch: branchColumn(company),
  chain: { align: 'centre', cell: (row) => <Chain row={row} /> },
  viewings: { align: 'right', className: 'tnum', cell: (row) => row.viewings.length },
  offers: { align: 'right', className: 'tnum', cell: (row) => row.offers.length },
  askingPrice: {
    align: 'right',
    sort: 'askingPrice',
    className: 'tnum',
    cell: ({ mi: { currentAskingPrice: price } }) => (price === null ? <span className="mut">Not set</span> : showPounds(price)),
  },
  takeOn: { sort: 'takeOn', className: 'tnum', cell: (row) => showDate(row.takeOn) },
  usingApp: { cell: (row) => (row.owner.lastLogin ? 'Yes' : <span className="mut">No</span>) },
  notice: {
    className: 'tnum',
    cell: ({ mi: { noticeEnd } }) =>
      noticeEnd === null ? <span className="vh">No</span> : <span className="notice-d">{showDate(noticeEnd)}</span>,
  },
  warnings: { cell: (row) => <WarningsChip row={row} about="warnings" openDialog={openDialog} /> },
  setup: {
    headClassName: 'wrap',
    cell: (row) => <WarningsChip row={row} about="setup" openDialog={openDialog} />,
  },
  progressor: { cell: ({ bStaff }) => bStaff?.name ?? <span className="mut">Nobody</span> },
  negotiator: { cell: ({ negotiator }) => negotiator?.name ?? <span className="mut">Nobody</span> },
  expectedExchange: {
    sort: 'expectedExchange',
    className: 'tnum',
    cell: (row) => <DayCell day={row.expectedExchange} {...expectedWords(row)} />,
  },
  expectedCompletion: {
    className: 'tnum',
    cell: ({ completionDate, expectedCompletion }) => (
      <DayCell day={completionDate ?? expectedCompletion} words={completionDate === null ? '' : 'agreed'} />
    ),
  },
  mortgageOfferExpires: { className: 'tnum', cell: (row) => <DayCell day={row.mortgageOfferExpires} /> },
  vendorLastUpdated: { className: 'tnum', cell: (row) => <DayCell day={row.vendorLastUpdatedOn} /> },
  vendorSolicitor: firmColumn(({ vendorSolicitor }) => vendorSolicitor),
  buyerSolicitor: firmColumn(({ buyerSolicitor }) => buyerSolicitor),
  nextStep: { className: 'overdue', cell: ({ timeline }) => <NextStepView next={timeline.info.nextStep} today={today()} /> },
})

/** Pixels, for columns of a view: the columns of Standard adapt to the window. */
const widths: Record<ListColumnId, number> = {
  picture: 56,
  address: 268,
  phase: 104,
  branch: 132,
  chain: 60,
  viewings: 76,
  offers: 64,
  askingPrice: 108,
  takeOn: 92,
  usingApp: 84,
  notice: 92,
  warnings: 84,
  setup: 84,
  progressor: 140,
  negotiator: 140,
  expectedExchange: 188,
  expectedCompletion: 148,
  mortgageOfferExpires: 108,
  vendorLastUpdated: 100,
  vendorSolicitor: 160,
  buyerSolicitor: 160,
  nextStep: 220,
}

export const columnWidths = (ids: readonly ListColumnId[]): number[] => ids.map((id) => widths[id])

/** The columns of Standard have no width, except picture and address: the table layout adapts to the window. */
const standardWidths: Partial<Record<ListColumnId, number>> = { picture: 56, address: 200 }

const heads = new Map<string, string>(listColumns.map(({ id, head }) => [id, head]))

type Layout = { ids: readonly ListColumnId[]; frozen: number; isStandard: boolean }

function columnsFor({ ids, frozen, isStandard }: Layout, context: ColumnContext): readonly Column<PropertyRow>[] {
  const byId = columnsById(context)
  const isFixed = !isStandard || frozen > minFrozen
  const columns = ids.map((id, place): Column<PropertyRow> => {
    const width = isFixed ? widths[id] : standardWidths[id]
    const head = id === 'picture' ? '' : isStandard && id === 'nextStep' ? 'Overdue' : (heads.get(id) ?? '')
    return { id, head, ...byId[id], ...(width ? { width } : {}), sticky: place < frozen }
  })
  return [
    ...columns,
    {
      id: 'manage',
      head: '',
      headLabel: 'Actions',
      align: 'right',
      className: 'stick row-acts',
      headClassName: 'stick row-acts',
      ...(isFixed ? { width: 84 } : {}),
      cell: (row) => (
        <Link className="link" to={hrefOf('/property/edit', row, context.company)} aria-label={`Manage ${row.address.line1}`}>
          Manage
        </Link>
      ),
    },
  ]
}

const PropertyCard = ({ row, to, openDialog }: { row: PropertyRow; to: string; openDialog: OpenDialogHandler }) => (
  <div className="pcard">
    <div className="r1">
      <Link to={to} className="open" data-row-link>
        <b>{row.address.line1},</b> <span className="mut">{row.address.postcode}</span>
      </Link>
      <span className="spacer" />
      <Chain row={row} />
      {row.warnings > 0 && <WarningsChip row={row} about="warnings" openDialog={openDialog} />}
      {row.setupWarnings.length > 0 && <WarningsChip row={row} about="setup" openDialog={openDialog} />}
    </div>
    <div className="r2">
      <PhaseBadge phase={row.phase} />
      <span className="tnum">
        {row.mi.currentAskingPrice === null ? <span className="mut">No price</span> : showPounds(row.mi.currentAskingPrice)}
      </span>
      <span className="spacer" />
      {row.mi.noticeEnd && (
        <span className="flag notice">
          <Icon of={IconBell} size={14} /> On notice until <span className="tnum">{showDate(row.mi.noticeEnd)}</span>
        </span>
      )}
    </div>
    <ToTidy words={row.toTidy} />
    {row.warnings > 0 && <NextStepView next={row.timeline.info.nextStep} today={today()} />}
    <div className="r2 mut">
      {row.branch.name}
      <span className="spacer" />
      <span className="tnum">
        {showCount(row.viewings.length, 'viewing')}, {showCount(row.offers.length, 'offer')}
      </span>
    </div>
  </div>
)

type Props = Omit<
  ComponentProps<typeof PagedTable<PropertyRow>>,
  'label' | 'columns' | 'rowKey' | 'rowHref' | 'card' | 'sort' | 'onSort'
> & {
  companyId: string
  layout: Layout
  sort: PropertySort
  onSort: (sort: PropertySort) => void
}

/** A row opens the property, the branch name its branch. [reports §2.1](docs/design/reports.md#2.1). */
export function PropertiesTable({ companyId, layout, sort, onSort, ...table }: Props) {
  const company = useMe().company ? undefined : companyId
  const [dialog, openDialog] = useState<OpenDialog | null>(null)
  const columns = useMemo(() => columnsFor(layout, { company, openDialog }), [company, layout])
  const [by = '', direction] = sort.split(':')
  const manage = (row: PropertyRow) => hrefOf('/property/edit', row, company)
  const close = () => openDialog(null)
  useSaleOfRow(table.rows, ({ branch }) => branch._id)
  return (
    <>
      <PagedTable
        {...table}
        label="Properties"
        className={classNames('properties', !layout.isStandard && 'chosen')}
        tight
        columns={columns}
        rowKey={(row) => row._id}
        rowHref={manage}
        sort={{ by, direction: direction === 'desc' ? 'desc' : 'asc' }}
        onSort={(next) => onSort(`${next.by}:${next.direction}` as PropertySort)}
        card={(row) => <PropertyCard row={row} to={manage(row)} openDialog={openDialog} />}
        cardHasLinks
      />
      {dialog?.about === 'warnings' && (
        <WarningsDialog row={dialog.row} to={hrefOf('/property/timeline', dialog.row, company)} onClose={close} />
      )}
      {dialog?.about === 'setup' && <SetupWarningsDialog row={dialog.row} to={manage(dialog.row)} onClose={close} />}
    </>
  )
}
