import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

/** A day of any year; 29 February counts in leap years. */
const MonthDay = z
  .string()
  .regex(/^\d{2}-\d{2}$/, 'Enter a day as MM-DD.')
  .refine((day) => {
    const [month = 0, date = 0] = day.split('-').map(Number)
    return month >= 1 && month <= 12 && date >= 1 && date <= new Date(Date.UTC(2024, month, 0)).getUTCDate()
  }, 'There is no such day.')

const ClosedDays = z.array(z.strictObject({ from: MonthDay, to: MonthDay }))
const mostClosedRanges = 20

const ForecastSettings = z.object({
  /** Yearly ranges, both days included; one may run over the end of the year. */
  closedDays: ClosedDays,
  /** Whether the tab Staff compares sales progressors. */
  compareStaff: z.boolean(),
  version: Version,
})
export type ForecastSettings = z.output<typeof ForecastSettings>

export const readForecastSettings = endpoint({
  method: 'GET',
  path: '/company/:companyId/closed-days',
  permission: 'forecast.view',
  summary: 'Yearly closed days, which step times and forecasts do not count, and whether progressors are compared.',
  params: companyParams,
  response: ForecastSettings,
})

export const saveForecastSettings = endpoint({
  method: 'PUT',
  path: '/company/:companyId/closed-days',
  permission: 'forecast.settings',
  summary: 'Change them. Step times and forecasts are recalculated within minutes.',
  params: companyParams,
  body: z.strictObject({
    closedDays: ClosedDays.max(mostClosedRanges, `Use at most ${mostClosedRanges} ranges.`),
    compareStaff: z.boolean('Say yes or no.'),
    version: Version.optional(),
  }),
  response: ForecastSettings,
})
