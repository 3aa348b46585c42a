import { type Instant, showDateTime } from '@gya/domain/common/dates.ts'
import { salutationOf } from '@gya/domain/common/person.ts'
import { maskNetwork } from '@gya/domain/features/sessions/sessions.rules.ts'
import type { Message, Recipient } from './outbox.ts'
import { accountSubject, accountWords, type VendorAgency } from './vendor-agency-words.ts'

type NewDeviceSignIn = { device: string; network: string | null; at: Instant; publicUrl: string; agency: VendorAgency | null }

/** To the address of an account after a sign-in from a device that is new to it. */
export const newDeviceSignInEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  { device, network, at, publicUrl, agency }: NewDeviceSignIn,
): Message => ({
  to: [email],
  companyId: company_id,
  subject: `New sign-in to ${accountSubject(agency)}`,
  text: `Hello ${salutationOf(first_name, last_name)},

${accountWords(agency)} was signed in to from a device that it has not been used on lately:

${device}${network === null ? '' : `, network ${maskNetwork(network)}`}, ${showDateTime(at)}

If it was you, there is nothing to do. If not, choose a new password at ${publicUrl}/login/forgot: it signs everybody else out. Then tell ${agency?.companyName ?? 'your administrator'}.`,
})
