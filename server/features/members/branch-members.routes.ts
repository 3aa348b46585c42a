import { pageAsked } from '@gya/domain/common/paging.ts'
import { DomainError, refuseIf } from '@gya/domain/errors.ts'
import {
  addBranchMember,
  listBranchMembers,
  removeBranchMember,
  updateBranchMember,
} from '@gya/domain/features/members/members.contract.ts'
import { whyNotRemoveFromBranch } from '@gya/domain/features/members/why-not-change-member.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/connect.ts'
import { mount, mountPrepared } from '../../http/mount.ts'
import { recordSecurityEvent } from '../../http/security-events.ts'
import { addMember, passwordFor } from './add-member.ts'
import { changeMember } from './change-member.ts'
import { listMembers, readMember, shownTo, sightOf } from './member.read-model.ts'
import { everybody, findCompanyOfBranch, insertMembership, type Sight } from './members.repository.ts'
import { leave } from './set-branches.ts'

/** The members of a branch, the administrators of its company among them. */
export function branchMembersRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config

  mount(app, listBranchMembers, async ({ params: { branchId }, query, caller, db }) =>
    listMembers(db, {
      companyId: await companyOf(db, branchId),
      branchId,
      sight: sightOf(caller),
      page: pageAsked(query),
      textSearch: query.textSearch,
    }),
  )

  mountPrepared(
    app,
    addBranchMember,
    ({ body, params }) => passwordFor(app.gya, body, { path: 'password', place: params }),
    async (context) => {
      const { params, body, caller, db, prepared: password } = context
      const place = { companyId: await companyOf(db, params.branchId), branchId: params.branchId }
      const added = await addMember({ ...context, publicUrl }, place, body, { password, type: 'BRANCH_STAFF' })
      if (!added.joined && !added.asked) throw new DomainError('ALREADY_A_MEMBER')
      const member = shownTo(caller, await readMember(db, place.companyId, added.userId, everybody))
      return { ...member, awaitsApproval: added.asked }
    },
  )

  mount(app, updateBranchMember, async (context) => {
    const { params, body, caller, db } = context
    const companyId = await companyOf(db, params.branchId)
    const at = { companyId, branchId: params.branchId, userId: params.userId }
    await readMember(db, companyId, params.userId, onlyOf(params.branchId))
    await changeMember({ ...context, publicUrl }, at, body)
    // Who is no company admin any more stays a member of the branch where that was decided.
    if (body.type !== undefined && body.type !== 'COMPANY_ADMIN' && (await insertMembership(db, at)))
      await recordSecurityEvent(context, {
        kind: 'branch-joined',
        companyId,
        aboutUserId: params.userId,
        data: { branchId: params.branchId },
      })
    return readMember(db, companyId, params.userId, sightOf(caller))
  })

  mount(app, removeBranchMember, async (context) => {
    const { params, caller, db } = context
    const companyId = await companyOf(db, params.branchId)
    const at = { companyId, branchId: params.branchId, userId: params.userId }
    refuseIf(whyNotRemoveFromBranch(caller.userId, await readMember(db, companyId, params.userId, onlyOf(params.branchId))))
    if (!(await leave(context, at))) throw new DomainError('NOT_FOUND')
    return { success: true as const }
  })
}

/** Sight of this branch's members and of nobody else. */
const onlyOf = (branchId: string): Sight => ({ branchIds: [branchId], unassigned: false })

async function companyOf(db: Db, branchId: string): Promise<string> {
  const branch = await findCompanyOfBranch(db, branchId)
  if (!branch) throw new DomainError('NOT_FOUND')
  return branch.company_id
}
