import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { line } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

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
