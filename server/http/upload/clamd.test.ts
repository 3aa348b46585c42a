import { downloadDocument, emailDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type FakeScanner, openFakeScanner } from '../../../test/support/fake-scanner.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { createPng, multipartForm } from '../../../test/support/multipart-form.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { scanDocument } from '../../features/documents/scan-document.ts'

let scanner: FakeScanner
let fixtures: Fixtures

beforeAll(async () => {
  scanner = await openFakeScanner()
  fixtures = await openFixtures({ config: { clamdUrl: scanner.url } })
})
beforeEach(() => {
  scanner.answering = 'verdict'
  scanner.scanned = []
})
afterAll(async () => {
  await fixtures.close()
  scanner.close()
})

const addDocument = async (content: Buffer, fileName: string) => {
  const form = await multipartForm([['file', content, fileName]])
  const url = addressOf('/property/:companyId/:branchId/:propertyId/document', fixtures.first)
  return fixtures.as('staff').inject({ method: 'POST', url, ...form })
}

const addLogo = async (content: Buffer) => {
  const form = await multipartForm([
    ['_id', fixtures.a.companyId],
    ['file', content, 'logo.png'],
  ])
  return fixtures.as('company').inject({ method: 'PUT', url: '/api/company', ...form })
}
const documents = async () => (await fixtures.as('staff').ok(readProperty, { params: fixtures.first })).documents

describe('CLAMD_URL: documents are held until scanned', () => {
  const addressed = (documentId: string) => ({ params: { ...fixtures.first, documentId } })
  const mail = { to: ['somebody@law.example'], subject: 'File', message: 'Here it is.' }
  const download = async (documentId: string) =>
    (await fixtures.as('staff').inject({ method: 'GET', url: addressOf(downloadDocument.path, addressed(documentId).params) }))
      .statusCode

  test('a document can be downloaded and e-mailed only after a clean scan of the whole file', async () => {
    const content = Buffer.from('clean '.repeat(50_000))
    expect((await addDocument(content, 'note.txt')).statusCode).toBe(200)
    const [held] = await documents()
    const id = held?._id ?? ''
    expect([held?.beingChecked, await download(id)]).toEqual([true, 409])
    expect(await fixtures.as('staff').refusal(emailDocument, { ...addressed(id), body: mail })).toMatchObject({
      code: 'DOCUMENT_BEING_CHECKED',
    })
    await fixtures.runJobs()
    expect(scanner.scanned).toEqual([content])
    expect([(await documents())[0]?.beingChecked, await download(id)]).toEqual([false, 200])
  })

  test('an infected document is removed; history, audit and uploader are informed', async () => {
    const before = await documents()
    expect((await addDocument(Buffer.from(`text ${scanner.infected} text`), 'bad.txt')).statusCode).toBe(200)
    await fixtures.runJobs()
    expect(await documents()).toEqual(before)
    expect((await companyEvents(fixtures, fixtures.a.companyId)).at(-1)).toMatchObject({
      kind: 'document-infected',
      user_id: null,
      data: { fileName: 'bad.txt' },
    })
    const { rows } = await fixtures.database.pool.query(
      `select user_id, data ->> 'found' as found from audit where kind = 'upload-infected'`,
    )
    expect(rows).toEqual([{ user_id: fixtures.idOf.staff, found: 'Local.Test.UNOFFICIAL' }])
    const mails = await fixtures.database.pool.query('select subject from mail where $1 = any(recipients)', [
      fixtures.emailOf('staff'),
    ])
    expect(mails.rows).toEqual([{ subject: 'A file that you added was removed' }])
  })

  test.each(['error', 'nothing'] as const)('clamd responds %s: the document stays held and is scanned again', async (how) => {
    scanner.answering = how
    expect((await addDocument(Buffer.from('text'), 'later.txt')).statusCode).toBe(200)
    const _id = (await documents())[0]?._id ?? ''
    const ids = { companyId: fixtures.first.companyId, propertyId: fixtures.first.propertyId, documentId: _id }
    const check = () => scanDocument({ ...fixtures, files: fixtures.app.gya.files, config: fixtures.app.gya.config }, ids)
    await expect(check()).rejects.toMatchObject({ code: 'SCAN_NOT_READY' })
    expect(await download(_id)).toBe(409)
    scanner.answering = 'verdict'
    await check()
    expect(await download(_id)).toBe(200)
    await fixtures.runJobs()
  })
})

describe('CLAMD_URL: pictures are scanned before they are stored', () => {
  test('an infected picture responds FILE_INFECTED, is audited, and not stored', async () => {
    const before = await databaseChecksum(fixtures.database)
    const answer = await addLogo(Buffer.concat([await createPng(4, 4), Buffer.from(scanner.infected)]))
    expect([answer.statusCode, answer.json<unknown>()]).toMatchObject([
      422,
      { code: 'FILE_INFECTED', message: expect.stringMatching(/virus/) },
    ])
    const { 'public.audit': _audit, ...after } = await databaseChecksum(fixtures.database)
    expect(after).toEqual(Object.fromEntries(Object.entries(before).filter(([table]) => table !== 'public.audit')))
  })

  test.each(['error', 'nothing'] as const)(
    'clamd responds %s: nothing is stored, and the upload can be repeated',
    async (how) => {
      const before = await databaseChecksum(fixtures.database)
      scanner.answering = how
      const answer = await addLogo(await createPng(4, 4))
      expect([answer.statusCode, answer.json<unknown>()]).toMatchObject([503, { code: 'SCAN_NOT_READY' }])
      expect(await databaseChecksum(fixtures.database)).toEqual(before)
      scanner.answering = 'verdict'
      expect((await addLogo(await createPng(4, 4))).statusCode).toBe(200)
    },
  )
})
