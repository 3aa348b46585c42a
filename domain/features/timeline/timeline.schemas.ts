import { z } from 'zod'
import { Day, Id, line, paragraph, Timestamp } from '../../common/wire.ts'
import type { Due } from './due.ts'
import { phases } from './phase.ts'
import type { StepName } from './step-definitions.ts'
import { maxDaysToComplete, reasonKinds, type Step } from './timeline.model.ts'

/** Zod schemas of timelines on the wire. Rules use the plain types of `timeline.model.ts`. */

/** The first phase that applies ([domain](docs/design/domain.md)). */
export const Phase = z.enum(phases)

/** [reports §3](docs/design/reports.md#3), timeline milestone ids. */
export const StepKey = z.int('This is not a step.').min(1, 'This is not a step.').max(36, 'This is not a step.')

/** C complete, NS not started, IP in progress, B blocked (shown "Delayed"), NA not applicable. */
export const StepState = z.enum(['C', 'NS', 'IP', 'B', 'NA'], 'This is not a state of a step.')

/** PS selling, F financial, L legal, S survey, C completing. */
export const StepType = z.enum(['PS', 'F', 'L', 'S', 'C'])

const daysRange = `Use 0 to ${maxDaysToComplete}.`
export const TemplateStep = z.strictObject({
  key: StepKey,
  title: line(80).min(1, 'Enter a title.'),
  description: paragraph(500),
  daysToComplete: z.int('Enter a whole number.').min(0, daysRange).max(maxDaysToComplete, daysRange),
  state: z.enum(['NS', 'NA']),
})

const surveyFields = { date: Day, contactPOC: Id.nullable(), reference: paragraph(500), awaitingReports: z.boolean() }

export const SurveyData = z.object(surveyFields)

/** Fields that depend on the state; stored while a cash buy makes a step not applicable. */
const StepStateFields = z.object({
  state: StepState,
  startedOn: Day.nullable(),
  completedOn: Day.nullable(),
  blockedOn: Day.nullable(),
  wasAutoSetToInProgress: z.boolean(),
  dueOn: Day.nullable().optional(),
  dueReason: z.string().optional(),
})

/** A step with `warningDate` and `overdue` as of the day of the response. */
export const TimelineItem = z
  .object({
    key: StepKey,
    keyName: z.string(),
    type: StepType,
    state: StepState,
    order: z.int().nullable(),
    title: z.string(),
    description: z.string(),
    daysToComplete: z.int().nullable(),
    startedOn: Day.nullable(),
    completedOn: Day.nullable(),
    blockedOn: Day.nullable(),
    warningDate: Day.nullable(),
    /** Due date set by a person, and its reason. */
    dueOn: Day.nullable(),
    dueReason: z.string(),
    overdue: z.boolean(),
    actioned: z.boolean(),
    wasAutoSetToInProgress: z.boolean(),
    because: z
      .object({
        kind: z.enum(reasonKinds),
        steps: z.array(StepKey),
        before: StepStateFields.optional(),
        /** Day of the import that set or started it. */
        on: Day.optional(),
        /** The day of the step is assumed: the files of the import do not give it. */
        assumed: z.boolean().optional(),
      })
      .nullable(),
    surveyData: SurveyData.nullable(),
    /** Name of the point of contact in `surveyData`. */
    surveyContact: z.object({ name: z.string(), contact: z.string() }).nullable(),
    updatedOn: Timestamp.nullable(),
  })
  .meta({ id: 'TimelineStep' })
export type TimelineItem = z.output<typeof TimelineItem>

export const RequestedStep = z.strictObject({
  key: StepKey,
  state: StepState,
  completedOn: Day.nullable().optional(),
  startedOn: Day.nullable().optional(),
  /** Since when the step is delayed. */
  blockedOn: Day.nullable().optional(),
  /** Moves the due date, with a reason; null restores the template's days. */
  dueOn: Day.nullable().optional(),
  dueReason: line(200).optional(),
  surveyData: z.strictObject(surveyFields).partial().nullable().optional(),
  appMarkedDelete: z.boolean().optional(),
})

export const TimelineChange = z.object({
  key: StepKey,
  from: StepState.nullable(),
  to: StepState.nullable(),
  on: Day,
  because: z.enum(reasonKinds),
  becauseText: z.string(),
})

const Warning = z.enum(['amber', 'red'])

/** The most urgent open step. */
export const NextStep = z.object({
  key: StepKey,
  state: z.enum(['IP', 'B']),
  date: Day.nullable(),
  awaitingReports: z.boolean(),
  warning: Warning.nullable(),
})
export type NextStep = z.output<typeof NextStep>

/** Open steps of a property as of the day of reading, in rows of report and list. */
export const OpenStepInfo = z.object({
  nextStep: NextStep.nullable(),
  surveyDate: Day.nullable(),
  /** Surveys done ÷ booked, 0 to 1; null if none is booked. */
  surveysR: z.number().min(0).max(1).nullable(),
  /** The most urgent open survey. */
  upcomingSurveyDate: z.object({ date: Day, warning: Warning.nullable(), key: StepKey }).nullable(),
})
export type OpenStepInfo = z.output<typeof OpenStepInfo>

/** Wire format of a step. `due` is null unless the step is open and has a date. */
export function toTimelineItem(step: Step, due: Due | null, surveyContact: TimelineItem['surveyContact'] = null): TimelineItem {
  const { survey, because, ...rest } = step
  return {
    ...rest,
    because: because && {
      kind: because.kind,
      steps: [...because.steps],
      ...(because.before ? { before: because.before } : {}),
      ...(because.on ? { on: because.on } : {}),
      ...(because.assumed ? { assumed: true } : {}),
    },
    surveyData: survey,
    surveyContact,
    warningDate: due?.warningDate ?? null,
    overdue: due?.overdue ?? false,
  }
}

/** Reverse of `toTimelineItem`: the browser runs the same rules as the server. */
export function fromTimelineItem(item: TimelineItem): Step {
  const { surveyData, surveyContact: _surveyContact, warningDate: _warningDate, overdue: _overdue, keyName, ...rest } = item
  return { ...rest, keyName: keyName as StepName, survey: surveyData }
}
