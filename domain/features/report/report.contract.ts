import { z } from 'zod'
import { listOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { Day, FeePercent, Ids, Money, NoJson } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { companyParams } from '../companies/companies.contract.ts'
import { ReportRow } from './report.model.ts'
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
  response: listOf(ReportRow),
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
  answers: ['text/csv'],
  response: NoJson,
})
