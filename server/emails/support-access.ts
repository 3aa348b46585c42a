import { salutationOf } from '@gya/domain/common/person.ts'
import { supportRequestHours } from '@gya/domain/features/support-access/support-access.rules.ts'
import type { Message, Recipient } from './outbox.ts'

const hoursInWords = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`)

type Access = { company: string; by: string; reason: string; hours: number; waits: boolean; publicUrl: string }

/** To each company admin, when the platform enters their company or requests to. */
export const supportAccessEmail = (
  { email, company_id, first_name, last_name }: Recipient,
  { company, by, reason, hours, waits, publicUrl }: Access,
): Message => ({
  to: [email],
  companyId: company_id,
  subject: waits ? `GYA asks to enter ${company}` : `GYA has entered ${company}`,
  text: `Hello ${salutationOf(first_name, last_name)},

${by} of GYA ${waits ? 'asks to enter' : 'has entered'} ${company} for ${hoursInWords(hours)}. The reason given:

${reason}

${
  waits
    ? `Approve or refuse it at ${publicUrl}/company/support-access. It lapses after ${supportRequestHours} hours.`
    : `See it, or end it, at ${publicUrl}/company/support-access. What is changed meanwhile is in your record.`
}`,
})

/** To the platform admin whose request a company has decided. */
export const supportDecisionEmail = (
  { email, first_name, last_name }: Omit<Recipient, 'company_id'>,
  { company, approved, hours, publicUrl }: { company: string; approved: boolean; hours: number; publicUrl: string },
): Message => ({
  to: [email],
  companyId: null,
  subject: approved ? `${company} lets you in` : `${company} refused your access`,
  text: `Hello ${salutationOf(first_name, last_name)},

${
  approved
    ? `${company} approved your access. It lasts ${hoursInWords(hours)} from now: ${publicUrl}/company/manage.`
    : `${company} refused your access.`
}`,
})
