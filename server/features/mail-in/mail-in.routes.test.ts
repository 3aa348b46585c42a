import type { Wire } from '@gya/domain/endpoint.ts'
import { createContact } from '@gya/domain/features/contacts/contacts.contract.ts'
import { listConversations } from '@gya/domain/features/conversations/conversations.contract.ts'
import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import {
  countMailIn,
  fileMailIn,
  listMailIn,
  readMailAddress,
  readMailIn,
  saveMailAddress,
  setMailAside,
} from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { sendMessages } from '@gya/domain/features/messages/messages.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { openMailReceiver, type MailReceiver as TestReceiver } from '../../../test/support/mail-receiver.ts'
import { openRawSocket } from '../../../test/support/raw-socket.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { type MailReceiver, startMailReceiver } from './receive/mail-receiver.ts'
import { MailSender, zoneOf } from './testing/mail-sender.ts'

const mailIn = {
  domain: 'in.gya.example',
  port: 0,
  host: '127.0.0.1',
  relays: ['127.0.0.0/8'],
  takesBounces: true,
}
const branchAddress = 'alder-first@in.gya.example'

let fixtures: Fixtures
let outgoing: TestReceiver
let receiver: MailReceiver
let sale: PropertyPath
let solicitor = { firm: '', poc: '' }
const sender = new MailSender(() => receiver.port)
const logged: Record<string, unknown>[] = []

beforeAll(async () => {
  outgoing = await openMailReceiver()
  fixtures = await openFixtures({
    config: { mailIn, smtpUrl: outgoing.url },
    dns: zoneOf('nettlefold.example', 'people.example', 'mail-box.example'),
  })
  const started = await startMailReceiver({ ...fixtures, log: (line) => logged.push(line) })
  if (!started) throw new Error('The domain is set.')
  receiver = started
  const pocs = [{ name: 'Calliope Primrose', email: 'calliope@nettlefold.example', tel: '0118 496 0201', note: '' }]
  const contact = await fixtures.as('staff').ok(createContact, {
    params: fixtures.a,
    body: { name: 'Nettlefold Conveyancing', email: 'office@nettlefold.example', tel: '0118 496 0200', type: 'solicitor', pocs },
  })
  solicitor = { firm: contact._id, poc: contact.pocs[0]?._id ?? '' }
  await switchOn(fixtures.first, 'alder-first', 'branch')
  await switchOn(fixtures.second, 'alder-second', 'secondBranch')
  await switchOn(fixtures.other, 'birch-other', 'otherBranch')
})
afterAll(async () => {
  await receiver.stop()
  await fixtures.close()
  await outgoing.close()
})
let number = 30
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  outgoing.received.length = 0
  number += 1
  sale = await makeSale(`${number} Rodway Road`)
})

async function switchOn({ companyId, branchId }: PropertyPath, name: string, as: FixtureUser) {
  const params = { companyId, branchId }
  const { version } = await fixtures.as(as).ok(readMailAddress, { params })
  return fixtures.as(as).ok(saveMailAddress, { params, body: { name, on: true, version } })
}

async function makeSale(line1: string, as: FixtureUser = 'company'): Promise<PropertyPath> {
  const place = await takeOn(fixtures.as(as), fixtures.first, fixtures.idOf.vendor, line1)
  const offer = { name: 'Bea Buyer', amount: 285_000, cashBuy: false, chain: false, state: 'A' as const }
  await fixtures.as('staff').ok(addOffer, { params: place, body: offer })
  const acting = { contact: solicitor.firm, poc: solicitor.poc }
  await fixtures.as('staff').ok(saveContacts, { params: place, body: { buyerDetails: { solicitor: acting } } })
  return place
}

const calliope = 'Calliope Primrose <calliope@nettlefold.example>'
type Mail = Parameters<MailSender['send']>[0]

