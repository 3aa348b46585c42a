import { platformCompanyId, type UserType } from '@gya/domain/access/permissions.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { isWiderRole, losesKeysAndWebhooks, whyNotChangeType } from '@gya/domain/features/members/members.rules.ts'
import { requireCurrentVersion } from '../../db/query/changed-fields.ts'
import type { Caller } from '../../http/access/caller.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { refuseInSupportAccess, refuseToEndLastActing, requireConfirmedAct } from '../../http/access/sensitive-acts.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { requireOtherBreakGlass } from '../second-factors/break-glass.ts'
import type { AccountEmailContext } from '../users/account-emails.ts'
import { type UserDetails, updateUserDetails } from '../users/update-user-details.ts'
import { leaveKeysAndWebhooks } from './leave-connections.ts'
import { lockAdministrators, lockMember } from './members.repository.ts'
import { clearReach } from './set-areas.ts'

export type MemberContext = AccountEmailContext & RecordingContext & { caller: Caller }
type MemberChange = UserDetails & { type?: UserType | undefined; version?: number | undefined }

/**
 * Changes a member of staff and records it. `companyId` is null for the platform's administrators. A new type applies from
 * the next call, also in open sessions, because each call reads it. Keys and webhooks of somebody who may no longer manage
 * them end. Throws NOT_FOUND, STALE_VERSION, LAST_ADMINISTRATOR, OWN_ACCOUNT, EMAIL_TAKEN, and CONFIRM_IDENTITY for a new
 * type or address.
 */
export async function changeMember(
  context: MemberContext,
  { companyId, userId }: { companyId: string | null; userId: string },
  { type, version, ...details }: MemberChange,
): Promise<void> {
  const { db, now, newId, caller } = context
  // Locked before the member, so that concurrent changes lock in the same order.
  const administrators = type === undefined ? [] : await lockAdministrators(db, companyId)
  const member = await lockMember(db, companyId, userId)
  if (!member) throw new DomainError('NOT_FOUND')
  await requireCurrentVersion(db, version, member, caller.userId)
  if (type !== undefined)
    refuseIf(whyNotChangeType(caller.userId, { _id: member.id, type: member.type as UserType }, type, administrators))
  if (type !== undefined && type !== member.type) {
    requireConfirmedAct(context, 'changed the role of a user')
    if (isWiderRole(type, member.type as UserType)) await refuseInSupportAccess(db, caller, companyId)
    await refuseToEndLastActing(db, caller, companyId, userId)
    await requireOtherBreakGlass(db, member)
  }
  const changes = await updateUserDetails(context, member, details, type === undefined ? {} : { type })
  if (type === 'COMPANY_ADMIN' && companyId) await clearReach(db, { companyId, userId })
  if (type !== undefined && companyId && losesKeysAndWebhooks(type, member.type as UserType))
    await leaveKeysAndWebhooks(context, { companyId, userId }, 'end')
  if (changes.some(({ field }) => field === 'type'))
    await recordSecurityEvent(context, {
      kind: 'role-changed',
      companyId: companyId ?? platformCompanyId,
      aboutUserId: userId,
      data: { from: member.type, to: type },
    })
  if (changes.length > 0 && companyId)
    await recordCompanyEvents(db, { companyId, userId: caller.userId, at: now, newId }, [
      { kind: 'member-edited', data: { userId, changes } },
    ])
}
