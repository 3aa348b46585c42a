import type { Instant } from '@gya/domain/common/dates.ts'
import type { Db } from '../db/connect.ts'
import type { AddJob } from './jobs.ts'

/** A message that is to be sent once the transaction it is written in commits. */
export type Message = { to: string[]; subject: string; text: string; companyId?: string | null; replyTo?: string }

/** What writing a message takes: the transaction it belongs to, and how that adds a job. */
export type Writing = { db: Db; now: Instant; newId(): string; addJob: AddJob }

/** Puts a message in the outbox together with the job that sends it; answers its id. Nothing is sent if the transaction fails. */
export async function queueMail({ db, now, newId, addJob }: Writing, message: Message): Promise<string> {
  const id = newId()
  await db
    .insertInto('mail')
    .values({
      id,
      company_id: message.companyId ?? null,
      recipients: message.to,
      reply_to: message.replyTo ?? null,
      subject: message.subject,
      body: message.text,
      createdon: now,
    })
    .execute()
  await addJob('send-mail', { mailId: id })
  return id
}
