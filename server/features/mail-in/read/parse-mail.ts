import { type DeliveryReport, readDeliveryStatus, readReportText } from '@gya/domain/features/mail-in/delivery-report.ts'
import { maxMailText } from '@gya/domain/features/mail-in/receiving-limits.ts'
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { clean, oneLine } from './clean-text.ts'
import { htmlToText } from './html-to-text.ts'
import { bytesOf, type MailFile, parseOptions, partLimits, partsOf, toFile } from './mail-parts.ts'
import { isShowable } from './sanitize-html.ts'

export type MailAddress = { name: string; address: string }

export type ParsedMail = {
  /** The first field of each name, in lower case. */
  heads: [name: string, value: string][]
  messageId: string
  /** Without angle brackets; In-Reply-To last. */
  references: string[]
  /** Null without From, or with several. */
  from: MailAddress | null
  replyTo: string
  to: string[]
  cc: string[]
  subject: string
  /** Null if there is no date that can be. */
  writtenOn: string | null
  /** At most `maxMailText`, as all texts here. */
  text: string
  /** What its HTML shows, with the names of pictures: senders can write another text into it. Empty without HTML. */
  htmlText: string
  /** Whether it can be shown as it was sent. */
  hasHtml: boolean
  files: MailFile[]
  report: DeliveryReport | null
  /** A message that was forwarded as an attachment. */
  attached: { fromName: string; from: string; subject: string; text: string } | null
  /** Why only its head was read. */
  unreadBecause: string | null
}

const limits = { ...partLimits, addresses: 50, htmlBytes: 262_144 }
const oldest = Date.parse('2000-01-01T00:00:00Z')

/** Reads a message as far as it goes; one beyond the limits by its head only. Runs in a thread. */
export async function parseMail(raw: Uint8Array, arrivedOn: string): Promise<ParsedMail> {
  try {
    const email = await PostalMime.parse(raw, parseOptions)
    const lists = [email.to, email.cc].map((list) => mailboxes(list).length)
    const tooMany = Math.max(...lists) > limits.addresses || email.attachments.length > limits.parts
    return await toParsed(email, arrivedOn, tooMany ? 'It has too many recipients or parts.' : null)
  } catch {
    return toParsed(await PostalMime.parse(headOf(raw), parseOptions), arrivedOn, 'Its parts could not be read.')
  }
}

/** The head, cut to what the parser accepts. */
function headOf(raw: Uint8Array): Uint8Array {
  const head = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, limits.headBytes / 2))
  const end = head.indexOf('\r\n\r\n')
  const lines = head
    .subarray(0, end === -1 ? head.length : end)
    .toString('latin1')
    .split('\r\n')
    .slice(0, 500)
  return Buffer.from(`${lines.filter((line) => !/^content-/i.test(line)).join('\r\n')}\r\n\r\n`, 'latin1')
}

async function toParsed(email: Email, arrivedOn: string, unreadBecause: string | null): Promise<ParsedMail> {
  const heads = new Map(email.headers.toReversed().map(({ key, value }) => [key, clean(value).slice(0, 2_000)]))
  const senders = email.headers.filter(({ key }) => key === 'from')
  const [from, ...others] = email.from ? mailboxes([email.from]) : []
  const isRead = unreadBecause === null
  const html = email.html ?? ''
  const attachments = isRead ? email.attachments : []
  const htmlStart = isRead ? html.slice(0, limits.htmlBytes) : ''
  const text = isRead ? cut(email.text?.trim() ? email.text : htmlToText(htmlStart)) : ''
  const sender = senders.length === 1 && from && others.length === 0 ? cleanAddress(from) : null
  const subject = oneLine(email.subject ?? '').slice(0, 500)
  const report = toReport(attachments, { heads, from: sender, subject, text })
  const inner = report ? undefined : attachments.find(({ mimeType }) => mimeType === 'message/rfc822')
  const innerMail = inner ? await PostalMime.parse(bytesOf(inner), parseOptions).catch(() => null) : null
  return {
    heads: [...heads].slice(0, 200),
    messageId: ids(email.messageId)[0] ?? '',
    references: [...new Set([...ids(email.references), ...ids(email.inReplyTo)])].slice(-50),
    from: sender,
    replyTo: cleanAddress(mailboxes(email.replyTo)[0] ?? { name: '', address: '' }).address,
    to: addresses(email.to),
    cc: addresses(email.cc),
    subject,
    writtenOn: plausible(email.date, arrivedOn),
    text,
    htmlText: cut(htmlToText(htmlStart, { named: true })),
    hasHtml: isRead && isShowable(html),
    files: isRead ? (await partsOf(email)).map(toFile) : [],
    report,
    attached: innerMail ? toAttached(innerMail) : null,
    unreadBecause,
  }
}

/** Before anything reads it. */
const cut = (text: string): string => clean(text.slice(0, maxMailText))

const mailboxes = (list: readonly Address[] | undefined): MailAddress[] =>
  (list ?? []).flatMap((one) => (one.group ? one.group : [{ name: one.name, address: one.address ?? '' }]))

const cleanAddress = ({ name, address }: MailAddress): MailAddress => ({
  name: oneLine(name).slice(0, 200),
  address: oneLine(address).toLowerCase().slice(0, 254),
})

const addresses = (list: readonly Address[] | undefined): string[] =>
  mailboxes(list)
    .map((one) => cleanAddress(one).address)
    .filter((address) => address !== '')
    .slice(0, limits.addresses)

/** Message-IDs of a field, without angle brackets. */
const ids = (field: string | undefined): string[] =>
  [...(field ?? '').matchAll(/<([^<>\s]{1,300})>/g)].map(([, id = '']) => clean(id))

function plausible(date: string | undefined, arrivedOn: string): string | null {
  const at = Date.parse(date ?? '')
  return Number.isNaN(at) || at < oldest || at > Date.parse(arrivedOn) ? null : new Date(at).toISOString()
}

/** A report of delivery: its standard part, else what it says. */
function toReport(attachments: readonly Attachment[], notice: Parameters<typeof readReportText>[0]): DeliveryReport | null {
  const textOf = (file: Attachment) => clean(Buffer.from(bytesOf(file)).toString('latin1', 0, limits.headBytes))
  const returned = attachments.filter(({ mimeType }) => /^(?:message|text)\/rfc822/.test(mimeType)).map(textOf)
  const status = attachments.find(({ mimeType }) => /^message\/(?:global-)?delivery-status$/.test(mimeType))
  return status ? readDeliveryStatus(textOf(status), returned) : readReportText(notice, returned)
}

function toAttached(email: Email): ParsedMail['attached'] {
  const sender = email.from ? mailboxes([email.from])[0] : undefined
  if (!sender) return null
  const { name, address } = cleanAddress(sender)
  const text = cut(email.text ?? htmlToText((email.html ?? '').slice(0, limits.htmlBytes)))
  return { fromName: name, from: address, subject: oneLine(email.subject ?? '').slice(0, 500), text }
}
