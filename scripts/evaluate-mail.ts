/**
 * Reads the e-mails of `generate-mail.ts` with the rules of incoming mail and counts what is right, by style:
 *
 *   node scripts/run.mjs scripts/evaluate-mail.ts [first seed] [number of seeds]
 */
import PostalMime from 'postal-mime'
import { searchFold } from '../domain/common/search-fold.ts'
import { readDeliveryStatus } from '../domain/features/mail-in/delivery-report.ts'
import { isOfList, kindOfMail } from '../domain/features/mail-in/kind-of-mail.ts'
import type { MatchedMail, MatchFacts } from '../domain/features/mail-in/match-mail.model.ts'
import { addressesOf, addressTermsOf, matchMail, subjectWords, theirRefsIn } from '../domain/features/mail-in/match-mail.ts'
import { ownWordsOf } from '../domain/features/mail-in/own-words.ts'
import { proposalsOf } from '../domain/features/mail-in/proposals-of.ts'
import { registrableDomain } from '../domain/features/mail-in/registrable-domain.ts'
import { readBranchAddress } from '../domain/features/mail-in/reply-key.ts'
import type { Warned } from '../domain/features/mail-in/warning-words.ts'
import { warningsOf } from '../domain/features/mail-in/warnings-of.ts'
import { productTemplate } from '../domain/features/timeline/product-template.ts'
import { timelineFromTemplate } from '../domain/features/timeline/rules/new-timeline.ts'
import { stepDefinitions } from '../domain/features/timeline/step-definitions.ts'
import { type GeneratedMail, generateMail, type MailStyle, styles, type World, writtenOn } from './generate-mail.ts'

const ours = 'in.gya.example'

