import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { logConversation } from '@gya/domain/features/conversations/conversations.contract.ts'
import { deleteDocument, emailDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { addNote, deleteNote, updateNote } from '@gya/domain/features/notes/notes.contract.ts'
import { addOffer } from '@gya/domain/features/offers/offers.contract.ts'
import { erasePerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { readPropertyRecord, readRecordEmail } from '@gya/domain/features/record/property-record.contract.ts'
import { makeRecordFile } from '@gya/domain/features/record/record-file.contract.ts'
import { addViewing } from '@gya/domain/features/viewings/viewings.contract.ts'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../../test/support/fixtures.ts'
import { type MailReceiver, openMailReceiver } from '../../../../test/support/mail-receiver.ts'
import { textOfPages } from '../../../../test/support/pdf-text.ts'
import { tamper } from '../../../../test/support/tampering.ts'
import { addressOf } from '../../../../test/support/test-client.ts'
import { sealLeftOvers } from '../seal-entries.ts'
import { type AskedFile, RecordFileClient } from '../testing/record-file-client.ts'
import { sweepRecordFiles } from './make-record-file.ts'
import { releaseFilesOf, updateRecordFile } from './record-file.repository.ts'

let fixtures: Fixtures
let place: PropertyPath
let other: PropertyPath
let receiver: MailReceiver
beforeAll(async () => {
  receiver = await openMailReceiver()
  fixtures = await openFixtures({ config: { smtpUrl: receiver.url } })
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '27 Rodway Road')
  other = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '8 Elsewhere Lane')
  await fillRecord()
})
afterAll(async () => {
  await fixtures.close()
  await receiver.close()
})

const plan = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

async function addFile(fileName: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(plan)]), fileName)
  const url = addressOf('/property/:companyId/:branchId/:propertyId/document', place)
  const answer = await fixtures.as('staff').inject({ method: 'POST', url, payload: form })
  const { documents } = answer.json<{ documents: { _id: string; file: { fileName: string } }[] }>()
  return documents.find(({ file }) => file.fileName === fileName)?._id ?? ''
}

/** Creates a sale with everything that a record file shows, and another sale whose text must not be in it. */
async function fillRecord(): Promise<void> {
  const staff = fixtures.as('staff')
  const later = () => fixtures.clock.advance({ hours: 1 })
  const offer = {
    name: 'Bea Buyer',
    amount: 285_000,
    tel: '07700 900123',
    email: 'bea@other.example',
    cashBuy: false,
    chain: false,
  }
  await staff.ok(addOffer, { params: place, body: { ...offer, state: 'A' } })
  await staff.ok(addNote, { params: other, body: { message: 'Zanzibar of the other sale' } })
  later()
  const { _id } = await staff.ok(addNote, { params: place, body: { message: 'Buyer sounded unsure.' } })
  await staff.ok(updateNote, { params: { ...place, noteId: _id }, body: { message: 'Buyer was unsure of damp.' } })
  later()
  await fixtures.as('branch').ok(deleteNote, { params: { ...place, noteId: _id } })
  await staff.ok(addViewing, { params: place, body: { name: 'Vic Viewer', when: '2026-03-10', tel: '07700 900456' } })
  const documentId = await addFile('Damp report.pdf')
  await staff.ok(emailDocument, {
    params: { ...place, documentId },
    body: { to: ['bea@other.example'], subject: 'Damp', message: 'The report is attached.\nRing 07700 900123.' },
  })
  const held = new Date(Date.parse(fixtures.clock.now()) - 2 * 86_400_000).toISOString()
  await staff.ok(logConversation, {
    params: fixtures.a,
    body: {
      partyRef: `buyer:${place.propertyId}`,
      at: held,
      note: 'She will ring from 07700 900123.',
      sales: [{ propertyId: place.propertyId, outcome: 'spoke' }],
    },
  })
  const gone = await addFile('Draft.pdf')
  await staff.ok(deleteDocument, { params: { ...place, documentId: gone } })
  await fixtures.runJobs()
}

