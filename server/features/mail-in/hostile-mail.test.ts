import { readHistory } from '@gya/domain/features/events/events.contract.ts'
import {
  downloadMailIn,
  fileMailIn,
  passMailIn,
  readMailInHtml,
  setMailAside,
} from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { maxMailText } from '@gya/domain/features/mail-in/receiving-limits.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Fixtures, PropertyPath } from '../../../test/support/fixtures.ts'
import { openRawSocket } from '../../../test/support/raw-socket.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { parseMail } from './read/parse-mail.ts'
import { branchAddress, calliope, type MailFixtures, openMailFixtures } from './testing/mail-fixtures.ts'

/** E-mails that were made to deceive, or to stop what reads them. */
let mails: MailFixtures
let fixtures: Fixtures
let sale: PropertyPath
beforeAll(async () => {
  mails = await openMailFixtures()
  ;({ fixtures } = mails)
})
afterAll(() => mails.close())
let number = 130
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  mails.outgoing.received.length = 0
  number += 1
  sale = await mails.makeSale(`${number} Rodway Road`)
})

const rawMail = (heads: string[], body: string) => {
  const date = `Date: ${new Date(fixtures.clock.now()).toUTCString()}`
  return [
    ...heads,
    `To: ${branchAddress}`,
    'Subject: Hello',
    `Message-ID: <${number}.${heads.length}@evil.example>`,
    date,
    '',
    body,
    '',
  ].join('\r\n')
}
const receiveRaw = (heads: string[], body = 'Hello') =>
  mails.receive({ signed: false, raw: rawMail(heads, body), envelope: { from: 'x@evil.example', to: [branchAddress] } })
const shown = async (id: string) =>
  (await fixtures.as('staff').inject({ method: 'GET', url: addressOf(readMailInHtml.path, mails.at(id)) })).payload.split(
    '</style>',
  )[1]

test('a From that DMARC cannot judge, or judges otherwise than it is shown, is failed', async () => {
  for (const from of [
    'Calliope Primrose <calliope@nettlefold.example>; x@evil.example',
    'Calliope Primrose <calliope@nettlefold.example>, x@evil.example',
    'calliope',
  ])
    expect((await mails.read(await receiveRaw([`From: ${from}`]))).senderCheck).toBe('failed')
  expect((await mails.read(await receiveRaw(['From: Vee <vee@evil.example>']))).senderCheck).toBe('not-verified')
})

test('bank details in the HTML beside a text, and in the name of a picture, are warned of and masked', async () => {
  const { replyTo } = await mails.write(sale)
  const numbers = 'sort code 20-11-22, account 87654321'
  const both = await mails.receive({
    to: replyTo,
    subject: 'Re: Searches',
    text: 'See the message.',
    html: `<p>Pay to ${numbers}</p>`,
  })
  const alt = await mails.receive({
    to: replyTo,
    subject: 'Re: Searches',
    html: `<p>As agreed:</p><img src="x" alt="${numbers}">`,
  })
  for (const id of [both, alt]) {
    expect((await mails.read(id)).warnings.map(({ warning }) => warning)).toEqual(['bank-details'])
    expect(await shown(id)).toContain('account ••••••21')
    expect(await shown(id)).not.toContain('87654321')
  }
})