/** Enough for the generator's HTML; the product has a parser. */
const textOf = (html: string): string =>
  html
    .replace(/<blockquote>([^]*?)<\/blockquote>/g, (_, quoted: string) => `\n> ${quoted.replaceAll('<br>', '\n> ')}\n`)
    .replace(/<br>|<\/?div[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

const idsOf = (head = ''): string[] => [...head.matchAll(/<([^<>]+)>/g)].map(([, id = '']) => id)

async function parse({ raw, envelopeFrom, envelopeTo, senderCheck }: GeneratedMail) {
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true })
  const words = ownWordsOf(mail.text ?? textOf(mail.html ?? ''))
  const inside = mail.attachments.find(({ mimeType }) => mimeType === 'message/rfc822')
  const inner = inside && (await PostalMime.parse(inside.content))
  const recipients = [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(({ address }) => address?.toLowerCase() ?? [])
  const branchAddresses = [envelopeTo, ...recipients].map((one) => readBranchAddress(one, ours))
  const heads = new Map(mail.headers.map(({ key, value }) => [key, value]))
  const isReport =
    mail.attachments.some(({ mimeType }) => mimeType === 'message/delivery-status') || /multipart\/report/.test(raw)
  const kind = kindOfMail({
    heads,
    envelopeFrom,
    report: isReport ? readDeliveryStatus(raw, []).action : null,
    isOurs: false,
  })
  const forwarded = inner
    ? {
        fromName: inner.from?.name ?? '',
        from: inner.from?.address?.toLowerCase() ?? '',
        subject: inner.subject ?? '',
        text: ownWordsOf(inner.text ?? '').read,
      }
    : words.forwarded
  const matched: MatchedMail = {
    kind,
    isList: isOfList({ heads }),
    senderCheck,
    hasWarning: false,
    subject: mail.subject ?? '',
    text: words.read,
    fileNames: mail.attachments.flatMap(({ filename }) => filename ?? []),
    fromName: mail.from?.name ?? '',
    from: mail.from?.address?.toLowerCase() ?? '',
    to: recipients.filter((one) => readBranchAddress(one, ours) === null),
    replyKeys: [...new Set(branchAddresses.flatMap((one) => one?.key ?? []))],
    references: [...idsOf(heads.get('references')), ...idsOf(mail.inReplyTo)],
    forwarded,
  }
  return { matched, words, replyTo: mail.replyTo?.[0]?.address?.toLowerCase() ?? '' }
}

/** The facts as four statements fetch them. */
function factsFor(mail: MatchedMail, { facts, sales }: World): MatchFacts {
  const addresses = addressesOf(mail)
  const domains = addresses.map(registrableDomain)
  const keys = facts.keys.filter(({ key }) => mail.replyKeys.includes(key))
  const threads = facts.threads.filter(({ messageId }) => mail.references.includes(messageId))
  const firms = facts.firms.filter(({ domain }) => domains.includes(domain))
  const parties = facts.parties.filter(
    ({ email, firmId }) => addresses.includes(email) || firms.some((firm) => firm.firmId === firmId),
  )
  const refs = theirRefsIn(mail)
  const theirRefs = facts.theirRefs.filter(
    ({ ref, firmId }) => refs.includes(ref) && firms.some((firm) => firm.firmId === firmId),
  )
  const ids = new Set([
    ...[...keys, ...threads].flatMap((one) => one.sales.map(({ propertyId }) => propertyId)),
    ...[...parties, ...theirRefs].map(({ propertyId }) => propertyId),
  ])
  const [terms, words] = [addressTermsOf(mail), subjectWords(mail)]
  const candidates = sales.filter(({ propertyId, line1, line2, vendorSurnames, buyerSurnames }) => {
    const address = searchFold(`${line1} ${line2}`)
    return (
      ids.has(propertyId) ||
      terms.some((term) => address.includes(term)) ||
      [...vendorSurnames, ...buyerSurnames].some((name) => words.includes(searchFold(name)))
    )
  })
  return {
    keys,
    threads,
    parties,
    firms,
    theirRefs,
    members: facts.members.filter((one) => addresses.includes(one)),
    sales: candidates,
  }
}

function warn(
  mail: GeneratedMail,
  { matched, words, replyTo }: Awaited<ReturnType<typeof parse>>,
  { facts, members, firms, sales }: World,
): Warned[] {
  const people = [
    ...members,
    ...firms.flatMap((firm) => [...firm.people, { name: firm.name, email: `post@${firm.domain}` }]),
    ...sales.flatMap(({ vendor, buyer }) => [vendor, buyer]),
  ]
  return warningsOf(
    {
      senderCheck: mail.senderCheck,
      fromName: matched.fromName,
      from: matched.from,
      replyTo,
      subject: matched.subject,
      text: words.own,
      signature: words.signature,
      hadVirus: false,
    },
    {
      namesakes: people.filter(({ name }) => searchFold(name) === searchFold(matched.fromName)),
      known: [...facts.parties.map(({ email }) => email), ...facts.firms.map(({ domain }) => domain), ...facts.members],
      ours: [ours, 'larkmead.example'],
      bankDigest: null,
      earlierDigests: [],
    },
  )
}

type Count = { all: number; about: number; right: number; filed: number; wrong: number; mayFile: number }
export type Evaluation = {
  byStyle: Record<MailStyle, Count>
  /** Of the proposals by kind: made and right, made, to be made. */
  proposals: Record<string, { right: number; made: number; due: number }>
  frauds: number
  fraudsWarned: number
  honest: number
  honestWarned: number
  /** What went wrong, for reading. */
  notes: string[]
}

export async function evaluateMail(seeds: readonly number[], count = 600): Promise<Evaluation> {
  const zero = (): Count => ({ all: 0, about: 0, right: 0, filed: 0, wrong: 0, mayFile: 0 })
  const byStyle = Object.fromEntries(styles.map((style) => [style, zero()])) as Evaluation['byStyle']
  const result: Evaluation = { byStyle, proposals: {}, frauds: 0, fraudsWarned: 0, honest: 0, honestWarned: 0, notes: [] }
  const timeline = timelineFromTemplate(productTemplate)
  for (const seed of seeds) {
    const { world, mails } = generateMail(seed, count)
    for (const mail of mails) {
      const parsed = await parse(mail)
      const warned = warn(mail, parsed, world)
      const matched = { ...parsed.matched, hasWarning: warned.length > 0 }
      const match = matchMail(matched, factsFor(matched, world))
      const { propertyIds, mustWait, proposals, warnings } = mail.answer
      const found = match.sales.map(({ propertyId }) => propertyId)
      const isSame = found.length === propertyIds.length && found.every((id) => propertyIds.includes(id))
      const counted = byStyle[mail.style]
      const note = (what: string): number =>
        result.notes.push(
          `${seed} ${mail.style}: ${what} · ${matched.subject} · ${matched.text.slice(0, 150).replaceAll('\n', ' ')}`,
        )
      counted.all += 1
      if (match.state === 'filed' && !isSame) {
        counted.wrong += 1
        note(`WRONG ${found.join(' ')} for ${propertyIds.join(' ')}`)
      }
      if (propertyIds.length > 0) {
        counted.about += 1
        counted.mayFile += mustWait ? 0 : 1
        const isRight = match.state === 'filed' ? isSame : match.state === 'inbox' && propertyIds.includes(found[0] ?? '')
        counted.right += isRight ? 1 : 0
        if (!isRight) note(`not found (${match.why})`)
        counted.filed += match.state === 'filed' && isSame ? 1 : 0
        if (match.state !== 'filed' && !mustWait) note(`waits (${match.why})`)
      }
      if (warnings.length > 0) {
        result.frauds += 1
        const isWarned = warned.some(({ warning }) => warnings.includes(warning))
        result.fraudsWarned += isWarned ? 1 : 0
        if (!isWarned) note('FRAUD without warning')
      } else {
        result.honest += 1
        result.honestWarned += warned.length > 0 ? 1 : 0
        if (warned.length > 0) note(`warned of ${warned.map(({ warning, known }) => `${warning} ${known}`).join(', ')}`)
      }
      const propose = (id: string): string[] => {
        const sale = world.sales.find(({ propertyId }) => propertyId === id)
        const text = match.forwardedBy ? (matched.forwarded?.text ?? '') : matched.text
        const party = world.facts.parties.find((one) => one.propertyId === id && one.email === match.sender?.email)
        if (!sale || match.isOutgoing) return []
        const others = world.sales
          .filter(({ propertyId }) => propertyId !== id && found.includes(propertyId))
          .map(({ line1 }) => line1)
        const facts = {
          kind: matched.kind,
          senderCheck: mail.senderCheck,
          role: party?.role ?? null,
          writtenOn,
          arrivedOn: writtenOn,
          hasFallenOff: false,
          standing: sale.standing,
          acceptedOn: '2026-09-01',
          completionDate: null,
          timeline,
          line1: sale.line1,
          otherLines: others,
        }
        return proposalsOf(text, facts).map(
          ({ dateKind, stepKey, onDay }) =>
            `${dateKind ?? stepDefinitions.find(({ key }) => key === stepKey)?.keyName ?? ''} ${onDay}`,
        )
      }
      if (match.state !== 'filed' || !isSame || warned.length > 0) continue
      const made = found.flatMap(propose)
      for (const one of new Set([...made, ...proposals])) {
        const kind = (result.proposals[one.split(' ')[0] ?? ''] ??= { right: 0, made: 0, due: 0 })
        const [isMade, isDue] = [made.includes(one), proposals.includes(one)]
        kind.made += isMade ? 1 : 0
        kind.due += isDue ? 1 : 0
        kind.right += isMade && isDue ? 1 : 0
        if (isMade !== isDue) note(isMade ? `FALSE ${one}` : `missed ${one}`)
      }
    }
  }
  return result
}

export const sumOf = <T extends object>(all: readonly T[], key: keyof T): number =>
  all.reduce((sum, one) => sum + Number(one[key]), 0)

if (import.meta.main) {
  const [first = 1, seeds = 1] = process.argv.slice(2).map(Number)
  const result = await evaluateMail(Array.from({ length: seeds }, (_, at) => first + at))
  for (const line of result.notes) console.log(line)
  console.table(result.byStyle)
  console.table(result.proposals)
  const [counts, kinds] = [Object.values(result.byStyle), Object.values(result.proposals)]
  const share = (part: number, whole: number): string => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`
  console.log(`wrong sale filed: ${sumOf(counts, 'wrong')} of ${sumOf(counts, 'all')}`)
  console.log(`right sale: ${share(sumOf(counts, 'right'), sumOf(counts, 'about'))}`)
  console.log(
    `filed by themselves: ${share(sumOf(counts, 'filed'), sumOf(counts, 'about'))}; of those that may ${share(sumOf(counts, 'filed'), sumOf(counts, 'mayFile'))}`,
  )
  console.log(
    `proposals: precision ${share(sumOf(kinds, 'right'), sumOf(kinds, 'made'))}, recall ${share(sumOf(kinds, 'right'), sumOf(kinds, 'due'))}`,
  )
  console.log(
    `frauds warned ${share(result.fraudsWarned, result.frauds)}; honest warned ${share(result.honestWarned, result.honest)}`,
  )
}