const make = (asked?: AskedFile) => new RecordFileClient(fixtures, place).make(asked)
const listed = () => new RecordFileClient(fixtures, place).listed()
const download = (fileId: string, form: 'pdf' | 'zip') => new RecordFileClient(fixtures, place).download(fileId, form)
const textOf = async (pdf: Promise<Buffer>) => textOfPages(await pdf)
const record = async () =>
  (await fixtures.as('staff').ok(readPropertyRecord, { params: place, query: { itemsPerPage: '100' } })).data

/** Runs the verification program of the file as a recipient would. */
async function verify(files: Record<string, Uint8Array>): Promise<{ code: number; first: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'gya-record-test-'))
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), content)
    }
    const run = await promisify(execFile)(process.execPath, [join(folder, 'verify.mjs')]).catch((error: unknown) => error)
    const { code = 0, stdout } = run as { code?: number; stdout: string }
    return { code, first: stdout.split('\n')[0] ?? '' }
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('GET record', () => {
  test('text and attachments of an e-mail about the property are stored as sent; the outbox does not show them', async () => {
    const entry = (await record()).find(({ kind }) => kind === 'document-emailed')
    expect(entry?.emails).toMatchObject([
      { subject: 'Damp', to: ['bea@other.example'], withoutText: null, attachments: [{ fileName: 'Damp report.pdf' }] },
    ])
    const mailId = entry?.emails[0]?._id ?? ''
    const sent = await fixtures.as('staff').ok(readRecordEmail, { params: { ...place, mailId } })
    expect(sent.text).toBe('The report is attached.\nRing 07700 900123.')
    const outside = await fixtures.as('staff').refusal(readRecordEmail, { params: { ...other, mailId } })
    expect(outside.status).toBe(404)
  })

  test('an entry shows that a conversation was entered later, and when a deleted note was written and changed', async () => {
    await sealLeftOvers(fixtures)
    const entries = await record()
    const call = entries.find(({ kind }) => kind === 'conversation-logged')
    expect(call?.facts.find(({ what }) => what === 'Held on')?.to).toMatch(/, entered 2 days after$/)
    expect(entries.find(({ kind }) => kind === 'note-removed')?.remarks).toEqual([
      expect.stringMatching(/^Written .* by staff people, entry \d+\.$/),
      expect.stringMatching(/^Changed once, entry \d+\.$/),
    ])
  })
})

