import { z } from 'zod'
import { Day, FeePercent, Id, Money, Version, When } from '../../common/wire.ts'
import { ChainStatus, Phase } from '../properties/properties.model.ts'
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

/** A row of the workflow report: a property (reports document, section 3). */
export const ReportRow = z.object({
  _id: Id,
  company: Id,
  branch: Id,
  address: z.object({ line1: z.string(), postcode: z.string() }),
  phase: Phase,
  version: Version,
  timeline: z.object({
    data: z.array(ReportStep),
    info: z.object({
      /** The completion date of each complete step, by its name. */
      completedOns: z.record(z.string(), Day),
      exchanged: z.boolean(),
      stepsComplete: z.int(),
      stepsApplicable: z.int(),
      surveys: ReportSurveys,
    }),
  }),
  mi: z.object({
    chain: ChainStatus,
    offerAccepted: Day.nullable(),
    noticeGiven: Day.nullable(),
    noticeEnd: Day.nullable(),
    cSignedEndDate: Day.nullable(),
    currentAskingPrice: Money.nullable(),
    agreedPrice: Money.nullable(),
    agencyFeePercent: FeePercent.nullable(),
    agencyFee: Money.nullable(),
    expectedFee: Money.nullable(),
    feeEstimate: z.boolean(),
  }),
})
export type ReportRow = z.output<typeof ReportRow>
