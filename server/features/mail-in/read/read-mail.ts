import { londonDay } from '@gya/domain/common/dates.ts'
import { bankDetailsIn, bankDigestText } from '@gya/domain/features/mail-in/bank-details.ts'
import { isSameThread } from '@gya/domain/features/mail-in/is-same-thread.ts'
import { isOfList, kindOfMail } from '@gya/domain/features/mail-in/kind-of-mail.ts'
import type { Match, MatchedMail } from '@gya/domain/features/mail-in/match-mail.model.ts'
import { matchMail } from '@gya/domain/features/mail-in/match-mail.ts'
import { ownWordsOf } from '@gya/domain/features/mail-in/own-words.ts'
import { registrableDomain } from '@gya/domain/features/mail-in/registrable-domain.ts'
import { readBranchAddress } from '@gya/domain/features/mail-in/reply-key.ts'
import { type WarnedMail, warningsOf } from '@gya/domain/features/mail-in/warnings-of.ts'
import { sql, type Updateable } from 'kysely'
import type { Config } from '../../../config.ts'
import type { Database, Db } from '../../../db/pool.ts'
import { endPattern } from '../../../db/query/like-pattern.ts'
import type { MailIn } from '../../../db/schema.ts'
import type { Clock } from '../../../infra/clock.ts'
import type { SecretBox } from '../../../infra/encrypted-secrets.ts'
import type { FileStore } from '../../../infra/files/file-store.ts'
import { jobAdder } from '../../../jobs/queue.ts'
import { notifyOpenClients } from '../../live/notify-open-clients.ts'
import { learnTheirRefs } from '../learn-their-refs.ts'
import { checkMailFiles, readOriginal } from '../mail-files.ts'
import { changeMailIn, findMailIn, lockMailIn } from '../mail-in.repository.ts'
import type { ReadMailJob } from '../receive/accept-mail.ts'
import { type MailInRow, setSales } from '../set-sales.ts'
import { type DnsZone, type SenderChecks, senderCheckOf } from './check-sender.ts'
import type { MailFile } from './mail-parts.ts'
import { findMatchFacts, type LookedUp } from './match-facts.ts'
import type { ParsedMail } from './parse-mail.ts'
import { checkInThread, readInThread } from './read-in-thread.ts'
import { markNotArrived, type TiedReport, tieReport } from './tie-report.ts'

export type ReadMailContext = {
  database: Database
  files: FileStore
  clock: Clock
  secrets: SecretBox
  config: Pick<Config, 'mailIn' | 'mailFrom' | 'clamdUrl'>
  /** Answers of DNS in tests. */
  dns?: DnsZone | undefined
}

/** `again`: how often the sender check was repeated because DNS did not answer. */
type Payload = ReadMailJob & { again?: number }

/** Minutes until the sender check is repeated. */
const checkAgainAfter = [1, 10, 60, 360]

/**
 * Reads an e-mail that arrived: parses it, checks its sender, decides which sale it is about, and files it or leaves it to a person. Can be repeated. [mail-in §2](docs/design/mail-in.md#2).
 */
export async function readMail(context: ReadMailContext, payload: Payload): Promise<void> {
  const { database, files } = context
  const mail = await findMailIn(database.db, payload)
  if (!mail || mail.raw_file === null) return
  const isCheckedAgain = payload.again !== undefined && mail.sender_check === 'unknown' && mail.updated_by === null
  if (mail.state === 'arrived' || isCheckedAgain) {
    const reading = await readWithin(context, mail, await readOriginal(files, mail.raw_file))
    await database.db.transaction().execute((db) => saveReading({ ...context, db }, payload, reading))
  }
  await checkMailFiles(context, payload)
}

/** What was read of a message; `checks` is null if they could not be made. */
type MailReading = { parsed: ParsedMail; checks: SenderChecks | null }

/** What does not fit into the thread's memory or time is read by its head only. */
async function readWithin({ config, dns }: ReadMailContext, mail: MailInRow, raw: Buffer): Promise<MailReading> {
  const { peer, helo, envelope_from: envelopeFrom, arrived_on: arrivedOn } = mail
  const sender = { peer, helo, envelopeFrom, domain: config.mailIn.domain ?? 'localhost', dns }
  try {
    const parsed = await readInThread(raw, arrivedOn)
    return { parsed, checks: await checkInThread(raw, sender) }
  } catch {
    const end = raw.indexOf('\r\n\r\n')
    const head = raw.subarray(0, Math.min(end === -1 ? raw.length : end + 4, 65_536))
    const parsed = await readInThread(head, arrivedOn)
    return { parsed: { ...parsed, unreadBecause: 'It could not be read in time.' }, checks: null }
  }
}

/** What an e-mail says, as matching looks it up. */
const toLookedUp = (
  parsed: ParsedMail,
  words: ReturnType<typeof ownWordsOf>,
  envelopeTo: readonly string[],
  domain: string,
): LookedUp => ({
  isList: isOfList({ heads: new Map(parsed.heads) }),
  subject: parsed.subject,
  text: words.read,
  fileNames: parsed.files.map(({ name }) => name),
  fromName: parsed.from?.name ?? '',
  from: parsed.from?.address ?? '',
  to: [...parsed.to, ...parsed.cc].filter((address) => readBranchAddress(address, domain) === null),
  replyKeys: keysOf([...envelopeTo, ...parsed.to, ...parsed.cc], domain),
  references: parsed.references,
  forwarded: words.forwarded ?? parsed.attached,
})

