import { refuseIf } from '@gya/domain/error-catalogue.ts'
import { reachText } from '@gya/domain/features/members/member-reach.ts'
import { whyNotCreateType } from '@gya/domain/features/members/members.rules.ts'
import { assignRole, createMember } from '@gya/domain/features/roles/roles.contract.ts'
import type { FastifyInstance } from 'fastify'
import { roleOf } from '../../http/access/caller.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { setBranches } from '../members/branch-membership.ts'
import { changeMember } from '../members/change-member.ts'
import { createCompanyMember, passwordOfCompanyMember } from '../members/create-company-member.ts'
import { unrestrictedScope } from '../members/members.repository.ts'
import { readMember } from '../members/members.response.ts'
import { releaseUnreachableSales } from '../members/release-sales.ts'
import { setAreas } from '../members/set-areas.ts'
import { updateAccountColumns } from '../users/users.repository.ts'

/** Roles and reach of the people of a company ([trust §7](docs/design/trust.md#7)). */
export function rolesRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config

  registerPreparedRoute(
    app,
    createMember,
    ({ params, body }) => passwordOfCompanyMember(app.gya, params.companyId, body),
    (context) => createCompanyMember({ ...context, publicUrl }, context.params.companyId, context.body, context.prepared),
  )

  registerRoute(app, assignRole, async (context) => {
    const { params, caller, db, now, newId } = context
    const { branchIds, allBranches: wanted, areaIds: wantedAreas, type: wantedType, ...details } = context.body
    const { companyId, userId } = params
    const memberContext = { ...context, publicUrl }
    refuseIf(userId === caller.userId ? 'OWN_ACCOUNT' : null)
    const before = await readMember(db, companyId, userId, unrestrictedScope)
    const type = wantedType ?? before.type
    refuseIf(whyNotCreateType(roleOf(caller), type))
    await changeMember(memberContext, params, { ...details, type: wantedType })
    // Users who become company admins have already lost their areas in changeMember.
    const isAdmin = type === 'COMPANY_ADMIN'
    const allBranches = isAdmin ? false : (wanted ?? before.allBranches)
    if (!isAdmin && allBranches !== before.allBranches) await updateAccountColumns(db, userId, { all_branches: allBranches })
    const areaIds = isAdmin ? undefined : wantedAreas
    const areas = areaIds && (await setAreas(db, { companyId, userId }, areaIds))
    if (branchIds) await setBranches(memberContext, { companyId, userId }, branchIds)
    await releaseUnreachableSales(context, companyId, [userId])
    const member = await readMember(db, companyId, userId, unrestrictedScope)
    const isReachChanged = allBranches !== before.allBranches || areas?.isChanged === true
    if (isReachChanged)
      await recordSecurityEvent(context, {
        kind: 'reach-changed',
        companyId,
        aboutUserId: userId,
        data: {
          areasBefore: before.areas.length,
          areas: member.areas.length,
          allBefore: before.allBranches,
          all: allBranches,
        },
      })
    if (type !== before.type || isReachChanged)
      await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
        {
          kind: 'role-changed',
          data: { userId, from: before.type, to: type, reachBefore: reachText(before), reach: reachText(member) },
        },
      ])
    return member
  })
}
