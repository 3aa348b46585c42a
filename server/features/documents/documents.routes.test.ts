import {
  deleteDocument,
  downloadDocument,
  emailDocument,
  updateDocument,
} from '@gya/domain/features/documents/documents.contract.ts'
import { listPropertyMail } from '@gya/domain/features/mail/mail.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, type FixtureUser, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { type MailReceiver, openMailReceiver } from '../../../test/support/mail-receiver.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { eventsDuring, expectNothingWritten } from '../properties/testing/recorded-events.ts'

let fixtures: Fixtures
let ids: PropertyPath
let mailServer: MailReceiver
beforeAll(async () => {
  mailServer = await openMailReceiver()
  fixtures = await openFixtures({ config: { smtpUrl: mailServer.url } })
})
afterAll(async () => {
  await fixtures.close()
  await mailServer.close()
})
beforeEach(async () => {
  fixtures.clock.moveTo(testStart)
  ids = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Paper Street')
  fixtures.clock.advance({ minutes: 1 })
  mailServer.received.length = 0
  mailServer.recipients.length = 0
  mailServer.refuseNext.length = 0
  for (const name of Object.keys(mailServer.refuseRecipients)) delete mailServer.refuseRecipients[name]
})

const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

const upload = (content: Buffer, fileName: string, note = '', as: FixtureUser = 'staff') => {
  const form = new FormData()
  form.append('note', note)
  form.append('file', new Blob([new Uint8Array(content)]), fileName)
  const { companyId, branchId, propertyId } = ids
  return fixtures
    .as(as)
    .inject({ method: 'POST', url: `/api/property/${companyId}/${branchId}/${propertyId}/document`, payload: form })
}
const add = async (content = pdf, fileName = 'Survey.pdf', note = '') => {
  const answer = await upload(content, fileName, note)
  expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([200, expect.any(String)])
  return answer.json<{ documents: { _id: string; version: number }[] }>().documents[0] as { _id: string; version: number }
}
const documents = async () => (await fixtures.as('staff').ok(readProperty, { params: ids })).documents
const of = (documentId: string) => ({ ...ids, documentId })
const download = (documentId: string) =>
  fixtures.as('staff').inject({ method: 'GET', url: addressOf(downloadDocument.path, of(documentId)) })
const sent = async () => (await fixtures.as('staff').ok(listPropertyMail, { params: ids })).data
const send = (documentId: string, body: object = {}) =>
  fixtures.as('staff').ok(emailDocument, {
    params: of(documentId),
    body: { to: ['solicitor@law.example'], message: 'Please find attached.', ...body },
  })
const stored = async () => (await fixtures.database.db.selectFrom('loose_file').select('id').execute()).length

describe('/property/:companyId/:branchId/:propertyId/document', () => {
  test('POST adds a file that is listed newest first with note, name and size; download returns it unchanged', async () => {
    await add(pdf, 'Survey.pdf', 'The first survey')
    fixtures.clock.advance({ minutes: 1 })
    const name = 'Łódź – “plan” №1.pdf'
    const { _id } = await add(pdf, name)
    expect(await documents()).toEqual([
      {
        _id,
        beingChecked: false,
        note: '',
        file: { fileName: name, originalByteSize: pdf.length },
        createdon: fixtures.clock.now(),
        addedBy: 'staff people',
        version: 1,
      },
      expect.objectContaining({ note: 'The first survey', file: { fileName: 'Survey.pdf', originalByteSize: pdf.length } }),
    ])
    const answer = await download(_id)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(pdf)).toBe(true)
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-type': 'application/octet-stream' })
    const disposition = String(answer.headers['content-disposition'])
    expect(disposition).toMatch(/^attachment; /)
    expect(decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(disposition)?.[1] ?? '')).toBe(name)
  })

  test('PATCH updates the note and refuses a stale version', async () => {
    const { _id, version } = await add()
    const changed = await fixtures
      .as('staff')
      .ok(updateDocument, { params: of(_id), body: { note: 'Damp in the cellar', version } })
    expect(changed.documents).toMatchObject([{ note: 'Damp in the cellar', version: 2 }])
    const again = () => fixtures.as('branch').refusal(updateDocument, { params: of(_id), body: { note: 'Mine', version } })
    expect(await expectNothingWritten(fixtures, again)).toMatchObject({
      code: 'STALE_VERSION',
      details: { savedBy: 'staff people', savedOn: fixtures.clock.now() },
    })
    const same = { note: 'Damp in the cellar', version: 2 }
    expect((await fixtures.as('staff').ok(updateDocument, { params: of(_id), body: same })).documents).toMatchObject([
      { version: 2 },
    ])
  })

  test('adding a file keeps the version of the property', async () => {
    const before = await fixtures.as('staff').ok(readProperty, { params: ids })
    await add()
    expect((await fixtures.as('staff').ok(readProperty, { params: ids })).version).toBe(before.version)
  })

  test('DELETE removes the file from the list, its address and the file store', async () => {
    const { _id } = await add()
    const answer = await fixtures.as('staff').ok(deleteDocument, { params: of(_id) })
    expect(answer.documents).toEqual([])
    await fixtures.runJobs()
    expect(await stored()).toBe(0)
    expect((await download(_id)).statusCode).toBe(404)
    expect(await fixtures.as('staff').refusal(deleteDocument, { params: of(_id) })).toMatchObject({ status: 404 })
  })

  test('adding, updating and deleting write events with the note', async () => {
    const recorded = await eventsDuring(fixtures, ids.propertyId, async () => {
      const { _id } = await add(pdf, 'Survey.pdf', 'One')
      await fixtures.as('staff').ok(updateDocument, { params: of(_id), body: { note: 'Two' } })
      await send(_id)
      await fixtures.as('staff').ok(deleteDocument, { params: of(_id) })
    })
    expect(recorded).toMatchObject([
      { kind: 'document-added', data: { fileName: 'Survey.pdf', note: 'One' }, by: fixtures.idOf.staff },
      { kind: 'document-updated', data: { before: 'One', note: 'Two' } },
      { kind: 'document-emailed', data: { fileName: 'Survey.pdf', to: ['solicitor@law.example'] } },
      { kind: 'document-removed', data: { note: 'Two' } },
    ])
  })
})

