/**
 * The SQL of each metric of `domain/features/dashboard/metrics.ts`, shared by its tile and its list, so that they agree. `p` is the period,
 * `d` the row of `property_day` on the last day of the period, `h` a row of `property_happening` up to that day.
 */
import { type Metric, type MetricWindow, metricKeys, windowOf } from '@gya/domain/features/dashboard/metrics.ts'
import { contractExpiringDays } from '@gya/domain/features/management-info/management-info.rules.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

type Condition = RawBuilder<SqlBool>
/** The added or averaged values: pence, or hundredths of a percent. */
type Amount = RawBuilder<number | null>
type Stock = { from: 'day'; where: Condition; amount?: Amount }
type Flow = { from: 'happening'; what: string; where: Condition; amount?: Amount }
type MetricSql = Stock | Flow
/** Returns the SQL of a metric for its window. */
type Define = (window: MetricWindow) => MetricSql

/** The columns of `p` with the first and last day of a window. */
export const windowColumns = (window: Exclude<MetricWindow, 'period'>) => [`${window}_first`, `${window}_last`] as const

const inWindow = (day: RawBuilder<unknown>, window: MetricWindow): Condition => {
  const [first, last] = window === 'period' ? ['first', 'last'] : windowColumns(window)
  return sql<SqlBool>`${day} between ${sql.ref(`p.${first}`)} and ${sql.ref(`p.${last}`)}`
}

const stock =
  (where: Condition, amount?: Amount): Define =>
  () => ({ from: 'day', where, ...(amount ? { amount } : {}) })

const always = sql<SqlBool>`true`
/** Counts happenings of a kind. The view `property_happening_derived` defines each kind: see the newest migration that replaces it. */
const flow =
  (what: string, { where = always, amount }: { where?: Condition; amount?: Amount } = {}): Define =>
  (window) => ({
    from: 'happening',
    what,
    where: sql<SqlBool>`h.what = ${sql.lit(what)} and ${inWindow(sql`h.on_day`, window)} and ${where}`,
    ...(amount ? { amount } : {}),
  })
const stepDone = (key: number, options: { amount?: Amount } = {}): Define => flow(`step-done-${key}`, options)

const and = (...parts: Condition[]): Condition => sql<SqlBool>`(${sql.join(parts, sql` and `)})`

const preForSale = sql<SqlBool>`d.phase = 'preForSale'`
const forSale = sql<SqlBool>`d.phase = 'forSale'`
const sold = sql<SqlBool>`d.phase = 'sold'`
const exchanged = sql<SqlBool>`d.phase = 'exchanged'`
const canProceed = and(sold, sql<SqlBool>`d.chain in (0, 1)`)
const cannotProceed = and(sold, sql<SqlBool>`d.chain = 2`)
const overdue = sql<SqlBool>`d.first_warning < p.last`
const moves: Define = (window) => ({ from: 'day', where: and(exchanged, inWindow(sql`d.completion_date`, window)) })

const fee = sql<number | null>`d.expected_fee`
/** The expected fee when the happening was recorded; of a fall-off, just before it. */
const feeAtEvent = sql<number | null>`h.fee`

