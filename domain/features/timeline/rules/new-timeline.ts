import type { DateOnly } from '../../../common/dates.ts'
import { type ErrorCode, refuseIf } from '../../../error-catalogue.ts'
import { changeState, reasonFor } from '../changes.ts'
import { emptyStep } from '../empty-step.ts'
import { fixedSteps, type StepDefinition, stepKeys } from '../step-definitions.ts'
import { stepOf } from '../step-of.ts'
import type { CurrentTime, Step, Template, Timeline, TimelineResult } from '../timeline.model.ts'
import { followRules } from './follow-rules.ts'

/**
 * "Creating a property completes TakeOn and starts PropertyLaunched; a custom launch date completes PropertyLaunched on
 * that date. Completing PropertyLaunched starts Viewings." [domain, Timeline](docs/design/domain.md#timeline).
 *
 * With a launch date in the past, TakeOn is completed on that date too. A step missing from the template is not
 * applicable, so every property has every step.
 */

/** "Custom launch date cannot be in the future." [property §5](docs/design/property.md#5). */
export const whyNotLaunchOn = (launchedOn: DateOnly, today: DateOnly): ErrorCode | null =>
  launchedOn > today ? 'LAUNCH_DATE_IN_FUTURE' : null

const fromTemplate = (definition: StepDefinition, template: Template): Step => {
  const row = template.find((one) => one.key === definition.key)
  return {
    ...emptyStep(definition),
    title: row?.title ?? definition.title,
    description: row?.description ?? '',
    daysToComplete: row?.daysToComplete ?? definition.daysToComplete,
    state: row?.state ?? 'NA',
  }
}

export const timelineFromTemplate = (template: Template): Timeline =>
  fixedSteps.map((definition) => fromTemplate(definition, template))

/** TakeOn and PropertyLaunched are completed even if the template omits them. Throws LAUNCH_DATE_IN_FUTURE. */
export const newTimeline = (template: Template, launchedOn: DateOnly | null, time: CurrentTime): TimelineResult => {
  const { today, now } = time
  refuseIf(launchedOn === null ? null : whyNotLaunchOn(launchedOn, today))
  const steps = timelineFromTemplate(template)
  const takenOn = changeState(stepOf(steps, stepKeys.TakeOn), 'C', launchedOn ?? today, reasonFor('taken-on'), now)
  const launched =
    launchedOn && changeState(stepOf(steps, stepKeys.PropertyLaunched), 'C', launchedOn, reasonFor('launched'), now)
  return followRules(steps, launched ? [takenOn, launched] : [takenOn], time)
}
