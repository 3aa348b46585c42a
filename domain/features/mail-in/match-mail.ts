import { type DateOnly, showDate } from '../../common/dates.ts'
import type { SaleRole } from '../property-contacts/parties.ts'
import type { MatchReason } from './mail-in.model.ts'
import { foldedWords } from './mail-words.ts'
import type { CandidateSale, Match, MatchedMail, MatchedSale, MatchedSender, MatchFacts, SaleOfMail } from './match-mail.model.ts'
import { doorNumbersIn, type Mention, mentionsIn, postcodesIn, termsOf } from './mentions.ts'
import { registrableDomain } from './registrable-domain.ts'

/** Which sale an e-mail is about. [mail-in §3](docs/design/mail-in.md#3). */

type Texts = Pick<MatchedMail, 'subject' | 'text' | 'fileNames' | 'forwarded'>

/** The addresses to look for in statement 3: sender, inner sender and recipients, each once. */
export const addressesOf = ({ from, forwarded, to }: Pick<MatchedMail, 'from' | 'forwarded' | 'to'>): string[] => [
  ...new Set([from, forwarded?.from ?? '', ...to].filter((address) => address !== '')),
]

const subjectsOf = ({ subject, forwarded }: Pick<MatchedMail, 'subject' | 'forwarded'>): string[] => [
  ...new Set([subject, forwarded?.subject ?? ''].filter(Boolean)),
]
const textsOf = ({ text, forwarded, fileNames }: Texts): string[] =>
  [text, forwarded?.text ?? '', ...fileNames.map((name) => name.replace(/[_+]|\.\w{2,5}$/g, ' '))].filter(Boolean)

/**
 * Folded pieces of addresses (`searchFold`) that the e-mail may name, such as `27 rodway`: a sale whose folded first or second line contains
 * one is a candidate. At most 100.
 */
export const addressTermsOf = (mail: Texts): string[] => termsOf([...subjectsOf(mail), ...textsOf(mail)])

const maxSubjectWords = 20

/** Folded words of the subject that may be surnames. At most 20. */
export const subjectWords = (mail: Pick<MatchedMail, 'subject' | 'forwarded'>): string[] =>
  [...new Set(subjectsOf(mail).flatMap(foldedWords))].filter((word) => /^\p{L}{2}/u.test(word)).slice(0, maxSubjectWords)

const theirRef = /\bour ref(?:erence)?\b[ .:]{0,3}([\p{L}\p{N}][\p{L}\p{N}/.-]{2,29})/giu
const maxRefs = 5

/** References that the sender calls theirs, in upper case: `JH/20418` of "Our ref: JH/20418". At most 5. */
export const theirRefsIn = (mail: Pick<Texts, 'subject' | 'text' | 'forwarded'>): string[] => {
  const found = [...subjectsOf(mail), ...textsOf({ ...mail, fileNames: [] })].flatMap((text) =>
    [...text.matchAll(theirRef)].map(([, ref = '']) => ref.toUpperCase().replace(/[.-]{1,3}$/, '')),
  )
  return [...new Set(found.filter((ref) => /\d/.test(ref)))].slice(0, maxRefs)
}

const persons: readonly SaleRole[] = ['vendor', 'buyer', 'vendorContact', 'buyerContact']
/** "At most 10 sales an e-mail." */
const maxSales = 10

/** Order of candidates. A sale named in the subject comes before that of an old thread. */
const inSubject = 200
const weights: Readonly<Record<MatchReason, number>> = {
  key: 100,
  thread: 60,
  'their-ref': 50,
  address: 40,
  names: 35,
  'only-sale': 20,
  party: 10,
  related: 3,
  postcode: 2,
}

