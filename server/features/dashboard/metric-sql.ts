/**
 * Each metric's definition (`domain/features/dashboard/metrics.ts`) in SQL, once: its tile and its list both come of it,
 * so they cannot disagree. `d` is a property's day (table property_day) as it was on the last day of the period `p`;
 * `h` is something that happened (table property_happening) not after it.
 */
import type { Metric } from '@gya/domain/features/dashboard/metrics.ts'
import { stepKeys } from '@gya/domain/features/timeline/steps.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

type Condition = RawBuilder<SqlBool>
/** `amount` is pence, or hundredths of a percent: what is summed up or averaged. */
type Amount = RawBuilder<number | null>
type Stock = { from: 'day'; where: Condition; amount?: Amount }
/** `days` is how many that end with the period's last it looks at, where those may be others than the period's own. */
type Flow = { from: 'happening'; what: string; days: number; where: Condition; amount?: Amount }
export type MetricSql = Stock | Flow

const stock = (where: Condition, amount?: Amount): Stock => ({ from: 'day', where, ...(amount ? { amount } : {}) })
const always = sql<SqlBool>`true`

type MetricWindow = { days: number; where: Condition }
const inPeriod: MetricWindow = { days: 0, where: sql<SqlBool>`h.on_day >= p.first` }
/** The company's week ended within a fortnight. */
const inWeek: MetricWindow = { days: 14, where: sql<SqlBool>`h.on_day between p.week_first and p.week_last` }
/** The company's week that the period's last day belongs to, so far. */
const inWeekSoFar: MetricWindow = { days: 7, where: sql<SqlBool>`h.on_day >= p.this_week` }
const inLast = (days: number): MetricWindow => ({ days, where: sql<SqlBool>`h.on_day > p.last - ${sql.lit(days)}` })

const flow = (
  what: string,
  { where = always, amount, within = inPeriod }: { where?: Condition; amount?: Amount; within?: MetricWindow } = {},
): Flow => ({
  from: 'happening',
  what,
  days: within.days,
  where: sql<SqlBool>`h.what = ${sql.lit(what)} and ${within.where} and ${where}`,
  ...(amount ? { amount } : {}),
})
const stepDone = (key: number, more: { amount?: Amount; within?: MetricWindow } = {}): Flow => flow(`step-done-${key}`, more)

const and = (...parts: Condition[]): Condition => sql<SqlBool>`(${sql.join(parts, sql` and `)})`

const preForSale = sql<SqlBool>`d.phase = 'preForSale'`
const forSale = sql<SqlBool>`d.phase = 'forSale'`
const sold = sql<SqlBool>`d.phase = 'sold'`
const exchanged = sql<SqlBool>`d.phase = 'exchanged'`
const canProceed = and(sold, sql<SqlBool>`d.chain in (0, 1)`)
const cannotProceed = and(sold, sql<SqlBool>`d.chain = 2`)
const overdue = sql<SqlBool>`d.first_warning < p.last`
const movesUntil = (end: RawBuilder<unknown>) => and(exchanged, sql<SqlBool>`d.completion_date between p.last and ${end}`)

const fee = sql<number | null>`d.expected_fee`
/** The expected fee at the end of the day on which it was recorded. */
const feeAtEvent = sql<number | null>`h.fee`

export const metricSql: Readonly<Record<Metric, MetricSql>> = {
  takeOn: flow('taken-on'),
  launched: stepDone(stepKeys.PropertyLaunched),
  preForSale: stock(preForSale),
  instructionsOnMarket: stock(forSale),
  contractsExpiring: stock(
    and(sql<SqlBool>`d.phase in ('preForSale', 'forSale')`, sql<SqlBool>`d.contract_end between p.last and p.last + 14`),
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
  completedThisWeek: stepDone(stepKeys.Completed, { within: inWeekSoFar }),
  completedWeek: stepDone(stepKeys.Completed, { within: inWeek }),
  completedMonth: stepDone(stepKeys.Completed, { within: inLast(30) }),
  feesCompletedThisWeek: stepDone(stepKeys.Completed, { within: inWeekSoFar, amount: feeAtEvent }),
  feesCompletedWeek: stepDone(stepKeys.Completed, { within: inWeek, amount: feeAtEvent }),
  feesCompletedMonth: stepDone(stepKeys.Completed, { within: inLast(30), amount: feeAtEvent }),
  movesWeek: stock(movesUntil(sql`p.week_ahead`)),
  movesMonth: stock(movesUntil(sql`p.last + 30`)),
  delays: stock(sql<SqlBool>`d.any_blocked`),
}

/** Days that can count in a figure: as the index property_day_that_counts says, word for word, so that it is used. */
export const canCountInMetrics = sql<SqlBool>`(d.phase in ('preForSale', 'forSale', 'sold', 'exchanged')
  or d.first_warning is not null or d.any_blocked or d.survey_awaits_report)`
