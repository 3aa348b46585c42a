/**
 * Generates e-mails as they come in, with the right answers: the sale, what it proposes, what it warns of. Everybody in them is made up.
 * [mail-in §16.1](docs/design/mail-in.md#16.1). Evaluated by `evaluate-mail.ts`.
 */
import { createHash } from 'node:crypto'
import type { MailWarning, SenderCheck } from '../domain/features/mail-in/mail-in.model.ts'
import type { CandidateSale, MatchFacts, PartyOfSale } from '../domain/features/mail-in/match-mail.model.ts'
import { keyedAddress, toReplyKey } from '../domain/features/mail-in/reply-key.ts'
import type { SaleRole } from '../domain/features/property-contacts/parties.ts'

export const styles = [
  'gmail', 'outlook', 'iphone', 'bottom-posted', 'html-only', 'portal', 'case-system', 'forward', 'colleague-bcc', 'new-subject',
  'several-sales', 'neighbour', 'winmail', 'calendar', 'automatic', 'bounce', 'list', 'lookalike', 'bank-details', 'private',
] as const // biome-ignore format: one table
export type MailStyle = (typeof styles)[number]

export type GeneratedMail = {
  style: MailStyle
  raw: string
  envelopeFrom: string
  envelopeTo: string
  senderCheck: SenderCheck
  answer: {
    /** The sales that it is about; empty: none of ours. */
    propertyIds: string[]
    /** It must wait: two sales are pointed to, or the sender is not who it says. */
    mustWait: boolean
    /** "SearchesBack" or "exchange" with the day, of the first sale. */
    proposals: string[]
    /** One of these warnings must be given; empty: honest. */
    warnings: MailWarning[]
  }
}

type Person = { name: string; email: string; tel: string }
type Firm = { firmId: string; name: string; domain: string; people: Person[] }
type Sale = CandidateSale & {
  vendor: Person
  buyer: Person
  solicitors: Record<'vendorSolicitor' | 'buyerSolicitor', Firm>
  broker: Firm
}
export type World = { sales: Sale[]; firms: Firm[]; members: Person[]; facts: Omit<MatchFacts, 'sales'> }

/** A small generator of random numbers (mulberry32): the same e-mails from the same seed. */
function random(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (count: number): number => Math.floor(next() * count),
    chance: (share: number): boolean => next() < share,
    of: <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T,
  }
}
type Random = ReturnType<typeof random>

const domain = 'in.gya.example'
const branch = 'larkmead-reading'
export const writtenOn = '2026-11-27'

const list = (text: string): string[] => text.split(' ')
const firstNames = list(
  'Grace Ewan Tamsin Jane Oliver Priya Tom Ruth Callum Nadia Owen Isla Marcus Helen Dev Bronwen Felix Aisha Hugo Martha',
)
const surnames = list(
  'Otter Nettlefold Finch Hollis Larkspur Church Price Marsh Quill Sedge Tolliver Ashdown Brook Carver Dunmore Ellery Fairweather Gale Hartwell Ives Jessop Kettle Lorne May Nightingale Orchard Pike Read Sale Thorn Underhill Vane Wren Yarrow',
)
const streets = [
  'Rodway Road',
  'Elm Close',
  'Mill Lane',
  'Church Street',
  'St Mary’s Avenue',
  'The Green',
  'Station Road',
  'Orchard Drive',
  'Kings Court',
  'High Street',
  'Otter Way',
  'Park View Terrace',
]
const towns: readonly (readonly [string, string])[] = [
  ['Reading', 'RG30'],
  ['Newbury', 'RG14'],
  ['Caversham', 'RG4'],
  ['Wokingham', 'RG40'],
]
const firmNames = list('Fennimore Quillwright Tarrant Hollowell Bexcombe Ludgrove Wainscott Penhallow Crossthwaite Dunnockson')