/** Everything that points to a sale, gathered once. */
function gather(mail: MatchedMail, facts: MatchFacts) {
  const isMember = (address: string): boolean => facts.members.includes(address)
  const isColleague =
    isMember(mail.from) && mail.senderCheck !== 'failed' && (mail.senderCheck === 'verified' || mail.replyKeys.length > 0)
  const toParties = mail.to.filter((address) => facts.parties.some(({ email }) => email === address))
  const isOutgoing = isColleague && toParties.length > 0
  const isForwarded = isColleague && !isOutgoing && (mail.forwarded?.from ?? '') !== ''
  const nobody = mail.senderCheck === 'failed' || (isMember(mail.from) && !isColleague)
  const emails = isOutgoing ? toParties : nobody ? [] : [isForwarded ? (mail.forwarded?.from ?? '') : mail.from].filter(Boolean)
  const domains = emails.map(registrableDomain).filter((domain) => domain !== null)
  const firms = facts.firms.filter(({ domain }) => domains.includes(domain)).map(({ firmId }) => firmId)
  const exact = facts.parties.filter(({ email }) => emails.includes(email))
  const ofFirm = facts.parties.filter(({ firmId }) => firmId !== null && firms.includes(firmId))
  const mentions = mentionsIn({ subjects: subjectsOf(mail), texts: textsOf(mail) }, facts.sales)
  const keys = facts.keys.filter(({ key }) => mail.replyKeys.includes(key))
  const threads = facts.threads.filter(({ messageId }) => mail.references.includes(messageId))
  const refs = facts.theirRefs.filter(({ firmId }) => firms.includes(firmId))
  return {
    isOutgoing,
    forwardedBy: isForwarded ? mail.from : null,
    emails,
    domains,
    exact,
    ofFirm,
    keys,
    threads,
    refs,
    mentions: mentions.filter(({ isRelated }) => !isRelated),
    related: mentions.filter(({ isRelated }) => isRelated),
    byKey: new Set(keys.flatMap(({ sales }) => sales.map(({ propertyId }) => propertyId))),
    byThread: new Set(threads.flatMap(({ sales }) => sales.map(({ propertyId }) => propertyId))),
    byRef: new Set(refs.map(({ propertyId }) => propertyId)),
    // A house that we do not hold, unless it is mentioned.
    hasDoor: subjectsOf(mail).some((subject) => doorNumbersIn(subject, true).length > 0),
    postcodes: postcodesIn([...subjectsOf(mail), ...textsOf(mail)].join('\n')),
  }
}
type Evidence = ReturnType<typeof gather>

const idsIn = (mentions: readonly Mention[], by?: Mention['by']): Set<string> =>
  new Set(mentions.filter((mention) => by === undefined || mention.by === by).flatMap(({ propertyIds }) => [...propertyIds]))

/** Every kind of evidence that says anything allows the sale. */
const agrees = (propertyId: string, { mentions, byKey, byThread, byRef }: Evidence): boolean =>
  mentions.every(({ propertyIds }) => propertyIds.has(propertyId)) &&
  [byKey, byThread, byRef].every((ids) => ids.size === 0 || ids.has(propertyId))

const isOpen = ({ standing, isDeleted }: CandidateSale): boolean =>
  !isDeleted && standing !== 'completed' && standing !== 'stopped'

/** The rows of the table of [mail-in §3](docs/design/mail-in.md#3) that hold of a sale. */
function rowsOf(sale: CandidateSale, evidence: Evidence, sales: readonly CandidateSale[]): MatchReason[] {
  const { mentions, byKey, byThread, byRef, threads, exact, domains, emails } = evidence
  const id = sale.propertyId
  const isParty = exact.some(({ propertyId }) => propertyId === id)
  const inThread = threads.some((thread) =>
    thread.emails.some((email) => emails.includes(email) || domains.includes(registrableDomain(email) ?? '')),
  )
  const named = (by: Mention['by']): boolean => mentions.some((one) => one.by === by && one.propertyIds.has(id))
  // Its mentions together leave one sale.
  const isOnlyNamed =
    sales.filter(({ propertyId }) => mentions.every(({ propertyIds }) => propertyIds.has(propertyId))).length === 1
  const open = new Map(sales.filter(isOpen).map((one) => [one.propertyId, one]))
  const own = exact.filter(
    ({ role, firmId, fellOffOn, propertyId }) =>
      persons.includes(role) && firmId === null && fellOffOn === null && open.has(propertyId),
  )
  const isOnlySale =
    own.some(({ propertyId }) => propertyId === id) &&
    new Set(exact.filter(({ propertyId }) => open.has(propertyId)).map(({ propertyId }) => propertyId)).size === 1
  const rows: readonly (readonly [MatchReason, boolean])[] = [
    ['key', byKey.has(id)],
    ['thread', byThread.has(id) && byThread.size === 1 && (isParty || inThread)],
    ['their-ref', byRef.has(id) && byRef.size === 1],
    ['address', named('address') && isOnlyNamed && isParty],
    ['names', named('names') && isOnlyNamed && isParty],
    ['only-sale', isOnlySale && (!evidence.hasDoor || mentions.length > 0)],
  ]
  return rows.filter(([, holds]) => holds).map(([reason]) => reason)
}

