import { z } from 'zod'
import { branchParams } from '../../common/scope-params.ts'
import { Day, FileResponse, Id } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { quickKinds } from './quick.ts'

/** [forecast §10](docs/design/forecast.md#10). */

export const QuickRow = z.object({
  _id: Id,
  name: z.string(),
  /** Sales that exchanged in two years, and open sales. */
  finishedSales: z.int(),
  openSales: z.int(),
  /** Finished steps, and how many would be expected of similar sales. */
  steps: z.int(),
  expected: z.number(),
  /** Median days of the finished steps, not adjusted. */
  medianDays: z.int().nullable(),
  /** Time taken, as a multiple of similar sales; `low` to `high` is the 80 % interval. */
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
  'How long the steps of firms, brokers, lenders or branches take, compared with similar sales of the company over two years.'

export const listQuick = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/:branchId/quick',
  permission: 'forecast.view',
  places: 'branch-or-company',
  summary: `${quickSummary} Of branches, only this one.`,
  ofCompany: { summary: `${quickSummary} All branches.` },
  params: branchParams,
  query: quickQuery,
  response: Quick,
})

const Staff = Quick.extend({
  /** False: the company does not compare people, and the list is empty. */
  compared: z.boolean(),
  /** The branch, for callers who see only their own row; null for those who see all. */
  branch: QuickRow.nullable(),
})

export const listStaff = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/:branchId/staff',
  permission: 'forecast.view',
  places: 'branch-or-company',
  summary:
    'How long the steps of the sales of each progressor take; empty unless the company has switched it on. Without `forecast.staff`, only the caller’s own row.',
  params: branchParams,
  response: Staff,
})

const downloadQuery = z.strictObject({ kind: z.enum([...quickKinds, 'progressor'], 'There is no such list.') })
export const downloadQuick = endpoint({
  method: 'GET',
  path: '/forecast/csv/:companyId/:branchId/quick',
  permission: 'forecast.view',
  places: 'branch-or-company',
  summary: 'The list of a kind as CSV, Quick.csv; kind `progressor`: staff.',
  params: branchParams,
  query: downloadQuery,
  responseTypes: ['text/csv'],
  response: FileResponse,
})
