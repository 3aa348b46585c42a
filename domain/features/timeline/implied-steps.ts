import type { DateOnly } from '../../common/dates.ts'
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
const impliedSteps: ReadonlyMap<StepKey, readonly StepKey[]> = new Map<StepKey, readonly StepKey[]>([
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

/** `by`: the first completed step that cannot be complete without `key`; `on`: the day on which it was. */
export type ImpliedStep = { key: StepKey; on: DateOnly; by: StepKey }

/** The steps that completed steps imply. `completedOn`: the day of a completed step; null: it is not complete, or its day is unknown. */
export const findImpliedSteps = (completedOn: (key: StepKey) => DateOnly | null): ImpliedStep[] =>
  [...impliedSteps].flatMap(([key, later]) => {
    const completed = later.flatMap((by): ImpliedStep[] => {
      const on = completedOn(by)
      return on === null ? [] : [{ key, on, by }]
    })
    return completed.toSorted((a, b) => (a.on < b.on ? -1 : Number(a.on > b.on))).slice(0, 1)
  })
