import type { UserType } from '@gya/domain/access/permissions.ts'
import { DomainError, refuseIf } from '@gya/domain/errors.ts'
import { reachText } from '@gya/domain/features/members/member-reach.ts'
import { whyNotChangeType, whyNotCreateType } from '@gya/domain/features/members/members.rules.ts'
import { assignRole, createMember } from '@gya/domain/features/roles/roles.contract.ts'
import type { FastifyInstance } from 'fastify'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { insertEvents } from '../events/events.repository.ts'
import { setAreas } from '../members/area-membership.ts'
import { setBranches } from '../members/branch-membership.ts'
import { createStaffAccount, prepareNewPassword } from '../members/create-staff-account.ts'
import { readMember } from '../members/members.read-model.ts'
import { lockAdministrators, lockMember, unrestrictedScope } from '../members/members.repository.ts'
import { guessableWordsOfBranch, guessableWordsOfPerson } from '../users/password-policy.ts'
import { updateAccountColumns } from '../users/users.repository.ts'

/** Roles and reach of the people of a company (trust design, section 7). */
export function rolesRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config

  registerPreparedRoute(
    app,
    createMember,
    async ({ body, params }) => {
      const guessableWords = [...guessableWordsOfPerson(body), ...(await guessableWordsOfBranch(app.gya.database.db, params))]
      return prepareNewPassword(app.gya.config, { password: body.password, path: 'password', guessableWords })
    },
    async (context) => {
      const { params, body, caller, db, now, newId, prepared: password } = context
      const { companyId } = params
      const { type, branchIds = [], areaIds = [], allBranches = false } = body
      refuseIf(whyNotCreateType(caller.type, type))
      const memberContext = { ...context, publicUrl }
      const userId = await createStaffAccount(memberContext, { ...body, companyId }, password)
      await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [
        { kind: 'member-added', data: { userId, type } },
      ])
      if (allBranches) await updateAccountColumns(db, userId, { all_branches: true })
      await setAreas(db, { companyId, userId }, areaIds)
      if (allBranches || areaIds.length > 0)
        await recordSecurityEvent(context, {
          kind: 'reach-changed',
          companyId,
          aboutUserId: userId,
          data: { areas: areaIds.length, all: allBranches },
        })
      await setBranches(memberContext, { companyId, userId }, branchIds)
      return readMember(db, companyId, userId, unrestrictedScope)
    },
  )

  registerRoute(app, assignRole, async (context) => {
    const { params, body, caller, db, now, newId } = context
    const { companyId, userId } = params
    // Locked before the member, so that concurrent changes lock in the same order.
    const administrators = await lockAdministrators(db, companyId)
    const account = await lockMember(db, companyId, userId)
    if (!account) throw new DomainError('NOT_FOUND')
    refuseIf(userId === caller.userId ? 'OWN_ACCOUNT' : null)
    await requireCurrentVersion(db, body.version, account)
    const before = await readMember(db, companyId, userId, unrestrictedScope)
    const type = body.type ?? (account.type as UserType)
    refuseIf(whyNotCreateType(caller.type, type))
    refuseIf(whyNotChangeType(caller.userId, before, type, administrators))
    // A company admin needs no areas: they would come back with a later demotion.
    const isAdmin = type === 'COMPANY_ADMIN'
    const allBranches = isAdmin ? false : (body.allBranches ?? account.all_branches)
    const areaIds = isAdmin ? [] : body.areaIds
    if (type !== account.type || allBranches !== account.all_branches)
      await updateAccountColumns(db, userId, { type, all_branches: allBranches, updatedon: now, updated_by: caller.userId })
    const areas = areaIds && (await setAreas(db, { companyId, userId }, areaIds))
    if (body.branchIds) await setBranches({ ...context, publicUrl }, { companyId, userId }, body.branchIds)
    const member = await readMember(db, companyId, userId, unrestrictedScope)
    const about = { companyId, aboutUserId: userId }
    if (type !== before.type)
      await recordSecurityEvent(context, { kind: 'role-changed', ...about, data: { from: before.type, to: type } })
    const isReachChanged = allBranches !== account.all_branches || areas?.isChanged === true
    if (isReachChanged)
      await recordSecurityEvent(context, {
        kind: 'reach-changed',
        ...about,
        data: {
          areasBefore: before.areas.length,
          areas: member.areas.length,
          allBefore: account.all_branches,
          all: allBranches,
        },
      })
    if (type !== before.type || isReachChanged)
      await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [
        {
          kind: 'role-changed',
          data: { userId, from: before.type, to: type, reachBefore: reachText(before), reach: reachText(member) },
        },
      ])
    return member
  })
}
