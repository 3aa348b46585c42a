import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { toReplyKey } from '@gya/domain/features/mail-in/reply-key.ts'
import { createProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { MailSender } from '../../../server/features/mail-in/testing/mail-sender.ts'
import type { Exim } from '../../support/exim.ts'
import { addressAt, type TestCompany } from './test-company.ts'

const senders = 4

type Deliveries = {
  /** Message-IDs of the e-mails that the app, or Exim, has accepted. */
  accepted: ReadonlySet<string>
  /** Attempts that broke off or were refused. */
  broken(): number
  /** Once all are accepted and Exim's queue is empty. */
  done(): Promise<void>
}

type From = { port: number; to: string; mails: number; exim: Exim | null }

/** Clients that send e-mails, every second one through Exim, whose queue tries again by itself; what was not accepted they send again. */
export function startDeliveries({ port, to, mails, exim }: From): Deliveries {
  const accepted = new Set<string>()
  let broken = 0
  const sender = async (by: number) => {
    for (let at = by; at < mails; at += senders) {
      const messageId = `trial-${at}@people.example`
      while (!(await send(exim && at % 2 === 0 ? exim.port : port, to, messageId))) {
        broken += 1
        await setTimeout(25)
      }
      accepted.add(messageId)
    }
  }
  const sending = Promise.all(Array.from({ length: senders }, (_, by) => sender(by)))
  return {
    accepted,
    broken: () => broken,
    done: async () => {
      await sending
      while (exim && (await exim.queued()) > 0) await setTimeout(100)
    },
  }
}

/** A branch that receives, and an e-mail about a sale whose answers they are. */
export async function openMailAddress({ database: { db }, branch, vendorId, people: [person] }: TestCompany): Promise<string> {
  if (!person) throw new Error('The company has an administrator.')
  const owner = { _id: vendorId }
  const { _id: propertyId } = await person.sure(createProperty, {
    params: branch,
    body: { address: addressAt('1 Kill Street'), owner },
  })
  await db.updateTable('branch').set({ mail_name: 'trial', mail_on: true }).where('id', '=', branch.branchId).execute()
  const key = toReplyKey(Uint8Array.from({ length: 20 }, () => randomInt(256)))
  const mail = { id: randomUUID(), company_id: branch.companyId, property_id: propertyId, recipients: ['who@people.example'] }
  const now = new Date().toISOString()
  await db
    .insertInto('mail')
    .values({ ...mail, subject: 'Trial', body: 'Trial', state: 'sent', createdon: now, sent_on: now, reply_key: key })
    .execute()
  return `trial+r${key}@in.gya.example`
}

/** The same bytes at each attempt, as of a server that tries again. */
const rawMessage = (to: string, messageId: string): string =>
  [
    'From: who@people.example',
    `To: ${to}`,
    `Subject: ${messageId}`,
    `Message-ID: <${messageId}>`,
    'Date: Tue, 10 Mar 2026 09:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    messageId,
    '--part',
    'Content-Type: text/plain',
    'Content-Disposition: attachment; filename="a.txt"',
    '',
    `${messageId} `.repeat(2_000).replace(/.{900}/g, '$&\r\n'),
    '--part--',
    '',
  ].join('\r\n')

const send = (port: number, to: string, messageId: string): Promise<boolean> =>
  new MailSender(() => port)
    .send({
      envelope: { from: `${messageId.replace('@', '-')}@people.example`, to },
      raw: rawMessage(to, messageId),
      signed: false,
    })
    .then(
      () => true,
      () => false,
    )

export async function untilMailsAreRead({ database: { pool } }: TestCompany): Promise<void> {
  const waiting = async () => {
    // Jobs of killed processes would wait for hours.
    await pool.query(`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker.jobs where locked_by is not null and locked_at < now() - interval '20 seconds'`)
    return (await pool.query(`select from mail_in where state = 'arrived'`)).rowCount
  }
  while (await waiting()) await setTimeout(200)
}

export async function countLostMails({ database: { pool } }: TestCompany, accepted: ReadonlySet<string>) {
  const count = async (question: string) => (await pool.query(question)).rowCount ?? 0
  const { rows } = await pool.query<{ message_id: string }>('select message_id from mail_in')
  const there = new Set(rows.map(({ message_id }) => message_id))
  return {
    'e-mails that were accepted and are not there': [...accepted].filter((id) => !there.has(id)).length,
    'e-mails that are there twice': rows.length - there.size,
    'e-mails that are not filed': await count(`select from mail_in where state <> 'filed'`),
    'e-mails without one sale': await count(
      `select from mail_in m where 1 <> (select count(*) from mail_in_sale s where s.mail_in_id = m.id and s.state = 'filed')`,
    ),
    'e-mails without one entry of the record': await count(
      `select from mail_in m where 1 <> (select count(*) from event e where e.kind = 'mail-filed' and e.data ->> 'mailInId' = m.id::text)`,
    ),
    'attachments that are not listed': await count(
      'select from mail_in m where 1 <> (select count(*) from mail_in_file f where f.mail_in_id = m.id)',
    ),
  }
}
