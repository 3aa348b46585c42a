import { platformCompanyId, type UserType } from '@gya/domain/access/permissions.ts'
import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import { DomainError, errors } from '@gya/domain/error-catalogue.ts'
import { maxNameMailsPerHour } from '@gya/domain/features/account/account.rules.ts'
import type { Selectable, Updateable } from 'kysely'
import { type ChangedField, changedFields } from '../../db/query/changed-fields.ts'
import type { AppUser } from '../../db/schema.ts'
import { nameChangedEmail } from '../../emails/name-changed.ts'
import { queueMailStatement } from '../../emails/outbox.ts'
import type { Caller } from '../../http/access/caller.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { refuseInSupportAccess, requireConfirmedAct } from '../../http/access/sensitive-acts.ts'
import { listAdministrators } from '../support-access/support-access.repository.ts'
import { type AccountEmailContext, sendEmailChangeRequested, sendInvitation, sendNewEmailConfirmation } from './account-emails.ts'
import { deleteLinksOfAccount } from './account-links.repository.ts'
import { senderOf } from './read-inviter.ts'
import { isEmailTaken, updateAccountColumns } from './users.repository.ts'

export type UserDetails = {
  firstName?: string | undefined
  lastName?: string | undefined
  email?: string | undefined
  tel?: string | undefined
}

export type UserUpdateContext = AccountEmailContext & RecordingContext & { caller: Caller }

type AccountSettings = Pick<
  Updateable<AppUser>,
  'type' | 'contact_by_email' | 'contact_by_push' | 'weekly_summary' | 'starts_with' | 'single_keys' | 'digest_time'
>

/**
 * Updates the details and settings of a locked account and returns the changed fields. A new e-mail address is pending until
 * it is confirmed from its mailbox; the current one stays valid and is notified. Throws EMAIL_TAKEN, and CONFIRM_IDENTITY for
 * a new address in a session whose identity was not confirmed recently.
 */
export async function updateUserDetails(
  context: UserUpdateContext,
  person: Selectable<AppUser>,
  { firstName, lastName, email, tel }: UserDetails,
  settings: AccountSettings = {},
): Promise<ChangedField[]> {
  const { db, now, caller } = context
  const isNew = email !== undefined && email !== person.email
  // A temporary password that was never changed may be in a wrong mailbox: it is revoked, and the new address is invited.
  const invited = isNew && person.password_reset
  const columns = omitUndefined({ first_name: firstName, last_name: lastName, tel, ...(invited ? { email } : {}), ...settings })
  const changes = changedFields(person, columns)
  const pending = isNew && !invited && email !== person.pending_email ? email : undefined
  if (changes.length === 0 && pending === undefined) return changes
  if (isNew) {
    const whose = person.id === caller.userId ? 'their own e-mail address' : `the e-mail address of a ${personWord(person.type)}`
    requireConfirmedAct(context, `changed ${whose}`)
    await refuseInSupportAccess(db, caller, person.company_id)
  }
  const updated = {
    ...person,
    first_name: columns.first_name ?? person.first_name,
    last_name: columns.last_name ?? person.last_name,
  }
  if (invited) await deleteLinksOfAccount(db, person.id)
  const invitation = invited
    ? { invited_on: now, invitation_mail: await sendInvitation(context, { ...updated, email }, senderOf(caller)) }
    : {}
  await updateAccountColumns(db, person.id, {
    ...columns,
    ...invitation,
    ...omitUndefined({ pending_email: pending }),
    ...(invited ? { email_verified: false, password_hash: null } : {}),
    updatedon: now,
    updated_by: caller.userId,
  })
  const about = { companyId: person.company_id ?? platformCompanyId, aboutUserId: person.id }
  if (changes.some(({ field }) => field === 'first_name' || field === 'last_name'))
    await reportNameChange(context, person, updated)
  if (invited) {
    await recordSecurityEvent(context, { kind: 'email-changed', ...about })
  }
  if (pending !== undefined) {
    if (await isEmailTaken(db, person, pending))
      throw new DomainError('EMAIL_TAKEN', { issues: [{ path: 'email', message: errors.EMAIL_TAKEN[1] }] })
    await sendNewEmailConfirmation(context, { ...updated, email: pending })
    await sendEmailChangeRequested(context, updated)
    await recordSecurityEvent(context, { kind: 'email-change-asked', ...about })
  }
  return changes
}

/**
 * Records a change of name in the audit and notifies the company's administrators: earlier entries of the record keep the former name.
 * They are not notified when a member of staff corrects a vendor's name, which is daily work.
 */
async function reportNameChange(
  context: UserUpdateContext,
  person: Selectable<AppUser>,
  changed: Pick<Selectable<AppUser>, 'first_name' | 'last_name'>,
): Promise<void> {
  const { db, caller, publicUrl } = context
  const companyId = person.company_id
  await recordSecurityEvent(context, { kind: 'name-changed', companyId: companyId ?? platformCompanyId, aboutUserId: person.id })
  if (companyId === null || (person.type === 'VENDOR' && caller.userId !== person.id)) return
  const names = { before: nameOf(person), after: nameOf(changed), role: person.type as UserType }
  const administrators = await listAdministrators(db, companyId)
  for (const administrator of administrators) {
    const message = nameChangedEmail(administrator, { ...names, isOwn: caller.userId === person.id, publicUrl })
    const limit = { key: `name-changed:${person.id}:${administrator.id}`, maxPerHour: maxNameMailsPerHour }
    await db.executeQuery(queueMailStatement(context, message, limit))
  }
}

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`.trim()

const personWord = (type: string): string => (type === 'VENDOR' ? 'vendor' : 'user')
