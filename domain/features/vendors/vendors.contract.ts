import { z } from 'zod'
import { Id, line } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { Person } from '../session/session.contract.ts'

export const searchVendors = endpoint({
  method: 'GET',
  path: '/user/search/vendor',
  permission: 'vendor.search',
  summary: 'The company’s vendors whose e-mail address holds the text; at most 15.',
  query: z.strictObject({ email: line(254).min(3, 'Type at least 3 characters.'), companyId: Id.optional() }),
  response: z.object({ data: z.array(Person) }),
})
