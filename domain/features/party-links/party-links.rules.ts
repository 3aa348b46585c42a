import { addDays, type DateOnly, type Instant } from '../../common/dates.ts'
import type { CallLimit } from '../../endpoint.ts'
import type { ErrorCode } from '../../error-catalogue.ts'
import type { LinkEnding } from './party-links.model.ts'

/** "Lasts 60 days; 14 days after completion." [connect §6.3](docs/design/connect.md#6.3). */
const linkDays = 60
export const daysAfterCompletion = 14

/** Maximum number of open links of one sale. */
const maxOpenLinks = 10

/** "30 wrong tries an hour from an address, then 429." [connect §6.2](docs/design/connect.md#6.2). */
export const maxWrongTriesAnHour = 30
/** "60 reads a minute, 20 proposals and 100 MB a day a link." [connect §6.8](docs/design/connect.md#6.8). */
export const maxReadsAMinute = 60
export const proposalLimits: readonly CallLimit[] = [{ name: 'party-proposals', per: 'link', most: 20, minutes: 1_440 }]
export const maxBytesADay = 100 * 1_048_576

const dayMs = 86_400_000

export const linkExpiry = (sentOn: Instant): Instant => new Date(Date.parse(sentOn) + linkDays * dayMs).toISOString()

/** Links end for sales that completed on or before this day. */
export const completedLinksEndBefore = (today: DateOnly): DateOnly => addDays(today, -daysAfterCompletion)

/** A link belongs to one accepted offer. `completedOn`: date of the step Completed. */
type SaleOfLink = { isSold: boolean; completedOn: DateOnly | null; openLinks: number }

export function whyNotSendLink({ isSold, completedOn, openLinks }: SaleOfLink, today: DateOnly): ErrorCode | null {
  if (!isSold) return 'FALL_OFF_WITHOUT_SALE'
  if (completedOn !== null && completedOn <= completedLinksEndBefore(today)) return 'PARTY_LINK_ENDED'
  return openLinks >= maxOpenLinks ? 'TOO_MANY_PARTY_LINKS' : null
}

/** "Send again makes a new token, the old one ends." Only open, expired and restored links can be sent again; otherwise a new link is sent. */
export const whyNotSendAgain = (endedBecause: LinkEnding | null): ErrorCode | null =>
  endedBecause === null || endedBecause === 'expired' || endedBecause === 'restored' ? null : 'PARTY_LINK_ENDED'

/** The recipient of a link, or the current contact of that party. */
type Addressee = { email: string }

/** "Ends by itself when the party's e-mail is changed." The comparison ignores case. */
export const isEmailChanged = (before: Addressee | null, after: Addressee | null, link: Addressee): boolean => {
  const address = (one: Addressee | null) => one?.email.toLowerCase() ?? ''
  return address(before) === link.email.toLowerCase() && address(after) !== address(before)
}

type Party = Addressee & { name: string; contactId: string | null }

/**
 * A link ends when its party is another firm or, of a buyer, another person, wherever it was sent: also to an address that was typed. It
 * stays if the new one has its address or is the firm that it was sent to.
 */
export const isPartyReplaced = (
  before: Party | null,
  after: Party | null,
  link: Addressee & { contactId: string | null },
): boolean =>
  before !== null &&
  (before.contactId !== (after?.contactId ?? null) ||
    (before.contactId === null && before.name !== after?.name && isEmailChanged(before, after, before))) &&
  (after === null || after.contactId === null || after.contactId !== link.contactId) &&
  after?.email.toLowerCase() !== link.email.toLowerCase()
