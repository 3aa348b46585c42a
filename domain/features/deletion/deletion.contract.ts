import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { branchParams, companyParams, propertyParams } from '../../common/scope-params.ts'
import { Id, Success, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'

/**
 * Companies, branches, properties and users are deleted softly; a platform admin can restore them for 30 days. The last
 * five calls are not in the specification. Restore calls use ids of their own (`deletedCompanyId` and so on), because
 * scope checks exclude deleted rows.
 */

export const deleteCompany = endpoint({
  method: 'DELETE',
  path: '/company/:companyId',
  permission: 'company.delete',
  summary: 'Delete a company: access to its data ends and its users are signed out at once.',
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'deleted the company',
  params: companyParams,
  query: z.strictObject({
    /** By a platform admin: the law has customer checks kept, and the company has taken them. */
    confirm: z.literal('CHECKS HANDED OVER').optional(),
  }),
  response: Success,
  withoutSupportAccess: true,
})

export const deleteBranch = endpoint({
  method: 'DELETE',
  path: '/branch/:companyId/:branchId',
  permission: 'branch.delete',
  summary: 'Delete a branch: access to its properties ends at once and its licence is free. Its members keep their accounts.',
  params: branchParams,
  response: Success,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'deleted a branch',
})

export const deleteProperty = endpoint({
  method: 'DELETE',
  path: '/property/:companyId/:branchId/:propertyId',
  permission: 'property.delete',
  summary: 'Delete a property: it disappears from scope, lists and reports at once.',
  params: propertyParams,
  response: Success,
})

export const Deleted = z.object({
  _id: Id,
  kind: z.enum(['company', 'branch', 'user', 'property', 'contact']),
  name: z.string(),
  /** Company of the branch, user, property or contact; null for a company and for a platform admin. */
  company: z.object({ _id: Id, name: z.string() }).nullable(),
  deletedOn: Timestamp,
  deletedBy: z.string(),
  restorableUntil: Timestamp,
})

export const listDeleted = endpoint({
  method: 'GET',
  path: '/company/deleted',
  permission: 'deleted.restore',
  summary: 'The companies, branches, users, properties and contacts that can be restored, newest first.',
  query: z.strictObject(pagingQuery()),
  response: pagedListOf(Deleted),
})

export const restoreCompany = endpoint({
  method: 'POST',
  path: '/company/:deletedCompanyId/restore',
  permission: 'deleted.restore',
  summary: 'Restore a deleted company; its users must sign in again.',
  params: z.strictObject({ deletedCompanyId: Id }),
  response: Success,
})

export const restoreBranch = endpoint({
  method: 'POST',
  path: '/branch/:companyId/:deletedBranchId/restore',
  permission: 'deleted.restore',
  summary: 'Restore a deleted branch with its properties and members, if the company has a licence left.',
  params: companyParams.extend({ deletedBranchId: Id }),
  response: Success,
  withoutSupportAccess: true,
})

export const restoreProperty = endpoint({
  method: 'POST',
  path: '/property/:companyId/:deletedPropertyId/restore',
  permission: 'deleted.restore',
  summary: 'Restore a deleted property, unless its branch is deleted.',
  params: companyParams.extend({ deletedPropertyId: Id }),
  response: Success,
  withoutSupportAccess: true,
})

export const restoreUser = endpoint({
  method: 'POST',
  path: '/user/:userId/restore',
  permission: 'deleted.restore',
  summary: 'Restore a deleted user, unless the e-mail address is in use.',
  params: z.strictObject({ userId: Id }),
  response: Success,
  requiresConfirmedIdentity: true,
})
