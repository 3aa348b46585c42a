import { z } from 'zod'
import { Day, Id, Money, Timestamp, Version } from '../../common/wire.ts'
import { ChainStatus } from '../chain/chain-status.ts'
import { customerStates } from '../customer-checks/customer-states.ts'
import { FeePercent } from '../management-info/fee-percent.ts'
import { OpenStepInfo, Phase, StepKey, StepState, StepType } from '../timeline/timeline.schemas.ts'

export const ReportStep = z.object({
  key: StepKey,
  state: StepState,
  completedOn: Day.nullable(),
  warningDate: Day.nullable(),
  updatedOn: Timestamp.nullable(),
  /** The day of completion is assumed by an import. */
  assumed: z.boolean().optional(),
  type: StepType,
  /** For an open survey: "surveyData holds awaitingReports" ([reports §3](docs/design/reports.md#3)). */
  surveyData: z.object({ awaitingReports: z.boolean() }).nullable(),
})
export type ReportStep = z.output<typeof ReportStep>

/** A step as stored in the derived row. */
export type StoredStep = Omit<ReportStep, 'type' | 'surveyData'>

/**
 * When the sale will exchange, if it holds (null: later than a year), and the step or link that decides it.
 * [forecast §11](docs/design/forecast.md#11).
 */
export const ReportForecast = z.object({ halfBy: Day.nullable(), by80: Day.nullable(), decides: z.string() })

/** A property in the workflow report ([reports §3](docs/design/reports.md#3)). */
export const ReportRow = z.object({
  _id: Id,
  company: Id,
  branch: Id,
  address: z.object({ line1: z.string(), postcode: z.string() }),
  phase: Phase,
  version: Version,
  /** The sales progressor. */
  bStaff: z.object({ _id: Id, name: z.string() }).nullable(),
  negotiator: z.object({ _id: Id, name: z.string() }).nullable(),
  expectedExchange: Day.nullable(),
  /** How often it was moved later. */
  exchangeMoves: z.int(),
  expectedCompletion: Day.nullable(),
  /** The agreed one; it takes over from `expectedCompletion`. */
  completionDate: Day.nullable(),
  mortgageOfferExpires: Day.nullable(),
  /** Only of a sold property, calculated for today; null until then. */
  forecast: ReportForecast.nullable(),
  /** Day on which a person last spoke or wrote to the vendor. */
  vendorLastUpdatedOn: Day.nullable(),
  /** Customer checks of a sale that has not exchanged, on the day of the report. Absent without a register. */
  checks: z.object({ state: z.enum(customerStates), until: Day.nullish() }).optional(),
  vendorSolicitor: z.string().nullable(),
  buyerSolicitor: z.string().nullable(),
  timeline: z.object({
    /** Steps of the report, and open surveys. */
    data: z.array(ReportStep),
    info: z.object({
      /** By step name; only complete steps. */
      completedOns: z.record(z.string(), Day),
      exchanged: z.boolean(),
      stepsComplete: z.int(),
      stepsApplicable: z.int(),
      ...OpenStepInfo.shape,
      surveys: z.object({
        cell: z.enum(['not-applicable', 'ratio', 'date', 'nothing']),
        booked: z.int(),
        done: z.int(),
        updatedOn: Timestamp.nullable(),
      }),
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
