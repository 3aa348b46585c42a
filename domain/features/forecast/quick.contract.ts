import { z } from 'zod'
import { branchParams, companyParams } from '../../common/scope-params.ts'
import { Day, FileResponse, Id } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { quickKinds } from './quick.ts'

/** Forecast design, section 10. Each list exists for a branch and for the whole company. */

export const QuickRow = z.object({
  _id: Id,
  name: z.string(),
  /** Sales that exchanged in two years, and open ones. */
  finishedSales: z.int(),
  openSales: z.int(),
  /** Finished steps, where so many were expected of like sales. */
  steps: z.int(),
  expected: z.number(),
  /** Median days of the finished steps, as counted. */
  medianDays: z.int().nullable(),
  /** How many times as long as like sales; `low` to `high` holds 8 times in 10. */
  times: z.number(),
  low: z.number(),
  high: z.number(),
  words: z.string(),
})
export type QuickRow = z.output<typeof QuickRow>

const Quick = z.object({
  learnedOn: Day.nullable(),
  /** By name. */
  rows: z.array(QuickRow),
  /** "7 more firms with fewer than 10 sales"; empty without any. */
  hidden: z.string(),
})

const quickQuery = z.strictObject({ kind: z.enum(quickKinds, 'There is no such list.').default('buyerFirm') })
const quickSummary =
  'Firms, brokers, lenders or branches by how long their steps take, compared with like sales of the company in two years.'

export const listQuick = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/:branchId/quick',
  permission: 'forecast.view',
  summary: `${quickSummary} Of branches, this one alone.`,
  params: branchParams,
  query: quickQuery,
  response: Quick,
})
export const listCompanyQuick = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/all/quick',
  permission: 'forecast.company',
  summary: `${quickSummary} All branches.`,
  params: companyParams,
  query: quickQuery,
  response: Quick,
})

const Staff = Quick.extend({
  /** False: the company does not compare people; the list is empty. */
  compared: z.boolean(),
  /** The branch against which a member sees their own line; null for who sees all lines. */
  branch: QuickRow.nullable(),
})

const staffSummary =
  'Progressors by how long the steps of their sales take; empty unless the company compares people. Whoever may not see all sees their own line.'
export const listStaff = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/:branchId/staff',
  permission: 'forecast.view',
  summary: staffSummary,
  params: branchParams,
  response: Staff,
})
export const listCompanyStaff = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/all/staff',
  permission: 'forecast.company',
  summary: `${staffSummary} All branches.`,
  params: companyParams,
  response: Staff,
})

const downloadQuery = z.strictObject({ kind: z.enum([...quickKinds, 'progressor'], 'There is no such list.') })
const downloadSummary = 'Who is quick, or with the kind progressor the staff, as a spreadsheet, Quick.csv.'
export const downloadQuick = endpoint({
  method: 'GET',
  path: '/forecast/csv/:companyId/:branchId/quick',
  permission: 'forecast.view',
  summary: downloadSummary,
  params: branchParams,
  query: downloadQuery,
  responseTypes: ['text/csv'],
  response: FileResponse,
})
export const downloadCompanyQuick = endpoint({
  method: 'GET',
  path: '/forecast/csv/:companyId/all/quick',
  permission: 'forecast.company',
  summary: `${downloadSummary} All branches.`,
  params: companyParams,
  query: downloadQuery,
  responseTypes: ['text/csv'],
  response: FileResponse,
})