/** Sends an e-mail, runs the jobs, and returns its id. */
async function receive(mail: Mail): Promise<string> {
  const answer = await sender.send({ from: calliope, to: branchAddress, date: new Date(fixtures.clock.now()), ...mail })
  const [, id = ''] = /^250 2\.0\.0 Accepted ([0-9a-f-]{36})$/.exec(answer) ?? []
  expect([answer, id]).toEqual([answer, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  await fixtures.runJobs()
  return id
}

const at = (mailInId: string) => ({ ...fixtures.a, mailInId })
const read = (id: string, as: FixtureUser = 'staff', query: Wire<typeof readMailIn, 'query'> = {}) =>
  fixtures.as(as).ok(readMailIn, { params: at(id), query })
const inbox = async (as: FixtureUser = 'staff', query: Wire<typeof listMailIn, 'query'> = {}) =>
  (await fixtures.as(as).ok(listMailIn, { params: fixtures.a, query: { itemsPerPage: '100', ...query } })).data
const file = async (id: string, ...places: PropertyPath[]) =>
  fixtures.as('staff').ok(fileMailIn, {
    params: at(id),
    body: { propertyIds: places.map(({ propertyId }) => propertyId), version: (await read(id)).version },
  })
const undo = (undoId: string) => fixtures.as('staff').ok(undoChange, { params: { ...fixtures.a, undoId }, body: {} })
const conversations = async (place: PropertyPath) =>
  (await fixtures.as('staff').ok(listConversations, { params: fixtures.a, query: { propertyId: place.propertyId } })).data
const kinds = async (place: PropertyPath) =>
  (await fixtures.as('staff').ok(readHistory, { params: place, query: { group: 'chasing' } })).data.map(({ kind }) => kind)

/** Writes to the solicitor about the sales; returns the message as it was received. */
async function write(...places: PropertyPath[]) {
  const to = [{ partyRef: `poc:${solicitor.poc}`, propertyIds: places.map(({ propertyId }) => propertyId) }]
  await fixtures.as('staff').ok(sendMessages, { params: fixtures.a, body: { to, subject: 'Searches', body: 'Are they back?' } })
  fixtures.clock.advance({ minutes: 1 })
  await fixtures.runJobs()
  const [message] = outgoing.received
  if (!message) throw new Error('The message was sent.')
  return { message, replyTo: message.replyTo?.[0]?.address ?? '' }
}

describe('outgoing e-mails about a property', () => {
  test('are answered at the address of the branch, with a key and a Message-ID of the domain', async () => {
    const { message, replyTo } = await write(sale)
    expect(message.replyTo).toMatchObject([
      { name: 'staff people', address: expect.stringMatching(/^alder-first\+r[a-z2-7]{20}@/) },
    ])
    expect(message.messageId).toMatch(/^<[0-9a-f-]{36}@in\.gya\.example>$/)
    expect(replyTo.split('@')[1]).toBe(mailIn.domain)
    const { reply_key } = await fixtures.database.db
      .selectFrom('mail')
      .select('reply_key')
      .where('reply_key', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(replyTo).toContain(reply_key)
  })

  test('keep the address of the sender where the branch’s is off', async () => {
    const params = { ...fixtures.a, branchId: fixtures.first.branchId }
    const { version } = await fixtures.as('branch').ok(readMailAddress, { params })
    await fixtures.as('branch').ok(saveMailAddress, { params, body: { on: false, version } })
    const { replyTo } = await write(sale)
    expect(replyTo).toBe(fixtures.emailOf('staff'))
    expect(await fixtures.as('staff').ok(countMailIn, { params: fixtures.a })).toMatchObject({ isOn: false })
    await fixtures.as('branch').ok(saveMailAddress, { params, body: { on: true, version: version + 1 } })
  })
})

describe('an answer', () => {
  test('by key is filed on its sale as a conversation, and recorded', async () => {
    const { replyTo, message } = await write(sale)
    const id = await receive({ to: replyTo, subject: 'Re: Searches', text: 'They are back.', inReplyTo: message.messageId ?? '' })
    const mail = await read(id)
    expect(mail).toMatchObject({
      state: 'filed',
      senderCheck: 'verified',
      text: 'They are back.',
      party: { ref: `poc:${solicitor.poc}`, role: 'buyerSolicitor' },
      sales: [{ propertyId: sale.propertyId, reasons: expect.arrayContaining(['key']), filedBy: null }],
      warnings: [],
    })
    expect(await conversations(sale)).toMatchObject([
      { inbound: true, channel: 'email', author: null, note: 'Re: Searches', party: { name: 'Calliope Primrose' } },
      { inbound: false },
    ])
    expect(await kinds(sale)).toContain('mail-filed')
    expect(await inbox()).toEqual([])
  })

  test('with the key of another company is to file there, and shows nothing of this one', async () => {
    const { replyTo } = await write(sale)
    const key = /\+(r[a-z2-7]{20})@/.exec(replyTo)?.[1]
    const id = await receive({ to: `birch-other+${key}@${mailIn.domain}`, subject: 'Re: Searches', text: 'Back.' })
    const params = { ...fixtures.b, mailInId: id }
    expect(await fixtures.as('otherStaff').ok(readMailIn, { params })).toMatchObject({
      state: 'inbox',
      sales: [],
      candidates: [],
    })
    expect(await fixtures.as('staff').refusal(readMailIn, { params: at(id) })).toMatchObject({ status: 404 })
    expect(await fixtures.as('staff').refusal(readMailIn, { params })).toMatchObject({ status: 404 })
  })
})

test('an e-mail of a party that names its only sale is filed; of somebody else it waits with that sale as a candidate', async () => {
  const subject = `Buyer to Prior, ${number} Rodway Road`
  const count = () => fixtures.as('staff').ok(countMailIn, { params: fixtures.a })
  const before = await count()
  const known = await receive({ subject, text: 'The contract is signed.' })
  expect(await read(known)).toMatchObject({ state: 'filed', sales: [{ propertyId: sale.propertyId }] })
  const unknown = await receive({ from: 'Ned Nobody <ned@people.example>', subject, text: 'Who acts for the seller?' })
  expect(await read(unknown)).toMatchObject({ state: 'inbox', party: null, candidates: [{ propertyId: sale.propertyId }] })
  expect(await inbox()).toMatchObject([{ _id: unknown, candidate: { propertyId: sale.propertyId }, alike: 0 }])
  const counts = { inbox: 1, oldestOn: fixtures.clock.now(), filedToday: before.filedToday + 1, isOn: true }
  expect(await count()).toEqual(counts)
  const { undoId } = await file(unknown, sale)
  await undo(undoId)
  expect(await read(unknown)).toMatchObject({ state: 'inbox', sales: [], candidates: [{ propertyId: sale.propertyId }] })
  await file(unknown, sale)
  expect(await count(), 'what a person filed did not file itself').toEqual({ ...counts, inbox: 0, oldestOn: null })
})

test('the same message twice is stored once, and answered alike', async () => {
  const mail = { from: calliope, to: branchAddress, subject: 'Twice', text: 'Once', messageId: '<one@nettlefold.example>' }
  const date = new Date(fixtures.clock.now())
  const answers = [await sender.send({ ...mail, date }), await sender.send({ ...mail, date })]
  expect(answers[1]).toBe(answers[0])
  expect(await sender.send({ ...mail, date, text: 'Another text' })).not.toBe(answers[0])
})

describe('PUT mail sales', () => {
  test('files on several sales, moves, and takes the conversation along; undo puts it back', async () => {
    const id = await receive({ from: 'Vee <vee@people.example>', subject: 'A question', text: 'When?' })
    const other = await makeSale(`${number} Elm Close`)
    const filed = await file(id, sale, other)
    expect(filed).toMatchObject({ description: 'Filed on 2 sales', mail: { state: 'filed', sales: [{}, {}] } })
    const moved = await file(id, other)
    expect(moved.mail.sales.map(({ propertyId }) => propertyId)).toEqual([other.propertyId])
    expect(await kinds(sale)).toContain('mail-unfiled')
    await undo(moved.undoId)
    expect((await read(id)).sales).toHaveLength(2)
    const stale = { params: at(id), body: { propertyIds: [sale.propertyId], version: 1 } }
    expect(await fixtures.as('staff').refusal(fileMailIn, stale)).toMatchObject({ status: 409, code: 'STALE_VERSION' })
  })

  test('moves the conversation of a party, and its undo is refused once somebody else has filed it', async () => {
    const { replyTo } = await write(sale)
    const id = await receive({ to: replyTo, subject: 'Re: Searches', text: 'Back.' })
    const other = await makeSale(`${number} Birch Lane`)
    const { undoId } = await file(id, other)
    expect((await conversations(sale)).map(({ inbound }) => inbound)).toEqual([false])
    expect((await conversations(other)).map(({ inbound }) => inbound)).toEqual([true])
    await file(id, sale)
    const refusal = await fixtures.as('staff').refusal(undoChange, { params: { ...fixtures.a, undoId }, body: {} })
    expect(refusal).toMatchObject({ status: 409 })
  })

  test.each([
    ['none', []],
    ['the same twice', [0, 0]],
    ['one of another company', [1]],
  ])('refuses %s', async (_what, chosen) => {
    const id = await receive({ from: 'Vee <vee@people.example>', subject: 'A question', text: `${chosen.length}` })
    const ids = chosen.map((at) => [sale.propertyId, fixtures.other.propertyId][at] ?? '')
    const refusal = await fixtures.as('staff').refusal(fileMailIn, { params: at(id), body: { propertyIds: ids, version: 1 } })
    expect([400, 404]).toContain(refusal.status)
    expect(await read(id)).toMatchObject({ state: 'inbox', version: 1 })
  })
})

test('POST aside sets one or all of a sender aside, and undo brings them back', async () => {
  const news = (text: string) => receive({ from: 'News <news@people.example>', subject: 'Offers of the week', text })
  const [first, second] = [await news('One'), await news('Two')]
  const { version } = await read(first)
  const { undoId, count } = await fixtures
    .as('staff')
    .ok(setMailAside, { params: at(first), body: { as: 'aside', alike: true, version } })
  expect(count).toBe(2)
  expect((await inbox('staff', { state: 'aside' })).map(({ _id }) => _id)).toEqual([second, first])
  await undo(undoId)
  expect((await inbox()).map(({ _id }) => _id)).toEqual(expect.arrayContaining([first, second]))
})

test('bank details are masked until they are asked for, with a warning that names whom to ring', async () => {
  const text = 'Our new bank details: sort code 12-34-56, account 12345678.'
  const { replyTo } = await write(sale)
  const id = await receive({ to: replyTo, subject: 'Re: Searches', text })
  const mail = await read(id)
  if (!mail.digitsHidden) throw new Error('The numbers are found.')
  expect(mail.text).not.toContain('12345678')
  expect((await read(id, 'staff', { digits: 'shown' })).text).toBe(text)
  expect(mail.warnings).toMatchObject([{ warning: 'bank-details' }])
  expect(mail.ring).toMatchObject({ name: 'Nettlefold Conveyancing', tel: '0118 496 0200' })
})

test('an unsigned e-mail of a domain with a strict policy fails the check, and is not filed by its address', async () => {
  const subject = `${number} Rodway Road`
  const id = await receive({ signed: false, subject, text: 'The contract is signed.' })
  expect(await read(id)).toMatchObject({ senderCheck: 'failed', state: 'inbox', party: null })
  await file(id, sale)
})

test('attachments are listed; the text of an HTML e-mail has no markup', async () => {
  const html = '<p onclick="x()">Hello <a href="https://evil.example">here</a> <script>x()</script><b>bold</b></p>'
  const { replyTo } = await write(sale)
  const attachments = [{ filename: 'Searches.pdf', content: '%PDF-1.4' }]
  const id = await receive({ to: replyTo, subject: 'Re: Searches', html, attachments })
  expect(await read(id)).toMatchObject({
    text: 'Hello here bold',
    files: [{ ordinal: 0, name: 'Searches.pdf', contentType: 'application/pdf', bytes: 8 }],
  })
})

describe('hostile messages are stored and shown by what can be read', () => {
  const raw = (lines: string[]) => ({
    envelope: { from: 'x@people.example', to: [branchAddress] },
    raw: lines.join('\r\n'),
    signed: false,
  })
  const nested = (depth: number) =>
    Array.from({ length: depth }, (_, at) => [`--b${at}`, `Content-Type: multipart/mixed; boundary=b${at + 1}`, '']).flat()

  test.each([
    ['no head', raw(['', 'Only a body.']), { senderCheck: 'failed', text: 'Only a body.' }],
    [
      'two Froms',
      raw(['From: a@people.example', 'From: b@people.example', 'Subject: Two', '', 'Hm.']),
      { senderCheck: 'failed', subject: 'Two' },
    ],
    ['NUL and overrides of direction', raw(['From: a@people.example', 'Subject: N\u202eUL', '', 'a\0b']), { text: 'a b' }],
    [
      'no end boundary',
      raw(['From: a@people.example', 'Content-Type: multipart/mixed; boundary=x', '', '--x', '', 'Cut off']),
      { text: 'Cut off' },
    ],
    ['wrong base64', raw(['From: a@people.example', 'Content-Transfer-Encoding: base64', '', '!!!%%%']), {}],
    [
      '2,000 nested parts',
      raw(['From: a@people.example', 'Subject: Deep', 'Content-Type: multipart/mixed; boundary=b0', '', ...nested(2000)]),
      { subject: 'Deep', unreadBecause: expect.any(String) },
    ],
    [
      '300 recipients',
      raw([
        'From: a@people.example',
        `To: ${Array.from({ length: 300 }, (_, at) => `p${at}@people.example`).join(',\r\n ')}`,
        'Subject: Many',
        '',
        'Hi',
      ]),
      { subject: 'Many', unreadBecause: expect.any(String) },
    ],
  ])('%s', async (_what, mail, shown) => {
    const id = await receive(mail)
    expect(await read(id)).toMatchObject({ state: 'inbox', sales: [], ...shown })
  })
})

describe('the receiver refuses', () => {
  const refusal = async (mail: Mail): Promise<string> =>
    sender.send({ from: calliope, to: branchAddress, subject: 'x', text: 'x', ...mail }).then(
      (answer) => answer,
      (error: { response?: string }) => error.response ?? '',
    )

  test('unknown names, and addresses that are off', async () => {
    expect(await refusal({ to: 'nobody@in.gya.example' })).toBe('550 5.1.1 There is no such address here')
    expect(await refusal({ to: 'alder-first@elsewhere.example' })).toBe('550 5.1.1 There is no such address here')
  })

  test('more than 20 recipients, and messages over 35 MB by SIZE', async () => {
    const client = await openRawSocket(`http://127.0.0.1:${receiver.port}`)
    const say = async (line: string, answer: RegExp) => {
      client.write(`${line}\r\n`)
      await client.waitFor(answer)
    }
    await client.waitFor(/^220 .*\r\n/)
    await say('EHLO client.example', /250 .*\r\n$/)
    await say('MAIL FROM:<a@b.example> SIZE=36700161', /552 .*36700160\r\n$/)
    await say('MAIL FROM:<a@b.example> SIZE=1000', /250 Accepted/)
    client.write(Array.from({ length: 21 }, (_, at) => `RCPT TO:<alder-first+${at}@in.gya.example>\r\n`).join(''))
    await client.waitFor(/452 4\.5\.3 Too many recipients/)
    client.close()
  })

  test('a client that does not wait for the greeting, without harm', async () => {
    const hasty = await openRawSocket(`http://127.0.0.1:${receiver.port}`)
    hasty.write('EHLO client.example\r\n')
    await hasty.ended
    expect(hasty.received()).toMatch(/^421 /)
    expect(await refusal({ to: 'nobody@in.gya.example' })).toMatch(/^550/)
  })

  test('messages while the database is away: 451, and nothing is left', async () => {
    const { database } = fixtures
    const broken = new Proxy(database.db, {
      get: (target, name) =>
        name === 'transaction'
          ? () => {
              throw new Error('away')
            }
          : Reflect.get(target, name),
    })
    const log: Record<string, unknown>[] = []
    const other = await startMailReceiver({ ...fixtures, database: { ...database, db: broken }, log: (line) => log.push(line) })
    const away = new MailSender(() => other?.port ?? 0)
    const sent = away.send({ from: calliope, to: branchAddress, subject: 'Away', text: 'x' })
    await expect(sent).rejects.toMatchObject({ response: '451 4.3.0 Try again later' })
    await other?.stop()
    const rows = await database.db.selectFrom('loose_file').select('id').execute()
    expect(rows).toEqual([])
    expect(log).toContainEqual(expect.objectContaining({ outcome: 451 }))
  })
})

test('PUT mail-address: a name is chosen once, belongs to one branch, and needs a domain', async () => {
  const params = { ...fixtures.a, branchId: fixtures.first.branchId }
  const { version, address } = await fixtures.as('branch').ok(readMailAddress, { params })
  expect(address).toBe(branchAddress)
  const fixed = { params, body: { name: 'another', on: true, version } }
  expect(await fixtures.as('branch').refusal(saveMailAddress, fixed)).toMatchObject({ code: 'MAIL_NAME_FIXED' })
  const taken = {
    params: { ...fixtures.b, branchId: fixtures.other.branchId },
    body: { name: 'alder-first', on: true, version: 2 },
  }
  expect(await fixtures.as('otherBranch').refusal(saveMailAddress, taken)).toMatchObject({ code: 'MAIL_NAME_FIXED' })
  expect(await fixtures.as('staff').refusal(readMailAddress, { params })).toMatchObject({ status: 403 })
})

test('the log of the receiver holds neither addresses nor subjects', () => {
  expect(JSON.stringify(logged)).not.toMatch(/@|nettlefold|Searches/)
  expect(logged.length).toBeGreaterThan(10)
})
