import { Email } from '../../common/wire.ts'
import { type EmailLists, listNames, noDuplicateEmails } from './email-form.ts'

/** Message for an invalid or duplicate address; null if it can be added. */
export function whyNotAddEmail(address: string, lists: EmailLists): string | null {
  const read = Email.safeParse(address)
  if (!read.success) return read.error.issues[0]?.message ?? null
  return listNames.some((list) => lists[list].some((one) => one.trim().toLowerCase() === read.data)) ? noDuplicateEmails : null
}
