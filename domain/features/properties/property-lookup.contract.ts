import { z } from 'zod'
import { companyParams, propertyParams } from '../../common/scope-params.ts'
import { line, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { identifierFields } from './identifiers.fields.ts'

/** A home in a register. The register's own spelling, except for the four identifiers. */
const Candidate = z.object({
  address: z.string(),
  uprn: z.string().nullable(),
  titleNumber: z.string().nullable(),
  epcNumber: z.string().nullable(),
  rating: z.string().nullable(),
  validUntil: z.string().nullable(),
  tenure: z.string().nullable(),
})
export type Candidate = z.output<typeof Candidate>

export const lookUpWhats = ['energy', 'title'] as const

/** Not in the specification: [sale-file §1](docs/design/sale-file.md#1), rule 4. */
export const lookUpProperty = endpoint({
  method: 'GET',
  path: '/property-lookup/:companyId',
  permission: 'address.lookup',
  summary:
    'Homes in a register of energy certificates or titles, through the operator’s adapter. Without `what`: whether there is one.',
  params: companyParams,
  query: z.strictObject({
    what: z.enum(lookUpWhats, 'Choose a register.').optional(),
    postcode: line(10).optional(),
    uprn: line(20).optional(),
  }),
  response: z.object({
    /** Whether the installation has a look-up. */
    offered: z.boolean(),
    candidates: z.array(Candidate),
    /** It did not answer, or not in its format. */
    failed: z.boolean(),
  }),
})

/** Where an identifier comes from; null if the record does not say. `by`: null for an import. */
const Origin = z.object({ on: Timestamp, by: z.string().nullable(), lookedUp: z.boolean() }).nullable()
export type IdentifierOrigin = z.output<typeof Origin>

const identifierKeys = Object.keys(identifierFields) as (keyof typeof identifierFields)[]

/** "Each with where it comes from." [sale-file §1](docs/design/sale-file.md#1). */
export const readIdentifierOrigins = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/identifier-origins',
  permission: 'property.view',
  summary: 'Who entered the identifiers of a property, when, and whether they are from a look-up; and whether there is one.',
  params: propertyParams,
  response: z.object({ offered: z.boolean(), origins: z.record(z.enum(identifierKeys), Origin) }),
})
