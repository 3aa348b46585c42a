import { addYears, type DateOnly } from '../../common/dates.ts'
import { count } from '../../common/wire.ts'
import type { ErrorCode } from '../../error-catalogue.ts'
import { whyNotDeleteMember } from '../members/members.rules.ts'

/**
 * Retention settings. Contracts can be sued upon for six years (Limitation Act 1980, section 5) and money-laundering
 * records are kept for five (Money Laundering Regulations 2017, regulation 40), so sales are kept unless the company
 * decides otherwise; the screen says so.
 */
export const retentionFields = {
  /** Years after completion or withdrawal until people of a sale are pseudonymised; 0 keeps them. */
  salesYears: count(50),
  /** Days until the texts of unsent e-mails, and e-mails without a property, are deleted; 0 keeps them. */
  mailDays: count(3650),
  /** Years that sent e-mails about a property keep their text, for the record. */
  saleMailYears: count(50).min(1, 'Use at least 1.'),
}

export type RetentionSettings = { salesYears: number; mailDays: number; saleMailYears: number }

export const defaultRetention: RetentionSettings = { salesYears: 0, mailDays: 365, saleMailYears: 6 }

/** Limitation period of contracts, in years. */
export const limitationYears = 6

/** Sales completed or withdrawn up to this date have exceeded their retention; null keeps all. */
export const salesRetentionCutoff = ({ salesYears }: RetentionSettings, today: DateOnly): DateOnly | null =>
  salesYears === 0 ? null : addYears(today, -salesYears)

/** Kinds of entries that name a person. */
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
  partyLink: 'Link to a sale',
} as const
export type EntryKind = keyof typeof entryKinds

type ErasureRequest = {
  callerId: string
  /** Active accounts of the person. */
  accounts: readonly { _id: string; isAdministrator: boolean }[]
  administrators: readonly string[]
  /** Sales neither completed nor withdrawn in which the person is vendor, buyer or additional contact. */
  openSales: number
  /** Unsent messages to the person. */
  waitingMails: number
}

/**
 * Parties of an open sale cannot be erased: their data is needed for a contract (UK GDPR, article 17, paragraph 3). The
 * last administrator and the caller cannot be erased this way either.
 */
export function whyNotErase({ callerId, accounts, administrators, openSales, waitingMails }: ErasureRequest): ErrorCode | null {
  for (const { _id, isAdministrator } of accounts) {
    const why = whyNotDeleteMember(callerId, _id, isAdministrator ? administrators : [])
    if (why) return why
  }
  if (openSales > 0) return 'PERSON_IN_OPEN_SALE'
  return waitingMails > 0 ? 'PERSON_AWAITS_MAIL' : null
}
