/**
 * "Creating a property completes TakeOn and starts PropertyLaunched; a custom launch date completes PropertyLaunched on
 * that date. Completing PropertyLaunched starts Viewings." Domain decisions, "Timeline".
 *
 * A property that was launched before it was entered here was taken on no later than it was launched. A step that the
 * template lacks is not applicable, so that every property has every step and one can be brought back.
 */
import type { DateOnly } from '../../common/dates.ts'
import { type ErrorCode, refuseIf } from '../../errors.ts'
import { because, change } from './changes.ts'
import { followRules } from './follow-rules.ts'
import { fixedSteps, type StepDefinition, stepKeys, stepOf } from './steps.ts'
import type { Moment, Step, Template, Timeline, TimelineOutcome } from './timeline.model.ts'

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
export const copyOfTemplate = (template: Template): Timeline => fixedSteps.map((definition) => fromTemplate(definition, template))

/**
 * The timeline of a property taken on today, launched on a day if one is given. Throws LAUNCH_DATE_IN_FUTURE.
 * Taking on and launching are facts: they complete their steps even where the template leaves these out.
 */
export const newTimeline = (template: Template, launchedOn: DateOnly | null, moment: Moment): TimelineOutcome => {
  const { today, now } = moment
  refuseIf(launchedOn === null ? null : whyNotLaunchOn(launchedOn, today))
  const steps = copyOfTemplate(template)
  const takenOn = change(stepOf(steps, stepKeys.TakeOn), 'C', launchedOn ?? today, because('taken-on'), now)
  const launched = launchedOn && change(stepOf(steps, stepKeys.PropertyLaunched), 'C', launchedOn, because('launched'), now)
  return followRules(steps, launched ? [takenOn, launched] : [takenOn], moment)
}
