import { z } from 'zod'
import { FileResponse, Id } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

/**
 * Something was changed: of a property, of a company (no property), or nobody knows what (no company) because the process
 * that tells it was out of touch for a while. Ids and nothing else: what it is now, is read by the calls for it.
 */
export const LiveChange = z.object({ companyId: Id.nullable(), branchId: Id.nullable(), propertyId: Id.nullable() })
export type LiveChange = z.infer<typeof LiveChange>

export const watchChanges = endpoint({
  method: 'GET',
  path: '/live',
  permission: 'account.use',
  summary:
    'Server-sent events, as long as the session lasts: each is a Change within the caller’s reach, told within a second. A platform admin names the company.',
  query: z.strictObject({ companyId: Id.optional() }),
  responseTypes: ['text/event-stream'],
  response: FileResponse,
})
