import { addressLine } from '@gya/domain/common/address-line.ts'
import { type DateOnly, type Instant, showDate, showDayNear } from '@gya/domain/common/dates.ts'
import { showPounds, showPoundsAndPence } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { checksWords } from '@gya/domain/features/customer-checks/customer-states.ts'
import { dayOrLater } from '@gya/domain/features/forecast/day-or-later.ts'
import { contractTone } from '@gya/domain/features/management-info/management-info.rules.ts'
import {
  type ExpectedCell,
  expectedCompletionCell,
  expectedExchangeCell,
  mortgageExpiryCell,
} from '@gya/domain/features/report/expected-cells.ts'
import type { readReport } from '@gya/domain/features/report/report.contract.ts'
import { shortAddress } from '@gya/domain/features/report/report.rules.ts'
import { type ReportColumn, type ReportGroup, reportColumnsOf } from '@gya/domain/features/report/report-columns.ts'
import { freshness, type StepCell, stepCell, surveysCell } from '@gya/domain/features/report/step-cell.ts'
import { phaseLabels } from '@gya/domain/features/timeline/phase.ts'
import { stepDefinition, type Track } from '@gya/domain/features/timeline/step-definitions.ts'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/navigation/link.tsx'
import type { Column } from '../../ui/table/table-column.ts'
import { NextStepView } from '../common/next-step.tsx'
import { ReportFlags } from './report-flags.tsx'
import { StepCellView, stepCellName } from './step-cell-view.tsx'

/** The check boxes, before the specified columns. */
export const selectColumnId = 'select'

export type WireReportRow = Wire<typeof readReport, 'response'>['data'][number]
/** A row with class names for cells that are being saved (`wait`), were refused (`no`), or were changed by a rule (`started`). */
export type ShownRow = WireReportRow & { marks?: Readonly<Record<string, string>> | undefined }
export type ColumnContext = {
  today: DateOnly
  now: Instant
  openHref: (row: WireReportRow) => string
  /** With check boxes and editable cells. */
  mayEdit: boolean
  /** Names of branches by id, if a column shows them. */
  branchNames: ReadonlyMap<string, string>
}

const trackClass: Record<Track, string> = { PS: '', F: 'fin', L: 'leg', S: '', C: '' }
const groupHeads: Record<ReportGroup, string | undefined> = {
  none: undefined,
  financial: 'Financial',
  saleProcess: 'Sale process',
  extra: undefined,
}

/** Pixels. Step columns are 84. */
const widths: Record<string, number> = {
  offerAccepted: 100,
  address: 268,
  contractEnd: 96,
  nextStep: 208,
  phase: 92,
  branch: 132,
  progressor: 132,
  negotiator: 132,
  expectedExchange: 136,
  expectedCompletion: 124,
  mortgageOfferExpires: 124,
  forecastHalfBy: 96,
  forecastBy80: 96,
  decides: 260,
  vendorLastUpdated: 124,
  checks: 160,
  vendorSolicitor: 132,
  buyerSolicitor: 132,
  askingPrice: 84,
  agreedPrice: 84,
  feePercent: 52,
  expectedFee: 92,
}
const selectWidth = 36

/** Widths of the first columns, including the check boxes. */
export const columnWidths = (ids: readonly string[]): number[] =>
  ids.map((id, place) => (widths[id] ?? 84) + (place === 0 ? selectWidth : 0))

export const stepOfRow = (row: WireReportRow, key: number) => row.timeline.data.find((step) => step.key === key)

export const stepCellOf = (row: WireReportRow, column: ReportColumn, today: DateOnly): StepCell =>
  column.step === undefined ? surveysCell(row.timeline, today) : stepCell(stepOfRow(row, column.step), today)

const updatedOn = (row: WireReportRow, column: ReportColumn): Instant | null =>
  column.step === undefined ? row.timeline.info.surveys.updatedOn : (stepOfRow(row, column.step)?.updatedOn ?? null)

/** Only the day has tabular figures, which would widen the hyphen too. */

const dateOrNotSet = (date: DateOnly | null): ReactNode => (date ? showDate(date) : <span className="vh">Not set</span>)
const noAmount = <span className="vh">Not known</span>