function makeWorld(pick: Random): World {
  const person = (mailDomain?: string): Person => {
    const [first, last] = [pick.of(firstNames), pick.of(surnames)]
    const at = mailDomain ?? `${last.toLowerCase()}${pick.below(900)}.example`
    return {
      name: `${first} ${last}`,
      email: `${first}.${last}${pick.below(90)}@${at}`.toLowerCase(),
      tel: `0118 496 0${100 + pick.below(900)}`,
    }
  }
  const firms = firmNames.map((name, at): Firm => {
    const mailDomain = `${name.toLowerCase()}${pick.of(['', 'law', '-legal'])}.example`
    return {
      firmId: `firm-${at}`,
      name: `${name} ${pick.of(['Law LLP', 'Solicitors', 'and Partners'])}`,
      domain: mailDomain,
      people: [1, 2, 3].map(() => person(mailDomain)),
    }
  })
  const members = [1, 2, 3].map(() => person('larkmead.example'))
  const taken = new Set<string>()
  const sales = Array.from({ length: 120 }, (_, at): Sale => {
    const [vendor, buyer] = [person(), person()]
    let [line1, line2, town, postcode] = ['', '', '', '']
    do {
      const [name, area] = pick.of(towns)
      const [street, number] = [pick.of(streets), 1 + pick.below(40)]
      const flat = pick.chance(0.2) ? `Flat ${1 + pick.below(4)}` : ''
      line1 = [flat, `${number}${pick.chance(0.1) ? 'a' : ''} ${street}`].filter(Boolean).join(', ')
      if (flat === '' && pick.chance(0.1))
        [line1, line2] = [`${pick.of(surnames)} ${pick.of(['Cottage', 'House', 'Lodge'])}`, street]
      else line2 = ''
      town = name
      postcode = `${area} ${1 + pick.below(8)}${pick.of(list('AA BD DT LN PQ XY'))}`
    } while (taken.has(`${line1} ${line2} ${town}`))
    taken.add(`${line1} ${line2} ${town}`)
    const from = pick.below(firms.length)
    const [a, b, c] = [0, 1 + pick.below(3), 4 + pick.below(5)].map((by) => firms[(from + by) % firms.length] as Firm) as [
      Firm,
      Firm,
      Firm,
    ]
    const standing = pick.chance(0.1) ? 'exchanged' : pick.chance(0.1) ? 'completed' : 'agreed'
    const last = ({ name }: Person): string => name.split(' ').at(-1) ?? ''
    const base = {
      propertyId: `sale-${at}`,
      isDeleted: false,
      line1,
      line2,
      town,
      postcode,
      vendorSurnames: [last(vendor)],
      buyerSurnames: [last(buyer)],
      standing,
      offerId: `offer-${at}`,
    } as const
    return { ...base, vendor, buyer, solicitors: { vendorSolicitor: a, buyerSolicitor: b }, broker: c }
  })
  const now = { fellOffOn: null }
  const parties = sales.flatMap(({ propertyId, offerId, vendor, buyer, solicitors, broker }): PartyOfSale[] => {
    const here = { propertyId, offerId, ...now }
    const one = (role: SaleRole, { name, email }: Person, firm?: Firm): PartyOfSale => ({
      ...here,
      email,
      ref: `poc:${email}`,
      role,
      name,
      firmId: firm?.firmId ?? null,
    })
    return [
      one('vendor', vendor),
      one('buyer', buyer),
      one('vendorSolicitor', handler(solicitors.vendorSolicitor, propertyId), solicitors.vendorSolicitor),
      one('buyerSolicitor', handler(solicitors.buyerSolicitor, propertyId), solicitors.buyerSolicitor),
      one('buyerBroker', handler(broker, propertyId), broker),
    ]
  })
  const facts = {
    keys: [],
    threads: [],
    parties,
    firms: firms.map(({ firmId, name, domain: at }) => ({ firmId, name, domain: at })),
    theirRefs: [],
    members: members.map(({ email }) => email),
  }
  return { sales, firms, members, facts }
}

/** Who of a firm acts in a sale. */
const handler = ({ people }: Firm, propertyId: string): Person => people[Number(propertyId.slice(5)) % people.length] as Person

