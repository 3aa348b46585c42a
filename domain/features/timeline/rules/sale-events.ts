import type { DateOnly } from '../../../common/dates.ts'
import { type ErrorCode, refuseIf } from '../../../errors.ts'
import { applyChanges, changeState, isIdenticalStep, reasonFor, recordChange, recordRemoval, withState } from '../changes.ts'
import {
  byDisplayOrder,
  findStep,
  fixedSteps,
  isDoneOrNotApplicable,
  type StepDefinition,
  stepKeys,
  stepOf,
  stepsOfTrack,
} from '../steps.ts'
import type { Change, CurrentTime, ReasonKind, Step, Template, Timeline, TimelineResult } from '../timeline.model.ts'
import { applyCashBuyer } from './cash-buyer.ts'
import { followRules } from './follow-rules.ts'

/**
 * "Accepting an offer completes every earlier pre-sale step that is still open and SaleAgreed (completedOn = acceptedOn),
 * which starts MemoOfSaleSent." Domain decisions, "Timeline".
 *
 * The acceptance is the fact: a sale that was marked as agreed by hand gets the day of the acceptance, and one whose
 * template leaves the step out is agreed all the same.
 */

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

/**
 * "E-mailing the memorandum completes MemoOfSaleSent." Domain decisions, "Timeline". Sending it again changes nothing:
 * the day it first went out is the one that counts.
 */

export const emailMemo = (timeline: Timeline, moment: CurrentTime): TimelineResult => {
  const memo = stepOf(timeline, stepKeys.MemoOfSaleSent)
  const sent = memo.state === 'C' ? [] : [changeState(memo, 'C', moment.today, reasonFor('memo-emailed'), moment.now)]
  return followRules(timeline, sent, moment)
}

/**
 * "A fall-off archives the timeline … and puts every step back to the state it had just before that offer was accepted."
 * "Restore brings the archived timeline … back exactly." Domain decisions, "Fall-off, restore".
 *
 * A timeline is never changed in place, so the timeline itself is its snapshot: keep the one `acceptOffer` answers with
 * as `beforeAcceptance`, and at a fall-off the one that fell off. No rule runs here: everything is as it was, dates,
 * reasons and clocks included. Surveys that were added since are gone.
 */

type StepEquality = (a: Step, b: Step) => boolean

const isSameButForTime: StepEquality = (a, b) => isIdenticalStep({ ...a, updatedOn: b.updatedOn }, b)

const replaceWith = (
  now: Timeline,
  then: Timeline,
  kind: ReasonKind,
  same: StepEquality,
  { today }: CurrentTime,
): TimelineResult => {
  const gone = now.filter((step) => !findStep(then, step.key)).map((step) => recordRemoval(step, today, reasonFor(kind)))
  const back = then.flatMap((step): Change[] => {
    const current = findStep(now, step.key)
    if (current && same(current, step)) return []
    return [{ key: step.key, from: current?.state ?? null, to: step.state, on: today, because: reasonFor(kind), after: step }]
  })
  const changes = [...gone, ...back].toSorted(byDisplayOrder)
  return { timeline: applyChanges(now, changes), changes, reopened: [] }
}

/** No exchange or completion outlives its sale: one that was ticked before the acceptance, as was once possible, is opened. */
const withoutExchange = (step: Step, { today }: CurrentTime): Step =>
  step.state === 'C' && (step.key === stepKeys.Exchanged || step.key === stepKeys.Completed) ? withState(step, 'NS', today) : step

/** Every step as it was before the acceptance. A step that is put back counts as updated now, so that the report tints it. */
export const fallOff = (timeline: Timeline, beforeAcceptance: Timeline, moment: CurrentTime): TimelineResult => {
  const stamped = beforeAcceptance.map((step) => ({ ...withoutExchange(step, moment), updatedOn: moment.now }))
  return replaceWith(timeline, stamped, 'fall-off', isSameButForTime, moment)
}

/** The archived timeline exactly, down to when each step was last updated. */
export const restoreSale = (timeline: Timeline, archived: Timeline, moment: CurrentTime): TimelineResult =>
  replaceWith(timeline, archived, 'sale-restored', isIdenticalStep, moment)

/**
 * "Creating a property completes TakeOn and starts PropertyLaunched; a custom launch date completes PropertyLaunched on
 * that date. Completing PropertyLaunched starts Viewings." Domain decisions, "Timeline".
 *
 * A property that was launched before it was entered here was taken on no later than it was launched. A step that the
 * template lacks is not applicable, so that every property has every step and one can be brought back.
 */

/** "Custom launch date cannot be in the future." Property document, section 5. */
export const whyNotLaunchOn = (launchedOn: DateOnly, today: DateOnly): ErrorCode | null =>
  launchedOn > today ? 'LAUNCH_DATE_IN_FUTURE' : null

const fromTemplate = (definition: StepDefinition, template: Template): Step => {
  const row = template.find((one) => one.key === definition.key)
  return {
    ...definition,
    title: row?.title ?? definition.title,
    description: row?.description ?? '',
    daysToComplete: row?.daysToComplete ?? definition.daysToComplete,
    state: row?.state ?? 'NA',
    startedOn: null,
    completedOn: null,
    blockedOn: null,
    dueOn: null,
    dueReason: '',
    wasAutoSetToInProgress: false,
    because: null,
    actioned: false,
    updatedOn: null,
    survey: null,
  }
}

/** A property's steps as its template has them, before anything has happened. */
export const timelineFromTemplate = (template: Template): Timeline =>
  fixedSteps.map((definition) => fromTemplate(definition, template))

/**
 * The timeline of a property taken on today, launched on a day if one is given. Throws LAUNCH_DATE_IN_FUTURE.
 * Taking on and launching are facts: they complete their steps even where the template leaves these out.
 */
export const newTimeline = (template: Template, launchedOn: DateOnly | null, moment: CurrentTime): TimelineResult => {
  const { today, now } = moment
  refuseIf(launchedOn === null ? null : whyNotLaunchOn(launchedOn, today))
  const steps = timelineFromTemplate(template)
  const takenOn = changeState(stepOf(steps, stepKeys.TakeOn), 'C', launchedOn ?? today, reasonFor('taken-on'), now)
  const launched =
    launchedOn && changeState(stepOf(steps, stepKeys.PropertyLaunched), 'C', launchedOn, reasonFor('launched'), now)
  return followRules(steps, launched ? [takenOn, launched] : [takenOn], moment)
}
