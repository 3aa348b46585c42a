import type { DateOnly } from '../../common/dates.ts'
import { findPrecedingSteps } from '../timeline/implied-steps.ts'
import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import type { StepFacts } from './sale-facts.ts'

/**
 * The days of steps that the forecast counts. A step can be complete although nobody recorded it, and a recorded day can be that of another
 * step; such days are unknown. Decision 86.
 */

/** The steps after which each starts, as the rules of the timeline start them. */
const directlyBefore: ReadonlyMap<StepKey, readonly (readonly StepKey[])[]> = new Map<StepKey, readonly (readonly StepKey[])[]>([
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

/** The steps in an order in which each comes after those before it. */
const inOrder: readonly StepKey[] = [stepKeys.MemoOfSaleSent, ...directlyBefore.keys()]

type Known = { startedOn: DateOnly | null; completedOn: DateOnly | null }

/**
 * The steps with the days that are their own.
 * - A step that must precede a completed one is complete, on an unknown day unless it was completed before.
 * - A step that starts on the day of its completion, as in files without days of starts, starts when the step before it was completed.
 *   If that day is unknown, so is the start; if a later step was completed on the same day, the day is that of the later step.
 */
export function withKnownDays(steps: readonly StepFacts[]): readonly StepFacts[] {
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const completedOn = (key: StepKey): DateOnly | null => {
    const step = byKey.get(key)
    return step?.state === 'C' ? step.completedOn : null
  }
  const preceding = new Map(findPrecedingSteps(completedOn).map(({ key, on }) => [key, on]))
  const known = new Map<StepKey, Known>()
  /** The day on which the steps before were completed; null: unknown; undefined: there are none. */
  const readyOn = (key: StepKey): DateOnly | null | undefined => {
    const before = (directlyBefore.get(key) ?? []).flatMap((track) => track.find((one) => isApplicable(byKey.get(one))) ?? [])
    const days = before.map((one) => known.get(one)?.completedOn ?? null)
    if (days.length === 0) return undefined
    return days.reduce<DateOnly | null>(
      (latest, day) => (latest === null || day === null ? null : latest > day ? latest : day),
      days[0] ?? null,
    )
  }
  for (const key of inOrder) {
    const step = byKey.get(key)
    const done = completedOn(key)
    if (!isApplicable(step) || step === undefined || done === null) continue
    const first = preceding.get(key)
    if (first !== undefined && done > first) continue
    if (step.startedOn !== done) {
      known.set(key, { startedOn: step.startedOn, completedOn: done })
      continue
    }
    const ready = readyOn(key)
    const isOther = first === done && ready !== done
    if (!isOther)
      known.set(key, {
        startedOn: ready === undefined ? done : ready !== null && ready <= done ? ready : null,
        completedOn: done,
      })
  }
  return steps.map((step) => {
    if (step.state === 'NA' || !inOrder.includes(step.key)) return step
    const own = known.get(step.key)
    if (own !== undefined) return { ...step, ...own }
    return step.state === 'C' || preceding.has(step.key) ? { ...step, state: 'C', completedOn: null } : step
  })
}

const isApplicable = (step: StepFacts | undefined): boolean => step !== undefined && step.state !== 'NA'
