import { z } from 'zod'
import { Id, line } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { AddressSuggestion } from './addresses.model.ts'

/** "Address typeahead and vendor search: minimum 3 characters, 800 ms delay." Property document, section 9. */
export const minSearchLength = 3

/** Not one of the specification's calls. Without a company, the caller's own. */
export const lookUpAddress = endpoint({
  method: 'GET',
  path: '/address/lookup',
  permission: 'address.lookup',
  summary: 'Addresses and places that begin with what was typed: own ones, those of the address service, streets and towns.',
  query: z.strictObject({
    text: line(120).min(minSearchLength, `Type at least ${minSearchLength} characters.`),
    companyId: Id.optional(),
  }),
  response: z.object({
    data: z.array(AddressSuggestion),
    /** The address service did not answer in time or made no sense. */
    serviceFailed: z.boolean(),
  }),
})
