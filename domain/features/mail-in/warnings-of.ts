import type { DateOnly } from '../../common/dates.ts'
import type { MailWarning, SenderCheck } from './mail-in.model.ts'

/** Why to be careful with an e-mail. [mail-in §4](docs/design/mail-in.md#4). */

export type WarnedMail = {
  senderCheck: SenderCheck
  fromName: string
  /** In lower case. */
  from: string
  /** Of Reply-To; empty without one. */
  replyTo: string
  subject: string
  /** `own` and `signature` of `ownWordsOf`: fraudsters put accounts below their name too. */
  text: string
  hadVirus: boolean
}

export type WarningFacts = {
  /** Everybody with the display name (folded by `searchFold`): parties, firms, colleagues, branches. */
  namesakes: readonly { name: string; email: string }[]
  /** E-mail addresses or registrable domains of all parties, firms and members of the company, in lower case. */
  known: readonly string[]
  /** Domains that are ours: the one that receives, the one that sends, those of members. */
  ours: readonly string[]
  /** HMAC of `bankDigestText` in hex; `null` without numbers. */
  bankDigest: string | null
  /** Other digests of earlier e-mails from that firm, newest first. */
  earlierDigests: readonly { digest: string; on: DateOnly }[]
}

export type Warned = {
  warning: MailWarning
  /** Of `name`: the address that we know; of `lookalike`: the domain; of `bank-details-differ`: the day of the earlier e-mail. */
  known: string
}

export const warningsOf = ({ senderCheck, hadVirus }: WarnedMail, _facts: WarningFacts): Warned[] => [
  ...(senderCheck === 'failed' ? [{ warning: 'failed', known: '' } as const] : []),
  ...(hadVirus ? [{ warning: 'virus', known: '' } as const] : []),
]
