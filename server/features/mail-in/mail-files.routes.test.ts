import { deleteDocument, downloadDocument } from '@gya/domain/features/documents/documents.contract.ts'
import {
  downloadMailIn,
  downloadMailInFile,
  keepMailFiles,
  listCorrespondence,
  type MailIn,
  readCorrespondence,
  readMailInHtml,
} from '@gya/domain/features/mail-in/mail-in.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeScanner, openFakeScanner } from '../../../test/support/fake-scanner.ts'
import type { Fixtures, FixtureUser, PropertyPath } from '../../../test/support/fixtures.ts'
import { createPng } from '../../../test/support/multipart-form.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { type MailFixtures, openMailFixtures } from './testing/mail-fixtures.ts'

let mails: MailFixtures
let fixtures: Fixtures
let scanner: FakeScanner
let sale: PropertyPath
let number = 60
beforeAll(async () => {
  scanner = await openFakeScanner()
  mails = await openMailFixtures({ config: { clamdUrl: scanner.url } })
  ;({ fixtures } = mails)
})
afterAll(async () => {
  await mails.close()
  scanner.close()
})
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  mails.outgoing.received.length = 0
  scanner.answering = 'verdict'
  number += 1
  sale = await mails.makeSale(`${number} Rodway Road`)
})

const pdf = (text: string) => ({
  filename: `${text}.pdf`,
  content: Buffer.from(`%PDF-1.4\n% ${text} ${number}\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n`),
})
const vee = 'Vee Violet <vee@people.example>'
const documents = async (place: PropertyPath) => (await fixtures.as('staff').ok(readProperty, { params: place })).documents
const get = (path: string, params: Record<string, string>, as: FixtureUser = 'staff') =>
  fixtures.as(as).inject({ method: 'GET', url: addressOf(path, params) })
const fileNames = ({ files }: MailIn) => files.map(({ name, leftOut, inside }) => [name, leftOut, inside])