describe('Refused document calls change nothing', () => {
  test.each([
    [
      'an executable named .pdf',
      Buffer.from('MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff'),
      'letter.pdf',
      415,
      'FILE_NOT_ALLOWED',
    ],
    ['a page of HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'page.html', 415, 'FILE_NOT_ALLOWED'],
    ['an empty file', Buffer.alloc(0), 'empty.pdf', 400, undefined],
    [
      'a file of 20 MB + 1 byte',
      Buffer.concat([pdf, Buffer.alloc(20_971_521 - pdf.length, 32)]),
      'big.pdf',
      413,
      'FILE_TOO_LARGE',
    ],
  ])('%s', async (_what, content, fileName, status, code) => {
    const answer = await upload(content, fileName)
    expect(answer.statusCode).toBe(status)
    if (code) expect(answer.json()).toMatchObject({ code })
    await fixtures.runJobs()
    expect(await documents()).toEqual([])
    expect(await stored()).toBe(0)
  })

  test('an overlong note, and a call without a file', async () => {
    expect((await upload(pdf, 'a.pdf', 'x'.repeat(1001))).json()).toMatchObject({ issues: [{ path: 'note' }] })
    const form = new FormData()
    form.append('note', 'x')
    const url = addressOf('/property/:companyId/:branchId/:propertyId/document', ids)
    expect((await fixtures.as('staff').inject({ method: 'POST', url, payload: form })).json()).toMatchObject({
      code: 'FILE_MISSING',
    })
    expect(await documents()).toEqual([])
    expect(await stored()).toBe(0)
  })

  test('404 for a file of another property', async () => {
    const { _id } = await add()
    const other = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '6 Paper Street')
    const params = { ...other, documentId: _id }
    const refusals = [
      await fixtures.as('staff').refusal(updateDocument, { params, body: { note: 'x' } }),
      await fixtures.as('staff').refusal(deleteDocument, { params }),
      await fixtures.as('staff').refusal(emailDocument, { params, body: { to: ['a@b.example'], message: 'x' } }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404])
    const url = addressOf(downloadDocument.path, params)
    expect((await fixtures.as('staff').inject({ method: 'GET', url })).statusCode).toBe(404)
  })
})

