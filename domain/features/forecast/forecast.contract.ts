import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { branchParams, companyParams, propertyParams } from '../../common/scope-params.ts'
import { Day, Id, Money } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { forecastSalesAnswer, saleForecastAnswer } from '../assistants/answers.ts'
import { bases, DecidesView, HeldRisk, LinkRow, NamedFactor, NetworkRow, Said, SaleFigures } from './forecast.model.ts'

/** [forecast §11](docs/design/forecast.md#11). */

/** A past day, to read the forecasts of that day; by default today. */
const asAt = { asAt: Day.optional() }
export const asAtQuery = z.strictObject(asAt)

export const readSaleForecast = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/forecast',
  permission: 'forecast.view',
  summary:
    'Forecast of the sale of a property: when it will exchange, what decides that, and how it was calculated. Null without an open sale.',
  params: propertyParams,
  query: asAtQuery,
  response: z.object({
    forecast: SaleFigures.extend({
      line1: z.string(),
      /** Expected exchange as typed. No figure depends on it. */
      typed: Day.nullable(),
      /** Steps and surveys done, each once, and those that a usual sale of its kind would have done by now. */
      done: z.int(),
      expected: z.number(),
      rows: z.array(NetworkRow),
      links: z.array(LinkRow),
      /** Chance of having exchanged by the end of `onDay` + 7 × n. */
      byWeek: z.array(z.number()),
      /** Sales of the company that exchanged in two years. */
      finishedSales: z.int(),
      /** True for days before the history of chains begins: they are left out. */
      withoutChains: z.boolean(),
      /** For such a day: the forecast of today without chains, firms and contacts. Null for other days, or without an open sale today. */
      todayOnSameBasis: z.object({ onDay: Day, halfBy: Day.nullable(), by80: Day.nullable() }).nullable(),
      /** Of the branch and the firms of the sale. */
      factors: z.array(NamedFactor),
      /** Strength of the shrinkage of the pace, in usual steps. */
      paceStrength: z.number(),
      /** The forecast of today and of the weeks before, newest first. */
      said: z.array(Said),
    }).nullable(),
  }),
  assistant: {
    tool: 'read_sale_forecast',
    scope: 'forecast:read',
    title: 'Forecast of a sale',
    description: 'When a sale will exchange: half by, 8 in 10 by, the chance that it falls through and why, and what decides it.',
    answer: saleForecastAnswer,
  },
})

const CountRange = z.object({ low: z.int(), high: z.int() })
const FeeRange = z.object({ low: Money, high: Money })

export const ForecastPeriod = z.object({
  first: Day,
  last: Day,
  /** Expected exchanges of sales agreed by today, with those that have exchanged in it. */
  count: z.number(),
  fees: Money,
  /** 80 % interval; null with fewer than 10 open sales. */
  countRange: CountRange.nullable(),
  feeRange: FeeRange.nullable(),
  exchanged: z.int(),
  exchangedFees: Money,
})
export type ForecastPeriod = z.output<typeof ForecastPeriod>

const BasisMonth = z.object({ first: Day, last: Day, count: z.number(), fees: Money })
export type BasisMonth = z.output<typeof BasisMonth>

const Coming = z.object({
  onDay: Day,
  learnedOn: Day.nullable(),
  basis: z.enum(bases),
  finishedSales: z.int(),
  /** Sales that exchanged before they were recorded, from files that state no falls: how often sales fall through is then published. */
  salesWithoutFalls: z.int(),
  /** Sales that a running learning after an import has read, of how many; null: none is running. */
  learning: z.object({ read: z.int(), sales: z.int() }).nullable(),
  /** Open sales with a forecast of the day; `pending` are still being calculated. */
  sales: z.int(),
  pending: z.int(),
  /** This month and the two after it. */
  months: z.array(ForecastPeriod),
  /** This company week and the twelve after it. */
  weeks: z.array(ForecastPeriod),
  /** True for days before the history of chains begins: they are left out. */
  withoutChains: z.boolean(),
  /**
   * For such a day: the forecast of today for this month and the next two without chains, firms and contacts. Null for other days, or
   * with more than 150 open sales.
   */
  todayOnSameBasis: z.array(BasisMonth).nullable(),
  /** Set if too few or too many sales exchanged by their 8-in-10 date in the last year. */
  warning: z.string().nullable(),
})

export const readComing = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/:branchId',
  permission: 'forecast.view',
  places: 'branch-or-company',
  summary: 'Expected exchanges and fees by month and by company week, with their 80 % ranges.',
  params: branchParams,
  query: asAtQuery,
  response: Coming,
})

