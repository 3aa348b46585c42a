/**
 * Columns of the workflow report, in order, shared by screen, CSV and PDF ([reports §2.2](docs/design/reports.md#2.2)). `sort` is the
 * sort option of the column.
 */
/** `extra`: not in the specification; shown where a view has it, apart from Next step. */
export type ReportGroup = 'none' | 'financial' | 'saleProcess' | 'extra'
export type ReportColumn = {
  id: string
  head: string
  group: ReportGroup
  /** Missing: the report cannot be sorted by it. */
  sort?: ReportSort
  /** Key of the step in the column. */
  step?: number
}

export const reportColumns = [
  { id: 'offerAccepted', head: 'Offer accepted', group: 'none', sort: 'offerAccepted' },
  { id: 'address', head: 'Address', group: 'none', sort: 'address' },
  { id: 'contractEnd', head: 'Contract end', group: 'none', sort: 'contractEnd' },
  { id: 'askingPrice', head: 'Current asking price', group: 'financial', sort: 'askingPrice' },
  { id: 'agreedPrice', head: 'Agreed sale price', group: 'financial', sort: 'agreedPrice' },
  { id: 'feePercent', head: '% of sale', group: 'financial', sort: 'feePercent' },
  { id: 'expectedFee', head: 'Expected fee', group: 'financial', sort: 'expectedFee' },
  { id: 'memoSent', head: 'Memo of sale sent', group: 'saleProcess', sort: 'memoSent', step: 30 },
  { id: 'draftContract', head: 'Draft contracts issued', group: 'saleProcess', sort: 'draftContract', step: 31 },
  { id: 'searchesApplied', head: 'Searches applied for', group: 'saleProcess', sort: 'searchesApplied', step: 32 },
  { id: 'searchesBack', head: 'Searches back', group: 'saleProcess', sort: 'searchesBack', step: 33 },
  { id: 'enquiriesRaised', head: 'Enquiries raised', group: 'saleProcess', sort: 'enquiriesRaised', step: 34 },
  { id: 'enquiriesAnswered', head: 'Enquiries answered', group: 'saleProcess', sort: 'enquiriesAnswered', step: 35 },
  { id: 'surveys', head: 'Surveys complete', group: 'saleProcess', sort: 'surveys' },
  { id: 'mortgageAppSubmitted', head: 'Mortgage app submitted', group: 'saleProcess', sort: 'mortgageAppSubmitted', step: 26 },
  {
    id: 'mortgageValuationBooked',
    head: 'Mortgage valuation booked',
    group: 'saleProcess',
    sort: 'mortgageValuationBooked',
    step: 27,
  },
  {
    id: 'mortgageValuationCompleted',
    head: 'Mortgage valuation completed',
    group: 'saleProcess',
    sort: 'mortgageValuationCompleted',
    step: 28,
  },
  { id: 'mortgageApproved', head: 'Mortgage approved', group: 'saleProcess', sort: 'mortgageApproved', step: 29 },
  { id: 'reportedToBuyer', head: 'Reported to buyer', group: 'saleProcess', sort: 'reportedToBuyer', step: 22 },
  { id: 'docsDeposits', head: 'Docs & deposits received', group: 'saleProcess', sort: 'docsDeposits', step: 23 },
  { id: 'exchanged', head: 'Exchanged', group: 'saleProcess', sort: 'exchanged', step: 24 },
  { id: 'completed', head: 'Completed', group: 'saleProcess', sort: 'completed', step: 25 },
  { id: 'nextStep', head: 'Next step', group: 'extra', sort: 'urgency' },
  { id: 'phase', head: 'Phase', group: 'extra' },
  { id: 'branch', head: 'Branch', group: 'extra' },
  { id: 'progressor', head: 'Sales progressor', group: 'extra' },
  { id: 'negotiator', head: 'Negotiator', group: 'extra' },
  { id: 'expectedExchange', head: 'Expected exchange', group: 'extra', sort: 'expectedExchange' },
  { id: 'expectedCompletion', head: 'Expected completion', group: 'extra' },
  { id: 'mortgageOfferExpires', head: 'Mortgage offer expires', group: 'extra' },
  { id: 'forecastHalfBy', head: 'Forecast exchange, half by', group: 'extra', sort: 'halfBy' },
  { id: 'forecastBy80', head: 'Forecast exchange, 8 in 10 by', group: 'extra' },
  { id: 'decides', head: 'Decides', group: 'extra' },
  { id: 'vendorLastUpdated', head: 'Vendor last told', group: 'extra' },
  { id: 'checks', head: 'Checks', group: 'extra' },
  { id: 'vendorSolicitor', head: "Vendor's solicitor", group: 'extra' },
  { id: 'buyerSolicitor', head: "Buyer's solicitor", group: 'extra' },
] as const satisfies readonly ReportColumn[]

export type ReportColumnId = (typeof reportColumns)[number]['id']

/**
 * Columns of the view Standard: the specification's, with Next step after Contract end ([meeting points](docs/design/meeting-points.md)).
 */
export const standardReportColumns: readonly ReportColumnId[] = reportColumns.flatMap(({ id, group }): ReportColumnId[] => {
  if (group === 'extra') return []
  return id === 'contractEnd' ? [id, 'nextStep'] : [id]
})

/** The columns with these ids, in this order. */
export const reportColumnsOf = (ids: readonly string[]): readonly ReportColumn[] =>
  ids.flatMap((wanted) => (reportColumns as readonly ReportColumn[]).find(({ id }) => id === wanted) ?? [])

/**
 * "Property sort options (list and report)" of [reports §3](docs/design/reports.md#3); each with `:asc` or `:desc`.
 * `mortgageValuations` sorts by completion of that survey and has no column. `urgency` (longest overdue first),
 * `expectedExchange` and `halfBy` (of the forecast) are our additions.
 */
export const reportSorts = [
  'saleProgress',
  'urgency',
  'takeOn',
  'offerAccepted',
  'address',
  'contractEnd',
  'askingPrice',
  'agreedPrice',
  'feePercent',
  'expectedFee',
  'memoSent',
  'draftContract',
  'searchesApplied',
  'searchesBack',
  'enquiriesRaised',
  'enquiriesAnswered',
  'surveys',
  'mortgageAppSubmitted',
  'mortgageValuationBooked',
  'mortgageValuationCompleted',
  'mortgageValuations',
  'mortgageApproved',
  'reportedToBuyer',
  'docsDeposits',
  'exchanged',
  'completed',
  'expectedExchange',
  'halfBy',
] as const
export type ReportSort = (typeof reportSorts)[number]

/** Heading of the column, if there is one. */
export const reportSortNames = {
  saleProgress: 'Sale progress',
  takeOn: 'Take on',
  mortgageValuations: 'Mortgage valuations',
  ...Object.fromEntries((reportColumns as readonly ReportColumn[]).flatMap(({ sort, head }) => (sort ? [[sort, head]] : []))),
} as Record<ReportSort, string>

/** [reports §5](docs/design/reports.md#5). */
export const defaultReportSort = 'saleProgress:desc'

/** [reports §9](docs/design/reports.md#9). */
export const reportPageSize = 70
