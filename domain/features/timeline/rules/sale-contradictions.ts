/**
 * What a sale must never say of itself: exchanged or completed without an accepted offer, without a completion date, or
 * in an order that the law does not know (docs/decisions/0003, "A sale that cannot contradict itself").
 *
 * A save is refused for a contradiction that it makes, never for one that was there before it: rows from before this rule
 * stay editable and are listed by the filter "To tidy".
 */
import type { DateOnly } from '../../../common/dates.ts'
import type { ErrorCode } from '../../../errors.ts'
import { withState } from '../changes.ts'
import { findStep, type StepKey, stepKeys } from '../steps.ts'
import type { Step, Timeline } from '../timeline.model.ts'

export type SaleFacts = {
  completionDate: DateOnly | null
  /** The day on which the accepted offer was accepted; null while no offer is. */
  acceptedOn: DateOnly | null
}

/** The day on which the accepted offer was accepted; null while no offer is. */
export const acceptedOnOf = (offers: readonly { state: string; acceptedOn: DateOnly | null }[]): DateOnly | null =>
  offers.find(({ state }) => state === 'A')?.acceptedOn ?? null

type Found = readonly (ErrorCode | false | null | undefined | '')[]
const codes = (found: Found): ErrorCode[] => found.filter((code) => Boolean(code)) as ErrorCode[]

const completeStep = (timeline: Timeline, key: StepKey): Step | null => {
  const step = findStep(timeline, key)
  return step?.state === 'C' ? step : null
}

/** True where the template left Exchanged out. Marking it not applicable by hand does not make a completion need it less. */
const isExchangeLeftOut = (timeline: Timeline): boolean => {
  const step = findStep(timeline, stepKeys.Exchanged)
  return !step || (step.state === 'NA' && step.because?.kind !== 'requested')
}

/** What Exchanged and Completed need and do not have. */
function missing(timeline: Timeline, { completionDate, acceptedOn }: SaleFacts): ErrorCode[] {
  const exchanged = completeStep(timeline, stepKeys.Exchanged)
  const completed = completeStep(timeline, stepKeys.Completed)
  return codes([
    exchanged && !acceptedOn && 'EXCHANGED_WITHOUT_OFFER',
    exchanged && !completionDate && 'COMPLETION_DATE_REQUIRED',
    completed && !acceptedOn && 'COMPLETED_WITHOUT_OFFER',
    completed && !exchanged && !isExchangeLeftOut(timeline) && 'COMPLETED_WITHOUT_EXCHANGE',
    completed && !completionDate && 'COMPLETED_WITHOUT_DATE',
  ])
}

/** Acceptance, exchange, completion: in this order. */
function outOfOrder(timeline: Timeline, { completionDate, acceptedOn }: SaleFacts): ErrorCode[] {
  const exchangedOn = completeStep(timeline, stepKeys.Exchanged)?.completedOn
  const completedOn = completeStep(timeline, stepKeys.Completed)?.completedOn
  const days = [exchangedOn, completedOn, completionDate]
  return codes([
    acceptedOn && days.some((day) => day && day < acceptedOn) && 'SALE_BEFORE_ACCEPTANCE',
    exchangedOn && completionDate && exchangedOn > completionDate && 'EXCHANGED_AFTER_COMPLETION',
    exchangedOn && completedOn && exchangedOn > completedOn && 'COMPLETED_BEFORE_EXCHANGE',
  ])
}

/** The day until which a sale contradicts itself: for good (`infinity`), until its completion date has come, or null for a sound one. */
export const contradictsUntil = (timeline: Timeline, facts: SaleFacts): DateOnly | null => {
  if (missing(timeline, facts).length + outOfOrder(timeline, facts).length > 0) return 'infinity'
  return completeStep(timeline, stepKeys.Completed) ? facts.completionDate : null
}

/** Every contradiction in a sale as it stands on a day. */
export const saleContradictions = (timeline: Timeline, facts: SaleFacts, today: DateOnly): ErrorCode[] =>
  codes([
    ...missing(timeline, facts),
    ...outOfOrder(timeline, facts),
    completeStep(timeline, stepKeys.Completed) &&
      facts.completionDate &&
      facts.completionDate > today &&
      'COMPLETION_DATE_IN_FUTURE',
  ])

export type Sale = SaleFacts & { timeline: Timeline }

/** Why a change of a sale is refused: the first contradiction that it makes, or null. */
export const whyNotChangeSale = (before: Sale, after: Sale, today: DateOnly): ErrorCode | null => {
  const there = saleContradictions(before.timeline, before, today)
  return saleContradictions(after.timeline, after, today).find((code) => !there.includes(code)) ?? null
}

const daysOfCompletion = ({ timeline, completionDate }: Sale) => {
  const completedOn = completeStep(timeline, stepKeys.Completed)?.completedOn
  return completedOn && completionDate && completedOn !== completionDate ? { completedOn, completionDate } : null
}

/**
 * "Completing on another day than agreed asks which one is right" (issue 15): the two days that a save leaves apart, null
 * when they are one or were these two before. The screen asks once; both may be right, so the server takes them.
 */
export const completionDateMismatch = (before: Sale, after: Sale): { completedOn: DateOnly; completionDate: DateOnly } | null => {
  const [was, is] = [daysOfCompletion(before), daysOfCompletion(after)]
  return is && was?.completedOn === is.completedOn && was.completionDate === is.completionDate ? null : is
}

/**
 * What Exchanged or Completed still waits for, the first thing first; null when it can be completed. The order of the
 * days is not looked at: the day of the step is entered with it.
 */
export const whyNotCompleteStep = (key: StepKey, { timeline, ...facts }: Sale, today: DateOnly): ErrorCode | null => {
  const step = findStep(timeline, key)
  if (!step || (key !== stepKeys.Exchanged && key !== stepKeys.Completed)) return null
  const done = timeline.map((one) => (one === step ? withState(step, 'C', today) : one))
  const without = timeline.map((one) => (one === step ? withState(step, 'NS', today) : one))
  const other = missing(without, facts)
  const isFuture = key === stepKeys.Completed && facts.completionDate !== null && facts.completionDate > today
  return missing(done, facts).find((code) => !other.includes(code)) ?? (isFuture ? 'COMPLETION_DATE_IN_FUTURE' : null)
}
