import { z } from 'zod'
import { Day, When } from '../../common/wire.ts'
import { StepKey, StepState } from '../timeline/timeline.schemas.ts'

/** A step as a cell of the report shows it. */
export const ReportStep = z.object({
  key: StepKey,
  state: StepState,
  completedOn: Day.nullable(),
  warningDate: Day.nullable(),
  updatedOn: When.nullable(),
})
export type ReportStep = z.output<typeof ReportStep>

/** Surveys as the report's "Surveys complete" cell needs them. */
export const ReportSurveys = z.object({
  cell: z.enum(['not-applicable', 'ratio', 'date', 'nothing']),
  booked: z.int(),
  done: z.int(),
  updatedOn: When.nullable(),
  upcomingSurveyDate: z.object({ key: StepKey, date: Day, awaitingReports: z.boolean() }).nullable(),
})
export type ReportSurveys = z.output<typeof ReportSurveys>
