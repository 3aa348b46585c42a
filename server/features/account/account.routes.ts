import { hasPermission, platformCompanyId } from '@gya/domain/access/permissions.ts'
import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import {
  cancelNewAddress,
  deleteOwnAccount,
  resendVerification,
  updateOwnAccount,
} from '@gya/domain/features/account/account.contract.ts'
import { maxConfirmationsPerHour } from '@gya/domain/features/account/account.rules.ts'
import { whyNotEndAdministrator } from '@gya/domain/features/members/members.rules.ts'
import { isDigestDue } from '@gya/domain/features/today/digest.rules.ts'
import type { FastifyInstance } from 'fastify'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import { type Caller, clearSessionCookies } from '../../http/access/caller.ts'
import { recordSecurityEvent } from '../../http/access/security-events.ts'
import { enforceRateLimit } from '../../http/limits/rate-limit.ts'
import { registerPreparedRoute, registerRoute } from '../../http/route/register-route.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { leaveConnections } from '../members/leave-connections.ts'
import { lockAdministrators } from '../members/members.repository.ts'
import { replaceAvatar } from '../pictures/pictures.repository.ts'
import { sendEmailConfirmation, sendNewEmailConfirmation } from '../users/account-emails.ts'
import { readCurrentUser } from '../users/current-user.read-model.ts'
import { deleteAccount } from '../users/delete-account.ts'
import { updateUserDetails } from '../users/update-user-details.ts'
import { cancelPendingEmail, findUserInScope, lockUser, updateDigestSentOn } from '../users/users.repository.ts'
import { changeVendor } from '../vendors/change-vendor.ts'

const success = { success: true as const }

const refusal = (path: string, message: string) => new DomainError('VALIDATION_FAILED', { issues: [{ path, message }] })

/** Platform admins belong to no company and start with the list of companies; vendors have an app of their own. */
const hasToday = ({ type, companyId }: Caller): boolean => companyId !== null && hasPermission(type, 'day.view')

export function accountRoutes(app: FastifyInstance): void {
  const { database, secure } = app.gya
  const { publicUrl } = app.gya.config

  registerRoute(app, updateOwnAccount, async (context) => {
    const { caller, db, now, today, newId, file } = context
    const { weeklySummary, startsWith, singleKeys, digestTime, ...body } = context.body
    const { companyId, userId } = caller
    if (weeklySummary !== undefined && !hasToday(caller))
      throw refusal('weeklySummary', 'Summaries go to people who work for a company.')
    if (startsWith !== undefined && !hasToday(caller)) throw refusal('startsWith', 'Today is for people who progress sales.')
    if (digestTime !== undefined && !hasToday(caller)) throw refusal('digestTime', 'The digest is for people who progress sales.')
    if (singleKeys !== undefined && caller.type === 'VENDOR')
      throw refusal('singleKeys', 'The vendor’s app has no keys of its own.')
    const updateContext = { ...context, publicUrl }
    if (caller.type === 'VENDOR' && companyId) {
      await changeVendor({ ...updateContext, branchIds: null }, { companyId, userId }, body)
      if (file) await replaceAvatar(context, userId, file.id)
      return readCurrentUser(db, caller, app.gya.config)
    }
    const { version, ...details } = body
    const me = await lockUser(db, userId)
    await requireCurrentVersion(db, version, me, caller.userId)
    const settings = omitUndefined({
      weekly_summary: weeklySummary,
      starts_with: startsWith,
      single_keys: singleKeys,
      digest_time: digestTime && `${digestTime}:00`,
    })
    const changes = await updateUserDetails(updateContext, me, details, settings)
    // A time that has already passed today applies from tomorrow.
    const isNewTime = changes.some(({ field }) => field === 'digest_time')
    if (digestTime && isNewTime && isDigestDue({ time: digestTime, sentOn: null }, now))
      await updateDigestSentOn(db, userId, today)
    if (changes.length > 0 && companyId)
      await recordCompanyEvents(db, { companyId, userId, at: now, newId }, [{ kind: 'member-edited', data: { userId, changes } }])
    if (file) await replaceAvatar(context, userId, file.id)
    return readCurrentUser(db, caller, app.gya.config)
  })

  registerRoute(app, deleteOwnAccount, async (context) => {
    const { caller, db, reply } = context
    refuseIf(whyNotEndAdministrator(caller.userId, await lockAdministrators(db, caller.companyId)))
    if (caller.companyId && caller.type !== 'VENDOR')
      await leaveConnections(context, { companyId: caller.companyId, userId: caller.userId }, 'end')
    await deleteAccount(context, await lockUser(db, caller.userId))
    clearSessionCookies(reply, secure)
    return success
  })

  registerPreparedRoute(
    app,
    resendVerification,
    async ({ body, caller, now }) => {
      const person = await findUserInScope(database.db, caller, body.token)
      if (!person) throw new DomainError('NOT_FOUND')
      // "Readers change nothing but their own account."
      refuseIf(person.id === caller.userId || hasPermission(caller.type, 'vendor.edit') ? null : 'FORBIDDEN')
      refuseIf(person.email_verified && person.pending_email === null ? 'EMAIL_ALREADY_VERIFIED' : null)
      const limits = [
        { key: `verify-to:${person.id}`, max: maxConfirmationsPerHour.toAccount, minutes: 60 },
        { key: `verify-by:${caller.userId}`, max: maxConfirmationsPerHour.byPerson, minutes: 60 },
      ]
      await enforceRateLimit(database.pool, limits, now)
      return person
    },
    async (context) => {
      const { pending_email: pending, ...person } = context.prepared
      const emailContext = { ...context, publicUrl }
      await (pending === null
        ? sendEmailConfirmation(emailContext, person)
        : sendNewEmailConfirmation(emailContext, { ...person, email: pending }))
      return success
    },
  )

  registerRoute(app, cancelNewAddress, async (context) => {
    const { body, caller, db } = context
    const person = await findUserInScope(db, caller, body.token)
    if (!person) throw new DomainError('NOT_FOUND')
    const isOwn = person.id === caller.userId
    refuseIf(isOwn || hasPermission(caller.type, person.type === 'VENDOR' ? 'vendor.edit' : 'member.manage') ? null : 'FORBIDDEN')
    refuseIf((await cancelPendingEmail(db, person.id)) ? null : 'EMAIL_ALREADY_VERIFIED')
    const about = { companyId: person.company_id ?? platformCompanyId, aboutUserId: person.id }
    await recordSecurityEvent(context, { kind: 'email-change-cancelled', ...about })
    return success
  })
}
