import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Day, Id, Success } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { maxPerMonth, maxTargetMonths, targetMetrics, targetMetricsOf } from './targets.ts'
import { WeekDay } from './week.contract.ts'

/** Targets per month of branches and people. [seat §4](docs/design/seat.md#4). */

const Month = WeekDay.refine((day) => day.endsWith('-01'), 'Use the first day of a month.')
const Metric = z.enum(targetMetrics, 'There is no such target.')
/** Whole numbers or whole pounds; 0: none. */
const PerMonth = z.int('Enter a whole number.').min(0, 'Use 0 or more.')

const targetEdit = z
  .strictObject({
    branchId: Id.optional(),
    userId: Id.optional(),
    metric: Metric,
    fromMonth: Month,
    perMonth: PerMonth,
    /** The number of that month before, as it was shown. */
    was: PerMonth,
  })
  .refine(({ branchId, userId }) => (branchId === undefined) !== (userId === undefined), 'Name a branch or a person.')
  // 0 takes away a number that was given before.
  .refine((edit) => edit.perMonth === 0 || targetMetricsOf(edit).includes(edit.metric), {
    path: ['metric'],
    message: 'The targets of a person are fees agreed and fees exchanged.',
  })
  .refine(({ metric, perMonth }) => perMonth <= maxPerMonth(metric), { path: ['perMonth'], message: 'This number is too large.' })
const cellOf = ({ branchId, userId, metric, fromMonth }: z.output<typeof targetEdit>): string =>
  [branchId, userId, metric, fromMonth].join(' ')
export type TargetEdit = z.output<typeof targetEdit>

const TargetRow = z.object({
  branchId: Id.nullable(),
  userId: Id.nullable(),
  name: z.string(),
  /** By month; a month takes the one before until changed. */
  numbers: z.record(Metric, z.array(z.number())),
})
export type TargetRow = z.output<typeof TargetRow>

export const readTargets = endpoint({
  method: 'GET',
  path: '/target/:companyId',
  permission: 'target.edit',
  summary: `The targets of the branches in reach, and of the people who work in no other, for up to ${maxTargetMonths} months.`,
  params: companyParams,
  query: z.strictObject({ from: Month, until: Month }),
  response: z.object({ months: z.array(Day), rows: z.array(TargetRow) }),
})

export const saveTargets = endpoint({
  method: 'PATCH',
  path: '/target/:companyId',
  permission: 'target.edit',
  summary: 'Change targets from a month on, until the next month that has its own.',
  params: companyParams,
  body: z.strictObject({
    edits: z
      .array(targetEdit)
      .min(1, 'Change a target.')
      .max(200, 'Change 200 targets at most.')
      .refine((edits) => new Set(edits.map(cellOf)).size === edits.length, 'Change each target once.'),
  }),
  response: Success,
})
