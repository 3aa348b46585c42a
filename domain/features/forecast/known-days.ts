import type { DateOnly } from '../../common/dates.ts'
import { findPrecedingSteps } from '../timeline/implied-steps.ts'
import { type StepKey, stepKeys } from '../timeline/step-definitions.ts'
import { stepsDirectlyBefore } from '../timeline/steps-directly-before.ts'
import type { StepFacts } from './sale-facts.ts'

/**
 * The days of steps that the forecast counts. A step can be complete although nobody recorded it, and a recorded day can be that of another
 * step; such days are unknown. Decision 86.
 */

/** The steps in an order in which each comes after those before it. */
const inOrder: readonly StepKey[] = [stepKeys.MemoOfSaleSent, ...stepsDirectlyBefore.keys()]

type Known = { startedOn: DateOnly | null; completedOn: DateOnly | null }

/**
 * The steps with the days that are their own. `agreedOn`: null if it is unknown.
 * - A step that must precede a completed one is complete, on an unknown day unless it was completed before.
 * - A step that starts on the day of its completion, as in files without days of starts, starts when the step before it was completed.
 *   If that day is unknown, so is the start; if a later step was completed on the same day, the day is that of the later step.
 */
export function withKnownDays(steps: readonly StepFacts[], agreedOn: DateOnly | null): readonly StepFacts[] {
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const completedOn = (key: StepKey): DateOnly | null => {
    const step = byKey.get(key)
    return step?.state === 'C' ? step.completedOn : null
  }
  const preceding = new Map(findPrecedingSteps(completedOn).map(({ key, on }) => [key, on]))
  const known = new Map<StepKey, Known>()
  /** The day on which the steps before were completed; null: unknown. */
  const readyOn = (key: StepKey): DateOnly | null => {
    const before = (stepsDirectlyBefore.get(key) ?? []).flatMap(
      (track) => track.find((one) => isApplicable(byKey.get(one))) ?? [],
    )
    const days = before.map((one) => known.get(one)?.completedOn ?? null)
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
    // The memorandum starts with the sale.
    const ready = key === stepKeys.MemoOfSaleSent ? (agreedOn ?? done) : readyOn(key)
    if (first === done && ready !== done) continue
    known.set(key, { startedOn: ready !== null && ready <= done ? ready : null, completedOn: done })
  }
  return steps.map((step) => {
    if (step.state === 'NA' || !inOrder.includes(step.key)) return step
    const own = known.get(step.key)
    if (own !== undefined) return { ...step, ...own }
    return step.state === 'C' || preceding.has(step.key) ? { ...step, state: 'C', completedOn: null } : step
  })
}

/**
 * The day since which a step that has not started has been running, because the steps before it are complete on an unknown day, so that no
 * rule has started it; null if they are not, or their days are known.
 */
export function startedByImplication(steps: readonly StepFacts[], agreedOn: DateOnly | null): (key: StepKey) => DateOnly | null {
  const recorded = new Map(steps.map((step) => [step.key, step]))
  const known = new Map(withKnownDays(steps, agreedOn).map((step) => [step.key, step]))
  const preceding = new Map(
    findPrecedingSteps((key) => {
      const step = recorded.get(key)
      return step?.state === 'C' ? step.completedOn : null
    }).map(({ key, on }) => [key, on]),
  )
  return (key) => {
    const before = (stepsDirectlyBefore.get(key) ?? []).flatMap(
      (track) => track.find((one) => isApplicable(known.get(one))) ?? [],
    )
    if (before.every((one) => (known.get(one)?.completedOn ?? null) !== null)) return null
    const days = before.map((one) =>
      known.get(one)?.state === 'C' ? (known.get(one)?.completedOn ?? preceding.get(one) ?? null) : null,
    )
    return days.reduce<DateOnly | null>(
      (latest, day) => (latest === null || day === null ? null : latest > day ? latest : day),
      days[0] ?? null,
    )
  }
}

const isApplicable = (step: StepFacts | undefined): boolean => step !== undefined && step.state !== 'NA'
