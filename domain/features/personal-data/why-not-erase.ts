import type { ErrorCode } from '../../errors.ts'
import { whyNotDeleteMember } from '../members/why-not-change-member.ts'

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
