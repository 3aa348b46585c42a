/**
 * "Creating a property completes TakeOn and starts PropertyLaunched; a custom launch date completes PropertyLaunched on
 * that date. Completing PropertyLaunched starts Viewings." Domain decisions, "Timeline".
 *
 * A property that was launched before it was entered here was taken on no later than it was launched. A step that the
 * template lacks is not applicable, so that every property has every step and one can be brought back.
 */
import type { DateOnly } from '../../common/dates.ts'
import { type ErrorCode, refuseIf } from '../../errors.ts'
import { changeState, reasonFor } from './changes.ts'
import { followRules } from './follow-rules.ts'
import { fixedSteps, type StepDefinition, stepKeys, stepOf } from './steps.ts'
import type { CurrentTime, Step, Template, Timeline, TimelineResult } from './timeline.model.ts'

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