type Said = readonly [words: string, proposal: string]
/** What parties write, and what it proposes on the day it is written; written without a look at the cues. */
const said: Readonly<Record<'vendorSolicitor' | 'buyerSolicitor' | 'buyer' | 'vendor' | 'buyerBroker', readonly Said[]>> = {
  buyerSolicitor: [
    ['We can confirm that all searches are now back and are satisfactory.', `SearchesBack ${writtenOn}`],
    ['The search results were received on 24 November.', 'SearchesBack 2026-11-24'],
    ['Just to let you know the searches came back yesterday.', 'SearchesBack 2026-11-26'],
    ['We applied for the searches on Monday.', 'SearchesAppliedFor 2026-11-23'],
    ['Searches have been ordered today.', `SearchesAppliedFor ${writtenOn}`],
    ['Initial enquiries were raised with the other side on 20/11/2026.', 'EnquiriesRaised 2026-11-20'],
    ['I have today sent our enquiries to the seller’s solicitors.', `EnquiriesRaised ${writtenOn}`],
    ['We have reported to our client and sent the contract for signature.', `ReportedToBuyer ${writtenOn}`],
    ['We now hold the signed contract, signed transfer and the deposit.', `DocumentsAndDepositsReceived ${writtenOn}`],
    ['Our client’s mortgage offer was received this morning.', `MortgageApproved ${writtenOn}`],
    ['The mortgage offer expires on 14 March 2027.', 'mortgage-expiry 2027-03-14'],
    ['My client is happy to exchange on 8 December.', 'exchange 2026-12-08'],
    ['We would be happy to complete on Friday 18 December.', 'expected-completion 2026-12-18'],
    ['I am pleased to advise that contracts were exchanged at 2.15pm.', `Exchanged ${writtenOn}`],
  ],
  vendorSolicitor: [
    ['The draft contract papers were sent to the buyer’s solicitors on 23 November.', 'DraftContractsIssued 2026-11-23'],
    ['We have issued the draft contract package today.', `DraftContractsIssued ${writtenOn}`],
    ['All enquiries have been replied to.', `EnquiriesAnswered ${writtenOn}`],
    ['We have now answered all of their enquiries.', `EnquiriesAnswered ${writtenOn}`],
    ['Our client is ready to exchange on Tuesday 8 December.', 'exchange 2026-12-08'],
    ['Completion on 18 December suits our client.', 'expected-completion 2026-12-18'],
    ['We exchanged contracts this afternoon.', `Exchanged ${writtenOn}`],
  ],
  buyer: [
    ['Good news, our mortgage offer arrived today!', `MortgageApproved ${writtenOn}`],
    ['We sent off the mortgage application yesterday.', 'MortgageAppSubmitted 2026-11-26'],
    ['The lender’s valuation was done on Wednesday.', 'MortgageValuationCompleted 2026-11-25'],
    ['Our survey is booked for 3 December.', 'survey 2026-12-03'],
    ['The surveyor came this morning.', `HomeBuyersSurvey ${writtenOn}`],
    ['We’re happy to complete on 18 December.', 'expected-completion 2026-12-18'],
  ],
  vendor: [
    ['We can exchange on 8 December.', 'exchange 2026-12-08'],
    ['18 December works for us as completion day.', 'expected-completion 2026-12-18'],
  ],
  buyerBroker: [
    ['The application was submitted to the lender on 24 November.', 'MortgageAppSubmitted 2026-11-24'],
    ['The valuation has been booked for next Thursday.', `MortgageValuationBooked ${writtenOn}`],
    ['Valuation took place yesterday.', 'MortgageValuationCompleted 2026-11-26'],
    ['The mortgage offer has been produced.', `MortgageApproved ${writtenOn}`],
    ['Their offer is valid until 14/03/2027.', 'mortgage-expiry 2027-03-14'],
  ],
}
/** What proposes nothing. */
const idle = [
  'We are still waiting for the local search.', 'Could you find out whether the enquiries have been answered?', 'We hope to exchange before Christmas.',
  'Once the searches are back we will report to our client.', 'I understand from the agent that the mortgage offer has been issued.',
  'Not all of the enquiries have been answered.', 'Would the seller be able to complete on 18 December?', 'Please let us have the signed contract.',
  'We expect the searches next week.', 'The draft contract will be issued shortly.', 'Our client is not ready to exchange.', 'Thank you for your e-mail.',
  'I will call you on Monday.', 'We have received some of the search results.', 'Has the survey taken place?', 'On the related purchase contracts have been exchanged.',
  'If the deposit arrives we can exchange on 8 December.', 'Kindly confirm safe receipt.', 'The management pack is outstanding.', 'Can you ring me about the keys?',
] // biome-ignore format: one table

