import { deleteDocument, emailDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { downloadMailFile, listMail, readMail } from '@gya/domain/features/mail/mail.contract.ts'
import { erasePerson, readRetention, saveRetention } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { saveContacts } from '@gya/domain/features/property-contacts/property-contacts.contract.ts'
import { sendReportPdf } from '@gya/domain/features/report/report.contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { testStart } from '../../../test/support/test-app.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { applyRetention } from '../personal-data/apply-retention.ts'

let fixtures: Fixtures
let place: PropertyPath
beforeAll(async () => {
  fixtures = await openFixtures()
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '5 Kept Street')
})
afterAll(() => fixtures.close())

const content = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const params = () => ({ companyId: fixtures.a.companyId })

async function addDocument(fileName: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), fileName)
  const url = addressOf('/property/:companyId/:branchId/:propertyId/document', place)
  const answer = await fixtures.as('staff').inject({ method: 'POST', url, payload: form })
  const { documents } = answer.json<{ documents: { _id: string; file: { fileName: string } }[] }>()
  return documents.find(({ file }) => file.fileName === fileName)?._id ?? ''
}

/** Sends a document; returns the message as stored in the mailbox. */
async function keep(documentId: string, to: string) {
  await fixtures.as('staff').ok(emailDocument, { params: { ...place, documentId }, body: { to: [to], message: 'As promised.' } })
  await fixtures.runJobs()
  return kept(to)
}

async function kept(to: string) {
  const { data } = await fixtures.as('platform').ok(listMail, { query: { textSearch: to } })
  const mail = await fixtures.as('platform').ok(readMail, { params: { mailId: data[0]?._id ?? '' } })
  return { ...mail, file: mail.attachments[0] ?? { _id: '', fileName: '', bytes: 0, kept: false } }
}

const download = (mailId: string, fileId: string, as: 'platform' | 'company' = 'platform') =>
  fixtures.as(as).inject({ method: 'GET', url: addressOf(downloadMailFile.path, { mailId, fileId }) })
const looseFiles = async () => (await fixtures.database.pool.query('select from loose_file')).rowCount

describe('The mailbox keeps attachments of unsent messages', () => {
  test('GET mailbox/:mailId/file/:fileId serves them under their file names and writes a security event', async () => {
    const mail = await keep(await addDocument('Łódź plan.pdf'), 'one@people.example')
    expect(mail).toMatchObject({ state: 'kept', file: { fileName: 'Łódź plan.pdf', bytes: content.length, kept: true } })
    const answer = await download(mail._id, mail.file._id)
    expect(answer.rawPayload.equals(content)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; /),
    })
    expect((await download(mail._id, mail.file._id, 'company')).statusCode).toBe(403)
    expect((await download(mail._id, fixtures.clock.newId())).statusCode).toBe(404)
    const { rows } = await fixtures.database.pool.query(
      `select user_id, company_id, data->>'bytes' as bytes from audit where kind = 'mail-read' and data ? 'bytes'`,
    )
    expect(rows).toEqual([{ user_id: fixtures.idOf.platform, company_id: fixtures.a.companyId, bytes: String(content.length) }])
  })

  test('a report PDF that nothing else references is kept', async () => {
    await fixtures.as('staff').ok(sendReportPdf, { params: params(), query: { to: 'report@people.example' } })
    await fixtures.runJobs()
    await fixtures.runJobs()
    const mail = await kept('report@people.example')
    const answer = await download(mail._id, mail.file._id)
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await looseFiles()).toBe(0)
  })

  test('a deleted document stays readable as an attachment', async () => {
    const documentId = await addDocument('Survey.pdf')
    const mail = await keep(documentId, 'two@people.example')
    await fixtures.as('staff').ok(deleteDocument, { params: { ...place, documentId } })
    await fixtures.runJobs()
    expect((await download(mail._id, mail.file._id)).statusCode).toBe(200)
  })

  test('erasure removes the chosen file and messages to the erased person', async () => {
    const [passport, letter] = [await addDocument('Passport.pdf'), await addDocument('Letter.pdf')]
    const theirs = await keep(passport, 'three@people.example')
    const toThem = await keep(letter, 'oda@yore.example')
    const staff = fixtures.as('staff')
    await staff.ok(deleteDocument, { params: { ...place, documentId: letter } })
    const options = { memo: false }
    const oda = { firstName: 'Oda', lastName: 'Yore', email: 'oda@yore.example', tel: '0118 496 0123', options }
    await staff.ok(saveContacts, { params: place, body: { additionalContacts: [oda] } })
    // Parties of an open sale cannot be erased.
    const setActive = (active: boolean) =>
      fixtures.database.db
        .updateTable('property')
        .set({ active, withdrawn_on: active ? null : '2026-03-10' })
        .where('id', '=', place.propertyId)
        .execute()
    await setActive(false)
    const body = { names: ['Oda Yore'], emails: ['oda@yore.example'], deleteDocuments: [passport] }
    await fixtures.as('company').ok(erasePerson, { params: params(), body })
    await fixtures.runJobs()
    await setActive(true)
    expect((await download(theirs._id, theirs.file._id)).statusCode).toBe(404)
    expect((await download(toThem._id, toThem.file._id)).statusCode).toBe(404)
    expect(await looseFiles()).toBe(0)
  })

  test('retention removes attachments with the text, but not files of documents', async () => {
    const documentId = await addDocument('Long ago.pdf')
    const mail = await keep(documentId, 'four@people.example')
    const { version } = await fixtures.as('company').ok(readRetention, { params: params() })
    await fixtures.as('company').ok(saveRetention, { params: params(), body: { salesYears: 0, mailDays: 30, version } })
    fixtures.clock.advance({ days: 31 })
    await applyRetention({ database: fixtures.database, clock: fixtures.clock })
    await fixtures.runJobs()
    fixtures.clock.moveTo(testStart)
    expect((await download(mail._id, mail.file._id)).statusCode).toBe(404)
    expect(await kept('four@people.example')).toMatchObject({ text: '', file: { fileName: 'Long ago.pdf', kept: false } })
    const document = addressOf('/property/:companyId/:branchId/:propertyId/document/:documentId/download', {
      ...place,
      documentId,
    })
    expect((await fixtures.as('staff').inject({ method: 'GET', url: document })).rawPayload.equals(content)).toBe(true)
    const { rows } = await fixtures.database.pool.query(`select from mail where 'report@people.example' = any(recipients)`)
    expect(rows).toEqual([])
    expect(await looseFiles()).toBe(0)
  })
})
