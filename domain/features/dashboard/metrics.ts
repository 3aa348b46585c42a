/**
 * The metrics of the management dashboard: [domain, Management dashboard](docs/design/domain.md#management-dashboard). "A flow metric
 * counts what happened in the period; a stock metric is the state at the period's end, computed from dated facts." The definition is shown
 * on screen and its SQL is tested against it. Deleted properties and properties of deleted branches are excluded from every period.
 */
import { addDays } from '../../common/dates.ts'
import { contractExpiringDays } from '../management-info/management-info.rules.ts'
import type { DateRange, Period } from './periods.ts'

export const dashboardTabs = ['properties', 'sales', 'survey', 'legal', 'financial', 'exchange'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

export type MetricDefinition = {
  /** Null: counted on other screens alone. */
  tab: DashboardTab | null
  label: string
  definition: string
  kind: 'flow' | 'stock'
  /** Value of the tile: count, total expected fees (£, excluding VAT), mean in pounds, or mean percentage. */
  measure: 'count' | 'fees' | 'averagePrice' | 'averagePercent'
  /** Direction of improvement, default `higher`. A change of a `neither` metric has no colour. */
  better?: 'higher' | 'lower' | 'neither'
  /** Window if it is not the period itself. */
  window?: Exclude<MetricWindow, 'period'>
}

/** The dates a metric can cover, by period: the period, the company week, or 30 days ending with or following the period. */
export const metricWindows = {
  period: ({ first, last }) => ({ first, last }),
  week: ({ week }) => week,
  weekAhead: ({ weekAhead }) => weekAhead,
  weekSoFar: ({ weekSoFar }) => weekSoFar,
  month: ({ last }) => ({ first: addDays(last, -29), last }),
  monthAhead: ({ last }) => ({ first: last, last: addDays(last, 30) }),
} as const satisfies Record<string, (period: Omit<Period, 'key'>) => DateRange>
export type MetricWindow = keyof typeof metricWindows

type Kind = MetricDefinition['kind']
type More = Pick<MetricDefinition, 'better' | 'window'> & { measure?: MetricDefinition['measure'] }

const of =
  (tab: MetricDefinition['tab']) =>
  (kind: Kind, label: string, definition: string, { measure = 'count', ...more }: More = {}): MetricDefinition => ({
    tab,
    label,
    definition,
    kind,
    measure,
    ...more,
  })

const [inProperties, inSales, inSurvey, inLegal, inFinancial, inExchange, inNoTab] = [
  of('properties'),
  of('sales'),
  of('survey'),
  of('legal'),
  of('financial'),
  of('exchange'),
  of(null),
]

const lower = { better: 'lower' } as const
const neither = { better: 'neither' } as const
const fees = { measure: 'fees' } as const

/** Definition of a metric that counts completions of a step. */
const stepDone = (what: string): string =>
  `How often “${what}” was completed in the period, by the date of completion. What somebody took back by hand is not counted; what was done in a sale that fell off later is.`

const overdueAtEnd = 'at the end of the period with at least one step overdue'
const feeAtEnd =
  'as they stood at the end of the period, after the fee deduction and excluding VAT. Without a known fee a property counts £0.'
const feeWhenRecorded =
  'as it stood when it was recorded, after the fee deduction and excluding VAT. Without a known fee it counts £0.'

export const metrics = {
  takeOn: inProperties('flow', 'Taken on', 'Properties taken on in the period.'),
  launched: inProperties('flow', 'Launched', stepDone('Property launched')),
  preForSale: inProperties(
    'stock',
    'Pre for sale',
    'Properties taken on and not yet launched at the end of the period; withdrawn ones are out.',
  ),
  instructionsOnMarket: inProperties(
    'stock',
    'Instructions on the market',
    'Properties launched, unsold and not withdrawn at the end of the period. Those on notice are included.',
  ),
  contractsExpiring: inProperties(
    'stock',
    'Contracts expiring',
    `Properties not sold and not withdrawn whose contract ended on the last day of the period or was to end within the ${contractExpiringDays} days after it.`,
    lower,
  ),
  onNotice: inProperties(
    'stock',
    'On notice',
    'Properties not withdrawn and not exchanged whose notice had been given and had not ended on the last day of the period.',
    lower,
  ),
  withdrawn: inProperties(
    'flow',
    'Withdrawn',
    'How often a property was withdrawn in the period, also where it was put back since.',
    lower,
  ),
  viewings: inProperties('flow', 'Viewings', 'Viewings dated in the period and not after today.'),
  offers: inProperties(
    'flow',
    'Offers',
    'Offers made in the period, by the date of the offer, whatever became of them. Removed offers are out.',
  ),
  priceDeductions: inProperties(
    'flow',
    'Price deductions',
    'Asking prices that took effect in the period and are lower than the one before.',
  ),
  relaunches: inProperties('flow', 'Relaunches', 'Relaunches dated in the period and not after today.'),
  averageAskingPrice: inProperties(
    'stock',
    'Average asking price',
    'The mean of the asking prices at the end of the period of the instructions on the market. Properties without a price are listed but not in the mean.',
    { measure: 'averagePrice' },
  ),
  warningsPreForSale: inProperties('stock', 'Warnings: pre for sale', `Properties pre for sale ${overdueAtEnd}.`, lower),
  warningsForSale: inProperties('stock', 'Warnings: for sale', `Properties for sale ${overdueAtEnd}.`, lower),
  feesPreForSale: inProperties('stock', 'Fees: pre for sale', `Expected fees of the properties pre for sale, ${feeAtEnd}`, fees),
  feesForSale: inProperties('stock', 'Fees: for sale', `Expected fees of the properties for sale, ${feeAtEnd}`, fees),

  salesAgreed: inSales(
    'flow',
    'Sales agreed',
    'Offers accepted in the period, also where the sale fell off since. A sale that is restored is not agreed again.',
  ),
  feesSold: inSales('flow', 'Fees: sales agreed', `Expected fee of each sale agreed in the period, ${feeWhenRecorded}`, fees),
  averageAgreedPrice: inSales(
    'flow',
    'Average agreed price',
    'The mean of the amounts at which the sales of the period were agreed.',
    {
      measure: 'averagePrice',
    },
  ),
  askingPriceAchieved: inSales(
    'flow',
    'Asking price achieved',
    'The mean, over the sales agreed in the period, of the amount agreed as a percentage of the first asking price. A sale without an asking price is listed but not in the mean.',
    { measure: 'averagePercent' },
  ),
  memoSent: inSales('flow', 'Memos of sale sent', stepDone('Memo of sale sent')),
  salesPipeline: inSales('stock', 'Sales pipeline', 'Properties sold and not exchanged at the end of the period.'),
  feesPipeline: inSales('stock', 'Fees: sales pipeline', `Expected fees of the sales pipeline, ${feeAtEnd}`, fees),
  proceedable: inSales('stock', 'Proceedable', 'Of the sales pipeline, those with no chain or a complete one.'),
  feesProceedable: inSales('stock', 'Fees: proceedable', `Expected fees of the proceedable sales, ${feeAtEnd}`, fees),
  notProceedable: inSales('stock', 'Not proceedable', 'Of the sales pipeline, those with an incomplete chain.', lower),
  feesNotProceedable: inSales('stock', 'Fees: not proceedable', `Expected fees of the sales that cannot proceed, ${feeAtEnd}`, {
    ...fees,
    ...lower,
  }),
  chainUnknown: inSales('stock', 'Chain unknown', 'Of the sales pipeline, those whose chain is not known.', lower),
  fallOffs: inSales(
    'flow',
    'Fall-offs',
    'Sales that fell off in the period, also those restored since; one that is restored and falls off again counts each time. The forecast does not count restored sales as fallen through.',
    lower,
  ),
  feesFallOff: inSales(
    'flow',
    'Fees: fall-offs',
    'Expected fee of each sale that fell off in the period, as it stood when it fell off, after the fee deduction and excluding VAT. Without a known fee it counts £0.',
    { ...fees, ...lower },
  ),
  restored: inSales('flow', 'Restored', 'Fallen-off sales that were restored in the period.', neither),
  warningsSold: inSales('stock', 'Warnings: sold', `Properties of the sales pipeline ${overdueAtEnd}.`, lower),
  warningsProceedable: inSales('stock', 'Warnings: proceedable', `Proceedable sales ${overdueAtEnd}.`, lower),
  vendorSolicitor: inSales(
    'stock',
    'With vendor’s solicitor',
    'Of the sales pipeline, those with a solicitor for the vendor.',
    neither,
  ),
  vendorBroker: inSales(
    'stock',
    'With vendor’s broker',
    'Of the sales pipeline, those with a mortgage broker for the vendor.',
    neither,
  ),

  surveysBooked: inSurvey('flow', 'Surveys booked', 'Surveys added to a timeline in the period, by the day they were added.'),
  surveysCompleted: inSurvey(
    'flow',
    'Surveys completed',
    'Surveys completed in the period, by the date of completion. What somebody took back by hand is not counted; what was done in a sale that fell off later is.',
  ),
  surveysAwaitingReports: inSurvey(
    'stock',
    'Awaiting reports',
    'Properties with an open survey that awaits its report at the end of the period.',
    neither,
  ),
  surveysOverdue: inSurvey(
    'stock',
    'Surveys overdue',
    'Properties with an open survey whose date had passed at the end of the period.',
    lower,
  ),
  notHavingSurvey: inSurvey('flow', 'Not having survey', stepDone('Not having survey'), neither),

  draftContractsIssued: inLegal('flow', 'Draft contracts issued', stepDone('Draft contracts issued')),
  searchesAppliedFor: inLegal('flow', 'Searches applied for', stepDone('Searches applied for')),
  searchesBack: inLegal('flow', 'Searches back', stepDone('Searches back')),
  enquiriesRaised: inLegal('flow', 'Enquiries raised', stepDone('Enquiries raised')),
  enquiriesAnswered: inLegal('flow', 'Enquiries answered', stepDone('Enquiries answered')),
  legalWarnings: inLegal('stock', 'Legal warnings', 'Properties with a legal step overdue at the end of the period.', lower),
  legalDelays: inLegal('stock', 'Legal delays', 'Properties with a legal step delayed at the end of the period.', lower),

  mortgageAppSubmitted: inFinancial('flow', 'Mortgage apps submitted', stepDone('Mortgage app submitted')),
  mortgageValuationBooked: inFinancial('flow', 'Mortgage valuations booked', stepDone('Mortgage valuation booked')),
  mortgageValuationCompleted: inFinancial('flow', 'Mortgage valuations completed', stepDone('Mortgage valuation completed')),
  mortgageApproved: inFinancial('flow', 'Mortgages approved', stepDone('Mortgage approved')),
  cashBuys: inFinancial(
    'flow',
    'Cash buys',
    'Offers of a cash buyer accepted in the period, as they stood when they were accepted.',
    neither,
  ),
  financialWarnings: inFinancial(
    'stock',
    'Financial warnings',
    'Properties with a financial step overdue at the end of the period.',
    lower,
  ),
  financialDelays: inFinancial(
    'stock',
    'Financial delays',
    'Properties with a financial step delayed at the end of the period.',
    lower,
  ),

  reportedToBuyer: inExchange('flow', 'Reported to buyer', stepDone('Reported to buyer')),
  docsDeposits: inExchange('flow', 'Docs & deposits received', stepDone('Docs & deposits received')),
  exchanged: inExchange('flow', 'Exchanged', stepDone('Exchanged')),
  feesExchanged: inExchange('flow', 'Fees: exchanged', `Expected fee of each exchange in the period, ${feeWhenRecorded}`, fees),
  awaitingCompletion: inExchange(
    'stock',
    'Awaiting completion',
    'Properties exchanged and not completed at the end of the period.',
  ),
  completedThisWeek: inExchange(
    'flow',
    'Completed: this week so far',
    'Completions in the company’s week that the last day of the period belongs to, up to and including that day. What somebody took back by hand is not counted.',
    { window: 'weekSoFar' },
  ),
  completedWeek: inExchange(
    'flow',
    'Completed: week',
    'Completions in the company’s week that ended last by the end of the period; a later one is in “this week so far”. What somebody took back by hand is not counted.',
    { window: 'week' },
  ),
  completedMonth: inExchange(
    'flow',
    'Completed: month',
    'Completions in the 30 days that end with the period. What somebody took back by hand is not counted.',
    { window: 'month' },
  ),
  feesCompletedThisWeek: inExchange(
    'flow',
    'Fees: completed, this week so far',
    `Expected fee of each completion in the company’s week that the last day of the period belongs to, up to and including that day, ${feeWhenRecorded}`,
    { ...fees, window: 'weekSoFar' },
  ),
  feesCompletedWeek: inExchange(
    'flow',
    'Fees: completed, week',
    `Expected fee of each completion in the company’s week that ended last by the end of the period, ${feeWhenRecorded}`,
    { ...fees, window: 'week' },
  ),
  feesCompletedMonth: inExchange(
    'flow',
    'Fees: completed, month',
    `Expected fee of each completion in the 30 days that end with the period, ${feeWhenRecorded}`,
    { ...fees, window: 'month' },
  ),
  movesWeek: inExchange(
    'stock',
    'Moves: week',
    'Properties exchanged and not completed at the end of the period whose completion date was that day or a later one of the company’s week; on the last day of a week, of the next week. A move that is done is a completion: “Completed: this week so far”.',
    { window: 'weekAhead' },
  ),
  movesMonth: inExchange(
    'stock',
    'Moves: month',
    'Properties exchanged and not completed at the end of the period whose completion date was that day or one of the next 30.',
    { window: 'monthAhead' },
  ),
  delays: inExchange('stock', 'Delays', 'Properties with any step delayed at the end of the period.', lower),

  completed: inNoTab('flow', 'Completions', stepDone('Completed')),
  feesCompleted: inNoTab('flow', 'Fees: completions', `Expected fee of each completion in the period, ${feeWhenRecorded}`, fees),
} as const satisfies Record<string, MetricDefinition>

export type Metric = keyof typeof metrics
export const metricKeys = Object.keys(metrics) as Metric[]
export const definitionOf = (metric: Metric): MetricDefinition => metrics[metric]

export const windowOf = (metric: Metric): MetricWindow => definitionOf(metric).window ?? 'period'

/** Dates covered by a metric for a period, as printed on the screen. */
export const metricDays = (metric: Metric, period: Omit<Period, 'key'>): DateRange => metricWindows[windowOf(metric)](period)

export const metricsOf = (tab: DashboardTab): Metric[] => metricKeys.filter((key) => metrics[key].tab === tab)

/** Lists of these metrics are requested as `saleResetProperties` ([reports §7](docs/design/reports.md#7)). */
export const countsFallenSales = (metric: Metric): boolean =>
  metric === 'fallOffs' || metric === 'feesFallOff' || metric === 'restored'

export type MetricGroup = { title: string; metrics: readonly Metric[] }

/** "Overall: tiles grouped as the specification lists … built from the metrics above." */
export const overallTiles: readonly MetricGroup[] = [
  { title: 'Pre for sale', metrics: ['takeOn', 'preForSale', 'feesPreForSale', 'warningsPreForSale'] },
  { title: 'For sale pipeline', metrics: ['instructionsOnMarket', 'feesForSale', 'contractsExpiring', 'warningsForSale'] },
  { title: 'Sold', metrics: ['salesAgreed', 'feesSold', 'averageAgreedPrice', 'askingPriceAchieved'] },
  { title: 'Sales pipeline', metrics: ['salesPipeline', 'feesPipeline', 'vendorSolicitor', 'warningsSold'] },
  { title: 'Proceedable pipeline', metrics: ['proceedable', 'feesProceedable'] },
  { title: 'Non-proceedable pipeline', metrics: ['notProceedable', 'feesNotProceedable', 'chainUnknown'] },
  { title: 'Moves', metrics: ['movesWeek', 'movesMonth', 'awaitingCompletion'] },
  { title: 'Fall offs', metrics: ['fallOffs', 'feesFallOff', 'restored'] },
  { title: 'Proceedable warnings', metrics: ['warningsProceedable'] },
  { title: 'Exchanges', metrics: ['reportedToBuyer', 'exchanged', 'feesExchanged'] },
  {
    title: 'Completions',
    metrics: [
      'completedThisWeek',
      'feesCompletedThisWeek',
      'completedWeek',
      'feesCompletedWeek',
      'completedMonth',
      'feesCompletedMonth',
    ],
  },
]

/** "Tabs (7): Overall, Properties, Sales, Survey, Legal, Financial, Exchange." [reports §2.5](docs/design/reports.md#2.5). */
export const dashboardViews = ['overall', ...dashboardTabs] as const
export type DashboardView = (typeof dashboardViews)[number]

export const viewNames: Readonly<Record<DashboardView, string>> = {
  overall: 'Overall',
  properties: 'Properties',
  sales: 'Sales',
  survey: 'Survey',
  legal: 'Legal',
  financial: 'Financial',
  exchange: 'Exchange',
}

/** Overall in tiles, every other tab in one list. */
export const groupsOf = (view: DashboardView): readonly MetricGroup[] =>
  view === 'overall' ? overallTiles : [{ title: viewNames[view], metrics: metricsOf(view) }]

export const metricsOfView = (view: DashboardView): Metric[] => groupsOf(view).flatMap(({ metrics: shown }) => shown)
