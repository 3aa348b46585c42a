import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/pool.ts'
import { discardFiles } from '../features/files/file-lifecycle.ts'
import type { Clock } from '../infra/clock.ts'
import type { FileStore } from '../infra/files/file-store.ts'
import { fileKey } from '../infra/files/file-store.ts'
import {
  type Delivery,
  deliveryAfterAttempt,
  maxMailAttempts,
  pendingRecipients,
  type SmtpResult,
} from '../infra/mail/delivery.ts'
import { jobAdder } from '../jobs/queue.ts'
import { unusedFilesOf } from './outbox.ts'

/** Milliseconds that a mail server has to take a connection, to greet, and between two answers. */
export type MailTimeouts = { connection: number; greeting: number; answer: number }
// A server that is slow to answer has perhaps taken the message: giving up early is what sends it twice.
const defaultTimeouts: MailTimeouts = { connection: 10_000, greeting: 10_000, answer: 120_000 }

export const createMailTransport = (
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  { connection, greeting, answer }: MailTimeouts = defaultTimeouts,
): Transporter | null =>
  smtpUrl
    ? createTransport({
        url: smtpUrl,
        connectionTimeout: connection,
        greetingTimeout: greeting,
        socketTimeout: answer,
        dnsTimeout: connection,
      } as object)
    : null

/** What sends a message to a mail server and answers what that said of each recipient. */
export type MailServer = { sendMail(message: SendMailOptions): Promise<SmtpResult> }

type SendContext = {
  database: Database
  files: Pick<FileStore, 'read'>
  clock: Clock
  config: Config
  transport: MailServer | null
}

type Mail = Awaited<ReturnType<typeof findQueued>>

const findQueued = (db: Db, id: string) =>
  db.selectFrom('mail').selectAll().where('id', '=', id).where('state', '=', 'queued').executeTakeFirst()

const attachmentsOf = (db: Db, mailId: string) =>
  db.selectFrom('mail_attachment').selectAll().where('mail_id', '=', mailId).orderBy('file').execute()

/**
 * Sends one message of the outbox to those who do not have it yet. Without a mail server the message is kept with its
 * files, to be read in the mailbox. A message that was sent keeps who and when, not its text: it may hold a link that signs somebody in.
 * The message id is the outbox's, so that a receiver can drop the second copy if this process dies between sending and
 * noting it. Rejects while somebody is still to be tried, so that the queue comes back; a message that has failed is in the
 * outbox to see, and its job is done, so that trying it again is one job and not two.
 */
export async function sendMail(sending: SendContext, mailId: string): Promise<void> {
  const { database, clock, transport } = sending
  const mail = await findQueued(database.db, mailId)
  if (!mail) return
  if (!transport) return updateMail(database.db, mail.id, { state: 'kept', keeps_files: true })
  const open = pendingRecipients(allRecipients(mail), mail as unknown as Delivery)
  const { told, failure } = await attemptSend(sending, transport, mail, open)
  const { delivered, refused, later } = deliveryAfterAttempt(mail as unknown as Delivery, told)
  const attempts = mail.attempts + 1
  const waiting = pendingRecipients(allRecipients(mail), { delivered, refused })
  const lastError = refusalText({ ...refused, ...later }) ?? failure
  const isOver = waiting.length === 0 || attempts >= maxMailAttempts
  const given = {
    attempts,
    delivered,
    refused: JSON.stringify(isOver ? { ...refused, ...later } : refused),
    last_error: lastError?.slice(0, 500) ?? null,
  }
  if (isOver && delivered.length > 0)
    return finishMail(sending, mail, { ...given, state: 'sent', sent_on: clock.now(), body: '', html: null })
  if (isOver) return finishMail(sending, mail, { ...given, state: 'failed' })
  await updateMail(database.db, mail.id, { ...given, state: 'queued' })
  throw new Error(lastError ?? 'Not everybody has this message yet.')
}

const allRecipients = (mail: NonNullable<Mail>): string[] => [...new Set([...mail.recipients, ...mail.cc, ...mail.bcc])]

/** "jo@firm.example: 550 No such mailbox": one line a recipient; null where nobody was refused. */
const refusalText = (refusals: Record<string, string>): string | null => {
  const lines = Object.entries(refusals).map(([address, words]) => `${address}: ${words}`)
  return lines.length === 0 ? null : lines.join('\n')
}

/** One try. What the server said of each recipient, and the failure of the whole where there was one. */
async function attemptSend(
  { database, files, config }: SendContext,
  transport: MailServer,
  mail: NonNullable<Mail>,
  to: string[],
): Promise<{ told: SmtpResult; failure: string | null }> {
  try {
    const attachments = await attachmentsOf(database.db, mail.id)
    const told = await transport.sendMail({
      messageId: `<${mail.id}@gya>`,
      from: config.mailFrom,
      to: mail.recipients,
      ...(mail.cc.length > 0 ? { cc: mail.cc } : {}),
      ...(mail.reply_to ? { replyTo: mail.reply_to } : {}),
      // Who gets it now: those in Bcc stand here alone, and those who have it stand above alone.
      envelope: { from: config.mailFrom, to },
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
    return { told, failure: null }
  } catch (error) {
    return { told: error as SmtpResult, failure: String(error instanceof Error ? error.message : error) }
  }
}

async function updateMail(db: Db, mailId: string, values: Record<string, unknown>): Promise<void> {
  await db.updateTable('mail').set(values).where('id', '=', mailId).execute()
}

/** The end of a message that is sent or has failed: files that nothing but this message still needed are let go of. */
async function finishMail(
  { database, clock }: SendContext,
  mail: NonNullable<Mail>,
  values: Record<string, unknown>,
): Promise<void> {
  await database.db.transaction().execute(async (db) => {
    await updateMail(db, mail.id, values)
    await discardFiles({ db, now: clock.now(), addJob: jobAdder(db) }, await unusedFilesOf(db, [mail.id]), 'original')
  })
}
