import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { emailDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { addNote } from '@gya/domain/features/notes/notes.contract.ts'
import { createProperty } from '@gya/domain/features/properties/properties.contract.ts'
import { readPropertyRecord, readRecordEmail } from '@gya/domain/features/record/property-record.contract.ts'
import { maxFileEntries } from '@gya/domain/features/record/record-file.rules.ts'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn, testAddress } from '../../../../test/support/fixtures.ts'
import { type MailReceiver, openMailReceiver } from '../../../../test/support/mail-receiver.ts'
import { textOfPages } from '../../../../test/support/pdf-text.ts'
import { insertDocument } from '../../documents/documents.repository.ts'
import { generatedFile, retainFile, saveWithFile } from '../../files/file-lifecycle.ts'
import { RecordFileClient } from '../testing/record-file-client.ts'

let fixtures: Fixtures
let receiver: MailReceiver
beforeAll(async () => {
  receiver = await openMailReceiver()
  fixtures = await openFixtures({ config: { smtpUrl: receiver.url } })
})
afterAll(async () => {
  await fixtures.close()
  await receiver.close()
})

const takeOnAt = (line1: string) => takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, line1)

/** Adds a document directly, because uploads are limited to 20 MB. */
async function addDocument(place: PropertyPath, fileName: string, content: Buffer): Promise<string> {
  const documentId = fixtures.clock.newId()
  await saveWithFile(fixtures, generatedFile(fileName, 'application/pdf', content), (file) =>
    fixtures.database.db.transaction().execute(async (db) => {
      await retainFile(db, file.id)
      await insertDocument(db, {
        company_id: place.companyId,
        id: documentId,
        property_id: place.propertyId,
        file: file.id,
        file_name: fileName,
        content_type: 'application/pdf',
        bytes: content.length,
        sha256: Buffer.from(file.sha256, 'hex'),
        note: '',
        createdon: fixtures.clock.now(),
        created_by: fixtures.idOf.staff,
      })
    }),
  )
  return documentId
}

test('31 MB of documents are not embedded: the contents page says "in the ZIP", and the ZIP contains them unchanged', async () => {
  const place = await takeOnAt('31 Heavy Street')
  const half = Buffer.alloc(15.5 * 1024 * 1024, 'survey ')
  for (const name of ['Survey.pdf', 'Plans.pdf']) await addDocument(place, name, half)
  const { pdf, zip } = await new RecordFileClient(fixtures, place).make()
  const written = await pdf()
  expect(written.length).toBeLessThan(1_000_000)
  expect(written.toString('latin1')).not.toMatch(/\/Type \/EmbeddedFile/)
  expect(textOfPages(written)[1]).toContain('2 documents, 31.0 MB: in the ZIP.')
  const files = unzipSync(await zip())
  for (const name of ['01 Survey.pdf', '02 Plans.pdf'])
    expect(half.equals(files[`documents/${name}`] ?? new Uint8Array())).toBe(true)
})

test('a message with an access link is in the record without its text; the password e-mail of a new vendor is not in it', async () => {
  const { companyId, branchId } = fixtures.first
  const vendor = { firstName: 'Nell', lastName: 'Newcome', email: 'nell@newcome.example' }
  const { _id: propertyId } = await fixtures.as('staff').ok(createProperty, {
    params: { companyId, branchId },
    body: { address: testAddress('7 Latchkey Lane'), ownership: 'freehold', owner: vendor },
  })
  const place = { companyId, branchId, propertyId }
  const documentId = await addDocument(place, 'Lease.pdf', Buffer.from('%PDF-1.4\n%%EOF\n'))
  const link = `https://gya.example/password?token=${'k7'.repeat(24)}`
  await fixtures.as('staff').ok(emailDocument, {
    params: { ...place, documentId },
    body: { to: [vendor.email], subject: 'Your lease', message: `Sign in first: ${link}` },
  })
  await fixtures.runJobs()
  const sent = receiver.received.map(({ subject }) => subject)
  expect(sent).toContain('Your lease')
  expect(sent.length).toBeGreaterThan(1)
  const { rows } = await fixtures.database.pool.query<{ id: string; body: string }>(
    `select id, body || coalesce(html, '') as body from mail where recipients = array[$1] order by createdon`,
    [vendor.email],
  )
  expect(rows.map(({ body }) => body)).toEqual(rows.map(() => ''))

  const client = new RecordFileClient(fixtures, place)
  const { pdf, zip } = await client.make()
  const { data } = await fixtures.as('staff').ok(readPropertyRecord, { params: place, query: { itemsPerPage: '100' } })
  const [email, ...others] = data.flatMap(({ emails }) => emails)
  expect(others).toEqual([])
  expect(email).toMatchObject({ subject: 'Your lease', withoutText: expect.stringMatching(/a link with access rights/) })
  expect((await fixtures.as('staff').ok(readRecordEmail, { params: { ...place, mailId: email?._id ?? '' } })).text).toBe('')
  expect(textOfPages(await pdf()).join(' ')).not.toContain('k7k7')
  expect(Object.keys(unzipSync(await zip())).filter((name) => name.startsWith('e-mails/'))).toEqual([])
})