const financialCell = (column: ReportColumn, { mi }: WireReportRow): ReactNode => {
  if (column.id === 'askingPrice') return mi.currentAskingPrice === null ? noAmount : showPounds(mi.currentAskingPrice)
  if (column.id === 'agreedPrice') return mi.agreedPrice === null ? noAmount : showPounds(mi.agreedPrice)
  if (column.id === 'feePercent') return mi.agencyFeePercent === null ? noAmount : mi.agencyFeePercent.toFixed(2)
  if (column.id !== 'expectedFee') throw new Error(`The column ${column.id} has no cell.`)
  if (mi.expectedFee === null) return noAmount
  const deduction = mi.agencyFee === null ? 0 : mi.agencyFee - mi.expectedFee
  const gross =
    mi.agencyFee === null
      ? ''
      : `Gross ${showPoundsAndPence(mi.agencyFee)}, deduction ${showPoundsAndPence(deduction)}, excluding VAT`
  return (
    <span
      className={mi.feeEstimate ? 'est' : undefined}
      title={`${gross}${mi.feeEstimate ? '. An estimate: nothing is agreed yet' : ''}`}
    >
      {showPoundsAndPence(mi.expectedFee)}
    </span>
  )
}

/** A day as in a step cell, with text below it. */
const ExpectedCellView = ({ cell: { day, late, words }, today }: { cell: ExpectedCell; today: DateOnly }) => {
  if (day === null) return <span className="vh">Not set</span>
  const [date, ...monthAndYear] = showDayNear(day, today).split('-')
  return (
    <span className={late ? 'expd over' : 'expd'} title={`${showDate(day)}${words && `, ${words}`}`}>
      <span>
        <span className="d">{date}</span>-{monthAndYear.join('-')}
      </span>
      {words && (
        <small>
          <span className="vh">, </span>
          {words}
        </small>
      )}
    </span>
  )
}

const expectedCells: Partial<Record<string, (row: WireReportRow, today: DateOnly) => ExpectedCell>> = {
  expectedExchange: expectedExchangeCell,
  expectedCompletion: expectedCompletionCell,
  mortgageOfferExpires: mortgageExpiryCell,
  vendorLastUpdated: ({ vendorLastUpdatedOn }) => ({ day: vendorLastUpdatedOn, late: false, words: '' }),
}

const expectedNames: Partial<Record<string, (row: WireReportRow) => string | null>> = {
  progressor: ({ bStaff }) => bStaff?.name ?? null,
  negotiator: ({ negotiator }) => negotiator?.name ?? null,
  checks: ({ checks }) => (checks ? checksWords(checks) : null),
  vendorSolicitor: ({ vendorSolicitor }) => vendorSolicitor,
  buyerSolicitor: ({ buyerSolicitor }) => buyerSolicitor,
}

type ForecastCell = (forecast: NonNullable<WireReportRow['forecast']>, today: DateOnly) => string
const forecastCells: Partial<Record<string, ForecastCell>> = {
  forecastHalfBy: ({ halfBy }, today) => dayOrLater(halfBy, today),
  forecastBy80: ({ by80 }, today) => dayOrLater(by80, today),
  decides: ({ decides }) => decides,
}

const forecastColumn = (words: ForecastCell, today: DateOnly): Pick<Column<ShownRow>, 'cell' | 'className'> => ({
  className: 'cut-off tnum',
  cell: ({ forecast }) =>
    forecast === null ? (
      <span className="vh">Not forecast</span>
    ) : (
      <span className="cut" title={words(forecast, today)}>
        {words(forecast, today)}
      </span>
    ),
})

/** Progressor and days can be edited; the day of the vendor's last update and the firms are read-only. */
const editableExpected: readonly string[] = ['progressor', 'expectedExchange', 'expectedCompletion', 'mortgageOfferExpires']

