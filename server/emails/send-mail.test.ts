import { maxJobAttempts } from '@gya/domain/features/operations/job-retries.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fault, type FaultySmtp, type Stage, startFaultySmtp } from '../../test/support/faulty-smtp.ts'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import { createMailTransport, type MailTimeouts } from '../infra/mail/smtp.ts'
import { jobAdder } from '../jobs/queue.ts'
import { findMailsSent, queueMail, takeBackMails } from './outbox.ts'
import { sendMail } from './send-mail.ts'

/** Short enough for a test to wait for it, so use it only with a server that does not respond. */
const short: MailTimeouts = { connection: 5_000, greeting: 400, answer: 400 }

let app: TestApp
let server: FaultySmtp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  server = await startFaultySmtp()
})
afterEach(() => server.close())

const queued = () => {
  const { db } = app.database
  const writing = { db, now: app.clock.now(), newId: () => app.clock.newId(), addJob: jobAdder(db) }
  return queueMail(writing, { to: ['buyer@people.example'], subject: 'Sale agreed', text: 'Dear Sir' })
}
/** One attempt to send a message, as made by its job. */
async function tried(mailId: string, url = server.url) {
  const smtpUrl = { smtpUrl: url }
  const transport = server.fault?.behaviour === 'hangs' ? createMailTransport(smtpUrl, short) : createMailTransport(smtpUrl)
  try {
    await sendMail({ ...app, transport }, mailId).catch(() => undefined)
  } finally {
    transport?.close()
  }
  const select = app.database.db.selectFrom('mail').select(['state', 'attempts', 'last_error'])
  return select.where('id', '=', mailId).executeTakeFirstOrThrow()
}

const stages: Stage[] = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'message']
const faults: Fault[] = stages.flatMap((stage) =>
  (['hangs', 'drops', 421, 451] as const).map((behaviour) => ({ stage, behaviour })),
)

describe('sendMail retries until the server has accepted the message once', () => {
  test.each(faults)('$behaviour at $stage', async (fault) => {
    const mailId = await queued()
    server.fault = fault
    const first = await tried(mailId)
    expect(first).toMatchObject({ state: 'queued', attempts: 1, last_error: expect.any(String) })
    expect(server.taken).toEqual([])
    server.fault = null
    expect(await tried(mailId)).toMatchObject({ state: 'sent', attempts: 2, last_error: null })
    await tried(mailId)
    expect(server.taken).toEqual([`<${mailId}@gya.example>`])
  })

  test('connection refused', async () => {
    const mailId = await queued()
    expect(await tried(mailId, 'smtp://127.0.0.1:1')).toMatchObject({ state: 'queued', attempts: 1 })
    expect(await tried(mailId)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(server.taken).toHaveLength(1)
  })
})

test('sendMail does not retry a permanently refused recipient (550), and the message fails at once', async () => {
  const mailId = await queued()
  server.fault = { stage: 'RCPT', behaviour: 550 }
  expect(await tried(mailId)).toMatchObject({ state: 'failed', attempts: 1, last_error: expect.stringContaining('550') })
  server.fault = null
  await tried(mailId)
  expect(server.taken).toEqual([])
})

test.each<Stage>(['greeting', 'EHLO', 'MAIL', 'DATA', 'message'])(
  'A server that refuses everything for good at its %s is tried to the end, and then the message is shown as failed',
  async (stage) => {
    const mailId = await queued()
    server.fault = { stage, behaviour: 554 }
    for (let tries = 1; tries < maxJobAttempts; tries += 1)
      expect(await tried(mailId)).toMatchObject({ state: 'queued', attempts: tries })
    expect(await tried(mailId)).toMatchObject({
      state: 'failed',
      attempts: maxJobAttempts,
      last_error: expect.stringContaining('554'),
    })
    server.fault = null
    await tried(mailId)
    expect(server.taken).toEqual([])
  },
)

test('sendMail sends a duplicate with the same Message-ID if the server disconnects after accepting', async () => {
  const mailId = await queued()
  server.fault = { stage: 'message', behaviour: 'takes and drops' }
  expect(await tried(mailId)).toMatchObject({ state: 'queued', attempts: 1 })
  server.fault = null
  expect(await tried(mailId)).toMatchObject({ state: 'sent', attempts: 2 })
  expect(server.taken).toEqual([`<${mailId}@gya.example>`, `<${mailId}@gya.example>`])
})

test('sendMail counts a message as sent if the server acknowledged and discarded it', async () => {
  const mailId = await queued()
  server.fault = { stage: 'message', behaviour: 'loses' }
  expect(await tried(mailId)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(server.taken).toEqual([])
})

test('sendMail sends once to a server that is slow but within the timeout', async () => {
  const mailId = await queued()
  server.delayMs = 100
  expect(await tried(mailId)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(server.taken).toHaveLength(1)
})

describe('A message with sendAfter', () => {
  const companyId = '11111111-1111-4111-8111-111111111111'
  const waiting = async (seconds: number) => {
    const { db } = app.database
    const now = app.clock.now()
    const sendAfter = new Date(Date.parse(now) + seconds * 1000).toISOString()
    const writing = { db, now, newId: () => app.clock.newId(), addJob: jobAdder(db) }
    return queueMail(writing, { to: ['buyer@people.example'], companyId, subject: 'Chase', text: 'Dear Sir', sendAfter })
  }
  const mails = (mailId: string) => ({ companyId, mailIds: [mailId], now: app.clock.now() })

  test('is not sent before, and once afterwards', async () => {
    const mailId = await waiting(10)
    expect(await tried(mailId)).toMatchObject({ state: 'queued', attempts: 0 })
    app.clock.advance({ seconds: 10 })
    expect(await tried(mailId)).toMatchObject({ state: 'sent', attempts: 1 })
    expect(await tried(mailId)).toMatchObject({ state: 'sent', attempts: 1 })
  })

  test('is never sent if it was taken back in time', async () => {
    const mailId = await waiting(10)
    expect(await findMailsSent(app.database.db, mails(mailId))).toEqual([])
    expect(await takeBackMails(app.database.db, { ...mails(mailId), userId: null, newId: () => app.clock.newId() })).toEqual([
      mailId,
    ])
    app.clock.advance({ seconds: 10 })
    expect(await tried(mailId)).toMatchObject({ state: 'cancelled', attempts: 0 })
    expect(await findMailsSent(app.database.db, mails(mailId))).toEqual([])
  })

  test('cannot be taken back once its wait is over, or a worker has begun to send it', async () => {
    const late = await waiting(10)
    app.clock.advance({ seconds: 10 })
    expect(await findMailsSent(app.database.db, mails(late))).toEqual([late])
    expect(await takeBackMails(app.database.db, { ...mails(late), userId: null, newId: () => app.clock.newId() })).toEqual([])
    const begun = await waiting(10)
    await app.database.db.updateTable('mail').set({ claimed_on: app.clock.now() }).where('id', '=', begun).execute()
    expect(await takeBackMails(app.database.db, { ...mails(begun), userId: null, newId: () => app.clock.newId() })).toEqual([])
  })
})