/** The sales that the e-mail files itself on, or why it does not. */
function fileOn(mail: MatchedMail, facts: MatchFacts, evidence: Evidence): { ids: string[]; isChosen?: true; why: string } {
  const { mentions, byKey, byThread } = evidence
  const waits = (why: string) => ({ ids: [], why })
  if (mail.from === '') return waits('It has no sender.')
  if (mail.senderCheck === 'failed') return waits('The sender could not be proved.')
  if (byKey.size > 0) {
    const overlaps = (ids: ReadonlySet<string>): boolean => ids.size === 0 || [...ids].some((id) => byKey.has(id))
    if (![byThread, evidence.byRef, ...mentions.map(({ propertyIds }) => propertyIds)].every(overlaps))
      return waits('It points to more than one sale.')
    if (byKey.size === 1) return { ids: [...byKey], why: '' }
    const named = mentions.map(({ propertyIds }) => [...propertyIds].filter((id) => byKey.has(id)))
    if (named.length > 0 && named.every((ids) => ids.length === 1)) return { ids: [...new Set(named.flat())], why: '' }
    return { ids: [...byKey], isChosen: true, why: 'It answers an e-mail about several sales.' }
  }
  if (mail.hasWarning) return waits('It has a warning.')
  if (mail.senderCheck === 'unknown') return waits('The sender is not checked yet.')
  const found = facts.sales.filter((sale) => agrees(sale.propertyId, evidence) && rowsOf(sale, evidence, facts.sales).length > 0)
  if (found.length === 1 && found[0]) return { ids: [found[0].propertyId], why: '' }
  const isTorn = facts.sales.every(({ propertyId }) => !agrees(propertyId, evidence))
  return waits(found.length > 1 || isTorn ? 'It points to more than one sale.' : 'It names no sale for certain.')
}

const dayMonth = (day: DateOnly): string => showDate(day).slice(0, 5)

function wordsFor(reason: MatchReason | undefined, sale: CandidateSale, evidence: Evidence): string {
  const key = evidence.keys.find(({ sales }) => sales.some(({ propertyId }) => propertyId === sale.propertyId))
  switch (reason) {
    case 'key':
      return `answers our e-mail of ${dayMonth(key?.sentOn ?? '')}`
    case 'thread':
      return 'same conversation'
    case 'their-ref':
      return `their reference ${evidence.refs.find(({ propertyId }) => propertyId === sale.propertyId)?.ref ?? ''}`
    case 'address':
      return `names ${sale.line1}`
    case 'names':
      return `names ${sale.vendorSurnames.join(' and ')} and ${sale.buyerSurnames.join(' and ')}`
    case 'only-sale':
      return 'their only sale with us'
    case 'party':
      return 'the sender is a party'
    case 'related':
      return 'named as a related sale'
    case 'postcode':
      return `names ${sale.postcode}`
    default:
      return ''
  }
}

/** All that points to a sale, strongest first: the rows that hold, and what is too weak for them. */
function reasonsOf(sale: CandidateSale, evidence: Evidence, sales: readonly CandidateSale[]): MatchReason[] {
  const id = sale.propertyId
  const weak: readonly (readonly [MatchReason, boolean])[] = [
    ['thread', evidence.byThread.has(id)],
    ['their-ref', evidence.byRef.has(id)],
    ['address', idsIn(evidence.mentions, 'address').has(id)],
    ['names', idsIn(evidence.mentions, 'names').has(id)],
    [
      'party',
      evidence.exact.some(({ propertyId }) => propertyId === id) || evidence.ofFirm.some(({ propertyId }) => propertyId === id),
    ],
    ['related', idsIn(evidence.related).has(id)],
    ['postcode', evidence.postcodes.has(sale.postcode)],
  ]
  const all = [...rowsOf(sale, evidence, sales), ...weak.filter(([, holds]) => holds).map(([reason]) => reason)]
  return [...new Set(all)].toSorted((a, b) => weights[b] - weights[a])
}

