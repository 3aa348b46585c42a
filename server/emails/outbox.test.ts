import { Success } from '@gya/domain/common/wire.ts'
import { endpoint } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { listMail, readMail } from '@gya/domain/features/mail/mail.contract.ts'
import { maxJobAttempts } from '@gya/domain/features/operations/job-retries.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Fixtures, openFixtures } from '../../test/support/fixtures.ts'
import { type MailReceiver, openMailReceiver } from '../../test/support/mail-receiver.ts'
import { registerRoute } from '../http/route/register-route.ts'
import { queueMail } from './outbox.ts'

const write = endpoint({
  method: 'POST',
  path: '/test/write',
  permission: 'account.use',
  summary: 'Writes an e-mail, and then refuses if the body says so.',
  body: z.strictObject({ to: z.string(), ending: z.enum(['save', 'refuse', 'break']) }),
  response: Success,
})

const text = 'Dear Sir,\n\nthe price is £285,000 – subject to contract.\n\nZażółć & sons'
const subject = 'Sale of 27 Rodway Road – £285,000'

let mailServer: MailReceiver
let fixtures: Fixtures

const openWith = (smtp: string | undefined) =>
  openFixtures({
    config: { smtpUrl: smtp, mailFrom: 'GYA <no-reply@gya.example>' },
    registerRoutes: (app) =>
      registerRoute(app, write, async (context) => {
        await queueMail(context, { to: [context.body.to], subject, text, replyTo: 'office@agency.example' })
        if (context.body.ending === 'refuse') throw new DomainError('STALE_VERSION')
        if (context.body.ending === 'break') throw new Error('broken')
        return { success: true as const }
      }),
  })

const send = (ending: 'save' | 'refuse' | 'break' = 'save', to = 'buyer@people.example') =>
  fixtures.as('staff').call(write, { body: { to, ending } })
const outbox = async () => (await fixtures.as('platform').ok(listMail)).data
const rows = () => fixtures.database.db.selectFrom('mail').select(['state', 'body', 'attempts']).execute()

describe('With a mail server', () => {
  beforeEach(async () => {
    mailServer = await openMailReceiver()
    fixtures = await openWith(mailServer.url)
  })
  afterEach(async () => {
    await fixtures.close()
    await mailServer.close()
  })

  test('queueMail sends a message exactly once and unchanged', async () => {
    await send()
    await fixtures.runJobs()
    await fixtures.runJobs()
    expect(mailServer.received).toHaveLength(1)
    const [email] = mailServer.received
    expect(email).toMatchObject({
      subject,
      from: { name: 'GYA', address: 'no-reply@gya.example' },
      to: [{ address: 'buyer@people.example' }],
      replyTo: [{ address: 'office@agency.example' }],
    })
    expect(email?.text?.replaceAll('\r\n', '\n').trim()).toBe(text)
    expect(email?.messageId).toBe(`<${(await outbox())[0]?._id}@gya.example>`)
  })

  test.each(['refuse', 'break'] as const)('queueMail sends nothing if the call fails afterwards (%s)', async (ending) => {
    await send(ending)
    await fixtures.runJobs()
    expect(mailServer.received).toEqual([])
    expect(await outbox()).toEqual([])
  })

  test('a temporarily refused message (451) stays queued and is sent later', async () => {
    mailServer.refuseNext.push({ code: 451, words: 'Greylisted, come back later' })
    await send()
    await fixtures.runJobs()
    expect(await outbox()).toMatchObject([{ state: 'queued', attempts: 1, lastError: expect.stringContaining('Greylisted') }])
    await fixtures.runJobs()
    expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 2, lastError: null, sentOn: fixtures.clock.now() }])
    expect(mailServer.received).toHaveLength(1)
  })

  test('a message with a slow server is shown as queued, and is not sent by a second worker', async () => {
    let answer = () => {}
    mailServer.delayNext = new Promise<void>((resolve) => {
      answer = resolve
    })
    await send()
    const sending = fixtures.runJobs()
    await expect.poll(() => mailServer.received.length).toBe(1)
    expect(await outbox()).toMatchObject([{ state: 'queued', attempts: 0 }])
    const beside = fixtures.runJobs()
    await new Promise(setImmediate)
    answer()
    await Promise.all([sending, beside])
    await fixtures.runJobs()
    expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 1 }])
    expect(mailServer.received).toHaveLength(1)
  })

  test('a message that is always refused is shown as failed, with the reply of the server', async () => {
    for (let n = 0; n < maxJobAttempts; n += 1) mailServer.refuseNext.push({ code: 550, words: 'No such mailbox here' })
    await send()
    for (let n = 0; n < maxJobAttempts; n += 1) await fixtures.runJobs()
    expect(await outbox()).toMatchObject([
      { state: 'failed', attempts: maxJobAttempts, lastError: expect.stringContaining('No such mailbox here'), sentOn: null },
    ])
    await fixtures.runJobs()
    expect(mailServer.received).toEqual([])
  })

  test('the text of a sent message is deleted, because it may contain a sign-in link', async () => {
    await send()
    expect(await rows()).toMatchObject([{ state: 'queued', body: text }])
    await fixtures.runJobs()
    expect(await rows()).toEqual([{ state: 'sent', body: '', attempts: 1 }])
  })

  test('the text of a queued message is not shown', async () => {
    await send()
    const [mail] = await outbox()
    expect(await fixtures.as('platform').ok(readMail, { params: { mailId: mail?._id ?? '' } })).toMatchObject({
      subject,
      text: '',
    })
  })

  test('messages queued during an outage of the mail server are sent once afterwards', async () => {
    await mailServer.close()
    await send('save', 'one@people.example')
    await send('save', 'two@people.example')
    await fixtures.runJobs()
    expect((await outbox()).map(({ state }) => state)).toEqual(['queued', 'queued'])
    mailServer = await openMailReceiver(Number(new URL(mailServer.url).port))
    await fixtures.runJobs()
    expect(new Set(mailServer.received.map(({ to }) => to?.[0]?.address))).toEqual(
      new Set(['one@people.example', 'two@people.example']),
    )
    expect(mailServer.received).toHaveLength(2)
  })
})

describe('Without a mail server', () => {
  beforeEach(async () => {
    fixtures = await openWith(undefined)
  })
  afterEach(() => fixtures.close())

  test('a message is kept, and the mailbox shows its text', async () => {
    await send()
    await fixtures.runJobs()
    const [mail] = await outbox()
    expect(mail).toMatchObject({ state: 'kept', to: ['buyer@people.example'], subject, attempts: 0, sentOn: null })
    expect(await fixtures.as('platform').ok(readMail, { params: { mailId: mail?._id ?? '' } })).toMatchObject({ text })
  })
})
