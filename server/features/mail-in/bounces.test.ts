import { readParty } from '@gya/domain/features/conversations/conversations.contract.ts'
import { listCorrespondence, readCorrespondence } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { readToday } from '@gya/domain/features/today/today.contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fixtures, PropertyPath } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { exchangeReport, eximReport, gmailReport, postfixReport } from './testing/delivery-reports.ts'
import { branchAddress, type MailFixtures, openMailFixtures } from './testing/mail-fixtures.ts'

let mails: MailFixtures
let fixtures: Fixtures
let sale: PropertyPath
let number = 200
beforeAll(async () => {
  mails = await openMailFixtures()
  ;({ fixtures } = mails)
})
afterAll(() => mails.close())
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  mails.outgoing.received.length = 0
  number += 1
  sale = await mails.makeSale(`${number} Rodway Road`)
})

const address = 'calliope@nettlefold.example'

async function written() {
  const { message, replyTo } = await mails.write(sale)
  return {
    messageId: message.messageId?.replace(/^<|>$/g, '') ?? '',
    replyTo,
    envelope: replyTo.replace('+r', '+b'),
  }
}

/** Delivers a report with an empty envelope sender. */
async function report(raw: string, to: string): Promise<string> {
  fixtures.clock.advance({ minutes: 1 })
  return mails.receive({ envelope: { from: '', to }, raw, signed: false })
}

const refusedOf = async (): Promise<string[]> => {
  const { data: threads } = await fixtures.as('staff').ok(listCorrespondence, { params: sale, query: {} })
  const refused = []
  for (const { threadId } of threads) {
    const { data } = await fixtures.as('staff').ok(readCorrespondence, { params: { ...sale, threadId } })
    for (const one of data)
      if (one.way === 'out') refused.push(...one.mail.refused.map(({ email, because }) => `${email}: ${because}`))
  }
  return refused
}

const waiting = async (): Promise<string[]> => {
  const query = { who: 'all', propertyId: sale.propertyId, by: 'rank', branchIds: sale.branchId } as const
  const { groups } = await fixtures.as('staff').ok(readToday, { params: fixtures.a, query })
  return groups.flatMap(({ actionItems }) =>
    actionItems.filter(({ kind }) => kind === 'mail').map(({ description }) => description),
  )
}

const cameBackOn = async () =>
  (
    await (
      await fixtures.signedIn(fixtures.idOf.staff)
    ).ok(readParty, { params: fixtures.a, query: { ref: `poc:${mails.solicitor.poc}` } })
  ).cameBackOn

test.each([
  ['Postfix', postfixReport, `550 5.1.1 <${address}>: Recipient address rejected: User unknown (10/03/2026`],
  ['Exim', eximReport, '5.0.0 550 mailbox unavailable (10/03/2026'],
  ['Exchange, which had waited too long', exchangeReport, '550 4.4.7 QUEUE.Expired; message expired (10/03/2026'],
  ['Gmail, without a standard part', gmailReport, 'The error that the other server returned was: 550 550 5.2.1'],
] as const)(
  'a report of %s marks the e-mail, is recorded, and waits in Today until a new e-mail is sent',
  async (_, of, words) => {
    const { envelope: to, messageId } = await written()
    const id = await report(of({ to, address, messageId }), to)
    expect(await mails.read(id)).toMatchObject({
      state: 'filed',
      kind: 'bounce',
      party: { ref: `poc:${mails.solicitor.poc}` },
      sales: [{ propertyId: sale.propertyId, waits: true }],
      proposals: [],
    })
    expect(await refusedOf()).toEqual([expect.stringContaining(`${address}: ${words}`)])
    expect(await waiting()).toEqual([`Did not arrive: ${address}`])
    expect(await mails.kinds(sale)).toContain('mail-bounced')
    expect(await cameBackOn()).toBe('2026-03-10')
    fixtures.clock.advance({ minutes: 5 })
    await mails.write(sale)
    expect(await waiting()).toEqual([])
  },
)

test('a report to the branch’s address is tied by the Message-ID that it returns', async () => {
  const { messageId } = await written()
  const id = await report(postfixReport({ to: branchAddress, address, messageId }), branchAddress)
  expect(await mails.read(id)).toMatchObject({ state: 'filed', kind: 'bounce', sales: [{ propertyId: sale.propertyId }] })
  expect(await refusedOf()).toHaveLength(1)
})

test('by its key a report of where the only recipient’s e-mail was led is one of that recipient', async () => {
  const { envelope: to, messageId } = await written()
  await report(eximReport({ to, address: 'elsewhere@people.example', messageId }), to)
  expect(await refusedOf()).toEqual([expect.stringContaining(`${address}: 5.0.0 550`)])
})

test('a delay is filed and makes no item; a forged report with a made-up key, or about an address that was not written to, marks nothing', async () => {
  const { envelope: to, messageId } = await written()
  const late = await report(postfixReport({ to, address, messageId, status: '4.4.1' }), to)
  expect(await mails.read(late)).toMatchObject({ state: 'filed', kind: 'delay', sales: [{ waits: false }] })
  const madeUp = to.replace(/\+b.*@/, `+b${'a'.repeat(20)}@`)
  const forged = await report(exchangeReport({ to: madeUp, address, messageId: 'never@sent.example' }), madeUp)
  expect(await mails.read(forged)).toMatchObject({ state: 'inbox', kind: 'bounce', sales: [] })
  const other = await report(eximReport({ to: branchAddress, address: 'other@people.example', messageId }), branchAddress)
  expect(await mails.read(other)).toMatchObject({ state: 'inbox', sales: [] })
  expect([await refusedOf(), await waiting()]).toEqual([[], []])
})

test('an out-of-office to the envelope sender is filed as automatic: no item, no mark', async () => {
  const { envelope: to } = await written()
  const raw = [
    `From: ${address}`,
    `To: ${to}`,
    'Subject: Automatic reply: Searches',
    'Auto-Submitted: auto-replied',
    'Date: Tue, 10 Mar 2026 09:00:00 +0000',
    'Message-ID: <away@nettlefold.example>',
    '',
    'I am away until 16 March.',
    '',
  ].join('\r\n')
  const id = await report(raw, to)
  // It is not signed, so that the sender is not proved.
  expect(await mails.read(id)).toMatchObject({ kind: 'automatic', state: 'inbox' })
  expect([await refusedOf(), await waiting()]).toEqual([[], []])
})
