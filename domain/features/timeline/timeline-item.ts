import { type DueFacts, dueOf } from './due.ts'
import type { StepName } from './steps.ts'
import type { Step, Timeline } from './timeline.model.ts'
import type { TimelineItem } from './timeline.schemas.ts'

/** A step as the wire carries it: everything the rules know, for the day of the answer when it is due, and who surveys. */
export function toTimelineItem(
  timeline: Timeline,
  step: Step,
  facts: DueFacts,
  surveyContact: TimelineItem['surveyContact'] = null,
): TimelineItem {
  const { survey, because, ...rest } = step
  const due = dueOf(timeline, step, facts)
  return {
    ...rest,
    because: because && {
      kind: because.kind,
      steps: [...because.steps],
      ...(because.before ? { before: because.before } : {}),
    },
    surveyData: survey,
    surveyContact,
    warningDate: due?.warningDate ?? null,
    overdue: due?.overdue ?? false,
  }
}

/** The step that an item of the wire stands for: the browser runs the same rules on it as the server. */
export function fromTimelineItem(item: TimelineItem): Step {
  const { surveyData, surveyContact: _surveyContact, warningDate: _warningDate, overdue: _overdue, keyName, ...rest } = item
  return { ...rest, keyName: keyName as StepName, survey: surveyData }
}