describe('attachments', () => {
  test('of a firm’s e-mail that filed itself become documents by themselves, once, and move with it while nobody has touched them', async () => {
    const { replyTo } = await mails.write(sale)
    const id = await mails.receive({ to: replyTo, subject: 'Re: Searches', text: 'Attached.', attachments: [pdf('Searches')] })
    const [document, ...others] = await documents(sale)
    expect(others).toEqual([])
    expect(document).toMatchObject({ note: 'From Calliope Primrose’s e-mail of 10/03/2026', file: { fileName: 'Searches.pdf' } })
    const { files } = await mails.read(id)
    expect(files).toMatchObject([
      { available: true, leftOut: null, documents: [{ propertyId: sale.propertyId, documentId: document?._id }] },
    ])
    const again = await mails.receive({
      to: replyTo,
      subject: 'Re: Searches',
      text: 'Once more.',
      attachments: [pdf('Searches')],
    })
    expect(await documents(sale)).toHaveLength(1)
    expect((await mails.read(again)).files[0]?.documents).toHaveLength(1)
    const other = await mails.makeSale(`${number} Elm Close`)
    const { undoId } = await mails.file(id, other)
    expect([await documents(sale), await documents(other)]).toMatchObject([[], [{ _id: document?._id }]])
    const place = { ...other, documentId: document?._id ?? '' }
    expect((await get(downloadDocument.path, place)).rawPayload.equals(pdf('Searches').content)).toBe(true)
    await mails.undo(undoId)
    expect([await documents(sale), await documents(other)]).toMatchObject([[{ _id: document?._id }], []])
  })

  test('of others, and with a warning, are kept by hand alone, with undo', async () => {
    const { replyTo } = await mails.write(sale)
    const text = 'Our new bank details: sort code 12-34-56, account 12345678.'
    const warned = await mails.receive({ to: replyTo, subject: 'Re: Searches', text, attachments: [pdf('Details')] })
    expect(await mails.read(warned)).toMatchObject({ state: 'filed', warnings: [{}] })
    const id = await mails.receive({ from: vee, to: replyTo, subject: 'Passport', text: 'Here.', attachments: [pdf('Passport')] })
    expect(await documents(sale)).toEqual([])
    const keep = (body: { propertyId: string; ordinals: number[] }) => ({ params: mails.at(id), body })
    const { propertyId } = sale
    const elsewhere = keep({ propertyId: fixtures.first.propertyId, ordinals: [0] })
    expect(await fixtures.as('staff').refusal(keepMailFiles, elsewhere)).toMatchObject({ status: 404 })
    expect(await fixtures.as('staff').refusal(keepMailFiles, keep({ propertyId, ordinals: [7] }))).toMatchObject({ status: 404 })
    const kept = await fixtures.as('staff').ok(keepMailFiles, keep({ propertyId, ordinals: [0] }))
    expect(kept).toMatchObject({
      description: `Passport.pdf kept on ${number} Rodway Road`,
      mail: { files: [{ documents: [{ propertyId }] }] },
    })
    expect(await documents(sale)).toMatchObject([{ note: 'From Vee Violet’s e-mail of 10/03/2026' }])
    await mails.undo(kept.undoId)
    expect(await documents(sale)).toEqual([])
    const second = await fixtures.as('staff').ok(keepMailFiles, keep({ propertyId, ordinals: [0] }))
    const documentId = (await documents(sale))[0]?._id ?? ''
    await fixtures.as('staff').ok(deleteDocument, { params: { ...sale, documentId } })
    const undo = mails.undo(second.undoId)
    await expect(undo).rejects.toThrow(/409/)
    await fixtures.runJobs()
    expect((await fixtures.database.pool.query('select from loose_file where discarded')).rowCount).toBe(0)
  })

  test('are listed with why they are left out; those of an attached message stand inside it', async () => {
    const inner = [
      'From: Otto <otto@people.example>',
      'Subject: The lease',
      'Content-Type: multipart/mixed; boundary=i',
      '',
      '--i',
      '',
      'See attached.',
      '--i',
      'Content-Type: application/pdf; name=lease.pdf',
      'Content-Disposition: attachment; filename=lease.pdf',
      '',
      pdf('Lease').content.toString(),
      '--i--',
      '',
    ].join('\r\n')
    const { replyTo } = await mails.write(sale)
    const id = await mails.receive({
      from: vee,
      to: replyTo,
      subject: 'All sorts',
      html: '<p>Hello <img src="cid:logo"></p>',
      attachments: [
        { filename: 'logo.png', content: await createPng(4, 4), cid: 'logo' },
        { filename: 'card.vcf', content: 'BEGIN:VCARD' },
        { filename: 'smime.p7s', content: 'x' },
        { filename: 'run.exe', content: Buffer.from('MZ\0\0binary') },
        { filename: 'trick.pdf', content: '<html><script>x()</script>' },
        { filename: 'empty.txt', content: '' },
        { filename: 'plain.txt', content: `Plain ${number}` },
        { filename: 'forwarded.eml', content: inner, contentType: 'message/rfc822' },
      ],
    })
    expect(fileNames(await mails.read(id))).toEqual([
      ['logo.png', 'picture', null],
      ['card.vcf', 'type', null],
      ['smime.p7s', 'signature', null],
      ['run.exe', 'type', null],
      ['trick.pdf', 'type', null],
      ['empty.txt', 'type', null],
      ['plain.txt', null, null],
      ['forwarded.eml', 'type', null],
      ['lease.pdf', null, 'The lease'],
    ])
    const body = { propertyId: sale.propertyId, ordinals: [3] }
    expect(await fixtures.as('staff').refusal(keepMailFiles, { params: mails.at(id), body })).toMatchObject({ status: 415 })
    const lease = await get(downloadMailInFile.path, { ...mails.at(id), ordinal: '8' })
    expect(lease.rawPayload.toString().trim()).toBe(pdf('Lease').content.toString().trim())
    expect(lease.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringContaining('attachment; filename="lease.pdf"'),
    })
    expect((await get(downloadMailInFile.path, { ...mails.at(id), ordinal: '3' })).statusCode).toBe(404)
    expect((await get(downloadMailInFile.path, { ...mails.at(id), ordinal: '6' }, 'otherStaff')).statusCode).toBe(404)
  })

  test('a picture that came twice before from the domain, in other conversations, is a logo', async () => {
    const picture = await createPng(5, number)
    const send = (subject: string) =>
      mails.receive({ from: vee, subject, text: subject, attachments: [{ filename: 'banner.png', content: picture }] })
    const [first, second, third] = [await send('One'), await send('Two'), await send('Three')]
    const leftOut = async (id: string) => (await mails.read(id)).files[0]?.leftOut
    expect([await leftOut(first), await leftOut(second), await leftOut(third)]).toEqual([null, null, 'picture'])
  })

  test('a virus takes the original with it: text stays, 409 MAIL_INFECTED, an audit entry, a warning', async () => {
    const { replyTo } = await mails.write(sale)
    const attachments = [{ filename: 'bad.txt', content: `text ${scanner.infected} text` }]
    const id = await mails.receive({ to: replyTo, subject: 'Re: Searches', text: 'Read this.', attachments })
    expect(await mails.read(id)).toMatchObject({
      text: 'Read this.',
      hasOriginal: false,
      warnings: [{ warning: 'virus', known: 'bad.txt' }],
      files: [{ leftOut: 'infected', available: false }],
    })
    expect(await documents(sale)).toEqual([])
    expect((await get(downloadMailIn.path, mails.at(id))).json()).toMatchObject({ code: 'MAIL_INFECTED' })
    const { rows } = await fixtures.database.pool.query(
      `select from audit where kind = 'upload-infected' and data ->> 'mailInId' = $1`,
      [id],
    )
    expect(rows).toHaveLength(1)
  })

  test('a virus in a file that is left out takes the original too, and whoever checked the warnings before has not seen it', async () => {
    const id = await mails.receive({
      from: vee,
      subject: 'Card',
      text: 'See.',
      attachments: [{ filename: 'me.vcf', content: `x ${scanner.infected}` }],
    })
    expect(await mails.read(id)).toMatchObject({ hasOriginal: false, cleared: null, files: [{ leftOut: 'infected' }] })
    expect((await get(downloadMailIn.path, mails.at(id))).json()).toMatchObject({ code: 'MAIL_INFECTED' })
  })

  test('while the scanner is away they are being checked, and neither they nor the original can be downloaded', async () => {
    scanner.answering = 'nothing'
    const { replyTo } = await mails.write(sale)
    const id = await mails.receive({ to: replyTo, subject: 'Re: Searches', text: 'Attached.', attachments: [pdf('Waiting')] })
    expect((await mails.read(id)).files).toMatchObject([{ beingChecked: true, available: false }])
    for (const [path, params] of [
      [downloadMailIn.path, mails.at(id)],
      [downloadMailInFile.path, { ...mails.at(id), ordinal: '0' }],
    ] as const)
      expect((await get(path, params)).json()).toMatchObject({ code: 'DOCUMENT_BEING_CHECKED' })
    scanner.answering = 'verdict'
    await fixtures.database.pool.query('update graphile_worker._private_jobs set run_at = now()')
    await fixtures.runJobs()
    expect((await mails.read(id)).files).toMatchObject([{ beingChecked: false, available: true }])
    const raw = await get(downloadMailIn.path, mails.at(id))
    expect(raw.headers['content-disposition']).toContain('Re Searches.eml')
    expect(raw.payload).toContain('DKIM-Signature:')
  })
})