test('NUL in a signature and in a type is no obstacle; many signatures are not all kept', async () => {
  const signature = (domain: string) =>
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=test; h=from; bh=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=; b=AAAA`
  const from = 'From: Vee <vee@evil.example>'
  const signed = await receiveRaw([from, ...Array.from({ length: 30 }, (_, at) => signature(`nettle\0fold${at}.example`))])
  expect((await mails.read(signed)).state).toBe('inbox')
  expect((await mails.read(signed)).checks?.dkim).toHaveLength(20)
  const part = 'Content-Type: application/x\0y; name=q.pdf\r\nContent-Disposition: attachment; filename=q.pdf\r\n\r\nabc'
  const typed = await receiveRaw(
    [from, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'],
    `--b\r\n\r\nx\r\n--b\r\n${part}\r\n--b--`,
  )
  expect((await mails.read(typed)).files.map(({ name }) => name)).toEqual(['q.pdf'])
})

test('many lines are read; of a long text its start, and of quotes in quotes a few marks', async () => {
  const lines = await receiveRaw(['From: Vee <vee@evil.example>'], 'a\r\n'.repeat(160_000))
  expect((await mails.read(lines)).state).toBe('inbox')
  const parse = (heads: string[], body: string) => parseMail(Buffer.from(rawMail(heads, body)), fixtures.clock.now())
  const long = await parse([], 'word '.repeat(100_000))
  expect(long.text).toHaveLength(maxMailText)
  const html = await parse(['MIME-Version: 1.0', 'Content-Type: text/html'], '<blockquote>\r\na\r\n'.repeat(10_000))
  expect(Math.max(...html.text.split('\n').map((line) => line.length))).toBeLessThan(40)
  expect(html.htmlText.length).toBeLessThanOrEqual(maxMailText)
})

const pdf = () => ({
  filename: 'Passport.pdf',
  content: Buffer.from(`%PDF-1.4\n% ${number}\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n`),
})
const send = async (mail: object) => {
  const date = new Date(fixtures.clock.now())
  const answer = await mails.sender.send({ from: calliope, to: branchAddress, date, subject: 'Hello', text: 'Text', ...mail })
  return /Accepted ([0-9a-f-]{36})$/.exec(answer)?.[1] ?? ''
}

test('an e-mail that is not read yet is not moved: what is read would be lost', async () => {
  const id = await send({ text: 'Text of it' })
  const staff = fixtures.as('staff')
  const { version } = await mails.read(id)
  const params = mails.at(id)
  for (const refused of [
    staff.refusal(fileMailIn, { params, body: { propertyIds: [sale.propertyId], version } }),
    staff.refusal(passMailIn, { params, body: { branchId: fixtures.second.branchId, version } }),
    staff.refusal(setMailAside, { params, body: { as: 'junk', version } }),
  ])
    expect(await refused).toMatchObject({ code: 'MAIL_NOT_READ' })
  await fixtures.runJobs()
  await mails.file(id, sale)
  expect((await mails.read(id)).text).toBe('Text of it')
})

test('files are kept by themselves on the sale on which the e-mail is then', async () => {
  const { replyTo } = await mails.write(sale)
  const other = await mails.makeSale(`${number} Elm Close`)
  const id = await send({ to: replyTo, text: 'Attached.', attachments: [pdf()] })
  const { files } = fixtures
  const read = files.read.bind(files)
  let reads = 0
  files.read = async (key) => {
    reads += 1
    const stream = await read(key)
    if (reads === 3) await mails.file(id, other)
    return stream
  }
  await fixtures.runJobs()
  files.read = read
  expect(reads).toBe(3)
  expect((await mails.read(id)).sales.map(({ propertyId }) => propertyId)).toEqual([other.propertyId])
  const documents = async (place: PropertyPath) =>
    (await fixtures.as('staff').ok(readProperty, { params: place })).documents.length
  expect([await documents(sale), await documents(other)]).toEqual([0, 0])
})

test('bank details in a subject and at the end of the start of a text are masked wherever they go', async () => {
  const { replyTo } = await mails.write(sale)
  const id = await mails.receive({ to: replyTo, subject: 'Sort code 20-11-22 account 87654321', text: 'The searches are back.' })
  expect((await mails.read(id)).proposals).not.toEqual([])
  await mails.file(id, await mails.makeSale(`${number} Elm Close`), sale)
  const { data } = await fixtures.as('staff').ok(readHistory, { params: sale, query: {} })
  expect(JSON.stringify([data, await mails.conversations(sale), await mails.read(id)])).not.toContain('87654321')
  const start = `${'Hello there, '.repeat(20).slice(0, 182)}20-11-22 87654321 is new.`
  await mails.receive({ from: 'Ned <ned@people.example>', subject: 'Start', text: start })
  const row = (await mails.inbox()).find(({ subject }) => subject === 'Start')
  expect(row?.start.slice(182)).toBe('••-••-•• ••••••21 ')
})

test('a message that does not arrive whole does not count for the company', async () => {
  const { pool } = fixtures.database
  const triesOf = async (key: string) =>
    (await pool.query<{ sum: number }>('select coalesce(sum(tries), 0)::int as sum from rate_limit where key like $1', [key]))
      .rows[0]?.sum
  await send({})
  const before = await triesOf('mail-in-company:%')
  expect(before).toBeGreaterThan(0)
  const socket = await openRawSocket(`http://127.0.0.1:${mails.receiver.port}`)
  await socket.waitFor(/^220 /)
  const lines = ['EHLO a.example', 'MAIL FROM:<half@evil.example>', `RCPT TO:<${branchAddress}>`, 'DATA', 'Subject: Half', '']
  socket.write(lines.join('\r\n'))
  await vi.waitFor(async () => expect(await triesOf('mail-in-sender:%:half@evil.example')).toBe(1), { timeout: 20_000 })
  expect(await triesOf('mail-in-company:%')).toBe(before)
  socket.close()
  await fixtures.runJobs()
})

test('the original is not for readers: it shows bank details', async () => {
  const id = await mails.receive({ subject: 'Searches', text: 'Attached.' })
  await mails.file(id, sale)
  const get = () => fixtures.as('staff').inject({ method: 'GET', url: addressOf(downloadMailIn.path, mails.at(id)) })
  expect((await get()).statusCode).toBe(200)
  const { pool } = fixtures.database
  const { rows } = await pool.query<{ type: string }>('select type from app_user where id = $1', [fixtures.idOf.staff])
  await pool.query(`update app_user set type = 'READER' where id = $1`, [fixtures.idOf.staff])
  expect((await get()).statusCode).toBe(403)
  await pool.query('update app_user set type = $2 where id = $1', [fixtures.idOf.staff, rows[0]?.type])
})
