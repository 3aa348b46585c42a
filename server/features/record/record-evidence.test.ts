import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { downloadDocument, emailDocument } from '@gya/domain/features/documents/documents.contract.ts'
import { erasePerson } from '@gya/domain/features/personal-data/personal-data.contract.ts'
import { readPropertyRecord, readRecordEmail } from '@gya/domain/features/record/property-record.contract.ts'
import { type Verdict, verdictRemarks } from '@gya/domain/features/record/verdict.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type PropertyPath, takeOn } from '../../../test/support/fixtures.ts'
import { addressOf } from '../../../test/support/test-client.ts'
import { sendMail } from '../../emails/send-mail.ts'
import { fileKey } from '../../infra/files/file-store.ts'
import type { MailServer } from '../../infra/mail/smtp.ts'
import { sealEntries } from './seal-entries.ts'
import { signerOf } from './sign-checkpoints.ts'
import { verifyRecord } from './verify-record.ts'

let fixtures: Fixtures
let place: PropertyPath
let documentId: string
beforeAll(async () => {
  fixtures = await openFixtures()
  place = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '1 Evidence Way')
  documentId = await addFile()
  await fixtures.as('staff').ok(emailDocument, {
    params: { ...place, documentId },
    body: { to: ['bea.buyer@post.example'], cc: [], bcc: [], subject: 'The plan', message: 'As agreed, £250,000.' },
  })
})
afterAll(() => fixtures.close())

const plan = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const query = (text: string, values: unknown[] = []) => fixtures.database.pool.query(text, values)

async function addFile(): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(plan)]), 'Plan.pdf')
  const url = addressOf('/property/:companyId/:branchId/:propertyId/document', place)
  const answer = await fixtures.as('staff').inject({ method: 'POST', url, payload: form })
  return answer.json<{ documents: { _id: string }[] }>().documents[0]?._id ?? ''
}

async function verify(): Promise<Verdict> {
  await sealEntries(fixtures.database, place.companyId)
  const options = { now: fixtures.clock.now(), signer: signerOf(fixtures.config), files: fixtures.files }
  return verifyRecord(fixtures.database, place.companyId, options)
}

const record = async () =>
  (await fixtures.as('staff').ok(readPropertyRecord, { params: place, query: { itemsPerPage: '100' } })).data

/** The position of the last entry of a kind. */
async function positionOf(kind: string): Promise<number> {
  await sealEntries(fixtures.database, place.companyId)
  const { rows } = await query(
    `select s.position from event e join event_seal s on s.company_id = e.company_id and s.event_id = e.id
     where e.property_id = $1 and e.kind = $2 order by s.position desc limit 1`,
    [place.propertyId, kind],
  )
  return rows[0]?.position
}

test('an e-mail is shown once, with the entry that tells of it, and the record proves it', async () => {
  const shown = await record()
  expect(shown.filter(({ emails }) => emails.length > 0)).toMatchObject([
    { kind: 'document-emailed', remarks: [], emails: [{ subject: 'The plan', withoutText: null }] },
  ])
  expect(await verify()).toMatchObject({ whole: true, unbound: { mails: 0, documents: 0 } })
})

test.each<[what: string, change: string, back: string]>([
  ['text', `body = replace(body, '250', '205')`, `body = replace(body, '205', '250')`],
  ['subject', `subject = 'Another plan'`, `subject = 'The plan'`],
  ['recipients', `recipients = '{mallory@post.example}'`, `recipients = '{bea.buyer@post.example}'`],
  ['hidden recipients', `bcc = '{mallory@post.example}'`, `bcc = '{}'`],
])('a changed %s of an e-mail is found, and not shown as sent', async (_what, change, back) => {
  const position = await positionOf('email-written')
  await query(`update mail set ${change} where property_id = $1`, [place.propertyId])
  expect(await verify()).toMatchObject({ whole: false, holdsUpTo: position - 1, brokenAt: position, what: 'email-changed' })
  const entry = (await record()).find(({ kind }) => kind === 'document-emailed')
  const words = `This e-mail was changed after it was written. Entry ${position} has the hash of another one.`
  expect(entry?.remarks).toEqual([words])
  const mailId = entry?.emails[0]?._id ?? ''
  const read = await fixtures.as('staff').ok(readRecordEmail, { params: { ...place, mailId } })
  expect(read).toMatchObject({ text: '', withoutText: words })
  await query(`update mail set ${back} where property_id = $1`, [place.propertyId])
  expect(await verify()).toMatchObject({ whole: true })
})

