import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { lognormalRates, type Rates } from './bands.ts'

/**
 * Published times of a step: median in days and spread of a lognormal. [forecast §4](docs/design/forecast.md#4), "Baseline"; sources: its
 * section 13.
 */
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

export type Baseline = {
  step: (key: StepKey, isLeasehold: boolean) => Rates
  survey: Rates
  exchangeAlone: Rates
  exchangeInChain: Rates
}

/** Published times, each multiplied by a factor. */
export function baselineTimes(times = 1): Baseline {
  const rates = (longer: number) =>
    new Map(
      published.map(([key, median, spread]) => [
        key,
        lognormalRates(median * times * (slowerLeasehold.includes(key) ? longer : 1), spread),
      ]),
    )
  const [freehold, leasehold] = [rates(1), rates(2)]
  return {
    step: (key, isLeasehold) => {
      const found = (isLeasehold ? leasehold : freehold).get(key)
      if (found === undefined) throw new Error(`No published time of step ${key}`)
      return found
    },
    survey: lognormalRates(6 * times, 0.6),
    exchangeAlone: lognormalRates(4 * times, 0.8),
    exchangeInChain: lognormalRates(14 * times, 0.9),
  }
}

export const baseline = baselineTimes()