/** The sale of that day: of the message that is answered, else of the party. */
function saleOfDay(sale: CandidateSale, { keys, threads, exact }: Evidence): Pick<SaleOfMail, 'offerId' | 'fellOffOn'> {
  const ofThis = (all: readonly SaleOfMail[]): SaleOfMail[] => all.filter(({ propertyId }) => propertyId === sale.propertyId)
  const answered = [...keys, ...threads].flatMap(({ sales }) => ofThis(sales))
  const parties = ofThis(exact)
  const now = { offerId: sale.offerId, fellOffOn: null }
  const first = answered[0] ?? (parties.some(({ fellOffOn }) => fellOffOn === null) ? undefined : parties[0])
  return first === undefined || first.fellOffOn === null ? now : { offerId: first.offerId, fellOffOn: first.fellOffOn }
}

/** The party who sent it (of ours, who receives it), with the role in the first of its sales. */
function senderOf(mail: MatchedMail, evidence: Evidence, propertyIds: readonly string[]): MatchedSender | null {
  const place = (id: string): number => (propertyIds.includes(id) ? propertyIds.indexOf(id) : Number.MAX_SAFE_INTEGER)
  const first = (all: Evidence['exact']) => all.toSorted((a, b) => place(a.propertyId) - place(b.propertyId))[0]
  const exact = first(evidence.exact)
  const party = exact ?? first(evidence.ofFirm)
  if (!party) return null
  const name = evidence.isOutgoing ? '' : evidence.forwardedBy === null ? mail.fromName : (mail.forwarded?.fromName ?? '')
  const isHere = propertyIds.length === 0 || place(party.propertyId) !== Number.MAX_SAFE_INTEGER
  if (!exact && !isHere) return null
  return {
    email: evidence.emails[0] ?? '',
    name: exact ? party.name : name || party.name,
    ref: isHere ? party.ref : null,
    role: isHere ? party.role : null,
    firmId: party.firmId,
    isByDomain: !exact,
  }
}

export function matchMail(mail: MatchedMail, facts: MatchFacts): Match {
  const evidence = gather(mail, facts)
  const { ids, isChosen = false, why } = fileOn(mail, facts, evidence)
  const isDeleted = facts.sales.some((sale) => sale.isDeleted && ids.includes(sale.propertyId))
  const isFiled = ids.length > 0 && ids.length <= maxSales && !isChosen && !isDeleted
  // A copy of ours is on its sale already, and a newsletter is nobody's answer.
  const isAside = mail.kind === 'copy' || (mail.isList && evidence.byKey.size === 0 && evidence.exact.length === 0)
  const candidates = facts.sales
    .map((sale) => ({ sale, reasons: reasonsOf(sale, evidence, facts.sales) }))
    .filter(({ sale, reasons }) => (isFiled ? ids.includes(sale.propertyId) : reasons.length > 0 && !isAside))
    .map((one) => {
      const isInSubject = evidence.mentions.some((mention) => mention.isSubject && mention.propertyIds.has(one.sale.propertyId))
      const start = (isOpen(one.sale) ? 1 : 0) + (isInSubject ? inSubject : 0)
      return { ...one, weight: one.reasons.reduce((sum, reason) => sum + weights[reason], start) }
    })
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maxSales)
  const sales: MatchedSale[] = candidates.map(({ sale, reasons }) => ({
    propertyId: sale.propertyId,
    ...saleOfDay(sale, evidence),
    reasons,
    words: wordsFor(reasons[0], sale, evidence),
    isChosen: isFiled || (isChosen && ids.includes(sale.propertyId)),
  }))
  return {
    state: isAside ? 'aside' : isFiled ? 'filed' : 'inbox',
    sales,
    sender: senderOf(
      mail,
      evidence,
      sales.filter((sale) => sale.isChosen).map(({ propertyId }) => propertyId),
    ),
    forwardedBy: evidence.forwardedBy,
    isOutgoing: evidence.isOutgoing,
    why: isAside || isFiled ? '' : isDeleted ? 'The property was deleted.' : why,
  }
}
