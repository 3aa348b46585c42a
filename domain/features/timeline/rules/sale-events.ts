import type { DateOnly } from '../../../common/dates.ts'
import { applyChanges, changeState, isIdenticalStep, reasonFor, recordChange, recordRemoval, withState } from '../changes.ts'
import { isDoneOrNotApplicable } from '../predecessors-of.ts'
import { byDisplayOrder, findStep, stepKeys, stepsOfTrack } from '../step-definitions.ts'
import { stepOf } from '../step-of.ts'
import type { Change, CurrentTime, Reason, ReasonKind, Step, Timeline, TimelineResult } from '../timeline.model.ts'
import { applyCashBuyer } from './cash-buyer.ts'
import { followRules } from './follow-rules.ts'

/**
 * "Accepting an offer completes every earlier pre-sale step that is still open and SaleAgreed (completedOn = acceptedOn),
 * which starts MemoOfSaleSent." [domain, Timeline](docs/design/domain.md#timeline).
 *
 * SaleAgreed takes the date of the acceptance even if it was completed by hand, and also if the template omits it.
 */

/** `beforeAcceptance` must be stored with the acceptance: a fall-off restores it. */
export type AcceptedTimeline = TimelineResult & { beforeAcceptance: Timeline }

export const acceptOffer = (
  timeline: Timeline,
  acceptedOn: DateOnly,
  cashBuyer: boolean,
  time: CurrentTime,
): AcceptedTimeline => ({
  ...followRules(timeline, stepsOfAcceptance(timeline, acceptedOn, cashBuyer, time), time),
  beforeAcceptance: timeline,
})

/** Changes that an acceptance makes before any rule applies. `isAssumed`: an import gives no day for it. */
export const stepsOfAcceptance = (
  timeline: Timeline,
  acceptedOn: DateOnly,
  cashBuyer: boolean,
  time: CurrentTime,
  isAssumed = false,
): Change[] => {
  const reason: Reason = { ...reasonFor('offer-accepted'), ...(isAssumed && { on: time.today, assumed: true }) }
  const agreed = stepOf(timeline, stepKeys.SaleAgreed)
  const earlier = stepsOfTrack(timeline, 'PS').filter(
    (step) => (step.order ?? 0) < (agreed.order ?? 0) && !isDoneOrNotApplicable(step),
  )
  const completed = [...earlier, agreed].map((step) => changeState(step, 'C', acceptedOn, reason, time.now))
  return [...completed, ...applyCashBuyer(timeline, cashBuyer, time)]
}

/** Moves the steps completed by the acceptance when its date is corrected. */
export const redateAcceptedSteps = (timeline: Timeline, from: DateOnly, to: DateOnly, now: CurrentTime['now']): Change[] =>
  stepsOfTrack(timeline, 'PS')
    .filter((step) => step.state === 'C' && step.because?.kind === 'offer-accepted' && step.completedOn === from)
    .map((step) => recordChange(step, withState(step, 'C', to), to, reasonFor('offer-accepted'), now))

/**
 * "E-mailing the memorandum completes MemoOfSaleSent." [domain, Timeline](docs/design/domain.md#timeline). Sending it again changes
 * nothing: the first date counts.
 */
export const emailMemo = (timeline: Timeline, time: CurrentTime): TimelineResult => {
  const memo = stepOf(timeline, stepKeys.MemoOfSaleSent)
  const sent = memo.state === 'C' ? [] : [changeState(memo, 'C', time.today, reasonFor('memo-emailed'), time.now)]
  return followRules(timeline, sent, time)
}

/**
 * "A fall-off archives the timeline … and puts every step back to the state it had just before that offer was accepted."
 * "Restore brings the archived timeline … back exactly." [domain, Fall-off, restore](docs/design/domain.md#fall-off-restore).
 *
 * Timelines are immutable, so a timeline is its own snapshot. No rule runs here; dates and reasons are restored too. Only a step that
 * the sale had ended and that is open again starts anew on the day of the fall-off: otherwise it would be overdue by the time under
 * offer. Surveys added since are removed.
 */

type StepEquality = (a: Step, b: Step) => boolean

const isSameButForTime: StepEquality = (a, b) => isIdenticalStep({ ...a, updatedOn: b.updatedOn }, b)

const replaceWith = (
  current: Timeline,
  target: Timeline,
  kind: ReasonKind,
  isSame: StepEquality,
  { today }: CurrentTime,
): TimelineResult => {
  const removals = current
    .filter((step) => !findStep(target, step.key))
    .map((step) => recordRemoval(step, today, reasonFor(kind)))
  const restored = target.flatMap((step): Change[] => {
    const existing = findStep(current, step.key)
    if (existing && isSame(existing, step)) return []
    return [{ key: step.key, from: existing?.state ?? null, to: step.state, on: today, because: reasonFor(kind), after: step }]
  })
  const changes = [...removals, ...restored].toSorted(byDisplayOrder)
  return { timeline: applyChanges(current, changes), changes, reopened: [] }
}

/**
 * Exchange and completion do not survive their sale: reopens steps that were completed before the acceptance, as older
 * data allowed.
 */
const withoutExchange = (step: Step, { today }: CurrentTime): Step =>
  step.state === 'C' && (step.key === stepKeys.Exchanged || step.key === stepKeys.Completed) ? withState(step, 'NS', today) : step

const isOpen = (step: Step | undefined): boolean => step?.state === 'IP' || step?.state === 'B'

/** A step that is open again starts on the day of the fall-off; a due date set by a person is kept until it has passed. */
const startedAgain = (step: Step, existing: Step | undefined, { today }: CurrentTime): Step => {
  if (!isOpen(step) || isOpen(existing)) return step
  const isDuePast = step.dueOn !== null && step.dueOn < today
  return {
    ...step,
    startedOn: today,
    blockedOn: step.state === 'B' ? today : null,
    ...(isDuePast ? { dueOn: null, dueReason: '' } : {}),
  }
}

/** Restored steps get `updatedOn` now, so that the report tints them. */
export const fallOff = (timeline: Timeline, beforeAcceptance: Timeline, time: CurrentTime): TimelineResult => {
  const target = beforeAcceptance.map((step) => ({
    ...startedAgain(withoutExchange(step, time), findStep(timeline, step.key), time),
    updatedOn: time.now,
  }))
  return replaceWith(timeline, target, 'fall-off', isSameButForTime, time)
}

/** Restores the archived timeline exactly, `updatedOn` included. */
export const restoreSale = (timeline: Timeline, archived: Timeline, time: CurrentTime): TimelineResult =>
  replaceWith(timeline, archived, 'sale-restored', isIdenticalStep, time)
