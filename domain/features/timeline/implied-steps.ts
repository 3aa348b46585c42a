import { type StepKey, stepKeys } from './step-definitions.ts'

const afterMemo = [
  stepKeys.DraftContractsIssued,
  stepKeys.SearchesAppliedFor,
  stepKeys.SearchesBack,
  stepKeys.EnquiriesRaised,
  stepKeys.EnquiriesAnswered,
  stepKeys.MortgageAppSubmitted,
  stepKeys.MortgageValuationBooked,
  stepKeys.MortgageValuationCompleted,
  stepKeys.MortgageApproved,
  stepKeys.ReportedToBuyer,
  stepKeys.DocumentsAndDepositsReceived,
  stepKeys.Exchanged,
] as const

/**
 * Steps that are complete once a later one is, each with the steps that cannot be complete without it. Searches do not wait for draft
 * contracts, nor enquiries for searches.
 */
export const impliedSteps: ReadonlyMap<StepKey, readonly StepKey[]> = new Map<StepKey, readonly StepKey[]>([
  [stepKeys.MemoOfSaleSent, afterMemo],
  [stepKeys.SearchesAppliedFor, [stepKeys.SearchesBack]],
  [stepKeys.EnquiriesRaised, [stepKeys.EnquiriesAnswered]],
  [
    stepKeys.MortgageAppSubmitted,
    [stepKeys.MortgageValuationBooked, stepKeys.MortgageValuationCompleted, stepKeys.MortgageApproved],
  ],
  [stepKeys.MortgageValuationBooked, [stepKeys.MortgageValuationCompleted, stepKeys.MortgageApproved]],
  [stepKeys.MortgageValuationCompleted, [stepKeys.MortgageApproved]],
])
