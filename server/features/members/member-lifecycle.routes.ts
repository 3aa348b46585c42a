import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  countSalesOfMember,
  deactivateMember,
  handOverSales,
  inviteMember,
  reactivateMember,
} from '@gya/domain/features/members/member-lifecycle.contract.ts'
import { maxInvitationsPerHour, whyNotDeleteMember, whyNotInvite } from '@gya/domain/features/members/members.rules.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { refuseToEndLastActing } from '../../http/access/sensitive-acts.ts'
import { enforceRateLimit } from '../../http/limits/rate-limit.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { requireOtherBreakGlass } from '../second-factors/break-glass.ts'
import { endSessionsOfAccount } from '../sessions/end-sessions.ts'
import { invitedColumns, sendInvitation } from '../users/account-emails.ts'
import { deleteLinksOfAccount } from '../users/account-links.repository.ts'
import { senderOf } from '../users/read-inviter.ts'
import { updateAccountColumns } from '../users/users.repository.ts'
import { countOpenSales, handOverOpenSales } from './hand-over.ts'
import { leaveConnections, listConnectionsOf } from './leave-connections.ts'
import { awaitsPassword, lockAdministrators, lockMember, unrestrictedScope } from './members.repository.ts'
import { readMember } from './members.response.ts'
import { releaseUnreachableSales } from './release-sales.ts'

/** Invitations, deactivation and handing over sales. */
export function memberLifecycleRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.gya.config

  registerPreparedRoute(
    app,
    inviteMember,
    async ({ params: { companyId, userId }, now }) => {
      await readMember(app.gya.database.db, companyId, userId, unrestrictedScope)
      await enforceRateLimit(app.gya.database.pool, [{ key: `invite:${userId}`, max: maxInvitationsPerHour, minutes: 60 }], now)
    },
    async (context) => {
      const { params, caller, db, now, newId } = context
      const { companyId, userId } = params
      const member = await lockExistingMember(db, companyId, userId)
      refuseIf(whyNotInvite({ isInvited: awaitsPassword(member), isDeactivated: member.deactivated_on !== null }))
      // Earlier passwords and links may be in the wrong mailbox, so only the new link is valid.
      await endSessionsOfAccount(context, { companyId, aboutUserId: userId }, { because: 'ended-by-administrator' })
      const mailId = await sendInvitation({ ...context, publicUrl }, member, senderOf(caller))
      await updateAccountColumns(db, userId, {
        ...invitedColumns(now, mailId),
        updatedon: now,
        updated_by: caller.userId,
      })
      await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
        { kind: 'member-invited', data: { userId } },
      ])
      await recordSecurityEvent(context, { kind: 'invitation-sent', aboutUserId: userId })
      return readMember(db, companyId, userId, unrestrictedScope)
    },
  )

  registerRoute(app, deactivateMember, async (context) => {
    const { params, query, caller, db, now, newId } = context
    const { companyId, userId } = params
    // Locked before the member, so that concurrent changes lock in the same order.
    const administrators = await lockAdministrators(db, companyId)
    const member = await lockExistingMember(db, companyId, userId)
    refuseIf(whyNotDeleteMember(caller.userId, userId, administrators))
    if (member.deactivated_on === null) {
      await refuseToEndLastActing(db, caller, companyId, userId)
      await requireOtherBreakGlass(db, member)
      await updateAccountColumns(db, userId, { deactivated_on: now, updatedon: now, updated_by: caller.userId })
      await endSessionsOfAccount(context, { companyId, aboutUserId: userId }, { because: 'ended-by-administrator' })
      await deleteLinksOfAccount(db, userId)
      await leaveConnections(context, { companyId, userId }, query.connections)
      await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
        { kind: 'member-deactivated', data: { userId, name: `${member.first_name} ${member.last_name}` } },
      ])
      await recordSecurityEvent(context, { kind: 'account-deactivated', aboutUserId: userId, data: { role: member.type } })
    }
    return readMember(db, companyId, userId, unrestrictedScope)
  })

  registerRoute(app, reactivateMember, async (context) => {
    const { params, caller, db, now, newId } = context
    const { companyId, userId } = params
    const member = await lockExistingMember(db, companyId, userId)
    if (member.deactivated_on !== null) {
      await updateAccountColumns(db, userId, { deactivated_on: null, updatedon: now, updated_by: caller.userId })
      await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
        { kind: 'member-reactivated', data: { userId, name: `${member.first_name} ${member.last_name}` } },
      ])
      // A branch may have left their area while they were away.
      await releaseUnreachableSales(context, companyId, [userId])
      await recordSecurityEvent(context, { kind: 'account-reactivated', aboutUserId: userId, data: { role: member.type } })
    }
    return readMember(db, companyId, userId, unrestrictedScope)
  })

  registerRoute(app, countSalesOfMember, async ({ params, query, db, now }) => {
    await readMember(db, params.companyId, params.userId, unrestrictedScope)
    const { keys, webhooks, feeds } = await listConnectionsOf(db, params, now)
    return {
      ...(await countOpenSales(db, { ...params, branchId: query.branchId })),
      keys: keys.map(({ id, name, prefix }) => ({ _id: id, name, prefix })),
      webhooks: webhooks.map(({ id, url }) => ({ _id: id, url })),
      feeds: feeds.map(({ id, name }) => ({ _id: id, name })),
    }
  })

  registerRoute(app, handOverSales, async (context) => {
    const { params, body, db } = context
    const from = await readMember(db, params.companyId, params.userId, unrestrictedScope)
    const to = await lockExistingMember(db, params.companyId, body.to)
    return handOverOpenSales({ ...context, publicUrl }, params.companyId, { from, to, branchId: body.branchId })
  })
}

async function lockExistingMember(db: Db, companyId: string, userId: string) {
  const member = await lockMember(db, companyId, userId)
  if (!member) throw new DomainError('NOT_FOUND')
  return member
}
