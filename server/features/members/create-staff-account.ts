import { platformCompanyId, type UserType } from '@gya/domain/access/permissions.ts'
import { DomainError, errors } from '@gya/domain/error-catalogue.ts'
import { accountCreatedEmail } from '../../emails/account-created.ts'
import { type OutboxContext, queueMail } from '../../emails/outbox.ts'
import { type RecordingContext, recordSecurityEvent } from '../../http/access/security-events.ts'
import { hashPassword, temporaryPassword } from '../../infra/secrets.ts'
import { readInviter, senderOf } from '../users/read-inviter.ts'
import { type ChosenPassword, type PasswordChecks, refuseWeakPassword } from '../users/refuse-weak-password.ts'
import { findStaffByEmail, insertAccount } from './members.repository.ts'

/**
 * The hash of a new account's password, and the password itself if it is temporary and sent by e-mail. `fieldPrefix`: where the account's
 * fields are in the request body (`administrator.` or empty), for error paths.
 */
export type NewPassword = { hash: string; temporary: string | null; fieldPrefix: string }

/**
 * Hashes the password given, or a generated temporary one. Hashing is slow, so call it before the transaction. Throws
 * PASSWORD_WEAK or PASSWORD_KNOWN at `path`.
 */
export async function prepareNewPassword(
  checks: PasswordChecks,
  { password, path, guessableWords }: Omit<ChosenPassword, 'password'> & { password: string | undefined },
): Promise<NewPassword> {
  const fieldPrefix = path.slice(0, path.lastIndexOf('.') + 1)
  if (!password) {
    const temporary = temporaryPassword()
    return { hash: await hashPassword(temporary), temporary, fieldPrefix }
  }
  await refuseWeakPassword(checks, { password, path, guessableWords })
  return { hash: await hashPassword(password), temporary: null, fieldPrefix }
}

export type NewStaffAccount = {
  type: Exclude<UserType, 'VENDOR'>
  companyId: string | null
  firstName: string
  lastName: string
  email: string
  tel: string
}

/**
 * Creates a staff account and notifies its owner by e-mail; returns the id. Its creator knows the password, so its owner must replace it
 * first ([administration](docs/design/administration.md), "Start-up order"). A chosen password leaves the account unactivated until it is
 * replaced on the activation screen. `isFirst`: the first administrator of a company. Of others, "the new user is e-mailed a temporary password and must change it on login": the account
 * is active, and the reset screen comes first. Throws EMAIL_TAKEN.
 */
export async function createStaffAccount(
  context: OutboxContext & RecordingContext & { publicUrl: string },
  member: NewStaffAccount,
  { hash, temporary, fieldPrefix }: NewPassword,
  isFirst = false,
): Promise<string> {
  const { db, now, newId } = context
  if (await findStaffByEmail(db, member.email))
    throw new DomainError('EMAIL_TAKEN', { issues: [{ path: `${fieldPrefix}email`, message: errors.EMAIL_TAKEN[1] }] })
  const id = newId()
  const mailId = await queueMail(
    context,
    accountCreatedEmail({
      email: member.email,
      firstName: member.firstName,
      companyId: member.companyId,
      temporaryPassword: temporary,
      inviter: await readInviter(db, member.companyId, senderOf(context.caller ?? context.request.caller)),
      isFirst,
      publicUrl: context.publicUrl,
    }),
  )
  await insertAccount(db, {
    id,
    company_id: member.companyId,
    type: member.type,
    first_name: member.firstName,
    last_name: member.lastName,
    email: member.email,
    tel: member.tel,
    password_hash: hash,
    activated: temporary !== null,
    password_reset: temporary !== null,
    createdon: now,
    invited_on: now,
    invitation_mail: mailId,
  })
  await recordSecurityEvent(context, {
    kind: 'account-created',
    companyId: member.companyId ?? platformCompanyId,
    aboutUserId: id,
    data: { role: member.type },
  })
  return id
}
