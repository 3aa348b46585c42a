import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  clearMailWarnings,
  countMailIn,
  fileMailIn,
  passMailIn,
  readMailAddress,
  readMailIn,
  saveMailAddress,
  setMailAside,
} from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { undoChange } from '@gya/domain/features/undo/undo.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fixtures, PropertyPath } from '../../../test/support/fixtures.ts'
import { makeCertificate } from '../../../test/support/nginx.ts'
import { openRawSocket } from '../../../test/support/raw-socket.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { startMailReceiver } from './receive/mail-receiver.ts'
import { branchAddress, calliope, type Mail, type MailFixtures, mailIn, openMailFixtures } from './testing/mail-fixtures.ts'
import { MailSender } from './testing/mail-sender.ts'

let mails: MailFixtures
let fixtures: Fixtures
let sale: PropertyPath
beforeAll(async () => {
  mails = await openMailFixtures()
  ;({ fixtures } = mails)
})
afterAll(() => mails.close())
let number = 30
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  mails.outgoing.received.length = 0
  number += 1
  sale = await mails.makeSale(`${number} Rodway Road`)
})

describe('outgoing e-mails about a property', () => {
  test('are answered at the address of the branch, with a key and a Message-ID of the domain', async () => {
    const { message, replyTo } = await mails.write(sale)
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
    const { replyTo } = await mails.write(sale)
    expect(replyTo).toBe(fixtures.emailOf('staff'))
    expect(await fixtures.as('staff').ok(countMailIn, { params: fixtures.a })).toMatchObject({ isOn: false })
    await fixtures.as('branch').ok(saveMailAddress, { params, body: { on: true, version: version + 1 } })
  })
})

describe('an answer', () => {
  test('by key is filed on its sale as a conversation, and recorded', async () => {
    const { replyTo, message } = await mails.write(sale)
    const id = await mails.receive({
      to: replyTo,
      subject: 'Re: Searches',
      text: 'They are back.',
      inReplyTo: message.messageId ?? '',
    })
    const mail = await mails.read(id)
    expect(mail).toMatchObject({
      state: 'filed',
      senderCheck: 'verified',
      text: 'They are back.',
      party: { ref: `poc:${mails.solicitor.poc}`, role: 'buyerSolicitor' },
      sales: [{ propertyId: sale.propertyId, reasons: expect.arrayContaining(['key']), filedBy: null }],
      warnings: [],
    })
    expect(await mails.conversations(sale)).toMatchObject([
      { inbound: true, channel: 'email', author: null, note: 'Re: Searches', party: { name: 'Calliope Primrose' } },
      { inbound: false },
    ])
    expect(await mails.kinds(sale)).toContain('mail-filed')
    expect(await mails.inbox()).toEqual([])
  })

  test('with the key of another company is to file there, and shows nothing of this one', async () => {
    const { replyTo } = await mails.write(sale)
    const key = /\+(r[a-z2-7]{20})@/.exec(replyTo)?.[1]
    const id = await mails.receive({ to: `birch-other+${key}@${mailIn.domain}`, subject: 'Re: Searches', text: 'Back.' })
    const params = { ...fixtures.b, mailInId: id }
    expect(await fixtures.as('otherStaff').ok(readMailIn, { params })).toMatchObject({
      state: 'inbox',
      sales: [],
      candidates: [],
    })
    expect(await fixtures.as('staff').refusal(readMailIn, { params: mails.at(id) })).toMatchObject({ status: 404 })
    expect(await fixtures.as('staff').refusal(readMailIn, { params })).toMatchObject({ status: 404 })
  })
})

test('an e-mail of a party that names its only sale is filed; of somebody else it waits with that sale as a candidate', async () => {
  const subject = `Buyer to Prior, ${number} Rodway Road`
  const count = () => fixtures.as('staff').ok(countMailIn, { params: fixtures.a })
  const before = await count()
  const known = await mails.receive({ subject, text: 'The contract is signed.' })
  expect(await mails.read(known)).toMatchObject({ state: 'filed', sales: [{ propertyId: sale.propertyId }] })
  const unknown = await mails.receive({ from: 'Ned Nobody <ned@people.example>', subject, text: 'Who acts for the seller?' })
  expect(await mails.read(unknown)).toMatchObject({ state: 'inbox', party: null, candidates: [{ propertyId: sale.propertyId }] })
  expect(await mails.inbox()).toMatchObject([{ _id: unknown, candidate: { propertyId: sale.propertyId }, alike: 0 }])
  const counts = { inbox: 1, oldestOn: fixtures.clock.now(), filedToday: before.filedToday + 1, isOn: true }
  expect(await count()).toEqual(counts)
  const { undoId } = await mails.file(unknown, sale)
  await mails.undo(undoId)
  expect(await mails.read(unknown)).toMatchObject({ state: 'inbox', sales: [], candidates: [{ propertyId: sale.propertyId }] })
  await mails.file(unknown, sale)
  expect(await count(), 'what a person filed did not file itself').toEqual({ ...counts, inbox: 0, oldestOn: null })
})

