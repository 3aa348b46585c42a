import type { Instant } from '@gya/domain/common/dates.ts'
import type { EmailLists } from '@gya/domain/features/mail/email-form.ts'
import { splitIntoMessages } from '@gya/domain/features/mail/email-form.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Statement } from '../db/query/pipeline.ts'
import { maxMailAttempts } from '../infra/mail/delivery.ts'
import type { AddJob } from '../jobs/queue.ts'

/** A file of the store that goes with a message, and the name it arrives under. */
export type Attachment = { file: string; fileName: string; contentType: string; bytes: number }

/** A message that is to be sent once the transaction it is written in commits. */
export type Message = {
  to: string[]
  cc?: string[]
  bcc?: string[]
  subject: string
  text: string
  /** The same in HTML, for readers who show it. What it names of others must be escaped: `html` does. */
  html?: string
  companyId?: string | null
  replyTo?: string
  /** What the message is about, where its state is shown, who wrote it and what goes with it. */
  about?: { companyId: string; propertyId: string | null; sentBy: string; attachments: readonly Attachment[] }
}

/** What writing a message takes: the transaction it belongs to, and how that adds a job. */
export type OutboxContext = { db: Db; now: Instant; newId(): string; addJob: AddJob }

/**
 * Puts a message in the outbox together with the job that sends it; answers its id. Nothing is sent if the transaction
 * fails. Attachments are named, not copied: whoever deletes their file asks `isFileHeld` first.
 */
export async function queueMail(writing: OutboxContext, message: Message): Promise<string> {
  const id = await draftMail(writing, message)
  await writing.addJob('send-mail', { mailId: id })
  return id
}

type SharedMessage = Omit<Message, 'to' | 'cc' | 'bcc' | 'companyId'> & Required<Pick<Message, 'about'>>

/** The same to each address under To apart, with everybody under CC and BCC; answers the ids of the messages. */
export async function queueMailToEach(writing: OutboxContext, lists: EmailLists, message: SharedMessage): Promise<string[]> {
  const ids: string[] = []
  for (const envelope of splitIntoMessages(lists)) ids.push(await queueMail(writing, { ...message, ...envelope }))
  return ids
}

/**
 * Puts a message in the outbox that waits for what is still to be attached: `sendDraft` sends it. Its state can be seen
 * meanwhile. For an attachment that takes a job of its own to make.
 */
export async function draftMail({ db, now, newId }: Omit<OutboxContext, 'addJob'>, message: Message): Promise<string> {
  const { about } = message
  const id = newId()
  await db.insertInto('mail').values(mailRow({ id, now }, message)).execute()
  if (about) await attach(db, { companyId: about.companyId, mailId: id }, about.attachments)
  return id
}

/**
 * What `queueMail` does, as a statement that goes with others; for a message without attachments. At most so many messages
 * an hour are written under a key; one that is too many is not written, and whatever it went with is saved all the same.
 */
export function queueMailStatement(
  { db, now, newId }: Omit<OutboxContext, 'addJob'>,
  message: Message,
  { key, mostAnHour }: { key: string; mostAnHour: number },
): Statement {
  const row = mailRow({ id: newId(), now }, message)
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  return sql`
    with counted as (select tries from count_try(${key}, ${now}, 60, 1)),
    written as (
      insert into mail (${columns})
      select given.* from counted, (values (${sql.join(Object.entries(row).map(([name, value]) => sql`${value}${sql.raw(columnCasts[name] ?? '')}`))})) given
      where counted.tries <= ${mostAnHour}
      returning id)
    select graphile_worker.add_job('send-mail', payload := json_build_object('mailId', id), max_attempts := ${maxMailAttempts})
    from written`.compile(db)
}

/** What PostgreSQL is to take a value for where nothing else tells it; the rest is text. */
const columnCasts: Record<string, string> = {
  id: '::uuid',
  company_id: '::uuid',
  property_id: '::uuid',
  sent_by: '::uuid',
  recipients: '::text[]',
  cc: '::text[]',
  bcc: '::text[]',
  createdon: '::timestamptz',
}

const mailRow = ({ id, now }: { id: string; now: Instant }, { about, ...message }: Message) => ({
  id,
  company_id: about?.companyId ?? message.companyId ?? null,
  property_id: about?.propertyId ?? null,
  sent_by: about?.sentBy ?? null,
  recipients: message.to,
  cc: message.cc ?? [],
  bcc: message.bcc ?? [],
  reply_to: message.replyTo || null,
  subject: message.subject,
  body: message.text,
  html: message.html ?? null,
  createdon: now,
})

type MailIds = { companyId: string; mailId: string }

/** Attaches what a draft was waiting for, and has it sent. */
export async function sendDraft(
  { db, addJob }: Pick<OutboxContext, 'db' | 'addJob'>,
  ids: MailIds,
  attachments: readonly Attachment[],
): Promise<void> {
  await attach(db, ids, attachments)
  await addJob('send-mail', { mailId: ids.mailId })
}

async function attach(db: Db, { companyId, mailId }: MailIds, attachments: readonly Attachment[]): Promise<void> {
  if (attachments.length === 0) return
  const rows = attachments.map(({ file, fileName, contentType, bytes }) => ({
    company_id: companyId,
    mail_id: mailId,
    file,
    file_name: fileName,
    content_type: contentType,
    bytes,
  }))
  await db.insertInto('mail_attachment').values(rows).execute()
}

/**
 * Whether a message carries this file that is still to go out, or that the mailbox keeps with its files. It locks that
 * message until the transaction ends, so that of a deleted document and its last message exactly one sees the other gone and
 * discards the file.
 */
export async function isFileInUse(db: Db, file: string): Promise<boolean> {
  const waiting = await db
    .selectFrom('mail')
    .select('id')
    .where('id', 'in', (select) => select.selectFrom('mail_attachment').select('mail_id').where('file', '=', file))
    .where((where) => where.or([where('state', '=', 'queued'), where('keeps_files', '=', true)]))
    .forUpdate()
    .execute()
  return waiting.length > 0
}

/** The files of messages that neither a document nor a message holds any more: they are to be discarded. */
export async function unusedFilesOf(db: Db, mailIds: readonly string[]): Promise<string[]> {
  if (mailIds.length === 0) return []
  const rows = await db
    .selectFrom('mail_attachment as a')
    .select('a.file')
    .distinct()
    .where('a.mail_id', 'in', mailIds)
    .where((where) => where.not(where.exists(where.selectFrom('document as d').select('d.id').whereRef('d.file', '=', 'a.file'))))
    .execute()
  const unheld: string[] = []
  for (const { file } of rows) if (!(await isFileInUse(db, file))) unheld.push(file)
  return unheld
}

/** The mailbox keeps the files of these messages no longer; answers those that are to be discarded. */
export async function releaseMailFiles(db: Db, mailIds: readonly string[]): Promise<string[]> {
  if (mailIds.length === 0) return []
  const released = await db
    .updateTable('mail')
    .set({ keeps_files: false })
    .where('id', 'in', mailIds)
    .where('keeps_files', '=', true)
    .returning('id')
    .execute()
  return unusedFilesOf(
    db,
    released.map(({ id }) => id),
  )
}

/** The messages that the mailbox keeps with this file. */
export async function findMailsWithFile(db: Db, file: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mail as m')
    .innerJoin('mail_attachment as a', 'a.mail_id', 'm.id')
    .select('m.id')
    .where('a.file', '=', file)
    .where('m.keeps_files', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}
