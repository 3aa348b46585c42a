import { salutationOf } from '@gya/domain/common/person.ts'
import { insertLink } from '../features/sign-in/sign-in.repository.ts'
import type { OutboxContext } from './outbox.ts'
import { queueMail } from './outbox.ts'

/** A link that confirms an address lasts two days, one that replaces an invitation a week. */
const confirmationHours = 48
const invitationDays = 7

export type AccountEmailContext = OutboxContext & { publicUrl: string }
type Recipient = { id: string; company_id: string | null; first_name: string; last_name: string; email: string }

/** Sends the link that confirms an e-mail address; older ones end. */
export async function sendEmailConfirmation(
  writing: AccountEmailContext,
  { id, company_id, first_name, last_name, email }: Recipient,
): Promise<void> {
  const token = await insertLink(writing.db, { userId: id, purpose: 'verify', now: writing.now, hours: confirmationHours })
  await queueMail(writing, {
    to: [email],
    companyId: company_id,
    subject: 'Confirm your e-mail address for GYA',
    text: `Hello ${salutationOf(first_name, last_name)},

this e-mail address is the one of your GYA account: you sign in with it. Confirm within ${confirmationHours} hours that it is yours:

${writing.publicUrl}/login/verify#token=${token}

If you have no GYA account, somebody mistyped their address: do nothing.`,
  })
}

/** Sends the link that brings a new e-mail address into force; older ones end. */
export async function sendNewEmailConfirmation(
  writing: AccountEmailContext,
  { id, company_id, first_name, last_name, email }: Recipient,
): Promise<void> {
  const token = await insertLink(writing.db, { userId: id, purpose: 'verify', now: writing.now, hours: confirmationHours })
  await queueMail(writing, {
    to: [email],
    companyId: company_id,
    subject: 'Confirm your new e-mail address for GYA',
    text: `Hello ${salutationOf(first_name, last_name)},

this e-mail address was entered as the new one of your GYA account. Confirm within ${confirmationHours} hours that it is yours:

${writing.publicUrl}/login/verify#token=${token}

From then on you sign in with it. Until then your present address stays in force. If you have no GYA account, somebody mistyped their address: do nothing.`,
  })
}

/** Tells the present address that another one was entered, so that a change nobody asked for is noticed. */
export const sendEmailChangeRequested = (writing: AccountEmailContext, { company_id, first_name, last_name, email }: Recipient) =>
  queueMail(writing, {
    to: [email],
    companyId: company_id,
    subject: 'A new e-mail address was entered for your GYA account',
    text: `Hello ${salutationOf(first_name, last_name)},

another e-mail address was entered for your GYA account. It comes into force when it is confirmed from its mailbox; until then you sign in with this one.

If you did not expect that, choose a new password at ${writing.publicUrl}/login/forgot: it ends every session and the change of address. Then tell your administrator.`,
  })

/** Tells an account's address that its password was changed. */
export const tellOfNewPassword = (
  writing: AccountEmailContext,
  { company_id, first_name, last_name, email }: Omit<Recipient, 'id'>,
) =>
  queueMail(writing, {
    to: [email],
    companyId: company_id,
    subject: 'Your GYA password was changed',
    text: `Hello ${salutationOf(first_name, last_name)},

the password of your GYA account was changed, and every other session was signed out.

If it was not you, choose a new password at ${writing.publicUrl}/login/forgot and tell your administrator.`,
  })

/** Invites somebody again, whose invitation is lost or went to an address that was wrong: a link to choose the first password, which also confirms the address. Answers the mail's id. */
export async function sendInvitation(
  writing: AccountEmailContext,
  { id, company_id, first_name, last_name, email }: Recipient,
): Promise<string> {
  const token = await insertLink(writing.db, { userId: id, purpose: 'reset', now: writing.now, hours: invitationDays * 24 })
  return queueMail(writing, {
    to: [email],
    companyId: company_id,
    subject: 'Your GYA account',
    text: `Hello ${salutationOf(first_name, last_name)},

an account has been opened for you on GYA. Choose a password within ${invitationDays} days, and sign in with it and this e-mail address:

${writing.publicUrl}/login/reset#token=${token}`,
  })
}

/** Tells the old address that it is no longer the account's, so that a change nobody asked for is noticed. */
export const sendEmailChanged = (writing: AccountEmailContext, old: Recipient) =>
  queueMail(writing, {
    to: [old.email],
    companyId: old.company_id,
    subject: 'Your GYA account has another e-mail address',
    text: `Hello ${salutationOf(old.first_name, old.last_name)},

the e-mail address of your GYA account was changed: this one no longer signs in.

If you did not expect that, ask your administrator or answer at ${writing.publicUrl}.`,
  })
