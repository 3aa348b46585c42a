/**
 * Invariants of a sale: no exchange or completion without an accepted offer or completion date, and dates in order
 * (decision 3, "Sale contradictions").
 *
 * A save is refused for a contradiction that it introduces, not for an existing one: older rows stay editable and are
 * listed by the filter "To tidy".
 */
import type { DateOnly } from '../../../common/dates.ts'
import type { ErrorCode } from '../../../error-catalogue.ts'
import { withState } from '../changes.ts'
import { findStep, type StepKey, stepKeys } from '../step-definitions.ts'
import type { Step, Timeline } from '../timeline.model.ts'

export type SaleFacts = {
  completionDate: DateOnly | null
  /** Date on which the accepted offer was accepted; null without one. */
  acceptedOn: DateOnly | null
}

type Found = readonly (ErrorCode | false | null | undefined | '')[]
const codes = (found: Found): ErrorCode[] => found.filter((code) => Boolean(code)) as ErrorCode[]

const completeStep = (timeline: Timeline, key: StepKey): Step | null => {
  const step = findStep(timeline, key)
  return step?.state === 'C' ? step : null
}

/** True if the template omits Exchanged. Marking it not applicable by hand does not count. */
const isExchangeLeftOut = (timeline: Timeline): boolean => {
  const step = findStep(timeline, stepKeys.Exchanged)
  return !step || (step.state === 'NA' && step.because?.kind !== 'requested' && step.because?.kind !== 'imported')
}

/** Sale agreed and the memorandum of sale follow the offers: an accepted offer completes Sale agreed, a fall-off reopens it. */
function againstOffers(timeline: Timeline, { acceptedOn }: SaleFacts): ErrorCode[] {
  const isAgreed = completeStep(timeline, stepKeys.SaleAgreed) !== null
  const hasStep = findStep(timeline, stepKeys.SaleAgreed) !== undefined
  return codes([
    hasStep && isAgreed !== (acceptedOn !== null) && 'STEP_FOLLOWS_OFFER',
    !acceptedOn && completeStep(timeline, stepKeys.MemoOfSaleSent) && 'STEP_WITHOUT_OFFER',
  ])
}

/** Steps against the offers, and missing prerequisites of Exchanged and Completed. */
function missing(timeline: Timeline, { completionDate, acceptedOn }: SaleFacts): ErrorCode[] {
  const exchanged = completeStep(timeline, stepKeys.Exchanged)
  const completed = completeStep(timeline, stepKeys.Completed)
  return codes([
    ...againstOffers(timeline, { completionDate, acceptedOn }),
    exchanged && !acceptedOn && 'EXCHANGED_WITHOUT_OFFER',
    exchanged && !completionDate && 'COMPLETION_DATE_REQUIRED',
    completed && !acceptedOn && 'COMPLETED_WITHOUT_OFFER',
    completed && !exchanged && !isExchangeLeftOut(timeline) && 'COMPLETED_WITHOUT_EXCHANGE',
    completed && !completionDate && 'COMPLETED_WITHOUT_DATE',
  ])
}

/** Required order: acceptance, exchange, completion. */
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

/**
 * Date until which the sale contradicts itself: `infinity` for a lasting contradiction, a completion date in the future,
 * or null.
 */
export const contradictsUntil = (timeline: Timeline, facts: SaleFacts): DateOnly | null => {
  if (missing(timeline, facts).length + outOfOrder(timeline, facts).length > 0) return 'infinity'
  return completeStep(timeline, stepKeys.Completed) ? facts.completionDate : null
}

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

/** The first contradiction that the change introduces, or null. */
export const whyNotChangeSale = (before: Sale, after: Sale, today: DateOnly): ErrorCode | null => {
  const there = saleContradictions(before.timeline, before, today)
  return saleContradictions(after.timeline, after, today).find((code) => !there.includes(code)) ?? null
}

const daysOfCompletion = ({ timeline, completionDate }: Sale) => {
  const completedOn = completeStep(timeline, stepKeys.Completed)?.completedOn
  return completedOn && completionDate && completedOn !== completionDate ? { completedOn, completionDate } : null
}

/**
 * "Completing on another day than agreed asks which one is right" (corrections issue): the two dates if a save makes them differ, otherwise
 * null. The screen asks; both may be right, so the server accepts them.
 */
export const completionDateMismatch = (before: Sale, after: Sale): { completedOn: DateOnly; completionDate: DateOnly } | null => {
  const [was, is] = [daysOfCompletion(before), daysOfCompletion(after)]
  return is && was?.completedOn === is.completedOn && was.completionDate === is.completionDate ? null : is
}

/** Steps that need an accepted offer. */
const stepsOfOffer: readonly StepKey[] = [stepKeys.SaleAgreed, stepKeys.MemoOfSaleSent, stepKeys.Exchanged, stepKeys.Completed]

/**
 * First missing prerequisite of such a step, or null. The order of dates is not checked, because the step's
 * date is not known yet.
 */
export const whyNotCompleteStep = (key: StepKey, { timeline, ...facts }: Sale, today: DateOnly): ErrorCode | null => {
  const step = findStep(timeline, key)
  if (!step || !stepsOfOffer.includes(key)) return null
  const done = timeline.map((one) => (one === step ? withState(step, 'C', today) : one))
  const without = timeline.map((one) => (one === step ? withState(step, 'NS', today) : one))
  const other = missing(without, facts)
  const isFuture = key === stepKeys.Completed && facts.completionDate !== null && facts.completionDate > today
  return missing(done, facts).find((code) => !other.includes(code)) ?? (isFuture ? 'COMPLETION_DATE_IN_FUTURE' : null)
}