test('the same message twice is stored once, and answered alike', async () => {
  const mail = { from: calliope, to: branchAddress, subject: 'Twice', text: 'Once', messageId: '<one@nettlefold.example>' }
  const date = new Date(fixtures.clock.now())
  const answers = [await mails.sender.send({ ...mail, date }), await mails.sender.send({ ...mail, date })]
  expect(answers[1]).toBe(answers[0])
  expect(await mails.sender.send({ ...mail, date, text: 'Another text' })).not.toBe(answers[0])
})

describe('PUT mail sales', () => {
  test('files on several sales, moves, and takes the conversation along; undo puts it back', async () => {
    const id = await mails.receive({ from: 'Vee <vee@people.example>', subject: 'A question', text: 'When?' })
    const other = await mails.makeSale(`${number} Elm Close`)
    const filed = await mails.file(id, sale, other)
    expect(filed).toMatchObject({ description: 'Filed on 2 sales', mail: { state: 'filed', sales: [{}, {}] } })
    const moved = await mails.file(id, other)
    expect(moved.mail.sales.map(({ propertyId }) => propertyId)).toEqual([other.propertyId])
    expect(await mails.kinds(sale)).toContain('mail-unfiled')
    await mails.undo(moved.undoId)
    expect((await mails.read(id)).sales).toHaveLength(2)
    const stale = { params: mails.at(id), body: { propertyIds: [sale.propertyId], version: 1 } }
    expect(await fixtures.as('staff').refusal(fileMailIn, stale)).toMatchObject({ status: 409, code: 'STALE_VERSION' })
  })

  test('moves the conversation of a party, and its undo is refused once somebody else has filed it', async () => {
    const { replyTo } = await mails.write(sale)
    const id = await mails.receive({ to: replyTo, subject: 'Re: Searches', text: 'Back.' })
    const other = await mails.makeSale(`${number} Birch Lane`)
    const { undoId } = await mails.file(id, other)
    expect((await mails.conversations(sale)).map(({ inbound }) => inbound)).toEqual([false])
    expect((await mails.conversations(other)).map(({ inbound }) => inbound)).toEqual([true])
    await mails.file(id, sale)
    const refusal = await fixtures.as('staff').refusal(undoChange, { params: { ...fixtures.a, undoId }, body: {} })
    expect(refusal).toMatchObject({ status: 409 })
  })

  test.each([
    ['none', []],
    ['the same twice', [0, 0]],
    ['one of another company', [1]],
  ])('refuses %s', async (_what, chosen) => {
    const id = await mails.receive({ from: 'Vee <vee@people.example>', subject: 'A question', text: `${chosen.length}` })
    const ids = chosen.map((at) => [sale.propertyId, fixtures.other.propertyId][at] ?? '')
    const refusal = await fixtures
      .as('staff')
      .refusal(fileMailIn, { params: mails.at(id), body: { propertyIds: ids, version: 1 } })
    expect([400, 404]).toContain(refusal.status)
    expect(await mails.read(id)).toMatchObject({ state: 'inbox', version: 1 })
  })
})

test('POST aside sets one or all of a sender aside, and undo brings them back', async () => {
  const news = (text: string) => mails.receive({ from: 'News <news@people.example>', subject: 'Offers of the week', text })
  const [first, second] = [await news('One'), await news('Two')]
  const { version } = await mails.read(first)
  const { undoId, count } = await fixtures
    .as('staff')
    .ok(setMailAside, { params: mails.at(first), body: { as: 'aside', alike: true, version } })
  expect(count).toBe(2)
  expect((await mails.inbox('staff', { state: 'aside' })).map(({ _id }) => _id)).toEqual([second, first])
  await mails.undo(undoId)
  expect((await mails.inbox()).map(({ _id }) => _id)).toEqual(expect.arrayContaining([first, second]))
})

