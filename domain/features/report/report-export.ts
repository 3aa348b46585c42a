/**
 * "The CSV, the PDF and the screen come from the same column definitions" (domain decisions, "Workflow report"): what a
 * cell of an export says. Amounts are pounds as numbers, dates DD/MM/YYYY, steps in the words of the screen's tip.
 */
import { addressLine } from '../../common/address-line.ts'
import { type DateOnly, showDate } from '../../common/dates.ts'
import { toPounds } from '../../common/money.ts'
import { stepDefinition } from '../timeline/steps.ts'
import type { ReportRow } from './report.model.ts'
import { stepCell, surveysCell } from './report-cell.ts'
import { type ReportColumn, reportColumns } from './report-columns.ts'

/** `preSale`: the step of the pre-sale track (Memo of sale sent) among those of the sale's progression. */
export type VisibleGroups = { financial: boolean; saleProgression: boolean; preSale?: boolean }

const isPreSale = ({ step }: ReportColumn): boolean => step !== undefined && stepDefinition(step)?.type === 'PS'

/** The columns that are shown: those of neither group always. */
export const visibleColumns = ({ financial, saleProgression, preSale = true }: VisibleGroups): readonly ReportColumn[] =>
  (reportColumns as readonly ReportColumn[]).filter((column) => {
    if (column.group === 'none') return true
    if (column.group === 'financial') return financial
    return saleProgression && (preSale || !isPreSale(column))
  })

const date = (day: DateOnly | null): string => (day === null ? '' : showDate(day))
const amount = (pence: number | null): number | '' => (pence === null ? '' : toPounds(pence))

/** What a column says of a property, for a cell of a spreadsheet. */
export function exportCell(row: ReportRow, column: ReportColumn, today: DateOnly): string | number {
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
    default:
      return titleOrEmpty(surveysCell(timeline, today))
  }
}

const titleOrEmpty = (cell: { tone: string; title: string }): string => (cell.tone === 'empty' ? '' : cell.title)