const roles = [
  'buyerSolicitor',
  'buyerSolicitor',
  'vendorSolicitor',
  'vendorSolicitor',
  'buyer',
  'vendor',
  'buyerBroker',
] as const
type Role = (typeof roles)[number]
const partyOf = (sale: Sale, role: Role): Person =>
  role === 'buyer' || role === 'vendor'
    ? sale[role]
    : handler(role === 'buyerBroker' ? sale.broker : sale.solicitors[role], sale.propertyId)

const quote = (text: string): string => text.replace(/^/gm, '> ')
const html = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll('\n', '<br>')

export function generateMail(seed: number, count = 600): { world: World; mails: GeneratedMail[] } {
  const pick = random(seed)
  const world = makeWorld(pick)
  const keys: MatchFacts['keys'][number][] = []
  const threads: MatchFacts['threads'][number][] = []
  const theirRefs: MatchFacts['theirRefs'][number][] = []
  Object.assign(world.facts, { keys, threads, theirRefs })
  const open = world.sales.filter(({ standing }) => standing === 'agreed')
  const address = ({ line1, line2, town, postcode }: Sale): string =>
    [line1, line2, ...pick.of([[], [town], [town, postcode]])].filter(Boolean).join(', ')
  const names = ({ vendorSurnames: [v], buyerSurnames: [b] }: Sale): string => `${v} to ${b}`

  /** An e-mail of ours about sales, to a party: its key, Message-ID and text. */
  const sent = (sales: readonly Sale[], to: Person) => {
    const id = createHash('sha256').update(`${seed} ${keys.length}`).digest()
    const [key, messageId] = [toReplyKey(id), `${id.toString('hex', 0, 8)}@${domain}`]
    const of = sales.map(({ propertyId, offerId }) => ({ propertyId, offerId, fellOffOn: null }))
    keys.push({ key, sentOn: '2026-11-24', sales: of })
    threads.push({ messageId, sales: of, emails: [to.email] })
    const subject = sales.length > 1 ? 'Your matters with us' : address(sales[0] as Sale)
    const text = `Dear ${to.name}\n\nWe write about ${sales.map(({ line1 }) => line1).join(' and ')}. Are the searches back? Have contracts been exchanged?\n\nKind regards\n${pick.of(world.members).name}`
    return { key, messageId, subject, text, from: keyedAddress(branch, 'reply', key, domain), sentBy: pick.of(world.members) }
  }

  const make = (style: MailStyle): GeneratedMail => {
    const sale = pick.of(open)
    const role = pick.of(roles)
    const party = partyOf(sale, role)
    const firm = role === 'vendor' || role === 'buyer' ? null : role === 'buyerBroker' ? sale.broker : sale.solicitors[role]
    const [words, proposal] = pick.of(said[role])
    const isTelling = pick.chance(0.6)
    const lines = [...(isTelling ? [words] : []), ...(pick.chance(0.7) || !isTelling ? [pick.of(idle)] : [])]
    const greeting = pick.of([
      'Dear all',
      'Good morning',
      'Hi',
      `Dear ${pick.of(world.members).name.split(' ')[0]}`,
      'Hello, hope you are well.',
    ])
    const closing = `\n\n${pick.of(['Kind regards', 'Many thanks', 'Best wishes', 'Yours sincerely', 'Regards'])}\n\n${party.name}\n${firm ? `${firm.name}\nTel: ${party.tel}\n9 High Street, Reading` : ''}${firm && pick.chance(0.4) ? '\n\nThis e-mail is confidential and intended for the addressee. Our bank details will not change during the transaction.' : ''}`
    let text = `${greeting}\n\n${lines.join(pick.of([' ', '\n\n']))}`
    const answer: GeneratedMail['answer'] = {
      propertyIds: [sale.propertyId],
      mustWait: false,
      proposals: isTelling ? [proposal] : [],
      warnings: [],
    }
    const heads: Record<string, string> = {}
    let [fromName, from, to, subject, type, envelopeTo] = [
      party.name,
      party.email,
      `${branch}@${domain}`,
      address(sale),
      'text/plain; charset=utf-8',
      '',
    ]
    let senderCheck: SenderCheck = pick.chance(0.85) ? 'verified' : 'not-verified'
    let envelopeFrom: string | null = null
    let body = ''
    const answers = (ours: ReturnType<typeof sent>, how: 'all' | 'key' | 'references'): void => {
      if (how !== 'references') to = ours.from
      if (how !== 'key') Object.assign(heads, { 'In-Reply-To': `<${ours.messageId}>`, References: `<${ours.messageId}>` })
      subject = `Re: ${ours.subject}`
    }
    const multipart = (parts: readonly string[], kind = 'mixed'): void => {
      type = `multipart/${kind}; boundary="b0undary"`
      body = `${parts.map((part) => `--b0undary\r\n${part}`).join('\r\n')}\r\n--b0undary--\r\n`
    }
    const plainPart = (content: string): string => `Content-Type: text/plain; charset=utf-8\r\n\r\n${content}`
    const head = (ours: ReturnType<typeof sent>): string =>
      `From: ${ours.sentBy.name} <${ours.from}>\nSent: 24 November 2026 09:12\nTo: ${party.name}\nSubject: ${ours.subject}`
    const tells = (nothing: string): void => {
      answer.proposals = []
      text = `${greeting}\n\n${nothing}`
    }

    switch (style) {
      case 'gmail':
      case 'outlook':
      case 'iphone':
      case 'bottom-posted':
      case 'html-only': {
        const ours = sent([sale], party)
        answers(ours, pick.of(['all', 'all', 'key', 'references']))
        const wrote = `On Tue, 24 Nov 2026 at 09:12, ${ours.sentBy.name} <${ours.from}> wrote:`
        if (style === 'gmail') text += `${closing}\n\n${wrote}\n\n${quote(ours.text)}`
        else if (style === 'outlook')
          text += `${closing}\n\n${pick.of(['', '________________________________\n', '-----Original Message-----\n'])}${head(ours)}\n\n${ours.text}`
        else if (style === 'iphone')
          text += `\n\nSent from my iPhone\n\n> On 24 Nov 2026, at 09:12, ${ours.sentBy.name} <${ours.from}> wrote:\n> \n${quote(ours.text)}`
        else if (style === 'bottom-posted') text = `${wrote}\n${quote(ours.text)}\n\n${text}${closing}`
        else {
          type = 'text/html; charset=utf-8'
          body = `<html><body><div>${html(text + closing)}</div><div class="gmail_quote"><div>${html(wrote)}</div><blockquote>${html(ours.text)}</blockquote></div></body></html>`
        }
        break
      }
      case 'portal':
        if (firm) {
          const ref = `${firm.name.slice(0, 2).toUpperCase()}/${20_000 + pick.below(9000)}`
          theirRefs.push({ firmId: firm.firmId, ref, propertyId: sale.propertyId })
          subject = `Update on ${names(sale)} (our ref: ${ref})`
          from = `no-reply@${firm.domain}`
          fromName = firm.name
          answer.proposals = []
          if (pick.chance(0.3)) [from, fromName] = [party.email, party.name]
          if (from === party.email && isTelling) answer.proposals = [proposal]
        }
        text += closing
        break
      case 'case-system':
        answers(sent([sale], party), pick.of(['all', 'references']))
        subject = pick.of([`${names(sale)} - ${sale.line1}`, subject])
        heads['X-Mailer'] = 'Casefold 4.2'
        text += closing
        break
      case 'forward': {
        const member = pick.of(world.members)
        const inner = `${text}${closing}`
        const subjectWithin = pick.of([address(sale), names(sale)])
        subject = `Fwd: ${subjectWithin}`
        const innerHead = `From: ${fromName} <${from}>\nDate: 27 November 2026 08:20\nSubject: ${subjectWithin}\nTo: ${member.email}`
        ;[fromName, from, senderCheck] = [member.name, member.email, 'verified']
        text = 'For the file.'
        if (pick.chance(0.5)) text += `\n\n---------- Forwarded message ---------\n${innerHead}\n\n${inner}`
        else
          multipart([
            plainPart(text),
            `Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n${innerHead.replaceAll('\n', '\r\n')}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${inner}`,
          ])
        break
      }
      case 'colleague-bcc': {
        const member = pick.of(world.members)
        ;[fromName, from, senderCheck, envelopeTo] = [member.name, member.email, 'verified', `${branch}@${domain}`]
        to = `${party.name} <${party.email}>`
        tells('Have you heard from your client? Contracts were exchanged on the other matter.')
        text += `\n\nKind regards\n${member.name}`
        break
      }
      case 'new-subject': {
        const other = pick.of(open.filter((one) => one !== sale))
        answers(sent([other], party), pick.of(['all', 'references']))
        subject = pick.of([address(sale), `Re: ${address(sale)}`])
        answer.mustWait = true
        answer.proposals = []
        text += closing
        break
      }
      case 'several-sales': {
        const [second, third] = [pick.of(open), pick.of(open)].filter((one) => one !== sale)
        const sales = [sale, second, third].filter((one) => one !== undefined).filter((one, at, all) => all.indexOf(one) === at)
        answers(sent(sales, party), 'all')
        const named = sales.slice(0, sales.length > 2 ? 2 : 1)
        answer.propertyIds = named.map(({ propertyId }) => propertyId)
        text = `${greeting}\n\n${named.map((one, at) => `${one.line1}${one.line2 && `, ${one.line2}`}: ${at === 0 ? lines.join(' ') : 'nothing new.'}`).join('\n\n')}${closing}`
        break
      }
      case 'neighbour': {
        const number = /\d+/.exec(sale.line1)?.[0] ?? '1'
        const made = pick.of([
          (line: string) => line.replace(/\d+(?=a? [A-Z])/, `${41 + pick.below(50)}`),
          (line: string) => line.replace(/(\d+)(?=a? [A-Z])/, '1$1'),
          (line: string) => (line.startsWith('Flat') ? line.replace(/^Flat \d/, 'Flat 9') : `Flat 9, ${line}`),
          (line: string) => `${line}, Swindon`,
        ])(/\d/.test(sale.line1) ? sale.line1 : `${number} ${sale.line2}`)
        const other = world.sales.some(({ line1 }) => line1 === made) ? 'Flat 9, 77 Kings Court' : made
        subject = other
        ;[fromName, from] = pick.of([
          [party.name, party.email],
          ['A. Neighbour', 'a.neighbour@elsewhere.example'],
        ] as const)
        answer.propertyIds = []
        tells(pick.of(idle))
        break
      }
      case 'winmail':
        multipart([
          plainPart(`${text}${closing}`),
          'Content-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Disposition: attachment; filename="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\neJ8+IgEGkAgA',
        ])
        break
      case 'calendar':
        subject = `Invitation: Survey, ${address(sale)}`
        tells('You are invited.')
        multipart(
          [plainPart(text), 'Content-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR'],
          'alternative',
        )
        break
      case 'automatic':
        answers(sent([sale], party), pick.of(['all', 'key', 'references']))
        subject = `Automatic reply: ${subject}`
        heads['Auto-Submitted'] = 'auto-replied'
        answer.proposals = []
        text = 'I am out of the office until 5 January. Contracts were exchanged by my colleague.'
        break
      case 'bounce': {
        const ours = sent([sale], party)
        ;[fromName, from, envelopeFrom] = ['Mail Delivery System', 'mailer-daemon@relay.example', '']
        envelopeTo = keyedAddress(branch, 'bounce', ours.key, domain)
        to = envelopeTo
        subject = 'Undelivered Mail Returned to Sender'
        answer.proposals = []
        multipart(
          [
            plainPart('Your message could not be delivered.'),
            `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; relay.example\r\n\r\nFinal-Recipient: rfc822; ${party.email}\r\nAction: failed\r\nStatus: 5.1.1\r\n`,
          ],
          'report',
        )
        break
      }
      case 'list':
        ;[fromName, from, subject] = [
          'Market News',
          'news@market-weekly.example',
          `House prices in ${sale.town}: ${sale.line1} sold`,
        ]
        heads['List-Id'] = '<weekly.market-weekly.example>'
        answer.propertyIds = []
        tells('Contracts were exchanged more quickly this month.')
        break
      case 'lookalike': {
        const [local = '', at = ''] = from.split('@')
        const kind = pick.of(['domain', 'domain', 'name', 'failed'] as const)
        const disguises = [
          at.replace('.', '-law.'),
          at.replace('.example', '-online.example'),
          at.replace(/([a-z])(?=\w{2}\.|\w{2}-)/, '$1$1'),
          at.replace(/[lo]/, (letter) => (letter === 'l' ? '1' : '0')),
          at.replace('.example', '.example.net').replace('.example', ''),
        ]
        if (kind === 'domain') from = `${local}@${pick.of(disguises.filter((one) => one !== at))}`
        if (kind === 'name') from = `${local}${pick.below(99)}@mail-box${pick.below(99)}.example`
        if (kind === 'failed') senderCheck = 'failed'
        answer.warnings = {
          domain: ['lookalike' as const, 'name' as const],
          name: ['name' as const],
          failed: ['failed' as const],
        }[kind]
        answer.mustWait = true
        answer.proposals = []
        text += closing
        break
      }
      case 'bank-details': {
        if (pick.chance(0.6)) answers(sent([sale], party), pick.of(['all', 'key']))
        else answer.mustWait = true
        const [code, number] = [
          `${20 + pick.below(70)}-${10 + pick.below(80)}-${10 + pick.below(80)}`,
          String(10_000_000 + pick.below(89_999_999)),
        ]
        answer.warnings = ['bank-details']
        tells(
          pick.of([
            `Please note our account: sort code ${code}, account number ${number}.`,
            `For the deposit use\nSort code: ${code.replaceAll('-', ' ')}\nAccount: ${number.slice(0, 4)} ${number.slice(4)}`,
            'Kindly send the balance to GB29 NWBK 6016 1331 9268 19.',
            'Due to an audit our bank details have changed, see the letter attached.',
            'I attach details of our new client account.',
            'We enclose updated bank details for completion.',
          ]),
        )
        text += closing
        break
      }
      case 'private':
        ;[fromName, from, subject] = [
          `${pick.of(firstNames)} ${pick.of(surnames)}-${pick.of(surnames)}`,
          `someone${pick.below(99)}@elsewhere${pick.below(99)}.example`,
          pick.of(['Lunch?', 'Your quote', 'Valuation of my house', `Is ${address(sale)} still for sale?`]),
        ]
        answer.propertyIds = /still/.test(subject) ? [sale.propertyId] : []
        answer.mustWait = answer.propertyIds.length > 0
        tells(pick.of(['Are you free on Thursday?', 'We exchanged numbers at the fair.', 'Please ring me back.']))
        break
    }
    if (envelopeTo === '') envelopeTo = /<([^>]+)>/.exec(to)?.[1] ?? to
    const all = {
      From: `"${fromName}" <${from}>`,
      To: to,
      Subject: subject.replaceAll('’', "'"),
      Date: 'Fri, 27 Nov 2026 09:30:00 +0000',
      'Message-ID': `<${pick.below(1e9)}@${from.split('@')[1]}>`,
      ...heads,
      'MIME-Version': '1.0',
      'Content-Type': type,
    }
    const headText = Object.entries(all)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n')
    return {
      style,
      raw: `${headText}\r\n\r\n${(body || text).replace(/\r?\n/g, '\r\n')}`,
      envelopeFrom: envelopeFrom ?? from,
      envelopeTo,
      senderCheck,
      answer,
    }
  }
  return { world, mails: Array.from({ length: count }, (_, at) => make(styles[at % styles.length] as MailStyle)) }
}
