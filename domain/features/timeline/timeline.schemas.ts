import { z } from 'zod'
import { Day, Id, line, paragraph, When } from '../../common/wire.ts'

/** The shapes of timelines on the wire. The rules themselves work on the plain types of `timeline.model.ts`. */

/** The numeric id of a step (timeline milestone ids, reports document section 3). */
export const StepKey = z.int('This is not a step.').min(1, 'This is not a step.').max(36, 'This is not a step.')

/** C complete, NS not started, IP in progress, B blocked (shown "Delayed"), NA not applicable. */
export const StepState = z.enum(['C', 'NS', 'IP', 'B', 'NA'], 'This is not a state of a step.')

/** PS selling, F financial, L legal, S survey, C completing. */
export const StepType = z.enum(['PS', 'F', 'L', 'S', 'C'])

/** A line of a company's or branch's template: what a new property copies. */
export const TemplateStep = z.strictObject({
  key: StepKey,
  title: line(80).min(1, 'Enter a title.'),
  description: paragraph(500),
  daysToComplete: z.int('Enter a whole number.').min(0, 'Use 0 to 31.').max(31, 'Use 0 to 31.'),
  state: z.enum(['NS', 'NA']),
})

export const SurveyData = z.strictObject({
  date: Day.nullable(),
  contactPOC: Id.nullable().default(null),
  reference: paragraph(500).default(''),
  awaitingReports: z.boolean().default(false),
})

/** A step of a property's timeline. `warningDate` and `overdue` are computed for the day of the answer. */
export const TimelineItem = z.object({
  key: StepKey,
  keyName: z.string(),
  type: StepType,
  state: StepState,
  order: z.int(),
  title: z.string(),
  description: z.string(),
  daysToComplete: z.int(),
  startedOn: Day.nullable(),
  completedOn: Day.nullable(),
  blockedOn: Day.nullable(),
  warningDate: Day.nullable(),
  overdue: z.boolean(),
  actioned: z.boolean(),
  wasAutoSetToInProgress: z.boolean(),
  because: z.string().nullable(),
  becauseOf: StepKey.nullable(),
  surveyData: SurveyData.nullable(),
  updatedOn: When.nullable(),
})
export type TimelineItem = z.output<typeof TimelineItem>

/** What the user changed on one step. */
export const RequestedStep = z.strictObject({
  key: StepKey,
  state: StepState,
  completedOn: Day.optional(),
  surveyData: SurveyData.optional(),
  appMarkedDelete: z.boolean().optional(),
})

/** One thing that a save changed, and why. */
export const TimelineChange = z.object({
  key: StepKey,
  from: StepState.nullable(),
  to: StepState.nullable(),
  on: Day,
  because: z.string(),
  becauseText: z.string(),
})
