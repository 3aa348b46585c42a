import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id, Success, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

/**
 * Requests by branch admins to add colleagues of another branch, in companies where an administrator approves them.
 * [meeting points](docs/design/meeting-points.md): "Direct, as the calls have it; a company may switch confirmation by an administrator
 * on."
 */
const JoinRequest = z.object({
  _id: Id,
  user: z.object({ _id: Id, fullName: z.string(), email: z.string() }),
  branch: z.object({ _id: Id, name: z.string() }),
  askedBy: z.string(),
  askedOn: Timestamp,
})
export type JoinRequest = z.output<typeof JoinRequest>

export const listJoinRequests = endpoint({
  method: 'GET',
  path: '/company/joinrequests/:companyId',
  permission: 'member.add',
  summary:
    'Requests to join a branch that await approval by an administrator, oldest first; a branch admin sees those of their branches.',
  params: companyParams,
  response: z.object({ data: z.array(JoinRequest) }),
})

export const decideJoinRequest = endpoint({
  method: 'PATCH',
  path: '/company/joinrequests/:companyId/:requestId',
  permission: 'company-admin.edit',
  summary: 'Approve or decline a request to join a branch. The requester is notified by e-mail.',
  params: companyParams.extend({ requestId: Id }),
  body: z.strictObject({ approved: z.boolean('Say yes or no.') }),
  response: Success,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'decided whether a user joins a branch',
  refusedInSupportAccess: true,
})
