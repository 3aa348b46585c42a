import { pageRequest } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  addBranchMember,
  listBranchMembers,
  removeBranchMember,
  updateBranchMember,
} from '@gya/domain/features/members/members.contract.ts'
import { whyNotRemoveFromBranch } from '@gya/domain/features/members/members.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { addMember, leaveBranch, passwordForNewMember } from './branch-membership.ts'
import { changeMember } from './change-member.ts'
import { findCompanyOfBranch, insertMembership, type MemberScope, unrestrictedScope } from './members.repository.ts'
import { listMembers, memberScopeOf, readMember, redactForCaller } from './members.response.ts'
import { releaseUnreachableSales } from './release-sales.ts'

/** The members of a branch, including the company's administrators. */
export function branchMembersRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config

  registerRoute(app, listBranchMembers, async ({ params: { branchId }, query, caller, db }) =>
    listMembers(db, {
      companyId: await companyOf(db, branchId),
      branchId,
      scope: memberScopeOf(caller),
      page: pageRequest(query),
      textSearch: query.textSearch,
    }),
  )

  registerPreparedRoute(
    app,
    addBranchMember,
    ({ body, params }) => passwordForNewMember(app.gya, body, { path: 'password', place: params }),
    async (context) => {
      const { params, body, caller, db, prepared: password } = context
      const branchIds = { companyId: await companyOf(db, params.branchId), branchId: params.branchId }
      const added = await addMember({ ...context, publicUrl }, branchIds, body, { password, type: 'BRANCH_STAFF' })
      if (!added.joined && !added.awaitsApproval) throw new DomainError('ALREADY_A_MEMBER')
      const member = redactForCaller(caller, await readMember(db, branchIds.companyId, added.userId, unrestrictedScope))
      return { ...member, awaitsApproval: added.awaitsApproval }
    },
  )

  registerRoute(app, updateBranchMember, async (context) => {
    const { params, body, caller, db } = context
    const companyId = await companyOf(db, params.branchId)
    const membership = { companyId, branchId: params.branchId, userId: params.userId }
    await readMember(db, companyId, params.userId, scopeOfBranch(params.branchId))
    await changeMember({ ...context, publicUrl }, membership, body)
    // A demoted company admin stays a member of the branch where they were demoted.
    if (body.type !== undefined && body.type !== 'COMPANY_ADMIN' && (await insertMembership(db, membership)))
      await recordSecurityEvent(context, {
        kind: 'branch-joined',
        companyId,
        aboutUserId: params.userId,
        data: { branchId: params.branchId },
      })
    if (body.type !== undefined) await releaseUnreachableSales(context, companyId, [params.userId])
    return readMember(db, companyId, params.userId, memberScopeOf(caller))
  })

  registerRoute(app, removeBranchMember, async (context) => {
    const { params, caller, db } = context
    const companyId = await companyOf(db, params.branchId)
    const membership = { companyId, branchId: params.branchId, userId: params.userId }
    refuseIf(
      whyNotRemoveFromBranch(caller.userId, await readMember(db, companyId, params.userId, scopeOfBranch(params.branchId))),
    )
    if (!(await leaveBranch(context, membership))) throw new DomainError('NOT_FOUND')
    await releaseUnreachableSales(context, companyId, [params.userId])
    return { success: true as const }
  })
}

/** The members of this branch only. */
const scopeOfBranch = (branchId: string): MemberScope => ({ branchIds: [branchId], unassigned: false })

async function companyOf(db: Db, branchId: string): Promise<string> {
  const branch = await findCompanyOfBranch(db, branchId)
  if (!branch) throw new DomainError('NOT_FOUND')
  return branch.company_id
}