test('POST pass gives it to another branch of the company, out of reach, and undo brings it back', async () => {
  const id = await mails.receive({ from: 'Vee <vee@people.example>', subject: 'Misdirected', text: 'To the other branch' })
  const { version, passTo } = await mails.read(id)
  expect(passTo.map(({ _id }) => _id)).toEqual([fixtures.second.branchId])
  const pass = (branchId: string) =>
    fixtures.as('staff').refusal(passMailIn, { params: mails.at(id), body: { branchId, version } })
  expect(await pass(fixtures.other.branchId)).toMatchObject({ status: 404 })
  const body = { branchId: fixtures.second.branchId, version }
  const { undoId, description } = await fixtures.as('staff').ok(passMailIn, { params: mails.at(id), body })
  expect(description).toMatch(/^Passed to /)
  expect(await fixtures.as('staff').refusal(readMailIn, { params: mails.at(id) })).toMatchObject({ status: 404 })
  expect(await mails.inbox('secondBranch')).toMatchObject([{ _id: id, branchId: fixtures.second.branchId }])
  await mails.undo(undoId)
  expect(await mails.read(id)).toMatchObject({ state: 'inbox', branchId: fixtures.first.branchId })
  await mails.file(id, sale)
  const filed = await mails.read(id)
  const again = { params: mails.at(id), body: { branchId: fixtures.second.branchId, version: filed.version } }
  expect(await fixtures.as('staff').refusal(passMailIn, again)).toMatchObject({ code: 'MAIL_IS_FILED' })
})

test('GET mail lists filed e-mails, and counts those of today that filed themselves', async () => {
  const before = await fixtures.as('staff').ok(countMailIn, { params: fixtures.a })
  const { replyTo } = await mails.write(sale)
  const id = await mails.receive({ to: replyTo, subject: 'Re: Searches', text: 'Back.' })
  const [row] = await mails.inbox('staff', { state: 'filed' })
  expect(row).toMatchObject({
    _id: id,
    filedOn: { propertyId: sale.propertyId, words: expect.stringContaining('answers our e-mail') },
  })
  expect(await fixtures.as('staff').ok(countMailIn, { params: fixtures.a })).toMatchObject({
    filedToday: before.filedToday + 1,
    isOn: true,
  })
  expect(await mails.inbox('secondBranch', { state: 'filed' })).toEqual([])
})

test('POST cleared says how a warning was checked, once, and records it on the sale', async () => {
  const { replyTo } = await mails.write(sale)
  const text = 'Our new bank details: sort code 12-34-56, account 12345678.'
  const id = await mails.receive({ to: replyTo, subject: 'Re: Searches', text })
  const { version, warnings } = await mails.read(id)
  expect(warnings).toHaveLength(1)
  const how = 'Rang Calliope on 0118 496 0201'
  const cleared = await fixtures.as('staff').ok(clearMailWarnings, { params: mails.at(id), body: { how, version } })
  expect(cleared).toMatchObject({ version: version + 1, cleared: { by: 'staff people', how, on: fixtures.clock.now() } })
  expect(await mails.kinds(sale)).toContain('mail-cleared')
  const again = { params: mails.at(id), body: { how, version: version + 1 } }
  expect(await fixtures.as('staff').refusal(clearMailWarnings, again)).toMatchObject({ code: 'NOTHING_TO_CHECK' })
})

test('bank details are masked until they are asked for, with a warning that names whom to ring', async () => {
  const text = 'Our new bank details: sort code 12-34-56, account 12345678.'
  const { replyTo } = await mails.write(sale)
  const id = await mails.receive({ to: replyTo, subject: 'Re: Searches', text })
  const mail = await mails.read(id)
  if (!mail.digitsHidden) throw new Error('The numbers are found.')
  expect(mail.text).not.toContain('12345678')
  expect((await mails.read(id, 'staff', { digits: 'shown' })).text).toBe(text)
  expect(mail.warnings).toMatchObject([{ warning: 'bank-details' }])
  expect(mail.ring).toMatchObject({ name: 'Nettlefold Conveyancing', tel: '0118 496 0200' })
})

test('an unsigned e-mail of a domain with a strict policy fails the check, and is not filed by its address', async () => {
  const subject = `${number} Rodway Road`
  const id = await mails.receive({ signed: false, subject, text: 'The contract is signed.' })
  expect(await mails.read(id)).toMatchObject({ senderCheck: 'failed', state: 'inbox', party: null })
  await mails.file(id, sale)
})

