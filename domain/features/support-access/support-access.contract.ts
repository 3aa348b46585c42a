import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Id, paragraph, Success, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { maxSupportHours, maxSupportReason, minSupportReason, supportAccessStates } from './support-access.rules.ts'

/**
 * Access of platform admins to a company: with a reason, for a limited number of hours, visible to the company and, if required, approved
 * by it.
 */

const SupportAccess = z.object({
  _id: Id,
  state: z.enum(supportAccessStates),
  /** The platform admin. */
  name: z.string(),
  reason: z.string(),
  hours: z.int(),
  askedOn: Timestamp,
  openedOn: Timestamp.nullable(),
  endsOn: Timestamp.nullable(),
  /** When it was ended early. */
  endedOn: Timestamp.nullable(),
  /** The company admin who approved or refused it. */
  decidedBy: z.string().nullable(),
  /** Whether it is the access of the signed-in user. */
  own: z.boolean(),
})
export type SupportAccessRow = z.output<typeof SupportAccess>

const accessParams = companyParams.extend({ accessId: Id })

export const openSupportAccess = endpoint({
  method: 'POST',
  path: '/company/:companyId/support-access',
  permission: 'support-access.enter',
  summary: `Enter a company with a reason, for at most ${maxSupportHours} hours. Waits for approval if the company requires it.`,
  params: companyParams,
  body: z.strictObject({
    reason: paragraph(maxSupportReason).min(minSupportReason, `Use at least ${minSupportReason} characters.`),
    hours: z
      .int('Choose a number of hours.')
      .min(1, 'Use at least 1 hour.')
      .max(maxSupportHours, `Use at most ${maxSupportHours} hours.`),
  }),
  response: SupportAccess,
  withoutSupportAccess: true,
})

export const listSupportAccesses = endpoint({
  method: 'GET',
  path: '/company/:companyId/support-access',
  permission: 'support-access.view',
  summary: 'List the accesses of platform admins to the company, latest first, and whether they need approval.',
  params: companyParams,
  query: z.strictObject(pagingQuery()),
  response: pagedListOf(SupportAccess).extend({
    company: z.string(),
    requiresApproval: z.boolean(),
    /** Administrators who are notified, and who can approve. */
    administrators: z.int(),
  }),
  withoutSupportAccess: true,
})

export const decideSupportAccess = endpoint({
  method: 'PATCH',
  path: '/company/:companyId/support-access/:accessId',
  permission: 'support-access.decide',
  summary: 'Approve or refuse a waiting access. Its hours start with the approval.',
  params: accessParams,
  body: z.strictObject({ decision: z.enum(['approve', 'refuse'], 'Approve or refuse.') }),
  response: SupportAccess,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'decided on an access of GYA',
})

export const endSupportAccess = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/support-access/:accessId',
  permission: 'support-access.view',
  summary: 'End an own access or withdraw an own request. A company admin can end any access.',
  params: accessParams,
  response: Success,
  withoutSupportAccess: true,
})

export const saveSupportApproval = endpoint({
  method: 'PUT',
  path: '/company/:companyId/support-access',
  permission: 'support-access.decide',
  summary: 'Choose whether the company must approve each access before it begins.',
  params: companyParams,
  body: z.strictObject({ requiresApproval: z.boolean('Say yes or no.') }),
  response: Success,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'changed whether GYA needs approval to enter',
})

export const listOwnSupportAccesses = endpoint({
  method: 'GET',
  path: '/user/me/support-access',
  permission: 'support-access.enter',
  summary: 'List the open and waiting accesses of the signed-in platform admin.',
  response: z.object({ data: z.array(SupportAccess.extend({ companyId: Id, company: z.string() })) }),
})