export const forecastSorts = ['halfBy', 'fallsThrough', 'fee', 'address'] as const

const salesQuery = z.strictObject({
  ...pagingQuery(),
  sort: z.enum(forecastSorts, 'There is no such order.').optional(),
  direction: z.enum(['asc', 'desc'], 'Use asc or desc.').optional(),
  /** 1: sales at risk only. */
  risk: z.enum(['0', '1'], 'Use 0 or 1.').optional(),
  ...asAt,
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
  /** Reasons to fall through that hold today, in their order. */
  risks: z.array(HeldRisk),
})
export type ForecastRow = z.output<typeof ForecastRow>

export const listForecastSales = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/:branchId/sales',
  permission: 'forecast.view',
  places: 'branch-or-company',
  summary: 'Open sales with their forecast; `risk=1`: those at risk of falling through.',
  params: branchParams,
  query: salesQuery,
  response: pagedListOf(ForecastRow),
  assistant: {
    tool: 'list_forecast',
    scope: 'forecast:read',
    title: 'Forecasts',
    description: 'Open sales with their forecast; risk 1: those at risk of falling through.',
    answer: forecastSalesAnswer,
  },
})

const trackRecordQuery = z.strictObject({ weeks: z.enum(['4', '8', '12'], 'Use 4, 8 or 12 weeks.').optional(), ...asAt })
const Share = z.number().min(0).max(1)
const MethodDaysOut = z.object({ ours: z.number(), other: z.number(), forecasts: z.int(), words: z.string() })

const TrackRecord = z.discriminatedUnion('enough', [
  z.object({ enough: z.literal(false), have: z.int(), need: z.int(), words: z.string() }),
  z.object({
    enough: z.literal(true),
    /** Number of weekly forecasts that were scored. */
    weeks: z.int(),
    /** Number of those that were calculated afterwards, from what was known at the time. */
    replayed: z.int(),
    first: Day,
    last: Day,
    /** Sales that exchanged and were forecast in one of them. */
    exchanges: z.int(),
    calibration: z.object({
      words: z.string(),
      groups: z.array(
        z.object({
          /** The group has forecast chances from `from` to `from` + 0.1. */
          from: Share,
          said: Share,
          came: Share,
          count: z.int(),
          cameCount: z.int(),
          /** 80 % interval. */
          low: Share,
          high: Share,
          enough: z.boolean(),
        }),
      ),
    }),
    /** Forecasts of sales that held and whose 8-in-10 date has passed, and how many of them had exchanged by it. */
    by80: z.object({ due: z.int(), came: z.int() }),
    /** Mean error of half by in days, compared with the company’s median and with the typed date. Null: nothing to compare. */
    daysOut: z.object({ median: MethodDaysOut.nullable(), typed: MethodDaysOut.nullable() }),
    /** Of sales agreed by the date of the forecast. A range is null under 10 sales. */
    months: z.array(z.object({ first: Day, keptOn: Day, said: z.number(), range: CountRange.nullable(), came: z.int() })),
  }),
])

export const readTrackRecord = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/:branchId/track-record',
  permission: 'forecast.view',
  places: 'branch-or-company',
  summary: 'Accuracy of the forecasts stored each week, or what is missing to score them.',
  params: branchParams,
  query: trackRecordQuery,
  response: TrackRecord,
})

export const StepTime = z.object({
  key: z.int(),
  title: z.string(),
  group: z.enum(['all', 'freehold', 'leasehold', 'chain', 'alone']),
  /** Days by which half, 8 in 10 and 9 in 10 have finished. */
  half: z.int().nullable(),
  by80: z.int().nullable(),
  by90: z.int().nullable(),
  /** The median of the published times. */
  published: z.int().nullable(),
  /** Finished steps, and days of exposure of all. */
  done: z.int(),
  days: z.int(),
})
export type StepTime = z.output<typeof StepTime>

export const readStepTimes = endpoint({
  method: 'GET',
  path: '/forecast/:companyId/all/steps',
  permission: 'forecast.view',
  summary: 'How long steps take in this company, from its sales of two years.',
  params: companyParams,
  query: asAtQuery,
  response: z.object({
    learnedOn: Day.nullable(),
    basis: z.enum(bases),
    finishedSales: z.int(),
    steps: z.array(StepTime),
    /** Days by which 8 in 10 finish, for steps with 30 finishes or more. */
    deadlines: z.array(z.object({ key: z.int(), days: z.int(), done: z.int() })),
  }),
})
