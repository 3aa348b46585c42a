import { hasPermission, reachesAllBranches } from '@gya/domain/access/permissions.ts'
import { pageRequest } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  createCompanyAdministrator,
  deleteCompanyMember,
  listCompanyMembers,
  updateCompanyAdministrator,
} from '@gya/domain/features/members/members.contract.ts'
import { whyNotDeleteMember } from '@gya/domain/features/members/members.rules.ts'
import type { FastifyInstance } from 'fastify'
import { chosenBranches } from '../../http/access/scope.ts'
import { refuseToEndLastActing } from '../../http/access/sensitive-acts.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { deleteAccount } from '../users/delete-account.ts'
import { setBranches } from './branch-membership.ts'
import { changeMember } from './change-member.ts'
import { createCompanyMember, passwordOfCompanyMember } from './create-company-member.ts'
import { leaveConnections } from './leave-connections.ts'
import { lockAdministrators, lockMember, unrestrictedScope } from './members.repository.ts'
import { listColleagues, listMembers, memberScopeOf, readMember } from './members.response.ts'
import { releaseUnreachableSales } from './release-sales.ts'

/** "Typeahead for users: minimum 3 characters." [administration §5](docs/design/administration.md#5). */
const minSearchLength = 3

/** The staff of a company, in all branches. */
export function companyMembersRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config

  registerRoute(app, listCompanyMembers, ({ params: { companyId }, query, caller, db }) => {
    const filters = {
      companyId,
      page: pageRequest(query),
      textSearch: query.textSearch,
      type: query.type,
      status: query.status,
      branchId: query.branchId,
      ids: query.idsIn?.split(','),
      // Branches out of scope are not a filter: they would reveal their members.
      excludedBranchIds: query.excludeUsersFromBranches
        ? (chosenBranches(caller, query.excludeUsersFromBranches) ?? [])
        : undefined,
    }
    const isAdding =
      hasPermission(caller.type, 'member.add') && !reachesAllBranches(caller.type) && (filters.excludedBranchIds ?? []).length > 0
    return isAdding && (query.textSearch ?? '').length >= minSearchLength
      ? listColleagues(db, caller, filters)
      : listMembers(db, { ...filters, scope: memberScopeOf(caller) })
  })

  registerPreparedRoute(
    app,
    createCompanyAdministrator,
    ({ params, body }) => passwordOfCompanyMember(app.gya, params.companyId, body),
    (context) => createCompanyMember({ ...context, publicUrl }, context.params.companyId, context.body, context.prepared),
  )

  registerRoute(app, updateCompanyAdministrator, async (context) => {
    const { params, db } = context
    const { branchIds, ...body } = context.body
    const memberContext = { ...context, publicUrl }
    await changeMember(memberContext, params, body)
    if (branchIds) await setBranches(memberContext, params, branchIds)
    if (branchIds || body.type !== undefined) await releaseUnreachableSales(context, params.companyId, [params.userId])
    return readMember(db, params.companyId, params.userId, unrestrictedScope)
  })

  registerRoute(app, deleteCompanyMember, async (context) => {
    const { params, query, caller, db } = context
    const { companyId, userId } = params
    const administrators = await lockAdministrators(db, companyId)
    const member = await lockMember(db, companyId, userId)
    if (!member) throw new DomainError('NOT_FOUND')
    refuseIf(whyNotDeleteMember(caller.userId, userId, administrators))
    await refuseToEndLastActing(db, caller, companyId, userId)
    await leaveConnections(context, params, query.connections)
    await deleteAccount(context, member)
    return { success: true as const }
  })
}
