import { addDays, type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import type { SaleRole } from '@gya/domain/features/property-contacts/parties.ts'
import { nextWorkday, workday } from './workdays.ts'

export type DemoPerson = { name: string; email: string }

/** An open sale of the staff sign-in, and what was e-mailed about it. */
export type DemoSale = {
  line1: string
  postcode: string
  people: Partial<Record<SaleRole, DemoPerson>>
  sent: readonly { id: string; subject: string; to: string; role: SaleRole; replyTo: string; bounceTo: string }[]
}

export type DemoMail = {
  from: DemoPerson
  /** The branch's address by default. */
  to?: string
  subject: string
  text: string
  daysAgo: number
  /** The message that it answers: of ours by id, or the place of one before in this list. */
  answers?: string | number
  cc?: string[]
  heads?: Record<string, string>
  files?: { filename: string; content: string }[]
  isUnsigned?: boolean
  /** The envelope sender is empty. */
  isReport?: boolean
}

const pdf = (filename: string) => ({
  filename,
  content: `%PDF-1.4\n% ${filename}\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n`,
})

type Answer = { text: (today: DateOnly) => string; role: SaleRole; files?: string[]; next?: () => string }

/** Answers to e-mails of ours, each about a sale of its own. `next`: a second e-mail of the same thread. */
const answers: readonly Answer[] = [
  {
    role: 'buyerSolicitor',
    text: () => 'Searches are back, all satisfactory. We are preparing our report to the buyer.',
    files: ['Local search.pdf'],
  },
  {
    role: 'vendorSolicitor',
    text: () => 'The draft contracts were sent out yesterday. Please confirm that the buyer’s solicitors have them.',
  },
  {
    role: 'buyerBroker',
    text: () => 'Good news: the mortgage offer has now been issued. I have sent the buyer a copy.',
    files: ['Mortgage offer.pdf'],
  },
  {
    role: 'buyerSolicitor',
    text: (today) => `Thank you for chasing. Our client is happy to exchange on ${spoken(nextWorkday(addDays(today, 24)))}.`,
    next: () => 'One more point: we still await the replies to enquiries 4 and 7. Could you ask the other side?',
  },
  { role: 'vendorSolicitor', text: () => 'All enquiries have now been answered. There is nothing outstanding on our side.' },
  {
    role: 'buyerSolicitor',
    text: () => 'We have asked the lender about the ground rent and will come back to you.',
    next: () => 'The lender accepts the ground rent. We raise no further points on it.',
  },
  {
    role: 'buyerBroker',
    text: () => 'The valuation took place yesterday. The lender wants three working days for its decision.',
  },
  {
    role: 'vendorSolicitor',
    text: () => 'We are waiting for the management pack; the agents say ten days.',
    next: () => 'The management pack is here. We will send it on today.',
  },
]

/** E-mails of parties to the branch. */
const writtenFirst: readonly { role: SaleRole; text: string; files?: string[]; next?: string }[] = [
  { role: 'vendor', text: 'Hello,\n\nhas anybody heard from the buyer this week? We would like to book the removal firm.' },
  { role: 'buyer', text: 'Hi,\n\nwhen could we measure up for curtains? Saturday morning would suit us.' },
  {
    role: 'vendor',
    text: 'Please find the signed property information form attached. The fixtures form follows.',
    files: ['Property information form.pdf'],
  },
  { role: 'buyer', text: 'We have had the survey report. The roof needs a second look; shall we ask our own roofer?' },
  {
    role: 'buyerSolicitor',
    text: 'Our ref: QW/20418\n\nPlease let us have the seller’s solicitors’ details again; our letter came back.',
    next: 'Thank you, we have them now.',
  },
  {
    role: 'vendorSolicitor',
    text: 'Our ref: TH/5531\n\nWe act for the seller and enclose our letter of confirmation.',
    files: ['Letter.pdf'],
    next: 'Please acknowledge our letter of this week.',
  },
  { role: 'buyer', text: 'My phone number has changed, I will call you with the new one tomorrow.' },
]

/** "Friday 15 January". */
const spoken = (day: DateOnly): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

const signed = (text: string, { name }: DemoPerson): string => `${text}\n\nKind regards,\n${name}`

/** "35 built e-mails": answers, threads, e-mails to file, and one of each kind that needs care. [mail-in §12](docs/design/mail-in.md#12). */
export function demoMails(sales: readonly DemoSale[], { today, staff }: { today: DateOnly; staff: DemoPerson }): DemoMail[] {
  const mails: DemoMail[] = []
  const unused = new Set(sales)
  const add = (mail: DemoMail): number => mails.push(mail) - 1
  const take = (fits: (sale: DemoSale) => boolean): DemoSale | undefined => {
    const found = [...unused].find(fits)
    if (found) unused.delete(found)
    return found
  }
  const sentTo = ({ sent, people }: DemoSale, role: SaleRole) =>
    people[role] ? sent.find((one) => one.role === role && one.to === people[role]?.email) : undefined
  for (const [at, { role, text, files = [], next }] of answers.entries()) {
    const sale = take((one) => sentTo(one, role) !== undefined)
    const from = sale?.people[role]
    const sent = sale && sentTo(sale, role)
    if (!from || !sent) continue
    const subject = `Re: ${sent.subject}`
    const quoted = `On ${showDate(addDays(today, -3))}, Larkmead wrote:\n> ${sent.subject}\n> Is there any news?`
    const first = add({
      from,
      to: sent.replyTo,
      subject,
      text: `${signed(text(today), from)}\n\n${quoted}`,
      daysAgo: at % 3,
      answers: sent.id,
      files: files.map(pdf),
    })
    if (next) add({ from, subject, text: signed(next(), from), daysAgo: 0, answers: first })
  }
  for (const [at, { role, text, files = [], next }] of writtenFirst.entries()) {
    const sale = take(({ people }) => people[role] !== undefined)
    const from = sale?.people[role]
    if (!sale || !from) continue
    const first = add({ from, subject: sale.line1, text: signed(text, from), daysAgo: 1 + (at % 4), files: files.map(pdf) })
    if (next) add({ from, subject: `Re: ${sale.line1}`, text: signed(next, from), daysAgo: 0, answers: first })
  }
  careful([...sales], { today, staff }).forEach(add)
  return mails
}

/** To file, set aside, automatic, and with warnings. */
function careful(sales: readonly DemoSale[], { today, staff }: { today: DateOnly; staff: DemoPerson }): DemoMail[] {
  const [one, other, third] = sales
  const withSolicitor = sales.filter(
    ({ people, sent }) => people.buyerSolicitor && sent.some(({ role }) => role === 'buyerSolicitor'),
  )
  const [answered, bounced = answered, away = answered] = withSolicitor
  if (!one || !other || !third || !answered || !bounced || !away) return []
  const solicitor = answered.people.buyerSolicitor
  const sentOf = ({ sent }: DemoSale) => sent.find(({ role }) => role === 'buyerSolicitor')
  const [first, last, late] = [sentOf(answered), sentOf(bounced), sentOf(away)]
  if (!solicitor || !first || !last || !late) return []
  const newFirm = { name: 'Perpetua Wick', email: 'perpetua.wick@wickandhollow.example' }
  const friend = { name: 'Crispin Marl', email: 'crispin.marl@inkwell.example' }
  return [
    {
      from: newFirm,
      subject: `${one.line1} and ${other.line1}`,
      text: signed('We act in both sales and would be glad of a call.', newFirm),
      daysAgo: 1,
    },
    {
      from: newFirm,
      subject: `Purchase of ${third.line1}`,
      text: signed('We are instructed by the buyer. Please send the memorandum of sale.', newFirm),
      daysAgo: 0,
    },
    {
      from: solicitor,
      to: first.replyTo,
      subject: other.line1,
      text: signed('A different matter: is this one still for sale?', solicitor),
      daysAgo: 0,
      answers: first.id,
    },
    {
      from: solicitor,
      subject: 'Our matters with you',
      text: signed('Please send us your list of outstanding points on all our files.', solicitor),
      daysAgo: 2,
    },
    {
      from: friend,
      subject: 'Offer',
      text: 'Hello, we saw the house with the green door on Saturday and would like to offer. Whom do I call?',
      daysAgo: 0,
    },
    {
      from: { name: 'Round Robin', email: 'notices@portal-news.example' },
      cc: Array.from({ length: 60 }, (_, at) => `agent-${at}@portal-news.example`),
      subject: 'Minutes of the local agents’ meeting',
      text: 'The minutes are attached.',
      daysAgo: 3,
    },
    {
      from: { name: 'Portal News', email: 'news@portal-news.example' },
      subject: 'Ten tips for spring',
      text: 'Your weekly tips.',
      daysAgo: 2,
      heads: { 'List-Id': '<news.portal-news.example>' },
    },
    {
      from: away.people.buyerSolicitor ?? solicitor,
      to: late.replyTo,
      subject: `Automatic reply: ${late.subject}`,
      text: `I am out of the office until ${spoken(workday(addDays(today, 8)))}. For urgent matters please ring our office.`,
      daysAgo: 1,
      answers: late.id,
      heads: { 'Auto-Submitted': 'auto-replied' },
    },
    {
      from: { name: 'Mail Delivery System', email: 'mailer-daemon@mx.letterbox.example' },
      to: last.bounceTo,
      subject: 'Mail delivery failed: returning message to sender',
      text: `A message that you sent could not be delivered to its recipient. This is a permanent error.\n\n  ${last.to}\n    550 5.2.2 mailbox full`,
      daysAgo: 0,
      heads: { 'Auto-Submitted': 'auto-replied', 'X-Failed-Recipients': last.to },
      isReport: true,
      isUnsigned: true,
    },
    {
      from: { name: solicitor.name, email: 'office@mail-box.example' },
      subject: answered.line1,
      text: signed('Please ring me on my new mobile number about the deposit.', solicitor),
      daysAgo: 0,
      isUnsigned: true,
    },
    {
      from: solicitor,
      to: first.replyTo,
      subject: `Re: ${first.subject}`,
      text: signed('Please note our new bank details for the balance: sort code 20-00-00, account number 55779911.', solicitor),
      daysAgo: 0,
      answers: first.id,
    },
    {
      from: staff,
      subject: `Fwd: ${third.line1}`,
      text: `For the file.\n\n---------- Forwarded message ---------\nFrom: ${third.people.buyer?.name ?? friend.name} <${third.people.buyer?.email ?? friend.email}>\nDate: ${showDate(addDays(today, -1))}\nSubject: ${third.line1}\nTo: ${staff.name} <${staff.email}>\n\nWe can move at any time in the new year.`,
      daysAgo: 0,
    },
  ]
}
