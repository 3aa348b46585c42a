import { z } from 'zod'
import { columnIds } from '../../common/column-ids.ts'
import { pagedListOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Day, Email, FileResponse, Id, Ids, Money } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { expectedFilters } from '../expected-dates/expected-dates.model.ts'
import { MailState } from '../mail/mail.model.ts'
import { FeePercent } from '../management-info/fee-percent.ts'
import { ReportRow } from './report.model.ts'
import { reportMarks } from './report.rules.ts'
import { reportColumns, reportSorts } from './report-columns.ts'

const Flag = z.enum(['0', '1'], 'Use 0 or 1.')

/** "branchIds, chainStatus, dateStart, dateEnd, bStaffIds, searchText, plus filter flags (active, sold, complete)." */
export const reportFilters = {
  searchText: TextSearch,
  branchIds: Ids.optional(),
  /** Branches of these areas. */
  areaIds: Ids.optional(),
  /** Sales progressors and expected exchange. */
  ...expectedFilters,
  /** 0 no chain, 1 completed, 2 incomplete, 3 unknown; comma-separated. */
  chainStatus: z
    .string()
    .regex(/^[0-3](,[0-3]){0,3}$/, 'Choose a chain status.')
    .optional(),
  active: Flag.optional(),
  sold: Flag.optional(),
  complete: Flag.optional(),
  /** Overdue step, delayed step, awaited survey report, or no step updated for a week. */
  mark: z.enum(reportMarks).optional(),
  /** Date of taking on, both ends included. */
  dateStart: Day.optional(),
  dateEnd: Day.optional(),
  /** 1: open sales with customer checks that are not ready. */
  checksOpen: Flag.optional(),
}

const sortOption = z
  .enum(
    reportSorts.flatMap((sort) => [`${sort}:asc`, `${sort}:desc`] as const),
    'This is not a way to sort.',
  )
  .optional()

export const readReport = endpoint({
  method: 'GET',
  path: '/property/mi/report/:companyId',
  permission: 'report.view',
  readsFromStandby: true,
  summary: 'The workflow report: one row per property, 70 per page, sorted by sale progress by default.',
  params: companyParams,
  query: z.strictObject({ ...pagingQuery(), ...reportFilters, sortOption }),
  response: pagedListOf(ReportRow),
})

export const readKeyStats = endpoint({
  method: 'GET',
  path: '/property/mi/keystats/:companyId',
  permission: 'report.view',
  readsFromStandby: true,
  summary: 'The key figures of the workflow report, over all filtered rows.',
  params: companyParams,
  query: z.strictObject(reportFilters),
  response: z.object({
    count: z.int(),
    /** Total of expected fees, excluding VAT. */
    agencyFeeSum: Money,
    /** Mean fee percentage of the sales that have one. */
    agencyFeePercentAvg: FeePercent.nullable(),
    /** Share of sold, not yet exchanged sales: whole percentages that add up to 100, or null without sales. */
    proceedablePercent: z.int().nullable(),
    unknownPercent: z.int().nullable(),
    notProceedablePercent: z.int().nullable(),
    /** Number of rows per mark. */
    marks: z.record(z.enum(reportMarks), z.int()),
  }),
})

/** "Same filters and visible groups." */
const reportGroups = { showFinancial: Flag.optional(), showSaleProgression: Flag.optional() }
/** Missing: the columns of the specification. */
const viewColumns = { columns: columnIds(reportColumns.map(({ id }) => id)) }

export const downloadReportCsv = endpoint({
  method: 'GET',
  path: '/property/mi/report/csv/:companyId',
  permission: 'report.view',
  readsFromStandby: true,
  summary: 'The filtered report as Workflow.csv, with the visible column groups or, of a view, its columns.',
  params: companyParams,
  query: z.strictObject({ ...reportFilters, sortOption, ...reportGroups, ...viewColumns }),
  responseTypes: ['text/csv'],
  response: FileResponse,
})

/** State of a sent report: `making` until the PDF is ready, then the state of the message. */
export const ReportMail = z.object({
  _id: Id,
  to: z.string(),
  state: z.enum(['making', ...MailState.options]),
  lastError: z.string().nullable(),
})
export type ReportMail = z.output<typeof ReportMail>

export const sendReportPdf = endpoint({
  method: 'GET',
  path: '/property/mi/pdf/:companyId',
  permission: 'report.view',
  summary: 'E-mail the filtered report as a PDF. A job creates it; poll the message’s state.',
  params: companyParams,
  query: z.strictObject({
    to: Email,
    ...reportFilters,
    sortOption,
    ...reportGroups,
    showPreSale: Flag.optional(),
    ...viewColumns,
  }),
  emailRecipients: ['query.to'],
  sendsDocuments: true,
  response: ReportMail,
  writes: true,
  idempotent: true,
})

export const readReportMail = endpoint({
  method: 'GET',
  path: '/property/mi/pdf/:companyId/:mailId',
  permission: 'report.view',
  summary: 'The state of a report that the caller has sent. Not in the specification.',
  params: companyParams.extend({ mailId: Id }),
  response: ReportMail,
})
