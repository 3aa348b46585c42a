import { z } from 'zod'
import { companyParams, propertyParams } from '../../common/scope-params.ts'
import { Day, Id, paragraph, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { expectedFields } from './expected-dates.rules.ts'
import { Lender, LenderInput } from './lenders.ts'

/** Between 2000 and 2100. */
const ExpectedDay = Day.refine((day) => day >= '2000-01-01' && day < '2101-01-01', 'Enter a date between 2000 and 2100.')

/** With the id to undo the save; null if nothing changed. */
const SavedWithUndo = PropertyDetail.extend({ undoId: Id.nullable() })

export const saveExpected = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/expected',
  permission: 'day.work',
  summary:
    'Change the expected exchange, expected completion and mortgage offer expiry of a sale, the lender, and whether the vendor sees the days. Missing fields are unchanged. Moving exchange later than completion moves completion along.',
  params: propertyParams,
  body: z
    .strictObject({
      expectedExchange: ExpectedDay.nullable(),
      expectedCompletion: ExpectedDay.nullable(),
      mortgageOfferExpires: ExpectedDay.nullable(),
      shareExpected: z.boolean('Say yes or no.'),
      /** Of the list of the company, or a new name; null: not known. */
      lender: LenderInput.nullable(),
      reason: paragraph(500),
      version: Version,
    })
    .partial(),
  response: SavedWithUndo.extend({
    /** The changed fields; `exchange-moved`: completion followed the exchange. */
    changes: z.array(z.object({ field: z.enum(expectedFields), because: z.enum(['requested', 'exchange-moved']) })),
  }),
})

export const listLenders = endpoint({
  method: 'GET',
  path: '/company/:companyId/lenders',
  permission: 'day.view',
  summary: 'The lenders of the sales of a company, by name.',
  params: companyParams,
  response: z.object({ lenders: z.array(Lender) }),
})

export const assignProgressor = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/progressor',
  permission: 'day.work',
  summary: 'Assign the sales progressor, the negotiator or both of a property, or nobody.',
  params: propertyParams,
  body: z.strictObject({ bStaff: Id.nullable(), negotiator: Id.nullable(), version: Version }).partial(),
  response: SavedWithUndo,
})
