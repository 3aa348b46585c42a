import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { invitationDays } from '../account/link-lifetimes.ts'
import { Held } from '../assignment/assignment.schemas.ts'
import { connections, Member } from './members.contract.ts'

/** Invitations, deactivation, and handover of a leaver's sales. */

const memberParams = companyParams.extend({ userId: Id })

export const inviteMember = endpoint({
  method: 'PUT',
  path: '/company/member/:companyId/:userId/invitation',
  permission: 'company-admin.edit',
  summary: `Resend the invitation: a link to choose a password, valid for ${invitationDays} days. Earlier links and passwords are revoked.`,
  params: memberParams,
  response: Member,
  refusedInSupportAccess: true,
})

export const deactivateMember = endpoint({
  method: 'PATCH',
  path: '/company/member/:companyId/:userId/deactivate',
  permission: 'company-admin.edit',
  summary:
    'Deactivate a user: their sessions and calendar feeds end at once and they cannot sign in. Account, branches and sales stay. The keys and webhooks that they made end, or are handed over to the caller.',
  params: memberParams,
  query: z.strictObject({ connections }),
  response: Member,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'deactivated a user',
})

export const reactivateMember = endpoint({
  method: 'PATCH',
  path: '/company/member/:companyId/:userId/reactivate',
  permission: 'company-admin.edit',
  summary: 'Reactivate a user: they sign in with the password they had.',
  params: memberParams,
  response: Member,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'reactivated a user',
  refusedInSupportAccess: true,
})

/** Sales of a progressor that are not completed, by branch, and their open tasks. */
const Sales = z.object({
  /** Of `held`. */
  count: z.int(),
  held: Held,
  tasks: z.int(),
  branches: z.array(z.object({ _id: Id, name: z.string(), count: z.int(), held: Held })),
})

export const countSalesOfMember = endpoint({
  method: 'GET',
  path: '/company/member/:companyId/:userId/sales',
  permission: 'company-admin.edit',
  summary:
    'What a leaver leaves behind: the number of properties that are not completed and have them as agent contact, by branch, of their open tasks, and the keys, webhooks and calendar feeds that they made.',
  params: memberParams,
  query: z.strictObject({ branchId: Id.optional() }),
  response: Sales.extend({
    /** What they made: keys and webhooks of the company that have not ended, and their own calendar feeds. */
    keys: z.array(z.object({ _id: Id, name: z.string(), prefix: z.string() })),
    webhooks: z.array(z.object({ _id: Id, url: z.string() })),
    feeds: z.array(z.object({ _id: Id, name: z.string() })),
  }),
})

export const handOverSales = endpoint({
  method: 'POST',
  path: '/company/member/:companyId/:userId/handover',
  permission: 'company-admin.edit',
  summary:
    'Hand over every property that is not completed and has this user as agent contact to a colleague who belongs to all its branches. Their open tasks move too, except tasks of sales in branches where the colleague does not work. Completed sales keep their agent contact.',
  params: memberParams,
  body: z.strictObject({
    to: Id,
    /** Only the sales of this branch, and the tasks of these sales. */
    branchId: Id.optional(),
  }),
  response: Sales,
})