test('npm run verify-record FILE.zip: exits with 0 for a whole file, 1 with the entry for a changed one, 2 for an unreadable one', async () => {
  const place = await takeOnAt('3 Verify View')
  await fixtures.as('staff').ok(addNote, { params: place, body: { message: 'The boiler was replaced.' } })
  const whole = await (await new RecordFileClient(fixtures, place).make()).zip()
  const files = unzipSync(whole)
  const lines = Buffer.from(files['record.jsonl'] ?? []).toString()
  const changed = zipSync({ ...files, 'record.jsonl': Buffer.from(lines.replace('was replaced', 'was inspected')) })
  const entry = lines.split('\n').find((line) => line.includes('was replaced')) ?? ''
  const { position } = JSON.parse(entry) as { position: number }
  const folder = await mkdtemp(join(tmpdir(), 'gya-verify-test-'))
  const verify = async (name: string, content: Uint8Array) => {
    const path = join(folder, name)
    await writeFile(path, content)
    const command = join(import.meta.dirname, '..', '..', '..', 'verify-record.ts')
    const run = await promisify(execFile)(process.execPath, [command, path]).catch((error: unknown) => error)
    const { code = 0, stdout, stderr } = run as { code?: number; stdout: string; stderr: string }
    return { code, first: stdout.split('\n')[0], hasError: stderr !== '' }
  }
  try {
    const verdicts = await Promise.all([
      verify('whole.zip', whole),
      verify('changed.zip', changed),
      verify('cut.zip', whole.subarray(0, whole.length / 2)),
    ])
    expect(verdicts).toEqual([
      { code: 0, first: expect.stringMatching(/^Whole: \d+ entries/), hasError: false },
      { code: 1, first: `Entry ${position} was changed after it was written.`, hasError: false },
      { code: 2, first: '', hasError: true },
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('409 RECORD_TOO_LONG beyond 5,000 entries, but not after narrowing the days', async () => {
  const place = await takeOnAt('5001 Endless Road')
  const client = new RecordFileClient(fixtures, place)
  const { counts } = await fixtures.as('staff').ok(readPropertyRecord, { params: place, query: {} })
  const insert = (count: number) =>
    fixtures.database.pool.query(
      `insert into event (company_id, id, property_id, at, kind, data)
       select $1, gen_random_uuid(), $2, '2026-01-05T09:00:00Z'::timestamptz + n * interval '1 minute', 'asking-price-added', '{}'
       from generate_series(1, $3::int) n`,
      [place.companyId, place.propertyId, count],
    )
  await insert(maxFileEntries - counts.entries)
  expect((await client.refusal()).code).toBe('RECORD_NOT_SEALED')
  await insert(1)
  expect(await client.refusal()).toMatchObject({
    status: 409,
    code: 'RECORD_TOO_LONG',
    message: 'A PDF holds at most 5,000 entries. Narrow the days.',
  })
  expect((await client.refusal({ dateEnd: '2026-01-05' })).code).toBe('RECORD_NOT_SEALED')
  expect(await client.listed()).toEqual([])
})
