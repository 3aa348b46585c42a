import { createHash } from 'node:crypto'
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { htmlToText } from './html-to-text.ts'

export type MailAddress = { name: string; address: string }

export type MailFile = {
  name: string
  contentType: string
  bytes: number
  /** In hex. */
  sha256: string
}

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
  text: string
  files: MailFile[]
  /** Of a delivery report, such as 5.1.1. */
  deliveryStatus: string | null
  /** A message that was forwarded as an attachment. */
  attached: { fromName: string; from: string; subject: string; text: string } | null
  /** Why only its head was read. */
  unreadBecause: string | null
}

const limits = { headBytes: 262_144, depth: 50, parts: 100, addresses: 50, htmlBytes: 262_144 }
const oldest = Date.parse('2000-01-01T00:00:00Z')

const options = { maxNestingDepth: limits.depth, maxHeadersSize: limits.headBytes, forceRfc822Attachments: true }

/** Reads a message as far as it goes; one beyond the limits by its head only. Runs in a thread. */
export async function parseMail(raw: Uint8Array, arrivedOn: string): Promise<ParsedMail> {
  try {
    const email = await PostalMime.parse(raw, options)
    const lists = [email.to, email.cc].map((list) => mailboxes(list).length)
    const tooMany = Math.max(...lists) > limits.addresses || email.attachments.length > limits.parts
    return await toParsed(email, arrivedOn, tooMany ? 'It has too many recipients or parts.' : null)
  } catch {
    return toParsed(await PostalMime.parse(headOf(raw), options), arrivedOn, 'Its parts could not be read.')
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
  const report = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  const inner = report ? undefined : attachments.find(({ mimeType }) => mimeType === 'message/rfc822')
  const innerMail = inner ? await PostalMime.parse(bytesOf(inner), options).catch(() => null) : null
  const text = isRead ? clean(email.text?.trim() ? email.text : htmlToText(html.slice(0, limits.htmlBytes))) : ''
  return {
    heads: [...heads].slice(0, 200),
    messageId: ids(email.messageId)[0] ?? '',
    references: [...new Set([...ids(email.references), ...ids(email.inReplyTo)])].slice(-50),
    from: senders.length === 1 && from && others.length === 0 ? cleanAddress(from) : null,
    replyTo: cleanAddress(mailboxes(email.replyTo)[0] ?? { name: '', address: '' }).address,
    to: addresses(email.to),
    cc: addresses(email.cc),
    subject: oneLine(email.subject ?? '').slice(0, 500),
    writtenOn: plausible(email.date, arrivedOn),
    text,
    files: attachments.filter((part) => !isStructure(part) && !isPicture(part)).map(toFile),
    deliveryStatus: report ? deliveryStatusOf(Buffer.from(bytesOf(report)).toString('latin1')) : null,
    attached: innerMail ? toAttached(innerMail) : null,
    unreadBecause,
  }
}

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

/** Without control characters, overrides of the direction of text, and lone surrogates. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', ' ')
    // oxlint-disable-next-line no-control-regex -- these are what is removed
    .replace(/[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')

const oneLine = (text: string): string => clean(text).replace(/\s+/g, ' ').trim()

function plausible(date: string | undefined, arrivedOn: string): string | null {
  const at = Date.parse(date ?? '')
  return Number.isNaN(at) || at < oldest || at > Date.parse(arrivedOn) ? null : new Date(at).toISOString()
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content instanceof Uint8Array ? content : new Uint8Array(content)

/** Parts of a report, which are no files. */
const isStructure = ({ mimeType }: Attachment): boolean =>
  mimeType === 'message/delivery-status' || mimeType === 'text/rfc822-headers'

function toFile(part: Attachment): MailFile {
  const content = bytesOf(part)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const name = oneLine(part.filename ?? '').slice(0, 255) || (part.mimeType === 'message/rfc822' ? 'message.eml' : 'file')
  return { name, contentType: part.mimeType.slice(0, 100), bytes: content.length, sha256 }
}

/** Pictures that the HTML places are not listed. */
const isPicture = ({ mimeType, related, disposition }: Attachment): boolean =>
  mimeType.startsWith('image/') && (related === true || disposition === 'inline')

/** The worst status of a delivery report (RFC 3464). */
const deliveryStatusOf = (report: string): string =>
  [...report.matchAll(/^Status:\s*([0-9.]{1,20})/gim)]
    .map(([, value = '']) => value)
    .toSorted()
    .at(-1) ?? ''

function toAttached(email: Email): ParsedMail['attached'] {
  const sender = email.from ? mailboxes([email.from])[0] : undefined
  if (!sender) return null
  const { name, address } = cleanAddress(sender)
  const text = clean(email.text ?? htmlToText((email.html ?? '').slice(0, limits.htmlBytes))).slice(0, 100_000)
  return { fromName: name, from: address, subject: oneLine(email.subject ?? '').slice(0, 500), text }
}
