import { z } from 'zod'
import { Id, Success } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { companyParams } from '../companies/companies.contract.ts'

/** What a new company has done of its set-up, and its sample sale. The calls are not the specification's. */
export const Setup = z.object({
  /** The timeline was changed, or a branch has begun with a copy of it. */
  timeline: z.boolean(),
  branch: z.boolean(),
  /** There is somebody besides the first person. */
  people: z.boolean(),
  contacts: z.boolean(),
  /** A property that is not the sample sale. */
  property: z.boolean(),
  sample: z.object({ _id: Id, branch: Id }).nullable(),
})

export const readSetup = endpoint({
  method: 'GET',
  path: '/company/setup/:companyId',
  permission: 'company.edit',
  summary: 'Which steps of its set-up a company has done, and its sample sale.',
  params: companyParams,
  response: Setup,
})

export const createSampleSale = endpoint({
  method: 'POST',
  path: '/company/sample-sale/:companyId',
  permission: 'company.edit',
  summary: 'Make a sample sale with made-up people in the company’s first branch. It counts in the figures until it is deleted.',
  params: companyParams,
  body: z.strictObject({}),
  response: Setup,
})

export const deleteSampleSale = endpoint({
  method: 'DELETE',
  path: '/company/sample-sale/:companyId',
  permission: 'company.edit',
  summary: 'Delete the sample sale and its vendor for everybody.',
  params: companyParams,
  response: Success,
})
