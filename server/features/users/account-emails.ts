import type { Instant } from '@gya/domain/common/dates.ts'
import { confirmationHours, invitationDays } from '@gya/domain/features/account/link-lifetimes.ts'
import { emailChangeRequestedEmail } from '../../emails/email-change-requested.ts'
import { emailChangedEmail } from '../../emails/email-changed.ts'
import { emailConfirmationEmail } from '../../emails/email-confirmation.ts'
import { invitationEmail } from '../../emails/invitation.ts'
import { newEmailConfirmationEmail } from '../../emails/new-email-confirmation.ts'
import { type OutboxContext, queueMail, type Recipient } from '../../emails/outbox.ts'
import { passwordChangedEmail } from '../../emails/password-changed.ts'
import { insertLink } from './account-links.repository.ts'
import { readInviter } from './read-inviter.ts'

export type AccountEmailContext = OutboxContext & { publicUrl: string }
type Account = Recipient & { id: string }

/** Sends a link that confirms an e-mail address; earlier links become invalid. */
export async function sendEmailConfirmation(context: AccountEmailContext, account: Account): Promise<void> {
  const token = await insertConfirmationLink(context, account)
  await queueMail(context, emailConfirmationEmail(account, { token, hours: confirmationHours, publicUrl: context.publicUrl }))
}

/** Sends a link that activates a new e-mail address; earlier links become invalid. */
export async function sendNewEmailConfirmation(context: AccountEmailContext, account: Account): Promise<void> {
  const token = await insertConfirmationLink(context, account)
  await queueMail(context, newEmailConfirmationEmail(account, { token, hours: confirmationHours, publicUrl: context.publicUrl }))
}

const insertConfirmationLink = ({ db, now }: AccountEmailContext, { id }: Account): Promise<string> =>
  insertLink(db, { userId: id, purpose: 'verify', now, hours: confirmationHours })

/**
 * Sends an invitation, or another one if the first was lost or misaddressed; returns the id of the message. `senderId`: who sends it, whom
 * it names.
 */
export async function sendInvitation(context: AccountEmailContext, account: Account, senderId: string | null): Promise<string> {
  const { db, now, publicUrl } = context
  const token = await insertLink(db, { userId: account.id, purpose: 'reset', now, hours: invitationDays * 24 })
  const inviter = await readInviter(db, account.company_id, senderId)
  return queueMail(context, invitationEmail(account, { token, days: invitationDays, publicUrl, inviter }))
}

/** Columns of an account that was invited: the link of that invitation is the only way to sign in. */
export const invitedColumns = (now: Instant, mailId: string) => ({
  activated: true,
  password_reset: true,
  password_hash: null,
  invited_on: now,
  invitation_mail: mailId,
})

export const sendEmailChangeRequested = (context: AccountEmailContext, account: Recipient): Promise<string> =>
  queueMail(context, emailChangeRequestedEmail(account, context.publicUrl))

export const sendEmailChanged = (context: AccountEmailContext, previous: Recipient): Promise<string> =>
  queueMail(context, emailChangedEmail(previous, context.publicUrl))

export const sendPasswordChanged = (context: AccountEmailContext, account: Recipient): Promise<string> =>
  queueMail(context, passwordChangedEmail(account, context.publicUrl))
