import { z } from 'zod'
import { FileResponse, Id } from '../../common/wire.ts'
import { allLiveSubjects, endpoint } from '../../endpoint.ts'

/**
 * A live update. `propertyId` is null for changes of the company; `companyId` is null if updates were missed: refetch
 * everything. It contains ids only.
 */
export const LiveChange = z.object({
  companyId: Id.nullable(),
  branchId: Id.nullable(),
  propertyId: Id.nullable(),
  about: z.enum(allLiveSubjects),
})
export type LiveChange = z.infer<typeof LiveChange>

export const watchChanges = endpoint({
  method: 'GET',
  path: '/live',
  permission: 'account.use',
  summary:
    'Server-sent events while the session lasts: each is a change in the caller’s scope, sent within a second. A platform admin selects the company.',
  query: z.strictObject({ companyId: Id.optional() }),
  responseTypes: ['text/event-stream'],
  response: FileResponse,
  // Without a support access, the stream sends only ids of changes that concern the company as a whole.
  withoutSupportAccess: true,
})
