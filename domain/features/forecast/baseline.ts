import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { lognormalRates, type Rates } from './bands.ts'

/** Published times of a step: median in days and spread of a lognormal. Forecast design, section 4, "Baseline"; sources: its section 13. */
const published: readonly (readonly [key: StepKey, median: number, spread: number])[] = [
  [stepKeys.MemoOfSaleSent, 2, 0.6],
  [stepKeys.MortgageAppSubmitted, 17, 0.7],
  [stepKeys.MortgageValuationBooked, 6, 0.7],
  [stepKeys.MortgageValuationCompleted, 7, 0.7],
  [stepKeys.MortgageApproved, 9, 0.7],
  [stepKeys.DraftContractsIssued, 16, 0.7],
  [stepKeys.SearchesAppliedFor, 8, 0.8],
  [stepKeys.SearchesBack, 11, 0.6],
  [stepKeys.EnquiriesRaised, 10, 0.7],
  [stepKeys.EnquiriesAnswered, 23, 0.7],
  [stepKeys.ReportedToBuyer, 3, 0.8],
  [stepKeys.DocumentsAndDepositsReceived, 5, 0.8],
]

/** Steps that take twice as long in leasehold sales. */
const slowerLeasehold: readonly StepKey[] = [stepKeys.DraftContractsIssued, stepKeys.EnquiriesAnswered]

const freehold = new Map(published.map(([key, median, spread]) => [key, lognormalRates(median, spread)]))
const leasehold = new Map(
  published.map(([key, median, spread]) => [key, lognormalRates(slowerLeasehold.includes(key) ? 2 * median : median, spread)]),
)
const exchangeAlone = lognormalRates(4, 0.8)
const exchangeInChain = lognormalRates(14, 0.9)
const survey = lognormalRates(6, 0.6)

export const baseline = {
  step: (key: StepKey, isLeasehold: boolean): Rates => {
    const rates = (isLeasehold ? leasehold : freehold).get(key)
    if (rates === undefined) throw new Error(`No published time of step ${key}`)
    return rates
  },
  survey,
  exchangeAlone,
  exchangeInChain,
} as const
