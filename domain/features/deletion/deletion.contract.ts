import { z } from 'zod'
import { pagedListOf, pagingQuery } from '../../common/paging.ts'
import { Id, Success, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { branchParams } from '../branches/branches.contract.ts'
import { companyParams } from '../companies/companies.contract.ts'
import { propertyParams } from '../properties/properties.model.ts'

/**
 * Companies, branches and properties are deleted for 30 days, in which a platform admin can bring them back, and users
 * too. The last five calls are not the specification's. What is brought back is named by ids of their own (`deletedCompanyId` and so
 * on): nobody's reach holds what was deleted.
 */

export const deleteCompany = endpoint({
  method: 'DELETE',
  path: '/company/:companyId',
  permission: 'company.delete',
  summary: 'Delete a company: everything in it is out of reach and its people are signed out at once.',
  requiresConfirmedIdentity: true,
  params: companyParams,
  response: Success,
})

export const deleteBranch = endpoint({
  method: 'DELETE',
  path: '/branch/:companyId/:branchId',
  permission: 'branch.delete',
  summary: 'Delete a branch: its properties are out of reach at once and its licence is free. Its members keep their accounts.',
  params: branchParams,
  response: Success,
})

export const deleteProperty = endpoint({
  method: 'DELETE',
  path: '/property/:companyId/:branchId/:propertyId',
  permission: 'property.delete',
  summary: 'Delete a property: it is out of reach, lists and reports at once.',
  params: propertyParams,
  response: Success,
})

export const Deleted = z.object({
  _id: Id,
  kind: z.enum(['company', 'branch', 'user', 'property', 'contact']),
  name: z.string(),
  /** Whose branch, user, property or contact it is; null for a company and for a platform admin. */
  company: z.object({ _id: Id, name: z.string() }).nullable(),
  deletedOn: Timestamp,
  deletedBy: z.string(),
  restorableUntil: Timestamp,
})

export const listDeleted = endpoint({
  method: 'GET',
  path: '/company/deleted',
  permission: 'deleted.restore',
  summary: 'The companies, branches, users, properties and contacts that can be brought back, the latest first.',
  query: z.strictObject(pagingQuery()),
  response: pagedListOf(Deleted),
})

export const restoreCompany = endpoint({
  method: 'POST',
  path: '/company/:deletedCompanyId/restore',
  permission: 'deleted.restore',
  summary: 'Bring a deleted company back as it was; its people sign in anew.',
  params: z.strictObject({ deletedCompanyId: Id }),
  response: Success,
})

export const restoreBranch = endpoint({
  method: 'POST',
  path: '/branch/:companyId/:deletedBranchId/restore',
  permission: 'deleted.restore',
  summary: 'Bring a deleted branch back with its properties and members, while the company has a licence left.',
  params: companyParams.extend({ deletedBranchId: Id }),
  response: Success,
})

export const restoreProperty = endpoint({
  method: 'POST',
  path: '/property/:companyId/:deletedPropertyId/restore',
  permission: 'deleted.restore',
  summary: 'Bring a deleted property back as it was, while its branch is there.',
  params: companyParams.extend({ deletedPropertyId: Id }),
  response: Success,
})

export const restoreUser = endpoint({
  method: 'POST',
  path: '/user/:userId/restore',
  permission: 'deleted.restore',
  summary: 'Bring a deleted user back, unless somebody else has the e-mail address by now.',
  params: z.strictObject({ userId: Id }),
  response: Success,
})
