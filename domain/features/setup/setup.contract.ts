import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id, Success } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

/** Set-up progress of a new company, and its sample sale. Not in the specification. */
export const Setup = z.object({
  /** The timeline was changed. */
  timeline: z.boolean(),
  branch: z.boolean(),
  /** There are more users than the first. */
  people: z.boolean(),
  /** An import was begun. */
  imports: z.boolean(),
  contacts: z.boolean(),
  /** A property other than the sample sale. */
  property: z.boolean(),
  sample: z.object({ _id: Id, branch: Id }).nullable(),
})

export const readSetup = endpoint({
  method: 'GET',
  path: '/company/setup/:companyId',
  permission: 'company.edit',
  summary: 'The set-up progress of a company, and its sample sale.',
  params: companyParams,
  response: Setup,
})

export const createSampleSale = endpoint({
  method: 'POST',
  path: '/company/sample-sale/:companyId',
  permission: 'company.edit',
  summary: 'Create a sample sale with made-up people in the company’s first branch. It is included in figures until deleted.',
  params: companyParams,
  body: z.strictObject({}),
  response: Setup,
})

export const deleteSampleSale = endpoint({
  method: 'DELETE',
  path: '/company/sample-sale/:companyId',
  permission: 'company.edit',
  summary: 'Delete the sample sale and its vendor.',
  params: companyParams,
  response: Success,
})