test('the state of an e-mail has an entry of its own: a changed state or day is found, and the e-mail shown as recorded', async () => {
  const where = "property_id = $1 and subject = 'The plan'"
  const { rows: mails } = await query(`select id, body, html, createdon from mail where ${where}`, [place.propertyId])
  const { id, body, html, createdon } = mails[0]
  expect(await verify()).toMatchObject({ whole: true, unbound: { states: 0 } })
  await query(`update mail set state = 'sent', sent_on = createdon where ${where}`, [place.propertyId])
  const unproven = await verify()
  expect(unproven).toMatchObject({ whole: true, unbound: { states: 1 } })
  expect(verdictRemarks(unproven).join(' ')).toContain(
    'It does not prove whether and when 1 e-mail was sent: no entry has the state.',
  )
  await query(`update mail set state = 'queued', sent_on = null where ${where}`, [place.propertyId])

  fixtures.clock.advance({ minutes: 5 })
  const transport = { sendMail: async () => ({ accepted: ['bea.buyer@post.example'], rejected: [] }) } as unknown as MailServer
  await sendMail({ ...fixtures, transport }, id)
  const lineOf = async () => (await record()).find(({ kind }) => kind === 'document-emailed')
  const shown = await lineOf()
  expect(shown?.remarks).toEqual([])
  expect(shown?.emails[0]?.delivery).toMatch(/^Sent /)
  expect(await verify()).toMatchObject({ whole: true, unbound: { states: 0 } })
  const position = await positionOf('email-state')
  for (const change of [
    `state = 'cancelled', body = '', html = null`,
    `state = 'failed'`,
    `sent_on = sent_on - interval '1 day'`,
    `createdon = createdon - interval '1 day'`,
  ]) {
    await query(`update mail set ${change} where id = $1`, [id])
    const brokenAt = change.startsWith('createdon') ? expect.any(Number) : position
    expect(await verify()).toMatchObject({ whole: false, brokenAt, what: 'email-state-changed' })
    const forged = await lineOf()
    expect(forged?.remarks).toEqual([
      'State or day of this e-mail were changed after they were recorded. Those of its entries are shown.',
    ])
    expect(forged?.emails[0]?.delivery).toBe(shown?.emails[0]?.delivery)
    const sentOn = fixtures.clock.now()
    await query(`update mail set state = 'sent', body = $2, html = $3, createdon = $4, sent_on = $5 where id = $1`, [
      id,
      body,
      html,
      createdon,
      sentOn,
    ])
  }
  expect(await verify()).toMatchObject({ whole: true })
})

test('a changed attachment is found, by its row and by its content', async () => {
  const position = await positionOf('email-written')
  await query(`update mail_attachment set sha256 = sha256('x') where company_id = $1`, [place.companyId])
  expect(await verify()).toMatchObject({ brokenAt: position, what: 'email-changed' })
  await query('update mail_attachment set sha256 = $2 where company_id = $1', [
    place.companyId,
    createHash('sha256').update(plan).digest(),
  ])
  expect(await verify()).toMatchObject({ whole: true })
})

test('a deleted e-mail is found; one that was added is counted and marked', async () => {
  const position = await positionOf('email-written')
  await query(`update mail set property_id = null where property_id = $1`, [place.propertyId])
  expect(await verify()).toMatchObject({ brokenAt: position, what: 'email-missing' })
  await query(`update mail set property_id = $1 where subject = 'The plan'`, [place.propertyId])
  const { rows } = await query(
    `insert into mail (company_id, id, property_id, recipients, subject, body, keep_text, state, createdon, sent_on)
     values ($1, gen_random_uuid(), $2, '{bea.buyer@post.example}', 'Forged', 'Never sent.', true, 'sent', '2026-01-05', '2026-01-05')
     returning id`,
    [place.companyId, place.propertyId],
  )
  const verdict = await verify()
  expect(verdict).toMatchObject({ whole: true, unbound: { mails: 1 } })
  expect(verdictRemarks(verdict).join(' ')).toContain('It proves nothing about 1 e-mail that no entry has a hash of')
  const forged = (await record()).find(({ emails }) => emails.some(({ subject }) => subject === 'Forged'))
  expect(forged?.remarks).toEqual(['No entry has a hash of this e-mail, so the record does not prove it.'])
  await query('delete from mail where id = $1', [rows[0].id])
})

