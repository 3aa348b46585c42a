import { z } from 'zod'
import { Day, Id } from '../../common/wire.ts'
import type { Metric } from '../dashboard/metrics.ts'
import type { personTargetMetrics } from './targets.ts'
import { weekPeriodKinds } from './week-periods.ts'

/** What the manager's week shows: [seat §4](docs/design/seat.md#4). */

export const weekFlows = [
  'takeOn',
  'launched',
  'viewings',
  'offers',
  'salesAgreed',
  'feesSold',
  'fallOffs',
  'exchanged',
  'feesExchanged',
  'completed',
] as const satisfies readonly Metric[]

/** "at the end of the period". */
export const weekStocks = [
  'salesPipeline',
  'feesPipeline',
  'instructionsOnMarket',
  'movesWeek',
] as const satisfies readonly Metric[]

export const weekMetrics = [...weekFlows, ...weekStocks] as const
export type WeekMetric = (typeof weekMetrics)[number]

export const weekLabels: Readonly<Record<WeekMetric, string>> = {
  takeOn: 'Taken on',
  launched: 'Launched',
  viewings: 'Viewings',
  offers: 'Offers',
  salesAgreed: 'Sales agreed',
  feesSold: 'Fees agreed',
  fallOffs: 'Fall-offs',
  exchanged: 'Exchanges',
  feesExchanged: 'Fees exchanged',
  completed: 'Completions',
  salesPipeline: 'Sales pipeline',
  feesPipeline: 'Pipeline fees',
  instructionsOnMarket: 'On the market',
  movesWeek: 'Moves in the week ahead',
}

/** The columns of the table of branches or people. */
export const peopleColumns = [
  ['takeOn', 'Taken on'],
  ['launched', 'Launched'],
  ['salesAgreed', 'Agreed'],
  ['feesSold', 'Fees agreed'],
  ['fallOffs', 'Fall-offs'],
  ['exchanged', 'Exchanged'],
  ['feesExchanged', 'Fees exchanged'],
  ['salesPipeline', 'Pipeline'],
  ['feesPipeline', 'Its fees'],
] as const satisfies readonly (readonly [WeekMetric, string])[]
export const peopleMetrics = peopleColumns.map(([metric]) => metric)

export const weekBys = ['branch', 'negotiator', 'progressor'] as const
export type WeekBy = (typeof weekBys)[number]
export const weekByLabels: Readonly<Record<WeekBy, string>> = {
  branch: 'Branch',
  negotiator: 'Negotiator',
  progressor: 'Progressor',
}

/** "pace of fees agreed (progressors: exchanged)". */
export const paceMetricOf = (by: WeekBy): (typeof personTargetMetrics)[number] =>
  by === 'progressor' ? 'feesExchanged' : 'feesSold'
export const paceHeadings: Readonly<Record<WeekBy, string>> = {
  branch: 'Pace, fees agreed',
  negotiator: 'Pace, fees agreed',
  progressor: 'Pace, fees exchanged',
}

/** Ids of the rows that are nobody's, and of those that somebody may not see by person. */
export const nobodyRow = 'nobody'
export const othersRow = 'others'

export const WeekMetricKey = z.enum(weekMetrics, 'There is no such metric.')
/** Amounts are pounds; null: not known. */
const Value = z.number().nullable()
const Range = z.object({ first: Day, last: Day })

const ListRow = z.object({
  _id: Id,
  branch: Id,
  line1: z.string(),
  on: Day.nullable(),
  fee: Value,
  words: z.string(),
  tone: z.enum(['late', 'soon']).nullable(),
})
export type WeekListRow = z.output<typeof ListRow>
/** At most 50 rows; count, fees and `passed`, those whose day is over, are of all. */
const List = z.object({ count: z.int(), fees: z.number(), passed: z.int(), rows: z.array(ListRow) })
export type WeekList = z.output<typeof List>

/** `target` and `pace` are those of the period, to date; `note` says in place of a pace what the target is not of. */
const aimed = { target: Value, pace: Value, note: z.string().nullable() }
export type Aimed = z.output<z.ZodObject<typeof aimed>>
const Row = z.object({ metric: WeekMetricKey, values: z.array(Value), ...aimed })
export type WeekRow = z.output<typeof Row>

/** `_id`: of a branch or person, `nobody` or `others`. `values` in the order of `peopleMetrics`. */
const PersonRow = z.object({ _id: z.string(), name: z.string(), left: z.boolean(), values: z.array(Value), ...aimed })
export type WeekPersonRow = z.output<typeof PersonRow>

export const Week = z.object({
  /** Name of the branch, area or company. */
  name: z.string(),
  company: z.string(),
  kind: z.enum(weekPeriodKinds),
  /** The period goes on after its last day. */
  soFar: z.boolean(),
  by: z.enum(weekBys),
  today: Day,
  /** The period, the one before and, where it differs, that of last year. */
  periods: z.array(Range),
  /** Of the company, for the choice of other periods. */
  endOfWeek: z.object({ day: z.int(), time: z.string() }),
  yearStarts: z.int(),
  rows: z.array(Row),
  people: z.array(PersonRow),
  lists: z.object({ exchanges: List, fallen: List, moves: List }),
  /** End of the look ahead of exchanges and moves. */
  aheadTo: Day,
  /** Sales not completed, without a progressor. */
  nobody: z.int(),
  /** The oldest day of the company that is known, where a period ends before it. */
  knownSince: Day.nullable(),
})
export type Week = z.output<typeof Week>
