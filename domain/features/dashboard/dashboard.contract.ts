import { z } from 'zod'
import { Paging, pagingQuery } from '../../common/paging.ts'
import { branchParams } from '../../common/scope-params.ts'
import { Day, FileResponse, Id, Ids, Money } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { figuresAnswer } from '../assistants/answers.ts'
import { phases } from '../timeline/phase.ts'
import { NextStep } from '../timeline/timeline.schemas.ts'
import { dashboardViews, type Metric, metricKeys } from './metrics.ts'
import { durationValue } from './periods.ts'

const MetricKey = z.enum(metricKeys as [Metric, ...Metric[]], 'There is no such metric.')

/** 4 is "Last two weeks", the only supported value. */
const duration = { durationValue: z.literal(String(durationValue), 'Use 4, the last two weeks.').optional() }

const metricsAsked = z
  .string()
  .max(4000, 'Choose fewer.')
  .refine((text) => text.split(',').every((key) => MetricKey.safeParse(key).success), 'Use metrics with commas between them.')

/** London dates, both ends included; `metricDays` returns those that a metric covers. */
const Days = z.object({ first: Day, last: Day })
const Period = z.object({ key: Day, ...Days.shape, week: Days, weekAhead: Days, weekSoFar: Days })

/**
 * `count` is the number of rows in the list. `sum` is the total of expected fees. `avg` is a mean in pounds or a mean
 * percentage with two decimals, null without values. Empty for a stock on a day before the company's history starts.
 */
const Value = z.object({ count: z.int().optional(), sum: Money.optional(), avg: z.number().nullable().optional() })
export type DashboardValue = z.infer<typeof Value>

/** Keyed by the first day of the period, newest first. */
const Values = z.record(Day, Value)
const answerHead = {
  durationValue: z.literal(durationValue),
  periods: z.array(Period),
  /** The oldest day kept of the company; null if every period is known. */
  knownSince: Day.nullable(),
}
const MetricAnswer = z.object({ metric: MetricKey, ...answerHead, data: Values })
const MetricsAnswer = z.object({ ...answerHead, data: z.partialRecord(MetricKey, Values) })

export const DashboardRow = z.object({
  _id: Id,
  company: Id,
  branch: z.object({ _id: Id, name: z.string() }),
  address: z.object({ line1: z.string(), postcode: z.string() }),
  /** Current phase, regardless of the period. */
  phase: z.enum(phases),
  /** Current most urgent step; for a metric of one track, of that track. */
  nextStep: NextStep.nullable(),
  /** Current progressor. */
  progressor: z.string().nullable(),
  /** Date of the happening; null for a stock. */
  on: Day.nullable(),
  /** Contribution to a sum or mean price. */
  amount: Money.nullable(),
  /** Contribution to a mean percentage. */
  percent: z.number().nullable(),
  /** Why the sale fell off, of metrics that count fallen sales; null: not classified. */
  reason: z.string().nullable(),
  /** When it was restored: it counts as a fall-off all the same. */
  restoredOn: Day.nullable(),
})
export type DashboardRow = z.infer<typeof DashboardRow>

/** Number of counted sales that fell off for a reason of the company's list; null: not classified. */
const ReasonCount = z.object({ name: z.string().nullable(), count: z.int() })
export type ReasonCount = z.infer<typeof ReasonCount>

export const RowsAnswer = z.object({
  data: z.record(Day, z.array(DashboardRow)),
  /** Of metrics that count fallen sales, most frequent first; empty for others. */
  reasons: z.array(ReasonCount),
  paging: Paging,
})

/** Branches of these areas, of the company. */
const areas = { areaIds: Ids.optional() }

const rowsQuery = z.strictObject({
  ...duration,
  ...pagingQuery(),
  /** `saleResetProperties` is for metrics that count fall-offs. */
  propertyType: z.enum(['properties', 'saleResetProperties'], 'Use properties or saleResetProperties.').optional(),
  ...areas,
})

const metricParams = { metric: MetricKey }
const rowsParams = { ...metricParams, periodKey: Day }
const metricsQuery = z.strictObject({ ...duration, metrics: metricsAsked, ...areas })
const exportQuery = z.strictObject({ ...duration, tab: z.enum(dashboardViews, 'There is no such tab.'), ...areas })

export const readMetric = endpoint({
  method: 'GET',
  path: '/md/:companyId/:branchId/:metric',
  permission: 'dashboard.view',
  places: 'branch-or-company',
  readsFromStandby: true,
  summary: 'A metric of a branch over six periods of two weeks, newest first.',
  ofCompany: {
    summary: 'A metric of all branches in reach over six periods of two weeks, newest first.',
    query: { areaIds: true },
  },
  params: branchParams.extend(metricParams),
  query: z.strictObject({ ...duration, ...areas }),
  response: MetricAnswer,
})

export const readMetrics = endpoint({
  method: 'GET',
  path: '/md/:companyId/:branchId',
  permission: 'dashboard.view',
  places: 'branch-or-company',
  readsFromStandby: true,
  summary: 'Several metrics of a branch, as shown in a tab.',
  ofCompany: { summary: 'Several metrics of all branches in reach.', query: { areaIds: true } },
  params: branchParams,
  query: metricsQuery,
  response: MetricsAnswer,
  assistant: {
    tool: 'read_figures',
    scope: 'forecast:read',
    title: 'Figures',
    description:
      'Figures of the dashboard over six periods of two weeks, newest first. Name them in `metrics`, such as offersAccepted,exchanged.',
    answer: figuresAnswer,
  },
})

export const listMetricProperties = endpoint({
  method: 'GET',
  path: '/md/:companyId/:branchId/:metric/properties/:periodKey',
  permission: 'dashboard.view',
  places: 'branch-or-company',
  readsFromStandby: true,
  summary: 'The rows that a metric of a branch counts in a period, 10 per page.',
  ofCompany: {
    summary: 'The rows that a metric of all branches in reach counts in a period, 10 per page.',
    query: { areaIds: true },
  },
  params: branchParams.extend(rowsParams),
  query: rowsQuery,
  response: RowsAnswer,
})

export const downloadDashboard = endpoint({
  method: 'GET',
  path: '/md/csv/:companyId/:branchId',
  permission: 'dashboard.view',
  places: 'branch-or-company',
  readsFromStandby: true,
  summary: 'A tab of a branch’s dashboard as a spreadsheet, Dashboard.csv.',
  ofCompany: {
    summary: 'A tab of the dashboard of all branches in reach as a spreadsheet, Dashboard.csv.',
    query: { areaIds: true },
  },
  params: branchParams,
  query: exportQuery,
  responseTypes: ['text/csv'],
  response: FileResponse,
})