test('attachments are listed; the text of an HTML e-mail has no markup', async () => {
  const html = '<p onclick="x()">Hello <a href="https://evil.example">here</a> <script>x()</script><b>bold</b></p>'
  const { replyTo } = await mails.write(sale)
  const attachments = [{ filename: 'Searches.pdf', content: '%PDF-1.4' }]
  const id = await mails.receive({ to: replyTo, subject: 'Re: Searches', html, attachments })
  expect(await mails.read(id)).toMatchObject({
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
    const id = await mails.receive(mail)
    expect(await mails.read(id)).toMatchObject({ state: 'inbox', sales: [], ...shown })
  })
})

describe('the receiver refuses', () => {
  const refusal = async (mail: Mail): Promise<string> =>
    mails.sender.send({ from: calliope, to: branchAddress, subject: 'x', text: 'x', ...mail }).then(
      (answer) => answer,
      (error: { response?: string }) => error.response ?? '',
    )

  test('unknown names, and addresses that are off', async () => {
    expect(await refusal({ to: 'nobody@in.gya.example' })).toBe('550 5.1.1 There is no such address here')
    expect(await refusal({ to: 'alder-first@elsewhere.example' })).toBe('550 5.1.1 There is no such address here')
  })

  test('more than 20 recipients, and messages over 35 MB by SIZE', async () => {
    const client = await openRawSocket(`http://127.0.0.1:${mails.receiver.port}`)
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

  test('the 31st unknown address of a network in an hour, then the network; a slow or full one of others is not touched', async () => {
    const { clock } = fixtures
    clock.advance({ minutes: 61 })
    const tries = []
    for (let at = 0; at < 31; at += 1) tries.push(await refusal({ to: `nobody-${at}@in.gya.example` }))
    // A relay that names no server is not a network of its own.
    expect(new Set(tries)).toEqual(new Set(['550 5.1.1 There is no such address here']))
    const other = await startMailReceiver({
      ...fixtures,
      config: { ...fixtures.config, mailIn: { ...mailIn, relays: [] } },
      log: () => undefined,
    })
    const direct = new MailSender(() => other?.port ?? 0)
    const answerTo = (to: string) =>
      direct.send({ from: calliope, to, text: 'x' }).then(
        () => '250',
        (error: { response?: string }) => (error.response ?? '').slice(0, 9),
      )
    const answers = []
    for (let at = 0; at < 31; at += 1) answers.push(await answerTo(`nobody-${at}@in.gya.example`))
    answers.push(await answerTo(branchAddress))
    await other?.stop()
    expect([answers.slice(0, 30).every((one) => one === '550 5.1.1'), answers.slice(30)]).toEqual([
      true,
      ['421 4.7.0', '421 4.7.0'],
    ])
    clock.advance({ minutes: 61 })
  })

  test('the 61st message of a sender to a branch in an hour', async () => {
    fixtures.clock.advance({ minutes: 61 })
    const { pool } = fixtures.database
    const key = `mail-in-sender:${fixtures.first.branchId}:calliope@nettlefold.example`
    await mails.receive({ subject: 'The first', text: 'x' })
    await pool.query('update rate_limit set tries = 60 where key = $1', [key])
    expect(await refusal({})).toBe('450 4.7.1 Too many messages, try again later')
    fixtures.clock.advance({ minutes: 61 })
    expect(await refusal({ subject: 'The next hour' })).toMatch(/^250/)
    await fixtures.runJobs()
  })

  test('a client that does not wait for the greeting, without harm', async () => {
    const hasty = await openRawSocket(`http://127.0.0.1:${mails.receiver.port}`)
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

describe('the receiver', () => {
  test('passes what is for postmaster and abuse on to the operators, 20 an hour, and stores nothing', async () => {
    fixtures.clock.advance({ minutes: 61 })
    const { db } = fixtures.database
    const before = await db.selectFrom('mail_in').select('id').execute()
    for (const name of ['postmaster', 'Abuse'])
      expect(
        await mails.sender.send({ from: calliope, to: `${name}@in.gya.example`, subject: 'Spam', text: 'You send spam.' }),
      ).toMatch(/^250 2\.0\.0 Accepted/)
    const sent = await db.selectFrom('mail').selectAll().where('subject', '=', 'An e-mail to the postmaster of GYA').execute()
    expect(sent).toMatchObject([1, 2].map(() => ({ company_id: null, recipients: [fixtures.config.supportEmail] })))
    expect(sent[0]?.body).toMatch(/From: Calliope Primrose[\s\S]*You send spam\./)
    expect(await db.selectFrom('mail_in').select('id').execute()).toEqual(before)
    expect((await db.selectFrom('loose_file').select('id').execute()).length).toBe(0)
    await fixtures.runJobs()
  })

  test('offers STARTTLS with the certificate of MAIL_IN_TLS, and a new one once it has changed; without, none', async () => {
    const plain = await openRawSocket(`http://127.0.0.1:${mails.receiver.port}`)
    await plain.waitFor(/^220 .*\r\n/)
    plain.write('EHLO client.example\r\n')
    await plain.waitFor(/250 .*\r\n$/)
    expect(plain.received()).not.toMatch(/STARTTLS|AUTH|CHUNKING|DSN/)
    plain.close()
    const folder = await mkdtemp(join(tmpdir(), 'gya-mail-tls-'))
    const first = await makeCertificate(folder, mailIn.domain, 'cert.pem')
    const receiver = await startMailReceiver({
      ...fixtures,
      config: { ...fixtures.config, mailIn: { ...mailIn, tls: folder } },
      log: () => undefined,
    })
    const sender = new MailSender(() => receiver?.port ?? 0)
    const send = (ca: string) =>
      sender.send({ from: calliope, to: branchAddress, subject: `By ${ca.length}`, text: 'x', tls: { ca } })
    try {
      expect(await send(first)).toMatch(/^250/)
      const second = await makeCertificate(folder, mailIn.domain, 'cert.pem')
      await utimes(join(folder, 'cert.pem'), 1, 1)
      expect(await send(second)).toMatch(/^250/)
      await expect(send(first)).rejects.toThrow(/certificate/)
    } finally {
      await receiver?.stop()
      await rm(folder, { recursive: true })
    }
    await fixtures.runJobs()
    const missing = startMailReceiver({
      ...fixtures,
      config: { ...fixtures.config, mailIn: { ...mailIn, tls: folder } },
      log: () => undefined,
    })
    await expect(missing).rejects.toThrow(/cert\.pem and .*key\.pem cannot be read/)
  })
})

test('an answer lists again what was put off because its party was chased, as replied; its undo puts it off again', async () => {
  const { db } = fixtures.database
  const item = await db
    .selectFrom('action_item')
    .select(['subject_id', 'key', 'party_ref'])
    .where('subject_id', '=', sale.propertyId)
    .orderBy('key')
    .executeTakeFirstOrThrow()
  const id = await mails.receive({
    from: fixtures.emailOf('vendor'),
    signed: false,
    subject: 'Hello',
    text: 'We have heard back.',
  })
  const ref = `vendor:${fixtures.idOf.vendor}`
  await db
    .updateTable('action_item')
    .set({ party_ref: ref })
    .where('subject_id', '=', item.subject_id)
    .where('key', '=', item.key)
    .execute()
  const until = '2026-03-20T07:00:00.000Z'
  await db
    .insertInto('action_item_snooze')
    .values({
      company_id: fixtures.a.companyId,
      subject_id: item.subject_id,
      key: item.key,
      until,
      reason: 'chased',
      attempts: 2,
      set_by: fixtures.idOf.staff,
      set_on: fixtures.clock.now(),
    })
    .execute()
  const snooze = () =>
    db
      .selectFrom('action_item_snooze')
      .select(['until', 'reason', 'attempts'])
      .where('key', '=', item.key)
      .where('subject_id', '=', item.subject_id)
      .executeTakeFirst()
  const { undoId } = await mails.file(id, sale)
  expect(await snooze()).toMatchObject({ reason: 'replied', attempts: 0 })
  await mails.undo(undoId)
  expect(await snooze()).toMatchObject({ reason: 'chased', attempts: 2 })
})

test('PUT mail-address: a name is chosen once, belongs to one branch, and needs a domain', async () => {
  const params = { ...fixtures.a, branchId: fixtures.first.branchId }
  const { version, address, arrivals } = await fixtures.as('branch').ok(readMailAddress, { params })
  expect(address).toBe(branchAddress)
  expect(arrivals).toHaveLength(10)
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
  expect(JSON.stringify(mails.logged)).not.toMatch(/@|nettlefold|Searches/)
  expect(mails.logged.length).toBeGreaterThan(10)
})
