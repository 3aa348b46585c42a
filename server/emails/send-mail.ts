import type { Instant } from '@gya/domain/common/dates.ts'
import { maxJobAttempts } from '@gya/domain/features/operations/job-retries.ts'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/pool.ts'
import { discardFiles } from '../features/files/file-lifecycle.ts'
import type { Clock } from '../infra/clock.ts'
import { type FileStore, fileKey } from '../infra/files/file-store.ts'
import { type Delivery, deliveryAfterAttempt, pendingRecipients, type SmtpResult } from '../infra/mail/delivery-attempts.ts'
import type { MailServer } from '../infra/mail/smtp.ts'
import { jobAdder } from '../jobs/queue.ts'
import { bindMailStates } from './bind-to-record.ts'
import { unusedFilesOf } from './outbox.ts'
import { messageIdOf, type ReplyAddresses, replyAddressesOf } from './reply-addresses.ts'

type SendContext = {
  database: Database
  files: Pick<FileStore, 'read'>
  clock: Clock
  config: Config
  transport: MailServer | null
}

type Mail = Awaited<ReturnType<typeof claimQueued>>

/** A claimed message can no longer be undone: every message is either sent or cancelled. */
const claimQueued = (db: Db, id: string, now: Instant) =>
  db
    .updateTable('mail')
    .set({ claimed_on: now })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where((where) => where.or([where('send_after', 'is', null), where('send_after', '<=', now)]))
    .returningAll()
    .executeTakeFirst()

const isWaiting = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('mail').select('id').where('id', '=', id).where('state', '=', 'queued').executeTakeFirst()) !== undefined

const attachmentsOf = (db: Db, mailId: string) =>
  db.selectFrom('mail_attachment').selectAll().where('mail_id', '=', mailId).orderBy('file').execute()

/**
 * Sends a message of the outbox to its pending recipients. Without a mail server the message is kept with its attachments
 * for the mailbox page. The text of a sent message is deleted, because it may contain a sign-in link; messages about a property
 * without such a link keep it for the record.
 * The Message-ID is derived from the outbox id, so that receivers can drop the duplicate if this process dies between
 * sending and recording. Rejects while recipients are pending, so that the queue retries. For a message that failed
 * permanently the job completes, so that a manual retry does not create a second job.
 */
export async function sendMail(context: SendContext, mailId: string): Promise<void> {
  const { database, clock, config, transport } = context
  const mail = await claimQueued(database.db, mailId, clock.now())
  if (!mail) {
    // The clocks of processes differ, so the queue retries later.
    if (await isWaiting(database.db, mailId)) throw new Error('The message is not due yet.')
    return
  }
  if (!transport)
    return database.db.transaction().execute(async (db) => {
      await updateMail(db, mail.id, { state: 'kept', keeps_files: true })
      await bindMailStates(db, { mailIds: [mail.id], userId: null, now: clock.now(), newId: () => clock.newId() })
    })
  const recipients = pendingRecipients(allRecipients(mail), mail as unknown as Delivery)
  const addresses = await replyAddressesOf(database.db, config, mail)
  const { result, error } = await attemptSend(context, transport, { mail, to: recipients, addresses })
  const { delivered, refused, later } = deliveryAfterAttempt(mail as unknown as Delivery, result)
  const attempts = mail.attempts + 1
  const pending = pendingRecipients(allRecipients(mail), { delivered, refused })
  const lastError = refusalText({ ...refused, ...later }) ?? error
  const isOver = pending.length === 0 || attempts >= maxJobAttempts
  const now = clock.now()
  const update = {
    attempts,
    delivered,
    refused: JSON.stringify(isOver ? { ...refused, ...later } : refused),
    last_error: lastError?.slice(0, 500) ?? null,
  }
  if (isOver && delivered.length > 0)
    return finishMail(context, mail, now, { ...update, state: 'sent', sent_on: now, ...textOnceSent(mail) })
  if (isOver) return finishMail(context, mail, now, { ...update, state: 'failed' })
  await updateMail(database.db, mail.id, { ...update, state: 'queued' })
  throw new Error(lastError ?? 'The message is not delivered to all recipients yet.')
}

const textOnceSent = ({ keep_text }: NonNullable<Mail>) => (keep_text ? { keeps_files: true } : { body: '', html: null })

const allRecipients = (mail: NonNullable<Mail>): string[] => [...new Set([...mail.recipients, ...mail.cc, ...mail.bcc])]

/** "jo@firm.example: 550 No such mailbox", one line per recipient; null if nobody was refused. */
const refusalText = (refusals: Record<string, string>): string | null => {
  const lines = Object.entries(refusals).map(([address, words]) => `${address}: ${words}`)
  return lines.length === 0 ? null : lines.join('\n')
}

/** One attempt: the result per recipient, and the error of the whole attempt if there was one. */
async function attemptSend(
  { database, files, config }: SendContext,
  transport: MailServer,
  { mail, to, addresses }: { mail: NonNullable<Mail>; to: string[]; addresses: ReplyAddresses },
): Promise<{ result: SmtpResult; error: string | null }> {
  try {
    const attachments = await attachmentsOf(database.db, mail.id)
    const result = await transport.sendMail({
      messageId: messageIdOf(config, mail.id),
      from: config.mailFrom,
      to: mail.recipients,
      ...(mail.cc.length > 0 ? { cc: mail.cc } : {}),
      ...(addresses.replyTo ? { replyTo: addresses.replyTo } : {}),
      ...(mail.in_reply_to ? { inReplyTo: mail.in_reply_to, references: [...mail.refs, mail.in_reply_to] } : {}),
      // RFC 3834: an automatic answer to it would go to nobody.
      ...(mail.sent_by === null ? { headers: { 'Auto-Submitted': 'auto-generated' } } : {}),
      // The pending recipients only, Bcc included; the headers above show all of To and Cc.
      envelope: { from: addresses.bounceTo ?? config.mailFrom, to },
      subject: mail.subject,
      text: mail.body,
      ...(mail.html === null ? {} : { html: mail.html }),
      attachments: await Promise.all(
        attachments.map(async ({ file, file_name, content_type }) => ({
          filename: file_name,
          contentType: content_type,
          content: await files.read(fileKey(file, 'original')),
        })),
      ),
    })
    return { result, error: null }
  } catch (error) {
    return { result: error as SmtpResult, error: String(error instanceof Error ? error.message : error) }
  }
}

async function updateMail(db: Db, mailId: string, values: Record<string, unknown>): Promise<void> {
  await db.updateTable('mail').set(values).where('id', '=', mailId).execute()
}

/** Records the final state and discards attachments that nothing else uses. */
async function finishMail(
  { database, clock }: SendContext,
  mail: NonNullable<Mail>,
  now: Instant,
  values: Record<string, unknown>,
): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    await updateMail(db, mail.id, values)
    await bindMailStates(db, { mailIds: [mail.id], userId: null, now, newId: () => clock.newId() })
    await discardFiles({ db, now, addJob: jobAdder(db) }, await unusedFilesOf(db, [mail.id]), 'original')
  })
}
