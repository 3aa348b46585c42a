import { z } from 'zod'
import { Id, line } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { FoundAddress } from './found-address.ts'

/** "Address typeahead and vendor search: minimum 3 characters, 800 ms delay." Property document, section 9. */
export const fewestLetters = 3

/** Not one of the specification's calls. Without a company, the caller's own. */
export const lookUpAddress = endpoint({
  method: 'GET',
  path: '/address/lookup',
  permission: 'address.lookup',
  summary: 'Addresses and places that begin with what was typed: own ones, those of the address service, streets and towns.',
  query: z.strictObject({
    text: line(120).min(fewestLetters, `Type at least ${fewestLetters} characters.`),
    companyId: Id.optional(),
  }),
  response: z.object({
    data: z.array(FoundAddress),
    /** The address service did not answer in time or made no sense. */
    serviceFailed: z.boolean(),
  }),
})
