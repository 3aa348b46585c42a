import { z } from 'zod'
import { listOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { Day, FeePercent, Id, Money, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { companyParams } from '../companies/companies.contract.ts'
import { ChainStatus, Phase } from '../properties/properties.model.ts'
import { ReportStep, ReportSurveys } from './report.model.ts'
import { reportSorts } from './report-columns.ts'

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

const Ids = z
  .string()
  .toLowerCase()
  .max(4000, 'Choose fewer.')
  .refine((text) => text.split(',').every((id) => Id.safeParse(id).success), 'Use ids with commas between them.')

const Flag = z.enum(['0', '1'], 'Use 0 or 1.')

export const readReport = endpoint({
  method: 'GET',
  path: '/property/mi/report/:companyId',
  permission: 'report.view',
  summary: 'The workflow report: one row a property, 70 a page, sorted by sale progress unless asked otherwise.',
  params: companyParams,
  query: z.strictObject({
    ...pagingQuery(),
    searchText: TextSearch,
    branchIds: Ids.optional(),
    active: Flag.optional(),
    sold: Flag.optional(),
    complete: Flag.optional(),
    dateStart: Day.optional(),
    dateEnd: Day.optional(),
    sortOption: z
      .enum(
        reportSorts.flatMap((sort) => [`${sort}:asc`, `${sort}:desc`] as const),
        'This is not a way to sort.',
      )
      .optional(),
  }),
  response: listOf(ReportRow),
})
