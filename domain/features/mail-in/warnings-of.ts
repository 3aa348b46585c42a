import type { DateOnly } from '../../common/dates.ts'
import { searchFold } from '../../common/search-fold.ts'
import { bankDetailsIn } from './bank-details.ts'
import { lookalikeOf } from './lookalike.ts'
import type { MailWarning, SenderCheck } from './mail-in.model.ts'
import { domainOf, registrableDomain } from './registrable-domain.ts'
import type { Warned } from './warning-words.ts'

/** Why to be careful with an e-mail. [mail-in §4](docs/design/mail-in.md#4). */

export type WarnedMail = {
  senderCheck: SenderCheck
  fromName: string
  /** In lower case. */
  from: string
  /** Of Reply-To; empty without one. */
  replyTo: string
  subject: string
  /** `own` of `ownWordsOf`. */
  text: string
  /** `signature` of `ownWordsOf`: numbers in it count, but not a firm's standing warning. */
  signature?: string
  hadVirus: boolean
}

export type WarningFacts = {
  /** Everybody with the display name (folded by `searchFold`): parties, firms, colleagues, branches. */
  namesakes: readonly { name: string; email: string }[]
  /** E-mail addresses or domains of all parties, firms and members of the company, in lower case. */
  known: readonly string[]
  /** Domains that are ours: the one that receives, the one that sends, those of members. */
  ours: readonly string[]
  /** HMAC of `bankDigestText`; `null` without numbers. */
  bankDigest: string | null
  /** Of earlier e-mails from that firm on any sale, newest first. */
  earlierDigests: readonly { digest: string; on: DateOnly }[]
}

const addressInName = /[\w.+-]{1,64}@[\w.-]{3,100}/

/** The address that the display name stands for and that did not send the e-mail. */
function namesOther({ fromName, from }: WarnedMail, { namesakes, known }: WarningFacts): string | null {
  const isTheirs = (email: string): boolean =>
    email === from || (registrableDomain(email) !== null && registrableDomain(email) === registrableDomain(from))
  const written = addressInName.exec(fromName.toLowerCase())?.[0]
  if (written !== undefined && !isTheirs(written) && known.some((one) => domainOf(one) === domainOf(written))) return written
  const name = searchFold(fromName).trim()
  const same = namesakes.filter((one) => name !== '' && one.email !== '' && searchFold(one.name).trim() === name)
  return same.some(({ email }) => isTheirs(email.toLowerCase())) ? null : (same[0]?.email ?? null)
}

export function warningsOf(mail: WarnedMail, facts: WarningFacts): Warned[] {
  const { numbers, isInWords } = bankDetailsIn(`${mail.subject}\n${mail.text}`, mail.signature)
  const differing = facts.earlierDigests.find(({ digest }) => facts.bankDigest !== null && digest !== facts.bankDigest)
  const name = namesOther(mail, facts)
  const lookalike = lookalikeOf(mail.from, [...facts.known, ...facts.ours])
  const answersTo = domainOf(mail.replyTo)
  const isElsewhere =
    answersTo !== null && answersTo !== domainOf(mail.from) && !facts.ours.some((one) => domainOf(one) === answersTo)
  const all: readonly (readonly [MailWarning, boolean, (string | undefined)?])[] = [
    ['bank-details', numbers.length > 0 || isInWords],
    ['bank-details-differ', differing !== undefined, differing?.on],
    ['failed', mail.senderCheck === 'failed'],
    ['name', name !== null, name ?? ''],
    ['lookalike', lookalike !== null, lookalike ?? ''],
    ['reply-to', isElsewhere],
    ['virus', mail.hadVirus],
  ]
  return all.filter(([, holds]) => holds).map(([warning, , known = '']) => ({ warning, known }))
}