describe('GET html', () => {
  const hostile = [
    '<p onclick="x()">Hello <a href="https://evil.example/?id=1">here</a></p>',
    '<script>x()</script><style>@import "https://evil.example/a.css"; p { background: url(https://evil.example/b) }</style>',
    '<img src="https://evil.example/pixel.gif" alt="a <picture>"><img src=x onerror=x()><svg onload=x()><a xlink:href=x>t</a></svg>',
    '<form action="https://evil.example"><input name=q><button>Send</button></form><meta http-equiv=refresh content="0;url=x">',
    '<table background="https://evil.example/t"><tr><td colspan="2" style="x:expression(1)">Cell</td></tr></table>',
    '<iframe srcdoc="<script>x()</script>"></iframe><object data=x></object><base href=x><link rel=stylesheet href=x>',
    '<math><mtext><table><mglyph><style><img src=x onerror=x()></style></mglyph></table></mtext></math>&lt;script&gt;',
  ].join('')

  test('answers text, tables and lists alone, in a page that can load, run and navigate nothing', async () => {
    const { replyTo } = await mails.write(sale)
    const id = await mails.receive({ from: vee, to: replyTo, subject: 'Look', html: hostile })
    expect((await mails.read(id)).hasHtml).toBe(true)
    const page = await get(readMailInHtml.path, mails.at(id))
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
    })
    const [, body = ''] = page.payload.split('</style>')
    expect(body).toContain('<p>Hello here</p>')
    expect(body).toContain('<td colspan="2">Cell</td>')
    expect(body).toContain('[a &lt;picture&gt;]')
    expect(body).toContain('&lt;script&gt;')
    expect(body).not.toMatch(/evil|x\(\)|style|href|src=|on\w+=/)
    expect([...new Set(body.match(/<\/?[a-z]+/g))].toSorted()).toEqual(
      ['</p', '</table', '</tbody', '</td', '</tr', '<p', '<table', '<td', '<tr'].filter((tag) => body.includes(tag)),
    )
  })

  test('shows one with bank details as masked text until they are asked for; 404 without HTML', async () => {
    const { replyTo } = await mails.write(sale)
    const html = '<p>Our new account: sort code <b>12-34-56</b>, account number <i>1234</i><i>5678</i>.</p>'
    const id = await mails.receive({ to: replyTo, subject: 'Details', html })
    expect((await get(readMailInHtml.path, mails.at(id))).payload).not.toMatch(/12-34-56|5678/)
    const shown = await fixtures
      .as('staff')
      .inject({ method: 'GET', url: `${addressOf(readMailInHtml.path, mails.at(id))}?digits=shown` })
    expect(shown.payload).toContain('<b>12-34-56</b>')
    const { rows } = await fixtures.database.pool.query(`select from audit where kind = 'bank-details-shown'`)
    expect(rows).toHaveLength(1)
    const plain = await mails.receive({ to: replyTo, subject: 'Plain', text: 'Text' })
    expect((await get(readMailInHtml.path, mails.at(plain))).statusCode).toBe(404)
  })
})