describe('POST /property/:companyId/:branchId/:propertyId/document/:documentId/email', () => {
  test('sends the file with its name; BCC recipients stay hidden', async () => {
    const fileName = 'Łódź “plan”; №1.pdf'
    const { _id } = await add(pdf, fileName)
    await send(_id, {
      cc: ['cc@people.example'],
      bcc: ['bcc@people.example'],
      replyTo: 'me@agency.example',
      subject: 'Survey – £285,000',
    })
    await fixtures.runJobs()
    const [email] = mailServer.received
    expect(mailServer.received).toHaveLength(1)
    expect(email).toMatchObject({
      subject: 'Survey – £285,000',
      to: [{ address: 'solicitor@law.example' }],
      cc: [{ address: 'cc@people.example' }],
      replyTo: [{ address: 'me@agency.example' }],
      attachments: [{ filename: fileName }],
    })
    expect(email?.bcc).toBeUndefined()
    expect(mailServer.recipients).toEqual([['solicitor@law.example', 'cc@people.example', 'bcc@people.example']])
    expect(Buffer.from(email?.attachments[0]?.content as ArrayBuffer).equals(pdf)).toBe(true)
    expect(await sent()).toMatchObject([
      {
        state: 'sent',
        sentBy: 'staff people',
        attachments: [fileName],
        bcc: ['bcc@people.example'],
        refused: [],
        lastError: null,
      },
    ])
  })

  test('sends one e-mail per To recipient, each with its own state; CC and BCC get a copy of each', async () => {
    mailServer.refuseRecipients['gone@people.example'] = { code: 550, words: 'No such mailbox here' }
    const { _id } = await add()
    const recorded = await eventsDuring(fixtures, ids.propertyId, () =>
      send(_id, { to: ['one@people.example', 'gone@people.example'], cc: ['cc@people.example'], bcc: ['bcc@people.example'] }),
    )
    expect(recorded).toMatchObject([
      { kind: 'document-emailed', data: { to: ['one@people.example', 'gone@people.example'], cc: ['cc@people.example'] } },
    ])
    await fixtures.runJobs()
    expect(mailServer.received.map(({ to }) => to?.map(({ address }) => address))).toEqual([
      ['one@people.example'],
      ['gone@people.example'],
    ])
    expect(mailServer.recipients).toEqual([
      ['one@people.example', 'cc@people.example', 'bcc@people.example'],
      ['cc@people.example', 'bcc@people.example'],
    ])
    const refusedOf = Object.fromEntries((await sent()).map(({ to, refused }) => [to.join(), refused.map(({ email }) => email)]))
    expect(refusedOf).toEqual({ 'one@people.example': [], 'gone@people.example': ['gone@people.example'] })
  })

  test('one of three recipients refused: the state names it with the reason, and the others get one e-mail', async () => {
    mailServer.refuseRecipients['gone@people.example'] = { code: 550, words: 'No such mailbox here' }
    const { _id } = await add()
    await send(_id, { to: ['one@people.example'], cc: ['gone@people.example', 'two@people.example'] })
    await fixtures.runJobs()
    await fixtures.runJobs()
    expect(mailServer.recipients).toEqual([['one@people.example', 'two@people.example']])
    expect(await sent()).toMatchObject([
      {
        state: 'sent',
        attempts: 1,
        refused: [{ email: 'gone@people.example', because: expect.stringContaining('No such mailbox here') }],
      },
    ])
  })

  test('one of three temporarily refused: only that one is retried', async () => {
    mailServer.refuseRecipients['later@people.example'] = { code: 450, words: 'Greylisted, come back later' }
    const { _id } = await add()
    await send(_id, { to: ['one@people.example'], cc: ['later@people.example', 'two@people.example'] })
    await fixtures.runJobs()
    expect(await sent()).toMatchObject([{ state: 'queued', lastError: expect.stringContaining('later@people.example') }])
    delete mailServer.refuseRecipients['later@people.example']
    await fixtures.runJobs()
    expect(mailServer.recipients).toEqual([['one@people.example', 'two@people.example'], ['later@people.example']])
    expect(await sent()).toMatchObject([{ state: 'sent', attempts: 2, refused: [], lastError: null }])
  })

  test('all recipients refused: the state is failed, with the server’s reply', async () => {
    mailServer.refuseRecipients['solicitor@law.example'] = { code: 550, words: 'We do not know them' }
    const { _id } = await add()
    await send(_id)
    await fixtures.runJobs()
    expect(await sent()).toMatchObject([{ state: 'failed', lastError: expect.stringContaining('We do not know them') }])
    expect(mailServer.received).toEqual([])
  })

  test('a file deleted before the e-mail is sent still arrives; then it is deleted from the store', async () => {
    const { _id } = await add()
    mailServer.refuseNext.push({ code: 451, words: 'Busy' })
    await send(_id)
    await fixtures.runJobs()
    await fixtures.as('staff').ok(deleteDocument, { params: of(_id) })
    await fixtures.runJobs()
    expect(mailServer.received[0]?.attachments).toMatchObject([{ filename: 'Survey.pdf' }])
    await fixtures.runJobs()
    expect(await stored()).toBe(0)
  })

  test.each([
    ['no recipient', { to: [] }, 'to'],
    ['no message', { message: '  ' }, 'message'],
    ['an invalid address', { cc: ['not an address'] }, 'cc.0'],
    ['header injection in an address', { to: ['a@b.example\r\nBcc: c@d.example'] }, 'to.0'],
    ['header injection in the subject', { subject: 'Hello\r\nBcc: c@d.example' }, 'subject'],
    ['an invalid reply-to', { replyTo: 'x' }, 'replyTo'],
  ])('refuses %s and queues nothing', async (_what, wrong, path) => {
    const { _id } = await add()
    const body = { to: ['a@b.example'], message: 'x', ...wrong }
    const refused = () => fixtures.as('staff').refusal(emailDocument, { params: of(_id), body })
    expect(await expectNothingWritten(fixtures, refused)).toMatchObject({ status: 400, issues: [{ path }] })
  })

  test('"No duplicate emails allowed"', async () => {
    const { _id } = await add()
    const body = { to: ['a@b.example'], cc: ['A@b.example'], message: 'x' }
    expect(await fixtures.as('staff').refusal(emailDocument, { params: of(_id), body })).toMatchObject({
      issues: [{ path: 'cc.0', message: 'No duplicate emails allowed' }],
    })
  })
})