async function saveReading(
  context: Omit<ReadMailContext, 'database'> & { db: Db },
  payload: Payload,
  { parsed, checks }: MailReading,
): Promise<void> {
  const { db, clock, config, secrets } = context
  const { companyId, mailInId } = payload
  const row = await lockMailIn(db, payload)
  // Without its original it was erased meanwhile.
  if (!row || row.raw_file === null || (row.state !== 'arrived' && (row.sender_check !== 'unknown' || row.updated_by !== null)))
    return
  const domain = config.mailIn.domain ?? ''
  const words = ownWordsOf(parsed.text)
  // A program shows the text or the HTML: what one of them says of bank details was said.
  const others = ownWordsOf(parsed.htmlText)
  const heads = toLookedUp(parsed, words, row.envelope_to, domain)
  const keys = keysOf(row.envelope_to, domain)
  const tied = await tieReport({ db, companyId, report: parsed.report, keys, references: parsed.references })
  const lookedUp = tied ? aboutReported(heads, tied) : heads
  const { from, fromName } = heads
  const found = await findMatchFacts({ db, companyId }, lookedUp, { warned: { from, fromName }, messageId: parsed.messageId })
  const memberOf = (email: string | null): string | null => found.members.find((one) => one.email === email)?.id ?? null
  // From the Sent folder of a mail account: its server has no signature, and the agency wrote it.
  const isSent = row.state === 'arrived' && row.outgoing && from !== ''
  const isMember = memberOf(from) !== null
  const senderCheck = isSent ? 'verified' : senderCheckOf(checks, { from: parsed.from?.address ?? null, isMember })
  const warned: WarnedMail = {
    senderCheck,
    fromName,
    from,
    replyTo: parsed.replyTo,
    subject: parsed.subject,
    text: `${words.own}\n\n${others.own}`,
    signature: `${words.signature}\n\n${others.signature}`,
    hadVirus: false,
  }
  const numbers = bankDigestText(bankDetailsIn(`${warned.subject}\n${warned.text}`, warned.signature))
  const digest = numbers === null ? null : secrets.digest(`${companyId} ${numbers}`)
  const ours = [domain, domainOfSender(config.mailFrom)].filter(Boolean)
  const warningFacts = { ...found.warningFacts, ours, bankDigest: digest?.toString('hex') ?? null }
  const warnings = isSent ? [] : warningsOf(warned, warningFacts)
  const checked = { checks: JSON.stringify(checks ?? {}), sender_check: senderCheck, warnings: JSON.stringify(warnings) }
  const again = payload.again ?? 0
  const wait = checkAgainAfter[again]
  if (senderCheck === 'unknown' && wait !== undefined)
    await jobAdder(db)('read-mail', { companyId, mailInId, again: again + 1 }, inMinutes(clock.now(), wait))
  // Filed by its key: what the check says now changes nothing else.
  if (row.state !== 'arrived' && row.state !== 'inbox') return void (await changeMailIn(db, payload, checked).execute())
  const kind = kindOfMail({
    heads: new Map(parsed.heads),
    envelopeFrom: row.envelope_from,
    report: parsed.report?.action ?? null,
    isOurs: senderCheck === 'verified' && found.isOurs,
  })
  const mail: MatchedMail = tied
    ? { ...lookedUp, kind, senderCheck: 'not-verified', hasWarning: false }
    : { ...lookedUp, kind, senderCheck, hasWarning: warnings.length > 0 }
  const isBounce = kind === 'bounce' && tied !== null
  if (isBounce) await markNotArrived(db, { companyId, at: row.arrived_on }, tied)
  const match = matchMail(mail, { ...found.facts, members: [...found.facts.members, ...(isSent ? [from] : [])] })
  const isFiled = match.state === 'filed' && parsed.unreadBecause === null
  const reading = {
    ...columnsOf(parsed, words),
    ...checked,
    state: match.state === 'filed' ? 'inbox' : match.state,
    kind,
    outgoing: match.isOutgoing,
    party_ref: match.sender?.ref ?? null,
    party_role: match.sender?.role ?? null,
    party_name: match.sender?.name.slice(0, 200) ?? null,
    firm_id: match.sender?.firmId ?? null,
    bounced_to: isBounce ? (tied.recipients[0]?.address ?? null) : null,
    forwarded_by: memberOf(match.forwardedBy),
    bank_digest: digest,
    answers_mail_id: tied?.mailId ?? found.answersMailId,
    thread_id: found.thread && isSameThread(parsed.subject, found.thread.subject) ? found.thread.id : mailInId,
  }
  const read: MailInRow = { ...row, ...reading }
  await saveFileNames(db, read, parsed.files)
  await saveSales(context, { row: read, wasRead: row.state !== 'arrived', reading }, match, isFiled)
}

