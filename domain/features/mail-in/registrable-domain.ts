import { getDomain } from 'tldts'
import { isFreeMail } from './free-mail.ts'

/** `fennimore.example` of `jane@mail.fennimore.example`; `null` without one, and for public providers, whose users share nothing. */
export function registrableDomain(email: string): string | null {
  const domain = domainOf(email)
  return domain === null || isFreeMail(domain) ? null : domain
}

/** The same of providers too. */
export const domainOf = (email: string): string | null => getDomain(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
