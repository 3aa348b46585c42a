import type { DateOnly } from '@gya/domain/common/dates.ts'
import type { MatchedMail } from '@gya/domain/features/mail-in/match-mail.model.ts'
import { addressTermsOf, subjectWords } from '@gya/domain/features/mail-in/match-mail.ts'
import { mentionsIn } from '@gya/domain/features/mail-in/mentions.ts'
import { receivingLimits } from '@gya/domain/features/mail-in/receiving-limits.ts'
import { readBranchAddress } from '@gya/domain/features/mail-in/reply-key.ts'
import type { Db } from '../../../db/pool.ts'
import { findMatchFacts } from '../read/match-facts.ts'
import type { Head } from './open-mailbox.ts'

const nothing: MatchedMail = {
  kind: 'mail',
  isList: false,
  senderCheck: 'unknown',
  hasWarning: false,
  subject: '',
  text: '',
  fileNames: [],
  fromName: '',
  from: '',
  to: [],
  replyKeys: [],
  references: [],
  forwarded: null,
}

type Company = { db: Db; companyId: string; today: DateOnly; domain: string }

/**
 * The messages that may be copied: "only if it answers ours, its sender or a recipient is a party of a sale, or its subject names a sale."
 * [mail-in §1.3](docs/design/mail-in.md#1.3).
 */
export async function chooseHeads({ domain, ...company }: Company, heads: readonly Head[]): Promise<Head[]> {
  const keysOf = ({ to }: Head) => to.flatMap((address) => readBranchAddress(address, domain)?.key ?? [])
  const { facts } = await findMatchFacts(company, {
    ...nothing,
    to: [...new Set(heads.flatMap(({ from, to }) => [from, ...to].filter(Boolean)))],
    replyKeys: heads.flatMap(keysOf),
    references: [...new Set(heads.flatMap(({ references }) => references))],
  })
  const known = new Set([
    ...facts.keys.map(({ key }) => key),
    ...facts.threads.map(({ messageId }) => messageId),
    ...facts.parties.map(({ email }) => email),
  ])
  const chosen: Head[] = []
  for (const head of heads) {
    if (head.bytes > receivingLimits.bytes) continue
    const isKnown = [head.from, ...head.to, ...head.references, ...keysOf(head)].some((one) => known.has(one))
    if (isKnown || (await namesSale(company, head.subject))) chosen.push(head)
  }
  return chosen
}

async function namesSale(company: Omit<Company, 'domain'>, subject: string): Promise<boolean> {
  const mail = { ...nothing, subject }
  // Two surnames name a sale, or an address.
  if (addressTermsOf(mail).length === 0 && subjectWords(mail).length < 2) return false
  const { facts } = await findMatchFacts(company, mail)
  return mentionsIn({ subjects: [subject], texts: [] }, facts.sales).some(({ isRelated }) => !isRelated)
}
