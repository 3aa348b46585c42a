import { z } from 'zod'
import { pagedListOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { Day, Email, FeePercent, FileResponse, Id, Ids, Money } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { companyParams } from '../companies/companies.contract.ts'
import { MailState } from '../mail/mail.contract.ts'
import { ReportRow } from './report.model.ts'
import { reportMarks } from './report.rules.ts'
import { reportSorts } from './report-columns.ts'

const Flag = z.enum(['0', '1'], 'Use 0 or 1.')

/** "branchIds, chainStatus, dateStart, dateEnd, bStaffIds, searchText, plus filter flags (active, sold, complete)." */
export const reportFilters = {
  searchText: TextSearch,
  branchIds: Ids.optional(),
  /** The sales progressors: properties whose agent is one of these. */
  bStaffIds: Ids.optional(),
  /** 0 no chain, 1 completed, 2 incomplete, 3 unknown; several with commas between them. */
  chainStatus: z
    .string()
    .regex(/^[0-3](,[0-3]){0,3}$/, 'Choose a chain status.')
    .optional(),
  active: Flag.optional(),
  sold: Flag.optional(),
  complete: Flag.optional(),
  /** What needs a look: a step overdue, a step delayed, a survey whose report is awaited, no step updated for a week. */
  mark: z.enum(reportMarks).optional(),
  /** Taken on from this day, and until that day; both included. */
  dateStart: Day.optional(),
  dateEnd: Day.optional(),
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
  summary: 'The workflow report: one row a property, 70 a page, sorted by sale progress unless asked otherwise.',
  params: companyParams,
  query: z.strictObject({ ...pagingQuery(), ...reportFilters, sortOption }),
  response: pagedListOf(ReportRow),
})

export const readKeyStats = endpoint({
  method: 'GET',
  path: '/property/mi/keystats/:companyId',
  permission: 'report.view',
  summary: 'The figures above the workflow report, over everything that its filters let through and not over a page.',
  params: companyParams,
  query: z.strictObject(reportFilters),
  response: z.object({
    count: z.int(),
    /** The expected fees together, excluding VAT. */
    agencyFeeSum: Money,
    /** The mean of the fees as a percentage of the sale, of those that have one. */
    agencyFeePercentAvg: FeePercent.nullable(),
    /** Of the sold and not yet exchanged: whole percentages that add up to 100, or null where there is none. */
    proceedablePercent: z.int().nullable(),
    unknownPercent: z.int().nullable(),
    notProceedablePercent: z.int().nullable(),
    /** How many of them need a look, by why. */
    marks: z.record(z.enum(reportMarks), z.int()),
  }),
})

/** "Same filters and visible groups." */
const reportGroups = { showFinancial: Flag.optional(), showSaleProgression: Flag.optional() }

export const downloadReportCsv = endpoint({
  method: 'GET',
  path: '/property/mi/report/csv/:companyId',
  permission: 'report.view',
  summary: 'The whole report under its filters as Workflow.csv, with the groups of columns that are shown.',
  params: companyParams,
  query: z.strictObject({ ...reportFilters, sortOption, ...reportGroups }),
  responseTypes: ['text/csv'],
  response: FileResponse,
})

/** What has become of a report that is sent: `making` until its PDF is made, then as every message of the outbox. */
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
  summary: 'Send the whole report under its filters to somebody as a PDF. It is made by a job: ask for the message’s state.',
  params: companyParams,
  query: z.strictObject({ to: Email, ...reportFilters, sortOption, ...reportGroups, showPreSale: Flag.optional() }),
  emailRecipients: ['query.to'],
  sendsDocuments: true,
  response: ReportMail,
  writes: true,
})

export const readReportMail = endpoint({
  method: 'GET',
  path: '/property/mi/pdf/:companyId/:mailId',
  permission: 'report.view',
  summary: 'What has become of a report that the caller has sent. Not one of the specification’s calls.',
  params: companyParams.extend({ mailId: Id }),
  response: ReportMail,
})
