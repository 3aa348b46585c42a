import { z } from 'zod'
import { branchParams } from '../../common/scope-params.ts'
import { Day, FileResponse, Money } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { asAtQuery, forecastSorts } from './forecast.contract.ts'

/**
 * [forecast §7](docs/design/forecast.md#7) and [forecast §8](docs/design/forecast.md#8): fall-through analysis, past forecasts with actual
 * exchanges, and the list as CSV.
 */

const dates = z
  .strictObject({
    /** By default the last twelve months. */
    dateStart: Day.optional(),
    dateEnd: Day.optional(),
  })
  .refine(({ dateStart, dateEnd }) => !dateStart || !dateEnd || dateStart <= dateEnd, {
    message: 'The end is before the start.',
    path: ['dateEnd'],
  })

const FallGroup = z.object({
  name: z.string(),
  count: z.int(),
  /** Null under 10 fall-offs. */
  share: z.number().nullable(),
  /** Expected fees lost. */
  fees: Money,
  /** Days since the offer was accepted. */
  medianDays: z.int().nullable(),
})
const FallThrough = z.object({
  first: Day,
  last: Day,
  falls: z.int(),
  exchanges: z.int(),
  /** Falls ÷ (falls + exchanges); null under 10 fall-offs. */
  rate: z.number().nullable(),
  fees: Money,
  /** Sales that fell off and were restored since. Not included in the other figures. */
  restored: z.int(),
  reasons: z.array(FallGroup),
  parties: z.array(FallGroup),
  phases: z.array(FallGroup),
})

export const readFallThrough = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/:branchId/fall-offs',
  permission: 'forecast.view',
  places: 'branch-or-company',
  summary: 'Sales that fell through, by reason, party and phase, with the fees lost and the days since they were agreed.',
  params: branchParams,
  query: dates,
  response: FallThrough,
})

const PastPeriod = z.object({
  first: Day,
  last: Day,
  came: z.int(),
  cameFees: Money,
  /** Of these, sales that were agreed after the forecast; null: no forecast is stored. */
  agreedSince: z.int().nullable(),
  /** Exchanges forecast four weeks before, or of a month one week before; null: no forecast is stored. */
  said: z.number().nullable(),
  saidFees: Money.nullable(),
  saidOn: Day.nullable(),
})
const Past = z.object({
  /** The previous month, with the forecast of the week before it. */
  month: PastPeriod,
  /** The last eight company weeks, oldest first, with the forecasts of four weeks before each. */
  weeks: z.array(PastPeriod),
  /** Sales that exchanged in twelve months: how many were not agreed eight weeks before, of how many. */
  notYetAgreed: z.object({ count: z.int(), of: z.int() }),
})

export const readPast = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/:branchId/past',
  permission: 'forecast.view',
  places: 'branch-or-company',
  summary: 'Exchanges of the last month and weeks, with the forecasts made before.',
  params: branchParams,
  query: asAtQuery,
  response: Past,
})

const csvQuery = z.strictObject({
  sort: z.enum(forecastSorts, 'There is no such order.').optional(),
  direction: z.enum(['asc', 'desc'], 'Use asc or desc.').optional(),
  risk: z.enum(['0', '1'], 'Use 0 or 1.').optional(),
})
export const downloadForecast = endpoint({
  method: 'GET',
  path: '/forecast/csv/:companyId/:branchId',
  permission: 'forecast.view',
  places: 'branch-or-company',
  summary: 'Open sales with their forecast as CSV, Forecast.csv.',
  params: branchParams,
  query: csvQuery,
  responseTypes: ['text/csv'],
  response: FileResponse,
})
