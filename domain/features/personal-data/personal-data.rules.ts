import { addYears, type DateOnly } from '../../common/dates.ts'
import { count } from '../../common/wire.ts'
import type { ErrorCode } from '../../errors.ts'
import { whyNotDeleteMember } from '../members/members.rules.ts'

/**
 * How long a company keeps what. A limitation period of six years runs from the end of a contract (Limitation Act 1980,
 * section 5), money-laundering records are kept for five (Money Laundering Regulations 2017, regulation 40): so nothing of a
 * sale is aged unless the company says so, and it is said beside the field. Texts of old e-mails are nobody's record.
 */

export const retentionFields = {
  /** Years after completion or withdrawal from which the people of a sale are pseudonyms; 0 keeps them. */
  salesYears: count(50),
  /** Days for which the text of an e-mail is kept where it was not sent, and all of one that is about no property; 0 keeps them. */
  mailDays: count(3650),
}
export type RetentionSettings = { salesYears: number; mailDays: number }

export const defaultRetention: RetentionSettings = { salesYears: 0, mailDays: 365 }

/** Years for which a contract can be sued upon. */
export const limitationYears = 6

/** The last day of completion or withdrawal whose sales have been kept long enough; null where they are kept for ever. */
export const salesRetentionCutoff = ({ salesYears }: RetentionSettings, today: DateOnly): DateOnly | null =>
  salesYears === 0 ? null : addYears(today, -salesYears)

/** What a person is known as: everything in which they stand with a name. */
export const entryKinds = {
  account: 'Account',
  contact: 'Contact',
  poc: 'Point of contact',
  buyer: 'Buyer',
  additional: 'Additional contact',
  offer: 'Offer',
  viewing: 'Viewing',
  fallOff: 'Sale that fell off',
  chain: 'Chain',
} as const
export type EntryKind = keyof typeof entryKinds

type ErasureRequest = {
  callerId: string
  /** The person's accounts that are still in use. */
  accounts: readonly { _id: string; isAdministrator: boolean }[]
  administrators: readonly string[]
  /** Sales that are neither completed nor withdrawn, of which they are vendor, buyer or a further person of a side. */
  openSales: number
  /** Messages to them that are still to be sent. */
  waitingMails: number
}

/**
 * Why a person cannot be erased yet. A party of an open sale is needed for it: their data are kept for a contract (UK GDPR,
 * article 17, paragraph 3). Whoever administers the company alone, and whoever asks, is not erased by this either.
 */
export function whyNotErase({ callerId, accounts, administrators, openSales, waitingMails }: ErasureRequest): ErrorCode | null {
  for (const { _id, isAdministrator } of accounts) {
    const why = whyNotDeleteMember(callerId, _id, isAdministrator ? administrators : [])
    if (why) return why
  }
  if (openSales > 0) return 'PERSON_IN_OPEN_SALE'
  return waitingMails > 0 ? 'PERSON_AWAITS_MAIL' : null
}