test('GET correspondence weaves what was sent and received into threads, newest first', async () => {
  const { replyTo, message } = await mails.write(sale)
  fixtures.clock.advance({ minutes: 5 })
  const id = await mails.receive({ to: replyTo, subject: 'Re: Searches', text: 'Back.', inReplyTo: message.messageId ?? '' })
  fixtures.clock.advance({ minutes: 5 })
  const subject = `Enquiries, ${number} Rodway Road`
  await mails.receive({ subject, text: 'Two enquiries.', attachments: [pdf('Enquiries')] })
  const { data } = await fixtures.as('staff').ok(listCorrespondence, { params: sale, query: {} })
  expect(data).toMatchObject([
    { subject, count: 1, with: ['Calliope Primrose'], hasFiles: true, hasWarning: false },
    { subject: 'Searches', count: 2, with: expect.arrayContaining(['Calliope Primrose']), hasFiles: false },
  ])
  const thread = await fixtures.as('staff').ok(readCorrespondence, { params: { ...sale, threadId: data[1]?.threadId ?? '' } })
  expect(thread.data).toMatchObject([
    { way: 'out', mail: { subject: 'Searches', text: 'Are they back?', sentBy: 'staff people', state: 'sent' } },
    { way: 'in', mail: { _id: id, text: 'Back.' } },
  ])
  const foreign = { params: { ...fixtures.first, threadId: data[0]?.threadId ?? '' } }
  expect(await fixtures.as('staff').refusal(readCorrespondence, foreign)).toMatchObject({ status: 404 })
})