const definitions: Readonly<Record<Metric, Define>> = {
  takeOn: flow('taken-on'),
  launched: stepDone(stepKeys.PropertyLaunched),
  preForSale: stock(preForSale),
  instructionsOnMarket: stock(forSale),
  contractsExpiring: stock(
    and(
      sql<SqlBool>`d.phase in ('preForSale', 'forSale')`,
      sql<SqlBool>`d.contract_end between p.last and p.last + ${contractExpiringDays}::int`,
    ),
  ),
  onNotice: stock(
    and(
      sql<SqlBool>`d.phase in ('preForSale', 'forSale', 'sold')`,
      sql<SqlBool>`d.notice_given <= p.last`,
      sql<SqlBool>`(d.notice_end is null or d.notice_end >= p.last)`,
    ),
  ),
  withdrawn: flow('withdrawn'),
  viewings: flow('viewing'),
  offers: flow('offer'),
  priceDeductions: flow('price-deduction'),
  relaunches: flow('relaunch'),
  averageAskingPrice: stock(forSale, sql<number | null>`d.asking_price`),
  warningsPreForSale: stock(and(preForSale, overdue)),
  warningsForSale: stock(and(forSale, overdue)),
  feesPreForSale: stock(preForSale, fee),
  feesForSale: stock(forSale, fee),

  salesAgreed: flow('offer-accepted'),
  feesSold: flow('offer-accepted', { amount: feeAtEvent }),
  averageAgreedPrice: flow('offer-accepted', { amount: sql<number | null>`h.amount` }),
  askingPriceAchieved: flow('offer-accepted', { amount: sql<number | null>`(h.amount * 10000.0 / nullif(h.first_price, 0))` }),
  memoSent: stepDone(stepKeys.MemoOfSaleSent),
  salesPipeline: stock(sold),
  feesPipeline: stock(sold, fee),
  proceedable: stock(canProceed),
  feesProceedable: stock(canProceed, fee),
  notProceedable: stock(cannotProceed),
  feesNotProceedable: stock(cannotProceed, fee),
  chainUnknown: stock(and(sold, sql<SqlBool>`d.chain = 3`)),
  fallOffs: flow('fall-off'),
  feesFallOff: flow('fall-off', { amount: feeAtEvent }),
  restored: flow('sale-restored'),
  warningsSold: stock(and(sold, overdue)),
  warningsProceedable: stock(and(canProceed, overdue)),
  vendorSolicitor: stock(and(sold, sql<SqlBool>`d.vendor_solicitor`)),
  vendorBroker: stock(and(sold, sql<SqlBool>`d.vendor_broker`)),

  surveysBooked: flow('survey-booked'),
  surveysCompleted: flow('survey-done'),
  surveysAwaitingReports: stock(sql<SqlBool>`d.survey_awaits_report`),
  surveysOverdue: stock(sql<SqlBool>`d.survey_warning < p.last`),
  notHavingSurvey: stepDone(stepKeys.NotHavingSurvey),

  draftContractsIssued: stepDone(stepKeys.DraftContractsIssued),
  searchesAppliedFor: stepDone(stepKeys.SearchesAppliedFor),
  searchesBack: stepDone(stepKeys.SearchesBack),
  enquiriesRaised: stepDone(stepKeys.EnquiriesRaised),
  enquiriesAnswered: stepDone(stepKeys.EnquiriesAnswered),
  legalWarnings: stock(sql<SqlBool>`d.legal_warning < p.last`),
  legalDelays: stock(sql<SqlBool>`d.legal_blocked`),

  mortgageAppSubmitted: stepDone(stepKeys.MortgageAppSubmitted),
  mortgageValuationBooked: stepDone(stepKeys.MortgageValuationBooked),
  mortgageValuationCompleted: stepDone(stepKeys.MortgageValuationCompleted),
  mortgageApproved: stepDone(stepKeys.MortgageApproved),
  cashBuys: flow('offer-accepted', { where: sql<SqlBool>`h.cash` }),
  financialWarnings: stock(sql<SqlBool>`d.financial_warning < p.last`),
  financialDelays: stock(sql<SqlBool>`d.financial_blocked`),

  reportedToBuyer: stepDone(stepKeys.ReportedToBuyer),
  docsDeposits: stepDone(stepKeys.DocumentsAndDepositsReceived),
  exchanged: stepDone(stepKeys.Exchanged),
  feesExchanged: stepDone(stepKeys.Exchanged, { amount: feeAtEvent }),
  awaitingCompletion: stock(exchanged),
  completed: stepDone(stepKeys.Completed),
  feesCompleted: stepDone(stepKeys.Completed, { amount: feeAtEvent }),
  completedThisWeek: stepDone(stepKeys.Completed),
  completedWeek: stepDone(stepKeys.Completed),
  completedMonth: stepDone(stepKeys.Completed),
  feesCompletedThisWeek: stepDone(stepKeys.Completed, { amount: feeAtEvent }),
  feesCompletedWeek: stepDone(stepKeys.Completed, { amount: feeAtEvent }),
  feesCompletedMonth: stepDone(stepKeys.Completed, { amount: feeAtEvent }),
  movesWeek: moves,
  movesMonth: moves,
  delays: stock(sql<SqlBool>`d.any_blocked`),
}

export const metricSql = Object.fromEntries(
  metricKeys.map((metric) => [metric, definitions[metric](windowOf(metric))]),
) as Readonly<Record<Metric, MetricSql>>
