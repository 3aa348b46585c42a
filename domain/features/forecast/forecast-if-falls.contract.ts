import { z } from 'zod'
import { propertyParams } from '../../common/scope-params.ts'
import { Day, Id } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

export const readForecastIfFalls = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/forecast/if-it-falls',
  permission: 'forecast.view',
  summary: 'The sales of the company in whose chain this one is, with half by as it stands and without this sale.',
  params: propertyParams,
  response: z.object({
    /** Sales in the caller’s branches. */
    sales: z.array(
      z.object({
        _id: Id,
        branch: Id,
        line1: z.string(),
        /** Null: later than a year. */
        halfBy: Day.nullable(),
        halfByWithout: Day.nullable(),
      }),
    ),
    /** Number of sales in other branches. */
    elsewhere: z.int(),
  }),
})
