import { z } from 'zod'
import { Id } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { companyParams } from '../companies/companies.contract.ts'
import { Member } from './members.contract.ts'

/** People who have not come yet, and people who go: invitations, deactivation, and the sales of a leaver. */

const memberParams = companyParams.extend({ userId: Id })

export const inviteMember = endpoint({
  method: 'PUT',
  path: '/company/member/:companyId/:userId/invitation',
  permission: 'company-admin.edit',
  summary: 'Send the invitation again: a link to choose a password, for a week. What was sent before no longer signs in.',
  params: memberParams,
  response: Member,
})

export const deactivateMember = endpoint({
  method: 'PATCH',
  path: '/company/member/:companyId/:userId/deactivate',
  permission: 'company-admin.edit',
  summary: 'Deactivate a user: their sessions end at once and they cannot sign in. Account, branches and sales stay.',
  params: memberParams,
  response: Member,
})

export const reactivateMember = endpoint({
  method: 'PATCH',
  path: '/company/member/:companyId/:userId/reactivate',
  permission: 'company-admin.edit',
  summary: 'Reactivate a user: they sign in with the password they had.',
  params: memberParams,
  response: Member,
})

/** A progressor's sales that are not completed, by branch. */
const Sales = z.object({ count: z.int(), branches: z.array(z.object({ _id: Id, name: z.string(), count: z.int() })) })

export const countSalesOfMember = endpoint({
  method: 'GET',
  path: '/company/member/:companyId/:userId/sales',
  permission: 'company-admin.edit',
  summary: 'How many properties that are not completed have this user as agent contact, by branch.',
  params: memberParams,
  response: Sales,
})

export const handOverSales = endpoint({
  method: 'POST',
  path: '/company/member/:companyId/:userId/handover',
  permission: 'company-admin.edit',
  summary:
    'Hand every property that is not completed and has this user as agent contact to a colleague who works in all of its branches. Completed sales stay under the name of who ran them.',
  params: memberParams,
  body: z.strictObject({ to: Id }),
  response: Sales,
})
