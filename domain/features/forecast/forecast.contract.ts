import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { branchParams, companyParams, propertyParams } from '../../common/scope-params.ts'
import { Day, Id, Money } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { bases, DecidesView, LinkRow, NetworkRow, SaleFigures } from './forecast.model.ts'

/** Forecast design, section 11. Each list exists for a branch and for the whole company. */

export const readSaleForecast = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/forecast',
  permission: 'forecast.view',
  summary: 'When the sale of a property will exchange, what decides it, and how that came about. Null without an open sale.',
  params: propertyParams,
  response: z.object({
    forecast: SaleFigures.extend({
      /** Steps done, and steps that a usual sale of its kind would have done by now. */
      done: z.int(),
      expected: z.number(),
      rows: z.array(NetworkRow),
      links: z.array(LinkRow),
      /** Chance of having exchanged by the end of `onDay` + 7 × n. */
      byWeek: z.array(z.number()),
      /** Sales of the company that exchanged in two years. */
      finishedSales: z.int(),
      /** What was said on earlier days, newest first. */
      said: z.array(z.object({ onDay: Day, halfBy: Day.nullable(), by80: Day.nullable() })),
    }).nullable(),
  }),
})

const CountRange = z.object({ low: z.int(), high: z.int() })
const FeeRange = z.object({ low: Money, high: Money })

export const ForecastPeriod = z.object({
  first: Day,
  last: Day,
  /** Expected exchanges of sales agreed by today, with those that have exchanged in it. */
  count: z.number(),
  fees: Money,
  /** 8 times in 10; null under 10 open sales. */
  countRange: CountRange.nullable(),
  feeRange: FeeRange.nullable(),
  exchanged: z.int(),
  exchangedFees: Money,
})
export type ForecastPeriod = z.output<typeof ForecastPeriod>

const Coming = z.object({
  onDay: Day,
  learnedOn: Day.nullable(),
  basis: z.enum(bases),
  finishedSales: z.int(),
  /** Open sales with a forecast of today; `pending` are being worked out. */
  sales: z.int(),
  pending: z.int(),
  /** This month and the two after it. */
  months: z.array(ForecastPeriod),
  /** This company week and the twelve after it. */
  weeks: z.array(ForecastPeriod),
})

const comingSummary = 'Expected exchanges and fees by month and by company week, with the range that holds 8 times in 10.'
export const readComing = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/:branchId',
  permission: 'forecast.view',
  summary: comingSummary,
  params: branchParams,
  response: Coming,
})
export const readCompanyComing = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/all',
  permission: 'forecast.company',
  summary: `${comingSummary} All branches.`,
  params: companyParams,
  response: Coming,
})

export const forecastSorts = ['halfBy', 'fallsThrough', 'fee', 'address'] as const

const salesQuery = z.strictObject({
  ...pagingQuery(),
  sort: z.enum(forecastSorts, 'There is no such order.').optional(),
  direction: z.enum(['asc', 'desc'], 'Use asc or desc.').optional(),
})

export const ForecastRow = z.object({
  _id: Id,
  branch: z.object({ _id: Id, name: z.string() }),
  line1: z.string(),
  progressor: z.string().nullable(),
  halfBy: Day.nullable(),
  by80: Day.nullable(),
  /** Expected exchange as typed. */
  typed: Day.nullable(),
  fallsThrough: z.number(),
  fallsThroughWords: z.string(),
  pace: z.number(),
  decides: DecidesView,
  fee: Money.nullable(),
})
export type ForecastRow = z.output<typeof ForecastRow>

const salesSummary = 'Open sales with their forecast.'
export const listForecastSales = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/:branchId/sales',
  permission: 'forecast.view',
  summary: salesSummary,
  params: branchParams,
  query: salesQuery,
  response: pagedListOf(ForecastRow),
})
export const listCompanyForecastSales = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/all/sales',
  permission: 'forecast.company',
  summary: `${salesSummary} All branches.`,
  params: companyParams,
  query: salesQuery,
  response: pagedListOf(ForecastRow),
})

export const StepTime = z.object({
  key: z.int(),
  title: z.string(),
  group: z.enum(['all', 'freehold', 'leasehold', 'chain', 'alone']),
  /** Days by which half, 8 in 10 and 9 in 10 have finished. */
  half: z.int().nullable(),
  by80: z.int().nullable(),
  by90: z.int().nullable(),
  /** Half of the published times. */
  published: z.int().nullable(),
  /** Finished steps, and days lived through by all. */
  done: z.int(),
  days: z.int(),
})
export type StepTime = z.output<typeof StepTime>

export const readStepTimes = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/all/steps',
  permission: 'forecast.view',
  summary: 'How long steps take in this company, from two years of its sales.',
  params: companyParams,
  response: z.object({ learnedOn: Day.nullable(), basis: z.enum(bases), finishedSales: z.int(), steps: z.array(StepTime) }),
})
