import { hasPermission, reachesAllBranches } from '@gya/domain/access/permissions.ts'
import { pageRequest } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/errors.ts'
import {
  createCompanyAdministrator,
  deleteCompanyMember,
  listCompanyMembers,
  updateCompanyAdministrator,
} from '@gya/domain/features/members/members.contract.ts'
import { whyNotDeleteMember } from '@gya/domain/features/members/members.rules.ts'
import type { FastifyInstance } from 'fastify'
import { chosenBranches } from '../../http/access/scope.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { insertEvents } from '../events/events.repository.ts'
import { deleteAccount } from '../users/delete-account.ts'
import { guessableWordsOfBranch, guessableWordsOfPerson } from '../users/password-policy.ts'
import { setBranches } from './branch-membership.ts'
import { changeMember } from './change-member.ts'
import { createStaffAccount, prepareNewPassword } from './create-staff-account.ts'
import { listColleagues, listMembers, memberScopeOf, readMember } from './members.read-model.ts'
import { lockAdministrators, lockMember, unrestrictedScope } from './members.repository.ts'

/** "Typeahead for users: minimum 3 characters." Administration document, section 5. */
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
    async ({ body, params }) => {
      const guessableWords = [...guessableWordsOfPerson(body), ...(await guessableWordsOfBranch(app.gya.database.db, params))]
      return prepareNewPassword(app.gya.config, { password: body.password, path: 'password', guessableWords })
    },
    async (context) => {
      const { params, body, caller, db, now, newId, prepared: password } = context
      const { companyId } = params
      const memberContext = { ...context, publicUrl }
      const userId = await createStaffAccount(memberContext, { ...body, companyId }, password)
      await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [
        { kind: 'member-added', data: { userId, type: body.type } },
      ])
      await setBranches(memberContext, { companyId, userId }, body.branchIds ?? [])
      return readMember(db, companyId, userId, unrestrictedScope)
    },
  )

  registerRoute(app, updateCompanyAdministrator, async (context) => {
    const { params, db } = context
    const { branchIds, ...body } = context.body
    const memberContext = { ...context, publicUrl }
    await changeMember(memberContext, params, body)
    if (branchIds) await setBranches(memberContext, params, branchIds)
    return readMember(db, params.companyId, params.userId, unrestrictedScope)
  })

  registerRoute(app, deleteCompanyMember, async (context) => {
    const { params, caller, db } = context
    const { companyId, userId } = params
    const administrators = await lockAdministrators(db, companyId)
    const member = await lockMember(db, companyId, userId)
    if (!member) throw new DomainError('NOT_FOUND')
    refuseIf(whyNotDeleteMember(caller.userId, userId, administrators))
    await deleteAccount(context, member)
    return { success: true as const }
  })
}