function extraColumn(
  { id }: ReportColumn,
  { today, mayEdit, branchNames }: ColumnContext,
): Partial<Column<ShownRow>> & Pick<Column<ShownRow>, 'cell'> {
  if (id === 'phase') return { cell: ({ phase }) => phaseLabels[phase] }
  if (id === 'branch') return { className: 'cut-off', cell: ({ branch }) => branchNames.get(branch) ?? '' }
  const forecastOf = forecastCells[id]
  if (forecastOf) return forecastColumn(forecastOf, today)
  const [cellOf, nameOf] = [expectedCells[id], expectedNames[id]]
  return {
    editable: mayEdit && editableExpected.includes(id),
    className: (row) => classNames('ex', !cellOf && 'cut-off', row.marks?.[id]) || undefined,
    cell: (row) => {
      if (cellOf) return <ExpectedCellView cell={cellOf(row, today)} today={today} />
      const name = nameOf?.(row)
      return name ? (
        <span className="cut" title={name}>
          {name}
        </span>
      ) : (
        <span className="vh">{id === 'checks' ? 'None' : 'Nobody'}</span>
      )
    },
  }
}

function columnOf(column: ReportColumn, reading: ColumnContext): Column<ShownRow> {
  const { today, now, openHref, mayEdit } = reading
  const common = {
    id: column.id,
    head: column.head,
    width: widths[column.id] ?? 84,
    ...(column.sort ? { sort: column.sort } : {}),
  }
  if (column.id === 'offerAccepted') return { ...common, cell: ({ mi }) => dateOrNotSet(mi.offerAccepted) }
  if (column.id === 'nextStep')
    return {
      ...common,
      headClassName: 'next',
      className: 'next cut-off',
      cell: ({ timeline }) => <NextStepView next={timeline.info.nextStep} today={today} />,
    }
  if (column.id === 'address')
    return {
      ...common,
      main: true,
      ownLink: true,
      cell: (row) => (
        <div className="adr">
          <Link to={openHref(row)} title={addressLine(row.address)} tabIndex={-1}>
            <b>{shortAddress(row.address.line1)}</b>
            <span>{row.address.postcode}</span>
          </Link>
          <ReportFlags row={row} />
        </div>
      ),
    }
  if (column.id === 'contractEnd')
    return {
      ...common,
      headClassName: 'end',
      className: ({ mi }) => `end ${{ soon: 'soon', past: 'mut', none: '' }[contractTone(mi.cSignedEndDate, today) ?? 'none']}`,
      cell: ({ mi }) => dateOrNotSet(mi.cSignedEndDate),
    }
  if (column.group === 'extra') return { ...common, ...extraColumn(column, reading) }
  const group = groupHeads[column.group]
  if (column.group === 'financial') {
    const fee = column.id === 'expectedFee' ? { className: 'fee', headClassName: 'fee' } : {}
    return {
      ...common,
      ...fee,
      ...(group ? { group } : {}),
      align: 'right',
      cell: (row) => financialCell(column, row),
    }
  }
  const track = column.step === undefined ? '' : trackClass[stepDefinition(column.step)?.type ?? 'S']
  const tint = { strong: 'f24', light: 'f168' }
  return {
    ...common,
    ...(group ? { group } : {}),
    editable: mayEdit,
    headClassName: `tk ${track}`,
    className: (row) => {
      const fresh = freshness(updatedOn(row, column), row.mi.noticeGiven, now)
      return classNames('st', stepCellOf(row, column, today).tone, fresh && tint[fresh], row.marks?.[column.id])
    },
    cell: (row) => <StepCellView cell={stepCellOf(row, column, today)} />,
    cellLabel: (row) => stepCellName(stepCellOf(row, column, today)),
  }
}

const selectColumn: Column<ShownRow> = {
  id: selectColumnId,
  head: '',
  width: selectWidth,
  sticky: true,
  className: 'c-sel',
  headClassName: 'c-sel',
  cell: () => null,
}

/** The visible columns, with group heads above adjacent columns of a group; the first `frozen` columns stay visible. */
export function screenColumns(
  { ids, frozen }: { ids: readonly string[]; frozen: number },
  reading: ColumnContext,
): Column<ShownRow>[] {
  const shown = reportColumnsOf(ids)
  const columns = shown.map((column, place): Column<ShownRow> => {
    const { group, ...rest } = columnOf(column, reading)
    // A head over a single narrow column would be cut off, and a head over a frozen column would not scroll with the others.
    const isRun = [shown[place - 1], shown[place + 1]].some((beside) => beside?.group === column.group)
    const hasHead = group !== undefined && isRun && place >= frozen
    return { ...rest, sticky: place < frozen, ...(hasHead ? { group } : {}) }
  })
  return reading.mayEdit ? [selectColumn, ...columns] : columns
}
