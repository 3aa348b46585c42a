import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { downloadDocument, emailDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companyEvents } from '../../../test/support/company-events.ts'
import { databaseChecksum } from '../../../test/support/database-checksum.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { createPng, multipartForm } from '../../../test/support/multipart-form.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { scanDocument } from '../../features/documents/scan-document.ts'

/** A custom signature that no scanner knows and no file contains by chance. */
const infected = `local-test-signature-${randomBytes(8).toString('hex')}`

/** A fake clamd: implements INSTREAM and reports files that contain the signature. */
let scanner: Server
let scanned: Buffer[] = []
let answering: 'verdict' | 'error' | 'nothing' = 'verdict'
let fixtures: Fixtures

beforeAll(async () => {
  scanner = createServer((socket) => {
    let got = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      got = Buffer.concat([got, bytes])
      const file = streamed(got)
      if (file === null) return
      scanned.push(file)
      if (answering === 'nothing') return void socket.destroy()
      const verdict = file.includes(infected) ? 'Local.Test.UNOFFICIAL FOUND' : 'OK'
      socket.end(answering === 'error' ? 'INSTREAM size limit exceeded. ERROR\0' : `stream: ${verdict}\0`)
    })
  }).listen(0, '127.0.0.1')
  await once(scanner, 'listening')
  const { port } = scanner.address() as { port: number }
  fixtures = await openFixtures({ config: { clamdUrl: `tcp://127.0.0.1:${port}` } })
})
beforeEach(() => {
  answering = 'verdict'
  scanned = []
})
afterAll(async () => {
  await fixtures.close()
  scanner.close()
})

/** The file of a complete INSTREAM command; null while incomplete. */
function streamed(bytes: Buffer): Buffer | null {
  const command = 'zINSTREAM\0'
  if (bytes.length < command.length) return null
  expect(bytes.toString('latin1', 0, command.length)).toBe(command)
  const pieces: Buffer[] = []
  for (let at = command.length; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    if (at + 4 + length > bytes.length) return null
    pieces.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

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
    expect(scanned).toEqual([content])
    expect([(await documents())[0]?.beingChecked, await download(id)]).toEqual([false, 200])
  })

  test('an infected document is removed; history, audit and uploader are informed', async () => {
    const before = await documents()
    expect((await addDocument(Buffer.from(`text ${infected} text`), 'bad.txt')).statusCode).toBe(200)
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
    answering = how
    expect((await addDocument(Buffer.from('text'), 'later.txt')).statusCode).toBe(200)
    const _id = (await documents())[0]?._id ?? ''
    const ids = { companyId: fixtures.first.companyId, propertyId: fixtures.first.propertyId, documentId: _id }
    const check = () => scanDocument({ ...fixtures, files: fixtures.app.gya.files, config: fixtures.app.gya.config }, ids)
    await expect(check()).rejects.toMatchObject({ code: 'SCAN_NOT_READY' })
    expect(await download(_id)).toBe(409)
    answering = 'verdict'
    await check()
    expect(await download(_id)).toBe(200)
    await fixtures.runJobs()
  })
})

describe('CLAMD_URL: pictures are scanned before they are stored', () => {
  test('an infected picture responds FILE_INFECTED, is audited, and not stored', async () => {
    const before = await databaseChecksum(fixtures.database)
    const answer = await addLogo(Buffer.concat([await createPng(4, 4), Buffer.from(infected)]))
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
      answering = how
      const answer = await addLogo(await createPng(4, 4))
      expect([answer.statusCode, answer.json<unknown>()]).toMatchObject([503, { code: 'SCAN_NOT_READY' }])
      expect(await databaseChecksum(fixtures.database)).toEqual(before)
      answering = 'verdict'
      expect((await addLogo(await createPng(4, 4))).statusCode).toBe(200)
    },
  )
})