/** What the report returns names nothing: it is about the party that was written to, and the key or the Message-ID proves it. */
const aboutReported = (mail: LookedUp, { key, messageId, recipients }: TiedReport): LookedUp => ({
  ...mail,
  isList: false,
  subject: '',
  text: '',
  fileNames: [],
  forwarded: null,
  from: recipients[0]?.address ?? '',
  fromName: '',
  replyKeys: key === null ? [] : [key],
  references: [messageId],
})

const inMinutes = (now: string, minutes: number): string => new Date(Date.parse(now) + minutes * 60_000).toISOString()

const columnsOf = (parsed: ParsedMail, { own, signature, quoted }: ReturnType<typeof ownWordsOf>) => ({
  message_id: parsed.messageId,
  refs: parsed.references,
  from_name: parsed.from?.name ?? '',
  from_email: parsed.from?.address ?? '',
  reply_to: parsed.replyTo,
  to_list: parsed.to,
  cc: parsed.cc,
  subject: parsed.subject,
  written_on: parsed.writtenOn,
  text: own.slice(0, 100_000).toWellFormed(),
  signature: signature.slice(0, 20_000).toWellFormed(),
  quoted: quoted.slice(0, 200_000).toWellFormed(),
  unread_because: parsed.unreadBecause,
  has_html: parsed.hasHtml,
})

const keysOf = (addresses: readonly string[], domain: string): string[] => [
  ...new Set(addresses.flatMap((address) => readBranchAddress(address, domain)?.key ?? [])),
]

const domainOfSender = (mailFrom: string): string => registrableDomain(/<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom) ?? ''

/** Lists the attachments. A picture that came twice before from the same domain, in other conversations, is a logo. */
async function saveFileNames(db: Db, mail: MailInRow, files: readonly MailFile[]): Promise<void> {
  if (files.length === 0) return
  const { company_id: companyId, from_email: from } = mail
  const column = <Key extends keyof MailFile>(key: Key) => files.map((file) => file[key])
  const logo = sql`case when f.content_type like 'image/%' and 2 <= (
    select count(distinct m.thread_id) from mail_in_file o join mail_in m on m.company_id = ${companyId}::uuid and m.id = o.mail_in_id
    where o.company_id = ${companyId}::uuid and o.sha256 = decode(f.sha256, 'hex') and m.thread_id <> ${mail.thread_id}::uuid
      and m.from_email like ${endPattern(from.slice(from.lastIndexOf('@')))}) then 'picture' end`
  await sql`
    insert into mail_in_file (company_id, mail_in_id, ordinal, name, content_type, bytes, sha256, inside, left_out)
    select ${companyId}::uuid, ${mail.id}::uuid, f.ordinal - 1, f.name, f.content_type, f.bytes, decode(f.sha256, 'hex'), f.inside,
      coalesce(f.left_out, ${logo})
    from unnest(${column('name')}::text[], ${column('contentType')}::text[], ${column('bytes')}::integer[], ${column('sha256')}::text[],
      ${column('inside')}::text[], ${column('leftOut')}::text[]) with ordinality f (name, content_type, bytes, sha256, inside, left_out, ordinal)
    on conflict (company_id, mail_in_id, ordinal) do nothing`.execute(db)
}

type SaveContext = Omit<ReadMailContext, 'database'> & { db: Db }
type Reading = { row: MailInRow; wasRead: boolean; reading: Updateable<MailIn> }

/** Files the e-mail, or stores the sales that it may be about, best first; with what was read. */
async function saveSales(
  { db, clock }: SaveContext,
  { row, wasRead, reading }: Reading,
  match: Match,
  isFiled: boolean,
): Promise<void> {
  const { company_id: companyId, id, branch_id: branchId } = row
  if (wasRead) await db.deleteFrom('mail_in_sale').where('company_id', '=', companyId).where('mail_in_id', '=', id).execute()
  const sales = match.sales.map(({ propertyId, offerId, ...reasons }) => ({ propertyId, offerId, reasons }))
  const now = clock.now()
  if (isFiled) {
    const context = { db, now, today: londonDay(now), newId: () => clock.newId(), caller: null }
    return void (await setSales(context, row, sales, { before: [], reading }))
  }
  await changeMailIn(db, { companyId, mailInId: id }, reading).execute()
  // Its key names a sale and the reference of its firm another: from now on that reference names none.
  const [answered, ...others] = match.sales.filter(({ reasons }) => reasons.includes('key'))
  if (answered && others.length === 0)
    await learnTheirRefs(db, row, { firmId: row.firm_id, removed: [], sure: answered.propertyId })
  if (sales.length > 0)
    await db
      .insertInto('mail_in_sale')
      .values(
        sales.map(({ propertyId, offerId, reasons }, place) => ({
          company_id: companyId,
          mail_in_id: id,
          property_id: propertyId,
          offer_id: offerId,
          state: 'suggested',
          reasons: JSON.stringify(reasons),
          place,
        })),
      )
      .execute()
  await notifyOpenClients(db, { companyId, branchId, propertyId: null, about: 'mail' })
}
