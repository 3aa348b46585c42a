import { showDate } from '@gya/domain/common/dates.ts'
import { showPeriod } from '@gya/domain/features/dashboard/dashboard-export.ts'
import { definitionOf, type Metric, metricDays, windowOf } from '@gya/domain/features/dashboard/metrics.ts'
import type { WirePeriod } from './use-dashboard.ts'

/** Labels within a tile on Overall, shortened where the tile's title gives the context. */
const tileLabels: Partial<Record<Metric, string>> = {
  feesPreForSale: 'Fees',
  warningsPreForSale: 'Warnings',
  instructionsOnMarket: 'On the market',
  feesForSale: 'Fees',
  warningsForSale: 'Warnings',
  feesSold: 'Fees',
  averageAgreedPrice: 'Average price',
  askingPriceAchieved: 'Of asking price',
  salesPipeline: 'Sold STC',
  feesPipeline: 'Fees',
  vendorSolicitor: 'Vendor’s solicitor',
  warningsSold: 'Warnings',
  proceedable: 'Properties',
  feesProceedable: 'Fees',
  notProceedable: 'Properties',
  feesNotProceedable: 'Fees',
  movesWeek: 'Week',
  movesMonth: 'Month',
  awaitingCompletion: 'To complete',
  fallOffs: 'Fall offs',
  feesFallOff: 'Fees',
  warningsProceedable: 'Warnings',
  feesExchanged: 'Fees',
  completedThisWeek: 'This week so far',
  feesCompletedThisWeek: 'Fees, so far',
  completedWeek: 'Week',
  feesCompletedWeek: 'Fees, week',
  completedMonth: 'Month',
  feesCompletedMonth: 'Fees, month',
}

export const tileLabel = (metric: Metric): string => tileLabels[metric] ?? definitionOf(metric).label

const dayAndMonth = (day: string): string => showDate(day).slice(0, 5)

/** A stock without a window of its own is measured at the end of the period. */
const isPointInTime = (metric: Metric): boolean => definitionOf(metric).kind === 'stock' && windowOf(metric) === 'period'

/** The days below a column: `08/11 –` and `21/11`, or the last day of a stock. */
export function columnLabel(metric: Metric, period: WirePeriod): string[] {
  const { first, last } = metricDays(metric, period)
  return isPointInTime(metric) ? [dayAndMonth(last)] : [`${dayAndMonth(first)} –`, dayAndMonth(last)]
}

/** `08/11/2026 – 21/11/2026`, or `at the end of 21/11/2026`. */
export function periodLabel(metric: Metric, period: WirePeriod): string {
  const days = metricDays(metric, period)
  return isPointInTime(metric) ? `at the end of ${showDate(days.last)}` : showPeriod(days)
}

type Noun = readonly [one: string, many: string]

const property: Noun = ['property', 'properties']
const sale: Noun = ['sale', 'sales']
const survey: Noun = ['survey', 'surveys']
const fallOff: Noun = ['fall-off', 'fall-offs']

/** The unit of a row, for metrics that can count a property more than once. */
const rowNouns: Partial<Record<Metric, Noun>> = {
  viewings: ['viewing', 'viewings'],
  offers: ['offer', 'offers'],
  priceDeductions: ['price deduction', 'price deductions'],
  relaunches: ['relaunch', 'relaunches'],
  withdrawn: ['withdrawal', 'withdrawals'],
  salesAgreed: sale,
  feesSold: sale,
  averageAgreedPrice: sale,
  askingPriceAchieved: sale,
  cashBuys: sale,
  surveysBooked: survey,
  surveysCompleted: survey,
  fallOffs: fallOff,
  feesFallOff: fallOff,
  restored: ['restored sale', 'restored sales'],
}

const wholeNumber = new Intl.NumberFormat('en-GB')

/** The heading of a list: `9 sales`, `1 property`. */
export function rowCountLabel(metric: Metric, count: number): string {
  const [one, many] = rowNouns[metric] ?? property
  return `${wholeNumber.format(count)} ${count === 1 ? one : many}`
}
