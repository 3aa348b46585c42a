import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { hashDocuments } from './hash-documents.ts'

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const pdf = (title: string) => Buffer.from(`%PDF-1.4\n% ${title}\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n`)

async function upload(title: string): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(pdf(title))]), `${title}.pdf`)
  const url = addressOf('/property/:companyId/:branchId/:propertyId/document', fixtures.first)
  expect((await fixtures.as('staff').inject({ method: 'POST', url, payload: form })).statusCode).toBe(200)
}

const hashes = async () => {
  const rows = await fixtures.database.db.selectFrom('document').select(['file_name', 'sha256']).orderBy('file_name').execute()
  return Object.fromEntries(rows.map(({ file_name, sha256 }) => [file_name, sha256?.toString('hex') ?? null]))
}

test('hashDocuments fills missing hashes, keeps existing ones, and skips missing files', async () => {
  for (const title of ['A', 'B', 'Gone']) await upload(title)
  const sha256 = (title: string) => createHash('sha256').update(pdf(title)).digest('hex')
  const before = await hashes()
  expect(before).toEqual({ 'A.pdf': sha256('A'), 'B.pdf': sha256('B'), 'Gone.pdf': sha256('Gone') })
  const { db } = fixtures.database
  await db.updateTable('document').set({ sha256: null }).where('file_name', 'in', ['A.pdf', 'Gone.pdf']).execute()
  const { file } = await db.selectFrom('document').select('file').where('file_name', '=', 'Gone.pdf').executeTakeFirstOrThrow()
  await fixtures.files.remove(`${file.slice(-2)}/${file}/original`)
  const read: string[] = []
  await hashDocuments({
    database: fixtures.database,
    clock: fixtures.clock,
    files: {
      read: (key) => {
        read.push(key)
        return fixtures.files.read(key)
      },
    },
  })
  expect(await hashes()).toEqual({ ...before, 'Gone.pdf': null })
  expect(read).toHaveLength(2)
})
