import { recordSecurityEvent } from '../../http/security-events.ts'
import { queueMail } from '../../platform/outbox.ts'
import { insertEvents } from '../events/events.repository.ts'
import type { MemberContext } from './change-member.ts'
import { findNames, insertJoinRequest, listAdministratorEmails } from './join-requests.repository.ts'

/** Asks the administrators of a company, on the People screen and by e-mail, to let somebody join a branch. Asking twice is asking once. */
export async function requestToJoin(
  writing: MemberContext,
  membership: { companyId: string; branchId: string; userId: string },
): Promise<void> {
  const { db, now, newId, caller, publicUrl } = writing
  const { companyId, branchId, userId } = membership
  if (!(await insertJoinRequest(db, { ...membership, id: newId(), askedBy: caller.userId, now }))) return
  await insertEvents(db, { companyId, propertyId: null, userId: caller.userId, at: now, newId }, [
    { kind: 'join-asked', data: { userId, branchId } },
  ])
  await recordSecurityEvent(writing, { kind: 'branch-join-asked', companyId, aboutUserId: userId, data: { branchId } })
  const to = await listAdministratorEmails(db, companyId)
  if (to.length === 0) return
  const names = await findNames(db, membership)
  await queueMail(writing, {
    to,
    companyId,
    subject: `A colleague is to join ${names.branch}`,
    text: `${names.first_name} ${names.last_name} is to be added to ${names.branch}. An administrator of your company confirms it here:

${publicUrl}/company/users`,
  })
}
