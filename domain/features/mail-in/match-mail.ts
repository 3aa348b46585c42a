import type { Match, MatchedMail, MatchFacts } from './match-mail.model.ts'

/** Which sale an e-mail is about. [mail-in §3](docs/design/mail-in.md#3). */

/** The addresses to look for in statement 3: sender, inner sender and recipients, in lower case, each once. */
export const addressesOf = ({ from, forwarded, to }: Pick<MatchedMail, 'from' | 'forwarded' | 'to'>): string[] => [
  ...new Set([from, forwarded?.from ?? '', ...to].filter((address) => address !== '')),
]

/**
 * Folded pieces of addresses (`searchFold`) that the e-mail may name: a number or name with the word after it, such as `27 rodway`. A sale
 * whose folded first and second line contain one is a candidate. At most 100.
 */
export const addressTermsOf = (_mail: Pick<MatchedMail, 'subject' | 'text' | 'fileNames' | 'forwarded'>): string[] => []

/** Folded words of the subject that may be surnames. At most 20. */
export const subjectWords = (_mail: Pick<MatchedMail, 'subject' | 'forwarded'>): string[] => []

/** References that the sender calls theirs: "Our ref: JH/20418". At most 5. */
export const theirRefsIn = (_mail: Pick<MatchedMail, 'subject' | 'text' | 'forwarded'>): string[] => []

export const matchMail = (_mail: MatchedMail, _facts: MatchFacts): Match => ({
  state: 'inbox',
  sales: [],
  sender: null,
  forwardedBy: null,
  isOutgoing: false,
  why: 'No sale was found.',
})
