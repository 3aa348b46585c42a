import { createTransport, type Transporter } from 'nodemailer'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import type { Clock } from './ids.ts'

/**
 * Tries a message this many times before it is shown as failed. The queue waits longer before each try, up to six hours:
 * together some sixteen, so that a mail server may be away for a night.
 */
export const mailTries = 12

export const mailTransport = (config: Config): Transporter | null =>
  config.smtpUrl
    ? createTransport({
        url: config.smtpUrl,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 30_000,
      } as object)
    : null

/**
 * Sends one message of the outbox. Without a mail server the message is kept, to be read in the mailbox. A message that
 * was sent keeps who and when, not its text: it may hold a link that signs somebody in. The message id is the outbox's,
 * so that a receiver can drop the second copy if this process dies between sending and noting it.
 */
export async function sendMail(
  deps: { database: Database; clock: Clock; config: Config; transport: Transporter | null },
  mailId: string,
): Promise<void> {
  const { database, clock, config, transport } = deps
  const mail = await database.db.selectFrom('mail').selectAll().where('id', '=', mailId).executeTakeFirst()
  if (!mail || mail.state !== 'queued') return
  const note = (values: Record<string, unknown>) => database.db.updateTable('mail').set(values).where('id', '=', mailId).execute()
  if (!transport) {
    await note({ state: 'kept' })
    return
  }
  try {
    await transport.sendMail({
      messageId: `<${mail.id}@gya>`,
      from: config.mailFrom,
      to: mail.recipients,
      ...(mail.reply_to ? { replyTo: mail.reply_to } : {}),
      subject: mail.subject,
      text: mail.body,
    })
    await note({ state: 'sent', sent_on: clock.now(), attempts: mail.attempts + 1, last_error: null, body: '' })
  } catch (error) {
    const attempts = mail.attempts + 1
    await note({
      attempts,
      last_error: String(error instanceof Error ? error.message : error).slice(0, 500),
      state: attempts >= mailTries ? 'failed' : 'queued',
    })
    throw error
  }
}
