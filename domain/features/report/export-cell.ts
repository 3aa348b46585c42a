import { addressLine } from '../../common/address-line.ts'
import { type DateOnly, showDate } from '../../common/dates.ts'
import { toPounds } from '../../common/money.ts'
import { checksWords } from '../customer-checks/customer-states.ts'
import { dayOrLater } from '../forecast/day-or-later.ts'
import { describeNextStep } from '../timeline/most-urgent-step.ts'
import { phaseLabels } from '../timeline/phase.ts'
import { stepDefinition } from '../timeline/step-definitions.ts'
import type { ReportRow } from './report.model.ts'
import { type ReportColumn, reportColumns, reportColumnsOf } from './report-columns.ts'
import { stepCell, surveysCell } from './step-cell.ts'

/**
 * "The CSV, the PDF and the screen come from the same column definitions"
 * ([domain, Workflow report](docs/design/domain.md#workflow-report)). Amounts are pounds, dates DD/MM/YYYY, steps use the tooltip's text.
 */

/** `preSale`: include the pre-sale step Memo of sale sent in the sale progression group. */
export type VisibleGroups = { financial: boolean; saleProgression: boolean; preSale?: boolean }

const isPreSale = ({ step }: ReportColumn): boolean => step !== undefined && stepDefinition(step)?.type === 'PS'

/** The specification's columns. Those without a group are always visible. */
export const visibleColumns = ({ financial, saleProgression, preSale = true }: VisibleGroups): readonly ReportColumn[] =>
  (reportColumns as readonly ReportColumn[]).filter((column) => {
    if (column.group === 'none') return true
    if (column.group === 'extra') return false
    return column.group === 'financial' ? financial : saleProgression && (preSale || !isPreSale(column))
  })

/** "CSV and PDF take the columns on screen; without a view they are the specification's." [day §8](docs/design/day.md#8). */
export const exportedColumns = (ids: readonly string[] | undefined, groups: VisibleGroups): readonly ReportColumn[] =>
  ids === undefined ? visibleColumns(groups) : reportColumnsOf(ids)

const date = (day: DateOnly | null): string => (day === null ? '' : showDate(day))

const amount = (pence: number | null): number | '' => (pence === null ? '' : toPounds(pence))

/** Data that the cells of an export need in addition to the row. */
export type ExportContext = { today: DateOnly; branchNames?: ReadonlyMap<string, string> | undefined }

export function exportCell(row: ReportRow, column: ReportColumn, { today, branchNames }: ExportContext): string | number {
  const { mi, address, timeline } = row
  if (column.step !== undefined) {
    const step = timeline.data.find(({ key }) => key === column.step)
    return step?.state === 'C' ? date(step.completedOn) : titleOrEmpty(stepCell(step, today))
  }
  switch (column.id) {
    case 'offerAccepted':
      return date(mi.offerAccepted)
    case 'address':
      return addressLine(address)
    case 'contractEnd':
      return date(mi.cSignedEndDate)
    case 'askingPrice':
      return amount(mi.currentAskingPrice)
    case 'agreedPrice':
      return amount(mi.agreedPrice)
    case 'feePercent':
      return mi.agencyFeePercent === null ? '' : mi.agencyFeePercent / 1000
    case 'expectedFee':
      return amount(mi.expectedFee)
    case 'progressor':
      return row.bStaff?.name ?? ''
    case 'negotiator':
      return row.negotiator?.name ?? ''
    case 'expectedExchange':
      return date(row.expectedExchange)
    case 'expectedCompletion':
      return date(row.completionDate ?? row.expectedCompletion)
    case 'mortgageOfferExpires':
      return date(row.mortgageOfferExpires)
    case 'forecastHalfBy':
      return row.forecast === null ? '' : dayOrLater(row.forecast.halfBy, today)
    case 'forecastBy80':
      return row.forecast === null ? '' : dayOrLater(row.forecast.by80, today)
    case 'decides':
      return row.forecast?.decides ?? ''
    case 'vendorLastUpdated':
      return date(row.vendorLastUpdatedOn)
    case 'checks':
      return row.checks ? checksWords(row.checks) : ''
    case 'vendorSolicitor':
      return row.vendorSolicitor ?? ''
    case 'buyerSolicitor':
      return row.buyerSolicitor ?? ''
    case 'nextStep':
      return describeNextStep(timeline.info.nextStep, today)
    case 'phase':
      return phaseLabels[row.phase]
    case 'branch':
      return branchNames?.get(row.branch) ?? ''
    case 'surveys':
      return titleOrEmpty(surveysCell(timeline, today))
    default:
      throw new Error(`The column ${column.id} is not exported.`)
  }
}

const titleOrEmpty = (cell: { tone: string; title: string }): string => (cell.tone === 'empty' ? '' : cell.title)
