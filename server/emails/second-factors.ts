import { salutationOf } from '@gya/domain/common/person.ts'
import type { Message, Recipient } from './outbox.ts'

const changes = {
  'totp-added': 'an authenticator app was added to it',
  'totp-removed': 'its authenticator app was removed',
  'passkey-added': 'a passkey was added to it',
  'passkey-removed': 'a passkey was removed from it',
  'recovery-codes': 'new recovery codes were made for it, and the earlier ones ended',
} as const
export type FactorChange = keyof typeof changes

/** To the owner of an account whose second factors were changed. */
export const factorChangedEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  change: FactorChange,
  publicUrl: string,
): Message => ({
  to: [email],
  companyId: company_id,
  subject: 'The second factor of your GYA account was changed',
  text: `Hello ${salutationOf(first_name, last_name)},

your GYA account: ${changes[change]}.

If it was not you, choose a new password at ${publicUrl}/login/forgot and tell your administrator at once.`,
})

/** To the person, and to all company admins, when an administrator removed somebody's second factors. */
export const factorsResetEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  { whose, by, reason, isOwner }: { whose: string; by: string; reason: string; isOwner: boolean },
): Message => ({
  to: [email],
  companyId: company_id,
  subject: isOwner ? 'Your second factors were reset' : `The second factors of ${whose} were reset`,
  text: `Hello ${salutationOf(first_name, last_name)},

${by} removed the second factors of ${isOwner ? 'your GYA account' : `the GYA account of ${whose}`}, and signed it out everywhere. The reason given:

${reason}

${isOwner ? 'Sign in with your password and set up a new one under Profile. If you did not ask for this, tell your administrators at once.' : 'If you do not expect this, ask them why.'}`,
})
