import { addressLine } from '@gya/domain/common/address-format.ts'
import { showDate } from '@gya/domain/common/dates.ts'
import { showPounds } from '@gya/domain/common/money.ts'
import { describeExpected, describeMoveCount } from '@gya/domain/features/expected-dates/describe-expected.ts'
import { IconAlertCircle, IconAlertTriangle, IconBell, IconHourglass } from '@tabler/icons-react'
import { type ComponentProps, useMemo, useState } from 'react'
import './properties-table.css'
import { propertyPhotoUrl } from '../../lib/api/picture-urls.ts'
import { useMe } from '../../lib/session/session.tsx'
import { today } from '../../lib/today.ts'
import { scopedPath } from '../../lib/url-state/current-scope.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import { PagedTable } from '../../ui/table/paged-table.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { ChainIcon, type ChainState } from '../common/chain-light.tsx'
import { NextStepView } from '../common/next-step.tsx'
import { PhaseBadge, phaseLabel } from '../common/phase-badge.tsx'
import { PropertyPhoto } from '../common/property-photo.tsx'
import type { PropertyRow, PropertySort } from './property-list-filters.ts'
import { SetupWarningsDialog, WarningsDialog } from './warnings-dialog.tsx'

const chainStates: Record<PropertyRow['mi']['chain'], ChainState> = { 0: 'none', 1: 'complete', 2: 'incomplete', 3: 'unknown' }

/** "Chain icon (green for a completed chain, red for an incomplete chain)" */
const Chain = ({ row }: { row: PropertyRow }) =>
  row.mi.chain === 1 || row.mi.chain === 2 ? (
    <ChainIcon state={chainStates[row.mi.chain]} />
  ) : (
    <span className="vh">{row.mi.chain === 0 ? 'No chain' : 'Not known'}</span>
  )

type OpenDialog = { about: 'warnings' | 'setup'; row: PropertyRow }
type OpenDialogHandler = (dialog: OpenDialog) => void

const countWithNoun = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

