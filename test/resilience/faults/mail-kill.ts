import { randomInt, randomUUID } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { toReplyKey } from '@gya/domain/features/mail-in/reply-key.ts'
import { createProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { MailSender } from '../../../server/features/mail-in/testing/mail-sender.ts'
import { canRunExim, type Exim, startExim } from '../../support/exim.ts'
import type { Trial } from '../../support/trial.ts'
import { countFileMismatches } from './check-consistency.ts'
import { openInstallation } from './installation.ts'
import { addressAt, createTestCompany, type TestCompany } from './test-company.ts'

const size = { short: { kills: 2, mails: 60 }, long: { kills: 50, mails: 1_000 } }
const senders = 4

/** Kills the app with -9 while e-mails arrive from SMTP clients and, where it is installed, from Exim, and while they are read. */
export const mailKill: Trial = {
  name: 'kill -9 of the app while e-mails arrive',
  run: async ({ length, print }) => {
    const { kills, mails } = size[length]
    const port = await freeLowPort()
    const place = await openInstallation({ env: { MAIL_IN_DOMAIN: 'in.gya.example', MAIL_IN_PORT: String(port) } })
    let exim: Exim | null = null
    try {
      const company = await createTestCompany(await place.databaseUrl(), place.address, 1)
      const to = await openAddress(company)
      exim = canRunExim ? await startExim(port) : null
      const accepted = new Set<string>()
      let broken = 0
      const numbers = Array.from({ length: mails }, (_, at) => at)
      const sender = async (by: number) => {
        for (const at of numbers.filter((one) => one % senders === by)) {
          const messageId = `trial-${at}@people.example`
          // Every second one goes through the relay, whose queue tries again by itself.
          const through = exim && at % 2 === 0 ? exim.port : port
          while (!(await send(through, to, messageId))) {
            broken += 1
            await setTimeout(25)
          }
          accepted.add(messageId)
        }
      }
      const sending = Promise.all(Array.from({ length: senders }, (_, by) => sender(by)))
      for (let kill = 1; kill <= kills; kill += 1) {
        const from = accepted.size
        const until = Math.min(from + 1 + randomInt(Math.max(1, Math.floor(mails / kills / 2))), mails - 1)
        while (accepted.size < until) await setTimeout(5)
        await setTimeout(randomInt(1_500))
        place.product().kill('SIGKILL')
        await place.product().ended
        print(`killed ${kill} of ${kills}, ${accepted.size} e-mails accepted`)
        await place.startAgain()
      }
      await sending
      while (exim && (await exim.queued()) > 0) await setTimeout(100)
      await untilRead(company)
      const lost = await countLost(company, accepted)
      const files = await countFileMismatches(company.database, `${place.dataDir}/files`)
      await company.database.close()
      return {
        tried: { kills, 'e-mails accepted': accepted.size, 'attempts that broke off': broken },
        lost: { ...lost, ...files },
        figures: { 'through Exim': String(exim ? Math.ceil(mails / 2) : 0) },
      }
    } finally {
      await exim?.stop()
      await place.end()
    }
  },
}

/**
 * A free port below those that connections get as their own: while the app is away, one of the clients that try again would sooner or later
 * be connected to itself, and the port be taken.
 */
async function freeLowPort(): Promise<number> {
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(20_000 + randomInt(10_000), '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freeLowPort()
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A branch that receives, and an e-mail about a sale whose answers they are. */
async function openAddress({ database: { db }, branch, vendorId, people: [person] }: TestCompany): Promise<string> {
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

async function untilRead({ database: { pool } }: TestCompany): Promise<void> {
  const waiting = async () => {
    // Jobs of killed processes would wait for hours.
    await pool.query(`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
      from graphile_worker.jobs where locked_by is not null and locked_at < now() - interval '20 seconds'`)
    return (await pool.query(`select from mail_in where state = 'arrived'`)).rowCount
  }
  while (await waiting()) await setTimeout(200)
}

async function countLost({ database: { pool } }: TestCompany, accepted: ReadonlySet<string>) {
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
