import { z } from 'zod'
import { Id, line } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { AddressSuggestion, minSearchLength } from './addresses.model.ts'

/** Not in the specification. Defaults to the caller's own company. */
export const lookUpAddress = endpoint({
  method: 'GET',
  path: '/address/lookup',
  permission: 'address.lookup',
  readsFromStandby: true,
  summary: 'Addresses and places that match the text: the company’s own, those of the address service, streets and towns.',
  query: z.strictObject({
    text: line(120).min(minSearchLength, `Type at least ${minSearchLength} characters.`),
    companyId: Id.optional(),
  }),
  response: z.object({
    data: z.array(AddressSuggestion),
    /** The address service timed out or returned an invalid response. */
    serviceFailed: z.boolean(),
  }),
})
