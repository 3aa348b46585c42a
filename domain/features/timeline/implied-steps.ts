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
 * Steps that are complete once a later one is complete, each with the earlier steps that it requires. Searches do not require draft
 * contracts, nor do enquiries require searches.
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

const legal = [
  stepKeys.DraftContractsIssued,
  stepKeys.SearchesAppliedFor,
  stepKeys.SearchesBack,
  stepKeys.EnquiriesRaised,
  stepKeys.EnquiriesAnswered,
] as const
const financial = [
  stepKeys.MortgageAppSubmitted,
  stepKeys.MortgageValuationBooked,
  stepKeys.MortgageValuationCompleted,
  stepKeys.MortgageApproved,
] as const
const completing = [stepKeys.ReportedToBuyer, stepKeys.DocumentsAndDepositsReceived, stepKeys.Exchanged] as const

/**
 * The same with everything that precedes the completing steps: nothing is reported to the buyer before the legal steps and the mortgage,
 * and contracts are not exchanged before that. An import does not write these, because the buyer may have paid cash.
 */
const precedingSteps: ReadonlyMap<StepKey, readonly StepKey[]> = new Map<StepKey, readonly StepKey[]>([
  ...impliedSteps,
  ...[...legal, ...financial].map((key) => [key, [...(impliedSteps.get(key) ?? []), ...completing]] as const),
  ...completing.slice(0, -1).map((key, index) => [key, completing.slice(index + 1)] as const),
])

/** `by`: the first completed step that requires `key`; `on`: the day of its completion. */
export type ImpliedStep = { key: StepKey; on: DateOnly; by: StepKey }

/**
 * The steps that completed steps imply. `completedOn`: the day on which a step was completed; null: not complete, or the day is unknown.
 */
export const findImpliedSteps = (completedOn: (key: StepKey) => DateOnly | null): ImpliedStep[] =>
  findIn(impliedSteps, completedOn)

/** The same for steps that must have been done before, whether or not they are recorded. */
export const findPrecedingSteps = (completedOn: (key: StepKey) => DateOnly | null): ImpliedStep[] =>
  findIn(precedingSteps, completedOn)

const findIn = (steps: ReadonlyMap<StepKey, readonly StepKey[]>, completedOn: (key: StepKey) => DateOnly | null): ImpliedStep[] =>
  [...steps].flatMap(([key, later]) => {
    const completed = later.flatMap((by): ImpliedStep[] => {
      const on = completedOn(by)
      return on === null ? [] : [{ key, on, by }]
    })
    return completed.toSorted((a, b) => (a.on < b.on ? -1 : Number(a.on > b.on))).slice(0, 1)
  })