test('a document whose row or file was replaced is found, and its file is not given out', async () => {
  const position = await positionOf('document-added')
  const original = createHash('sha256').update(plan).digest()
  await query('update document set sha256 = $2 where id = $1', [documentId, createHash('sha256').update('forged').digest()])
  expect(await verify()).toMatchObject({ brokenAt: position, what: 'document-changed' })
  await query('update document set sha256 = $2 where id = $1', [documentId, original])
  expect(await verify()).toMatchObject({ whole: true })

  const { rows } = await query('select file from document where id = $1', [documentId])
  const key = fileKey(rows[0].file, 'original')
  const put = async (content: Buffer) => {
    await fixtures.files.remove(key)
    await fixtures.files.put(key, Readable.from([content]), {
      bytes: content.length,
      contentType: 'application/pdf',
      sha256: createHash('sha256').update(content).digest('hex'),
    })
  }
  await put(Buffer.from(plan.toString().replace('EOF', 'FOE')))
  expect(await verify()).toMatchObject({ brokenAt: position, what: 'document-changed' })
  const refusal = await fixtures.as('staff').refusal(downloadDocument, { params: { ...place, documentId } })
  expect(refusal).toMatchObject({ status: 409, code: 'DOCUMENT_CHANGED' })
  await put(plan)
  expect(await verify()).toMatchObject({ whole: true })
})

test.each<[what: string, table: 'document' | 'mail', change: string]>([
  ['name of a document', 'document', "file_name = 'Signed contract.pdf'"],
  ['note of a document', 'document', "note = 'Signed by both'"],
  ['sale of a document', 'document', 'property_id = $2'],
  ['author of a document', 'document', 'created_by = $3'],
  ['day of a document', 'document', "createdon = createdon - interval '1 day'"],
  ['sale of an e-mail', 'mail', 'property_id = $2'],
  ['sender of an e-mail', 'mail', 'sent_by = $3'],
])('a changed %s is found', async (_what, table, change) => {
  const position = await positionOf(table === 'mail' ? 'email-written' : 'document-added')
  const other = await takeOn(fixtures.as('company'), fixtures.first, fixtures.idOf.vendor, '2 Evidence Way')
  const [own] = (await query(`select id, to_jsonb(t) as whole from ${table} t where property_id = $1`, [place.propertyId])).rows
  await query(`update ${table} set ${change} where id = $1 and ($2::uuid, $3::uuid) is not null`, [
    own.id,
    other.propertyId,
    fixtures.idOf.company,
  ])
  expect(await verify()).toMatchObject({
    whole: false,
    brokenAt: position,
    what: table === 'mail' ? 'email-changed' : 'document-changed',
  })
  const author = table === 'mail' ? 'sent_by' : 'created_by, file_name, note'
  await query(
    `update ${table} t set (property_id, createdon, ${author}) = (select property_id, createdon, ${author} from jsonb_populate_record(null::${table}, $2)) where id = $1`,
    [own.id, own.whole],
  )
  expect(await verify()).toMatchObject({ whole: true })
})

test('erasing the recipient replaces the hashes too: the record stays whole, and the erased text cannot be guessed from them', async () => {
  const before = await query(`select data from event where property_id = $1 and kind = 'email-written'`, [place.propertyId])
  await fixtures
    .as('company')
    .ok(erasePerson, { params: { companyId: place.companyId }, body: { names: [], emails: ['bea.buyer@post.example'] } })
  const after = await query(`select data from event where property_id = $1 and kind = 'email-written'`, [place.propertyId])
  expect(after.rows[0].data.envelope).not.toBe(before.rows[0].data.envelope)
  expect(await verify()).toMatchObject({ whole: true, unbound: { mails: 0 } })
})
