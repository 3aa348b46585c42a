import { z } from 'zod'
import { pagingQuery } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Day, FileResponse, Id, Ids } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { RowsAnswer } from '../dashboard/dashboard.contract.ts'
import { nobodyRow, othersRow, Week, WeekMetricKey, weekBys } from './week.model.ts'
import { weekPeriodKinds } from './week-periods.ts'

/** The manager's week: any period against two others, by branch and person, with targets. [seat §4](docs/design/seat.md#4). */

/** Between 2000 and 2099. */
export const WeekDay = Day.refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'Choose a year from 2000 to 2099.')

const weekQuery = {
  /** None: all in reach. */
  branchIds: Ids.optional(),
  areaIds: Ids.optional(),
  /** Without both: the week so far. */
  first: WeekDay.optional(),
  last: WeekDay.optional(),
  /** How a period that begins several kinds is compared; by default as the shortest. */
  as: z.enum(weekPeriodKinds, 'There is no such period.').optional(),
  by: z.enum(weekBys, 'Use branch, negotiator or progressor.').optional(),
}

export const readWeek = endpoint({
  method: 'GET',
  path: '/week/:companyId',
  permission: 'dashboard.view',
  readsFromStandby: true,
  summary: 'The figures of a period beside two others, by branch or person, with targets and lists.',
  params: companyParams,
  query: z.strictObject(weekQuery),
  response: Week,
})

export const listWeekRows = endpoint({
  method: 'GET',
  path: '/week/:companyId/:metric/properties',
  permission: 'dashboard.view',
  readsFromStandby: true,
  summary: 'The rows that a figure of the week counts, 10 per page.',
  params: companyParams.extend({ metric: WeekMetricKey }),
  query: z.strictObject({
    ...weekQuery,
    ...pagingQuery(),
    /** 0: the period, 1: before, 2: last year. */
    period: z.enum(['0', '1', '2'], 'Use 0, 1 or 2.').optional(),
    /** A row of the table of branches or people. */
    who: z.union([Id, z.literal(nobodyRow), z.literal(othersRow)], 'This is not an id.').optional(),
  }),
  response: RowsAnswer,
})

export const downloadWeek = endpoint({
  method: 'GET',
  path: '/week/:companyId/pdf',
  permission: 'dashboard.view',
  readsFromStandby: true,
  summary: 'The week on one A4 page.',
  params: companyParams,
  query: z.strictObject(weekQuery),
  responseTypes: ['application/pdf'],
  response: FileResponse,
})
