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
  type MailFixtures,
  mailIn,
  openMailFixtures,
} from '../../server/features/mail-in/testing/mail-fixtures.ts'
import { canRunExim, type Exim, startExim } from '../support/exim.ts'
import { makeCertificate } from '../support/nginx.ts'

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

describe.skipIf(!canRunExim)('Exim', () => {
  let exim: Exim
  beforeAll(async () => {
    exim = await startExim(receiver?.port ?? 0)
  })
  afterAll(() => exim.stop())

  test('relays what the receiver takes, and keeps what it does not yet', async () => {
    const place = await mails.makeSale('300 Rodway Road')
    const { replyTo } = await mails.write(place)
    const { MailSender } = await import('../../server/features/mail-in/testing/mail-sender.ts')
    const relay = new MailSender(() => exim.port)
    const from = 'Calliope Primrose <calliope@nettlefold.example>'
    expect(await relay.send({ from, to: replyTo, subject: 'Through Exim', text: 'Searches are back.' })).toMatch(/^250 OK/)
    while ((await exim.queued()) > 0) await setTimeout(50)
    await mails.fixtures.runJobs()
    const rows = await mails.fixtures.database.db
      .selectFrom('mail_in')
      .selectAll()
      .where('subject', '=', 'Through Exim')
      .execute()
    // The signature outlives the relay, which names no sending server.
    expect(rows).toMatchObject([{ state: 'filed', sender_check: 'verified', peer: null }])
  })
})
