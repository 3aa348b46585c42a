/**
 * "Accepting an offer completes every earlier pre-sale step that is still open and SaleAgreed (completedOn = acceptedOn),
 * which starts MemoOfSaleSent." Domain decisions, "Timeline".
 *
 * The acceptance is the fact: a sale that was marked as agreed by hand gets the day of the acceptance, and one whose
 * template leaves the step out is agreed all the same.
 */
import type { DateOnly } from '../../common/dates.ts'
import { applyCashBuyer } from './cash-buyer.ts'
import { changeState, reasonFor, recordChange, withState } from './changes.ts'
import { followRules } from './follow-rules.ts'
import { isDoneOrNotApplicable } from './predecessors.ts'
import { stepKeys, stepOf, stepsOfTrack } from './steps.ts'
import type { Change, CurrentTime, Timeline, TimelineResult } from './timeline.model.ts'

/** `beforeAcceptance` is to be kept with the acceptance: a fall-off puts it back. */
export type AcceptedTimeline = TimelineResult & { beforeAcceptance: Timeline }

export const acceptOffer = (
  timeline: Timeline,
  acceptedOn: DateOnly,
  cashBuyer: boolean,
  moment: CurrentTime,
): AcceptedTimeline => {
  const agreed = stepOf(timeline, stepKeys.SaleAgreed)
  const earlier = stepsOfTrack(timeline, 'PS').filter(
    (step) => (step.order ?? 0) < (agreed.order ?? 0) && !isDoneOrNotApplicable(step),
  )
  const completed = [...earlier, agreed].map((step) =>
    changeState(step, 'C', acceptedOn, reasonFor('offer-accepted'), moment.now),
  )
  const cash = applyCashBuyer(timeline, cashBuyer, moment)
  return { ...followRules(timeline, [...completed, ...cash], moment), beforeAcceptance: timeline }
}

/** The earlier steps that the acceptance completed follow it when its day is corrected. */
export const redateAcceptedSteps = (timeline: Timeline, from: DateOnly, to: DateOnly, now: CurrentTime['now']): Change[] =>
  stepsOfTrack(timeline, 'PS')
    .filter((step) => step.state === 'C' && step.because?.kind === 'offer-accepted' && step.completedOn === from)
    .map((step) => recordChange(step, withState(step, 'C', to), to, reasonFor('offer-accepted'), now))