describe('POST record-file', () => {
  test('a full copy: a PDF with correct page numbers, and a ZIP that verifies offline and contains no text of another sale', async () => {
    const { _id, pdf, zip } = await make()
    expect((await listed())[0]).toMatchObject({
      _id,
      state: 'ready',
      leftOut: 0,
      verdict: { whole: true },
      askedBy: 'branch people',
      recipient: 'The Ombudsman',
    })
    const pages = await textOf(pdf())
    const contents = pages[1] ?? ''
    for (const title of ['1 The sale in a page', '3 E-mails as sent', '4 Calls and notes', '5 Documents', '6 Proof in words']) {
      const page = pages.findIndex((text) => text.startsWith(title)) + 1
      expect(contents).toContain(`${title} ${page} `)
    }
    expect((await pdf()).toString('latin1')).toMatch(/\/Type \/EmbeddedFile/)
    const text = pages.join(' ')
    for (const wording of [
      'Buyer sounded unsure.',
      'Buyer was unsure of damp.',
      'Deleted by branch people',
      'The report is attached.',
    ])
      expect(text).toContain(wording)
    expect(text).not.toContain('Zanzibar')
    const files = unzipSync(await zip())
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'record.pdf',
        'documents/01 Damp report.pdf',
        'e-mails/01.eml',
        'proof.bin',
        'verify.mjs',
        'SHA256SUMS',
      ]),
    )
    for (const content of Object.values(files))
      expect(Buffer.from(content).includes('Zanzibar') || Buffer.from(content).includes('Elsewhere')).toBe(false)
    expect(Buffer.from(files['e-mails/01.eml'] ?? []).toString()).toContain('The report is attached.')
    expect(await verify(files)).toEqual({ code: 0, first: expect.stringMatching(/^Whole: \d+ entries/) })
  })

  test('verify.mjs: reports the entry of a changed letter in record.jsonl; a truncated proof is unreadable', async () => {
    const files = unzipSync(await (await make()).zip())
    const lines = Buffer.from(files['record.jsonl'] ?? []).toString()
    const position = (JSON.parse(lines.split('\n').find((line) => line.includes('of damp')) ?? '') as { position: number })
      .position
    const changed = { ...files, 'record.jsonl': Buffer.from(lines.replace('of damp', 'of Damp')) }
    expect(await verify(changed)).toEqual({ code: 1, first: `Entry ${position} was changed after it was written.` })
    const moved = { ...files, 'checkpoints.txt': Buffer.from(files['checkpoints.txt'] ?? []).fill('A', 80, 90) }
    expect((await verify(moved)).code).toBeGreaterThan(0)
    expect((await verify({ ...files, 'proof.bin': new Uint8Array(33) })).code).toBe(2)
  })

  test('filtered to later days: contains the deletion with its last wording, and the cover lists what is omitted', async () => {
    const pages = await textOf((await make({ dateStart: '2026-06-01', dateEnd: '2026-06-02' })).pdf())
    expect(pages[0]).toMatch(/Entries from 01\/06\/2026 to 02\/06\/2026: 2 entries/)
    expect((await listed())[0]?.leftOut).toBeGreaterThan(5)
    expect(pages.join(' ')).toContain('Buyer was unsure of damp.')
    expect(pages.join(' ')).not.toContain('Buyer sounded unsure.')
  })

  test('a copy for the seller’s side: contains neither numbers of the other side nor e-mails to them, and has no ZIP', async () => {
    await fixtures.as('staff').ok(emailDocument, {
      params: { ...place, documentId: await addFile('Plan.pdf') },
      body: {
        to: [fixtures.emailOf('vendor')],
        subject: 'Plan of Flat 1 🏠',
        message: 'Your buyer, 07700 900123, has seen it. 🏠',
      },
    })
    await fixtures.runJobs()
    const { _id, pdf } = await make({ copy: 'party', party: 'seller', recipient: 'Nia at 🏠 Mill House' })
    const text = (await textOf(pdf())).join(' ')
    // A masked part is a black bar, a sign that the font lacks [?].
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Your buyer, , has seen it. [?]')
    expect(text).toContain('Nia at [?] Mill House')
    expect(text.replaceAll(/\D/g, '')).not.toContain('7700900')
    for (const hidden of ['bea@other.example', 'The report is attached', 'She will ring']) expect(text).not.toContain(hidden)
    expect(text).toContain('Bea Buyer')
    expect((await listed()).find((file) => file._id === _id)?.zipBytes).toBeNull()
    await expect(download(_id, 'zip')).rejects.toThrow('404')
  })

  test('is recorded in the record and the audit log; refuses reversed days and a party for a full copy', async () => {
    await make({ reason: 'For the court' })
    const entry = (await record()).find(({ kind }) => kind === 'record-file-made')
    expect(entry?.facts).toContainEqual({ what: 'Why', to: 'For the court' })
    const { rows } = await fixtures.database.pool.query(
      `select distinct kind from audit where kind like 'record-file-%' order by 1`,
    )
    expect(rows).toEqual([{ kind: 'record-file-downloaded' }, { kind: 'record-file-made' }])
    const refused = (body: AskedFile) => new RecordFileClient(fixtures, place).refusal(body)
    expect(await refused({ dateStart: '2026-03-02', dateEnd: '2026-03-01' })).toMatchObject({ issues: [{ path: 'dateEnd' }] })
    expect(await refused({ party: 'buyer' })).toMatchObject({ issues: [{ path: 'party' }] })
  })

  test('the same file, asked for again before it is made, is made once', async () => {
    const body = { copy: 'full' as const, recipient: 'The Ombudsman', reason: 'Complaint 9' }
    const ask = async (as: 'branch' | 'company', more = {}) => {
      await sealLeftOvers(fixtures)
      return (await fixtures.as(as).ok(makeRecordFile, { params: place, body: { ...body, ...more } }))._id
    }
    const count = async () => (await listed()).length
    const before = await count()
    const first = await ask('branch')
    // Its own entry in the record is not sealed yet.
    expect((await fixtures.as('branch').ok(makeRecordFile, { params: place, body }))._id).toBe(first)
    const others = [
      await ask('company'),
      await ask('branch', { groups: ['notes'] }),
      await ask('branch', { reason: 'Complaint 10' }),
    ]
    expect(new Set([first, ...others]).size).toBe(4)
    await fixtures.runJobs()
    expect(await ask('branch')).not.toBe(first)
    expect(await count()).toBe(before + 5)
    await fixtures.runJobs()
  })

  test('409 RECORD_NOT_SEALED until the last entries are sealed', async () => {
    await fixtures.as('staff').ok(addNote, { params: place, body: { message: 'just now' } })
    const refusal = await new RecordFileClient(fixtures, place).refusal()
    expect(refusal.code).toBe('RECORD_NOT_SEALED')
  })

  test('an erasure replaces the person in stored texts and deletes earlier files; a new file verifies and mentions the erasure', async () => {
    const before = await make()
    await fixtures.database.pool.query(`update property set withdrawn_on = '2026-01-01', active = false where id = $1`, [
      place.propertyId,
    ])
    await fixtures.as('company').ok(erasePerson, { params: fixtures.a, body: { names: ['Vic Viewer'], tels: ['07700 900456'] } })
    await expect(before.pdf()).rejects.toThrow('404')
    const { pdf, zip } = await make()
    const text = (await textOf(pdf())).join(' ')
    expect(text).not.toContain('Vic Viewer')
    expect(text).toContain('The content was replaced by an erasure')
    expect((await verify(unzipSync(await zip()))).code).toBe(0)
  })

  test('a file being created during an erasure fails, and its result is not stored', async () => {
    fixtures.clock.advance({ minutes: 1 })
    await sealLeftOvers(fixtures)
    const body = { copy: 'full' as const, recipient: 'The Ombudsman', reason: 'Complaint C-119' }
    const { _id } = await fixtures.as('branch').ok(makeRecordFile, { params: place, body })
    const { db } = fixtures.database
    expect(await releaseFilesOf(db, place.companyId, [place.propertyId])).not.toContain(_id)
    expect(await updateRecordFile(db, { companyId: place.companyId, fileId: _id }, { state: 'ready' })).toBe(false)
    await fixtures.runJobs()
    expect((await listed()).find((file) => file._id === _id)).toMatchObject({ state: 'failed', pdfBytes: null })
  })

  test('sweep-record-files: deletes the files after 30 days and keeps their rows in the list', async () => {
    const { _id, pdf } = await make()
    fixtures.clock.advance({ days: 31 })
    await sweepRecordFiles(fixtures)
    await expect(pdf()).rejects.toThrow('404')
    expect((await listed()).find((file) => file._id === _id)).toMatchObject({ state: 'ready', pdfBytes: null })
  })

  test('for a changed record, the verdict is stored with the file, shown on the record page and in the audit log', async () => {
    const changed = `update event set data = jsonb_set(data, '{amount}', '1') where kind = 'offer-added' and property_id = '${place.propertyId}'`
    await tamper(fixtures.database.pool, changed)
    const { _id, pdf } = await make()
    const broken = { whole: false, what: 'entry-changed' }
    expect((await listed()).find((file) => file._id === _id)).toMatchObject({ state: 'ready', verdict: broken })
    expect((await textOf(pdf()))[0]).toContain('Not whole')
    const page = await fixtures.as('staff').ok(readPropertyRecord, { params: place, query: {} })
    expect(page).toMatchObject({ verdict: broken, verifiedOn: fixtures.clock.now() })
    const { rows } = await fixtures.database.pool.query(`select user_id from audit where kind = 'record-not-whole'`)
    expect(rows).toEqual([{ user_id: fixtures.idOf.branch }])
  })
})
