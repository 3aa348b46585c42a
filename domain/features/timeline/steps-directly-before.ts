import { type StepKey, stepKeys } from './step-definitions.ts'

/**
 * The steps after which each step of a sale starts, as the rules of the timeline start it: in each track that leads to it, the nearest first.
 * Steps that do not apply are skipped.
 */
export const stepsDirectlyBefore: ReadonlyMap<StepKey, readonly (readonly StepKey[])[]> = new Map<
  StepKey,
  readonly (readonly StepKey[])[]
>([
  ...followEachOther(
    stepKeys.MemoOfSaleSent,
    stepKeys.DraftContractsIssued,
    stepKeys.SearchesAppliedFor,
    stepKeys.SearchesBack,
    stepKeys.EnquiriesRaised,
    stepKeys.EnquiriesAnswered,
  ),
  ...followEachOther(
    stepKeys.MemoOfSaleSent,
    stepKeys.MortgageAppSubmitted,
    stepKeys.MortgageValuationBooked,
    stepKeys.MortgageValuationCompleted,
    stepKeys.MortgageApproved,
  ),
  [
    stepKeys.ReportedToBuyer,
    [
      [
        stepKeys.EnquiriesAnswered,
        stepKeys.EnquiriesRaised,
        stepKeys.SearchesBack,
        stepKeys.SearchesAppliedFor,
        stepKeys.DraftContractsIssued,
      ],
      [
        stepKeys.MortgageApproved,
        stepKeys.MortgageValuationCompleted,
        stepKeys.MortgageValuationBooked,
        stepKeys.MortgageAppSubmitted,
      ],
    ],
  ],
  ...followEachOther(stepKeys.ReportedToBuyer, stepKeys.DocumentsAndDepositsReceived, stepKeys.Exchanged),
])

function followEachOther(...keys: readonly StepKey[]): (readonly [StepKey, readonly (readonly StepKey[])[]])[] {
  return keys.slice(1).map((key, index) => [key, [keys.slice(0, index + 1).toReversed()]] as const)
}
