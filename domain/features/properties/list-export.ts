/**
 * The properties list as a spreadsheet, Properties.csv: the columns of the screen (reports document, section 2.1). Amounts
 * are pounds as numbers, dates DD/MM/YYYY; setup warnings are said in their own words.
 */
import { addressLine } from '../../common/address-line.ts'
import { type DateOnly, showDate } from '../../common/dates.ts'
import { toPounds } from '../../common/money.ts'
import { phaseLabels } from '../timeline/phase.ts'
import { setupWarningTexts } from '../timeline/setup-warnings.ts'
import type { PropertyListRow } from './properties.model.ts'

type Cell = string | number
/** What the spreadsheet has of a property: of viewings and offers how many. */
export type ListExportRow = Pick<PropertyListRow, 'address' | 'branch' | 'phase' | 'takeOn' | 'warnings' | 'setupWarnings'> & {
  chain: PropertyListRow['mi']['chain']
  viewings: number
  offers: number
  askingPrice: number | null
  usingApp: boolean
  noticeEnd: DateOnly | null
}
type ExportColumn = { head: string; cell: (row: ListExportRow) => Cell }

const chains: Record<ListExportRow['chain'], string> = {
  0: 'No chain',
  1: 'Completed chain',
  2: 'Incomplete chain',
  3: 'Unknown',
}

const date = (day: DateOnly | null): string => (day === null ? '' : showDate(day))

const exportColumns: readonly ExportColumn[] = [
  { head: 'Property', cell: ({ address }) => addressLine(address) },
  { head: 'Phase', cell: ({ phase }) => phaseLabels[phase] },
  { head: 'Branch', cell: ({ branch }) => branch.name },
  { head: 'Chain', cell: ({ chain }) => chains[chain] },
  { head: 'Viewings', cell: ({ viewings }) => viewings },
  { head: 'Offers', cell: ({ offers }) => offers },
  { head: 'Asking price', cell: ({ askingPrice }) => (askingPrice === null ? '' : toPounds(askingPrice)) },
  { head: 'Take on', cell: ({ takeOn }) => date(takeOn) },
  { head: 'Using app', cell: ({ usingApp }) => (usingApp ? 'Yes' : 'No') },
  { head: 'On notice', cell: ({ noticeEnd }) => date(noticeEnd) },
  { head: 'Warnings', cell: ({ warnings }) => warnings },
  {
    head: 'Setup warnings',
    cell: ({ setupWarnings }) => setupWarnings.map((warning) => setupWarningTexts[warning]).join(' '),
  },
]

/** "Branch (company level only)": the list of one branch does without. */
export const listExportColumns = (level: 'company' | 'branch'): readonly ExportColumn[] =>
  exportColumns.filter(({ head }) => level === 'company' || head !== 'Branch')
