import { mentionsIn } from '@gya/domain/features/mail-in/mentions.ts'
import { receivingLimits } from '@gya/domain/features/mail-in/receiving-limits.ts'
import { readBranchAddress } from '@gya/domain/features/mail-in/reply-key.ts'
import type { Db } from '../../../db/pool.ts'
import { findMatchFacts, findNamedSales, type LookedUp } from '../read/match-facts.ts'
import type { Head } from './open-mailbox.ts'

const nothing: LookedUp = {
  isList: false,
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

type Company = { db: Db; companyId: string; domain: string }

/**
 * The messages that may be copied: "only if it answers ours, its sender or a recipient is a party of a sale, or its subject names a sale." In
 * two statements, whatever their number. [mail-in §1.3](docs/design/mail-in.md#1.3).
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
  const isKnown = (head: Head): boolean =>
    [head.from, ...head.to, ...head.references, ...keysOf(head)].some((one) => known.has(one))
  const fitting = heads.filter(({ bytes }) => bytes <= receivingLimits.bytes)
  const strangers = fitting.filter((head) => !isKnown(head))
  const sales = await findNamedSales(
    company,
    strangers.map(({ subject }) => subject),
  )
  const named = new Set(
    strangers.filter(({ subject }) => mentionsIn({ subjects: [subject], texts: [] }, sales).some(({ isRelated }) => !isRelated)),
  )
  return fitting.filter((head) => named.has(head) || isKnown(head))
}
