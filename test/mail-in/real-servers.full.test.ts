import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../../scripts/programs.mjs'
import { type MailReceiver, startMailReceiver } from '../../server/features/mail-in/receive/mail-receiver.ts'
import {
  branchAddress,
  calliope,
  type MailFixtures,
  mailIn,
  openMailFixtures,
} from '../../server/features/mail-in/testing/mail-fixtures.ts'
import { MailSender, signingKey } from '../../server/features/mail-in/testing/mail-sender.ts'
import { canRunExim, startExim } from '../support/exim.ts'
import { openMailReceiver } from '../support/mail-receiver.ts'
import { makeCertificate } from '../support/nginx.ts'
import { canRunOpendkim, startOpendkim } from '../support/opendkim.ts'
import { canRunPostfix, startPostfix } from '../support/postfix.ts'

const swaks = findProgram('swaks')
let mails: MailFixtures
let receiver: MailReceiver | null
let folder: string
beforeAll(async () => {
  mails = await openMailFixtures()
  folder = await mkdtemp(join(tmpdir(), 'gya-mail-tls-'))
  await makeCertificate(folder, mailIn.domain, 'cert.pem')
  const config = { ...mails.fixtures.config, mailIn: { ...mailIn, tls: folder } }
  receiver = await startMailReceiver({ ...mails.fixtures, config, log: () => undefined })
})
afterAll(async () => {
  await receiver?.stop()
  await mails.close()
  await rm(folder, { recursive: true })
})

const subjects = async () =>
  (await mails.fixtures.database.db.selectFrom('mail_in').select(['subject', 'checks', 'peer']).execute()).map((row) => row)

describe.skipIf(!swaks)('swaks', () => {
  const send = (...more: string[]) =>
    promisify(execFile)(swaks ?? '', ['--server', `127.0.0.1:${receiver?.port}`, '--from', 'who@people.example', ...more]).then(
      ({ stdout }) => stdout,
      (error: { stdout?: string }) => error.stdout ?? '',
    )

  test.each([
    ['plain', []],
    ['with STARTTLS', ['--tls']],
    ['pipelined', ['--pipeline']],
    ['with an attachment', ['--attach', '@package.json']],
  ])('delivers %s', async (how, more) => {
    expect(await send('--to', branchAddress, '--header', `Subject: ${how}`, ...more)).toMatch(
      /<[-~*]+\s+250 2\.0\.0 Accepted [0-9a-f-]{36}/,
    )
    await mails.fixtures.runJobs()
    expect((await subjects()).map(({ subject }) => subject)).toContain(how)
  })

  test('is refused for an unknown name, and offered neither AUTH nor BDAT', async () => {
    const said = await send('--to', `nobody@${mailIn.domain}`)
    expect(said).toMatch(/550 5\.1\.1 There is no such address here/)
    expect(said).toMatch(/250-PIPELINING/)
    expect(said).not.toMatch(/AUTH|CHUNKING/)
  })
})

const address = 'calliope@nettlefold.example'

type Relay = { port: number; queued(): Promise<number>; stop(): Promise<void> }

/** Sends an answer about a sale through a relay; returns what came of it. */
async function sendThrough(relay: Relay, subject: string, { signed = true, from = calliope } = {}) {
  const place = await mails.makeSale(`${subject} Road`)
  mails.outgoing.received.length = 0
  const { replyTo } = await mails.write(place)
  const sender = new MailSender(() => relay.port)
  expect(await sender.send({ signed, from, to: replyTo, subject, text: 'Searches are back.' })).toMatch(/^250 /)
  while ((await relay.queued()) > 0) await setTimeout(50)
  await mails.fixtures.runJobs()
  return mails.fixtures.database.db.selectFrom('mail_in').selectAll().where('subject', '=', subject).execute()
}

test.skipIf(!canRunExim)('Exim relays what the receiver takes', async () => {
  const exim = await startExim(receiver?.port ?? 0)
  try {
    // The signature outlives the relay, which names no sending server.
    expect(await sendThrough(exim, '300 Rodway')).toMatchObject([{ state: 'filed', sender_check: 'verified', peer: null }])
  } finally {
    await exim.stop()
  }
})

test.skipIf(!canRunPostfix)('Postfix relays by STARTTLS what the receiver takes, and names the sending server', async () => {
  const postfix = await startPostfix(receiver?.port ?? 0, mailIn.domain)
  try {
    expect(await sendThrough(postfix, '301 Rodway')).toMatchObject([
      { state: 'filed', sender_check: 'verified', peer: '127.0.0.1' },
    ])
    expect(await postfix.log()).toMatch(/TLS connection established to 127\.0\.0\.1/)
  } finally {
    await postfix.stop()
  }
})

const relays = {
  Exim: (others: number) => startExim(receiver?.port ?? 0, mailIn.domain, others),
  Postfix: (othersPort: number) => startPostfix(receiver?.port ?? 0, mailIn.domain, { othersPort }),
}
const installed = (['Exim', 'Postfix'] as const).filter((name) => (name === 'Exim' ? canRunExim : canRunPostfix))

test.each(installed)('a bounce that %s makes is tied to our e-mail by its key alone', async (name) => {
  const server = await openMailReceiver()
  server.refuseRecipients[address] = { code: 550, words: '5.1.1 No such person here' }
  const relay = await relays[name](Number(new URL(server.url).port))
  try {
    const place = await mails.makeSale(`302 ${name} Road`)
    mails.outgoing.received.length = 0
    const { replyTo, message } = await mails.write(place)
    const from = replyTo.replace('+r', '+b')
    // With another Message-ID than ours, as of a relay that rewrites it.
    await new MailSender(() => relay.port).send({
      envelope: { from, to: address },
      from: 'who@people.example',
      to: address,
      subject: name,
    })
    const arrived = () => mails.fixtures.database.db.selectFrom('mail_in').selectAll().where('bounced_to', '=', address).execute()
    const isTied = async () => {
      await mails.fixtures.runJobs()
      return (await arrived()).some(({ answers_mail_id: id }) => message.messageId?.includes(id ?? 'none'))
    }
    await expect.poll(isTied, { timeout: 30_000 }).toBe(true)
    const [sent] = await mails.fixtures.database.db
      .selectFrom('mail')
      .select('refused')
      .where('property_id', '=', place.propertyId)
      .where('reply_key', '=', /\+r([a-z2-7]{20})@/.exec(replyTo)?.[1] ?? '')
      .execute()
    expect(JSON.stringify(sent?.refused)).toMatch(/550[ -]5\.1\.1 No such person here/)
  } finally {
    await relay.stop()
    await server.close()
  }
})

test.skipIf(!canRunPostfix || !canRunOpendkim)('what OpenDKIM signs passes the sender check', async () => {
  const opendkim = await startOpendkim({ domain: address.slice(address.indexOf('@') + 1), ...signingKey })
  const postfix = await startPostfix(receiver?.port ?? 0, mailIn.domain, { milterPort: opendkim.port })
  try {
    expect(await sendThrough(postfix, '304 Rodway', { signed: false })).toMatchObject([
      { state: 'filed', sender_check: 'verified' },
    ])
    expect(await sendThrough(postfix, '305 Rodway', { signed: false, from: 'who@people.example' })).toMatchObject([
      { sender_check: 'failed' },
    ])
  } finally {
    await postfix.stop()
    await opendkim.stop()
  }
})