/** The number of warnings, which opens the list of them. */
const WarningsChip = ({ row, about, openDialog }: OpenDialog & { openDialog: OpenDialogHandler }) => {
  const isSetup = about === 'setup'
  const count = isSetup ? row.setupWarnings.length : row.warnings
  if (count === 0) return <span className="vh">None</span>
  const label = countWithNoun(count, isSetup ? 'setup warning' : 'warning')
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

/** The placeholder for a missing photo, stable for each property. */
const isTerraced = ({ address }: PropertyRow): boolean =>
  /flat|court|house|terrace|mews/i.test(address.line1) || address.line1.length % 3 === 0

const photoOf = ({ _id, company, branch, logo }: PropertyRow) =>
  propertyPhotoUrl({ companyId: company, branchId: branch._id, propertyId: _id }, logo, 'avatar')

/** A page of the row's property or branch. `company`: for readers without a company of their own. */
const hrefOf = (path: string, { _id, branch }: PropertyRow, company: string | undefined): string =>
  scopedPath(path, { company, branch: branch._id, property: _id })

/** "Branch (company level only, links to the branch)." */
const branchColumn = (company: string | undefined): Column<PropertyRow> => ({
  id: 'branch',
  head: 'Branch',
  className: 'branch',
  cell: (row) => (
    <Link className="quiet" title={row.branch.name} to={hrefOf('/branch/report', row, company)}>
      {row.branch.name}
    </Link>
  ),
})

type ColumnContext = {
  company: string | undefined
  withBranch: boolean
  withStep: boolean
  withExpected: boolean
  openDialog: OpenDialogHandler
}

/** The most urgent overdue step. */
const overdueColumn: Column<PropertyRow> = {
  id: 'overdue',
  head: 'Overdue',
  className: 'overdue',
  cell: ({ timeline }) => <NextStepView next={timeline.info.nextStep} today={today()} />,
}

/** In words: whether the day has passed, and how often it was moved. */
const expectedWords = ({ expectedExchange, exchangeMoves, phase }: PropertyRow): { late: boolean; words: string } => {
  if (expectedExchange === null) return { late: false, words: '' }
  const { overdueDays, words } = describeExpected(expectedExchange, null, today())
  const late = phase === 'sold' && overdueDays > 0
  return { late, words: [late ? words : '', describeMoveCount(exchangeMoves)].filter(Boolean).join(', ') }
}

const expectedColumns: readonly Column<PropertyRow>[] = [
  { id: 'progressor', head: 'Sales progressor', cell: ({ bStaff }) => bStaff?.name ?? <span className="mut">Nobody</span> },
  {
    id: 'expectedExchange',
    head: 'Expected exchange',
    sort: 'expectedExchange',
    className: 'tnum',
    cell: (row) => {
      const { late, words } = expectedWords(row)
      if (row.expectedExchange === null) return <span className="vh">Not set</span>
      return (
        <span className={late ? 'late-d' : undefined}>
          {showDate(row.expectedExchange)}
          {words && <small>, {words}</small>}
        </span>
      )
    },
  },
]

const warningsColumn = (openDialog: OpenDialogHandler): Column<PropertyRow> => ({
  id: 'warnings',
  head: 'Warnings',
  cell: (row) => <WarningsChip row={row} about="warnings" openDialog={openDialog} />,
})

const columnsFor = ({
  company,
  withBranch,
  withStep,
  withExpected,
  openDialog,
}: ColumnContext): readonly Column<PropertyRow>[] => [
  {
    id: 'picture',
    head: '',
    headLabel: 'Picture',
    className: 'pic',
    headClassName: 'pic',
    width: 56,
    sticky: true,
    cell: (row) => <PropertyPhoto src={photoOf(row)} width={40} height={28} terraced={isTerraced(row)} />,
  },
  {
    id: 'property',
    head: 'Property',
    main: true,
    sort: 'address',
    className: 'property',
    width: 200,
    sticky: true,
    cell: ({ address, phase }) => (
      <span className="address" title={`${addressLine(address)}, ${phaseLabel(phase)}`}>
        <span>{address.line1},</span> <span className="mut">{address.postcode}</span>
      </span>
    ),
  },
  ...(withStep ? [overdueColumn, warningsColumn(openDialog)] : []),
  ...(withExpected ? expectedColumns : []),
  { id: 'phase', head: 'Phase', className: 'phase', headClassName: 'phase', cell: (row) => <PhaseBadge phase={row.phase} /> },
  ...(withBranch ? [branchColumn(company)] : []),
  { id: 'chain', head: 'Chain', align: 'centre', cell: (row) => <Chain row={row} /> },
  { id: 'viewings', head: 'Viewings', align: 'right', className: 'tnum', cell: (row) => row.viewings.length },
  { id: 'offers', head: 'Offers', align: 'right', className: 'tnum', cell: (row) => row.offers.length },
  {
    id: 'askingPrice',
    head: 'Asking price',
    align: 'right',
    sort: 'askingPrice',
    className: 'tnum',
    cell: ({ mi: { currentAskingPrice: price } }) => (price === null ? <span className="mut">Not set</span> : showPounds(price)),
  },
  { id: 'takeOn', head: 'Take on', sort: 'takeOn', className: 'tnum', cell: (row) => showDate(row.takeOn) },
  { id: 'usingApp', head: 'Using app', cell: (row) => (row.owner.lastLogin ? 'Yes' : <span className="mut">No</span>) },
  {
    id: 'notice',
    head: 'On notice',
    className: 'tnum',
    cell: ({ mi: { noticeEnd } }) =>
      noticeEnd === null ? <span className="vh">No</span> : <span className="notice-d">{showDate(noticeEnd)}</span>,
  },
  ...(withStep ? [] : [warningsColumn(openDialog)]),
  {
    id: 'setup',
    head: 'Setup warnings',
    headClassName: 'setup',
    className: 'setup',
    cell: (row) => <WarningsChip row={row} about="setup" openDialog={openDialog} />,
  },
  {
    id: 'manage',
    head: '',
    headLabel: 'Actions',
    align: 'right',
    cell: (row) => (
      <Link className="link" to={hrefOf('/property/edit', row, company)} aria-label={`Manage ${row.address.line1}`}>
        Manage
      </Link>
    ),
  },
]

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
    {row.warnings > 0 && <NextStepView next={row.timeline.info.nextStep} today={today()} />}
    <div className="r2 mut">
      {row.branch.name}
      <span className="spacer" />
      <span className="tnum">
        {countWithNoun(row.viewings.length, 'viewing')}, {countWithNoun(row.offers.length, 'offer')}
      </span>
    </div>
  </div>
)

type Props = Omit<
  ComponentProps<typeof PagedTable<PropertyRow>>,
  'label' | 'columns' | 'rowKey' | 'rowHref' | 'card' | 'sort' | 'onSort'
> & {
  companyId: string
  /** False for the list of a branch. */
  withBranch: boolean
  /** Adds the column of the most urgent overdue step. */
  withStep: boolean
  /** Adds progressor and expected exchange. */
  withExpected: boolean
  sort: PropertySort
  onSort: (sort: PropertySort) => void
}

/** A row opens the property, the branch name its branch. Reports document, section 2.1. */
export function PropertiesTable({ companyId, withBranch, withStep, withExpected, sort, onSort, ...table }: Props) {
  const company = useMe().company ? undefined : companyId
  const [dialog, openDialog] = useState<OpenDialog | null>(null)
  const columns = useMemo(
    () => columnsFor({ company, withBranch, withStep, withExpected, openDialog }),
    [company, withBranch, withStep, withExpected],
  )
  const [by = '', direction] = sort.split(':')
  const manage = (row: PropertyRow) => hrefOf('/property/edit', row, company)
  const close = () => openDialog(null)
  return (
    <>
      <PagedTable
        {...table}
        label="Properties"
        className="properties"
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
